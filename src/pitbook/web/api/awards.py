"""Awards from meters, from won to paid."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.web.api.acts import Reason
from pitbook.web.api.inputs import Line, Paging, Word, answer, page
from pitbook.web.api.steps import Body, Dollars, Key, signer, step
from pitbook.web.guard.roles import API
from pitbook.web.services import Services


class Confirmed(Body):
    """What somebody who signs for an award has checked."""

    hand: Annotated[Line, Field(description="The hand, as confirmed: its cards, or in words.")]
    wager: Annotated[Dollars, Field(description="The accepted wager, in dollars.")]
    amount: Annotated[Dollars, Field(description="The award, in dollars.")]
    deck_checked: Annotated[bool, Field(description="Whether the deck was checked.")]


class Payment(Body):
    """How it was handed over."""

    how: Annotated[Word, Field(description="attendant or machine.")] = "attendant"


class AwardsQuery(Paging):
    """Which awards."""

    status: Annotated[Word | None, Field(description="pending, approved, paid or rejected.")] = None
    meter: Annotated[Word | None, Field(description="Of one meter.")] = None


def routes(services: Services) -> APIRouter:
    """The routes of this module. An award's id may have slashes in it."""
    router = APIRouter(prefix=API, tags=["awards"])
    _lists(router, services)
    _signing(router, services)
    return router


def _lists(router: APIRouter, services: Services) -> None:
    """What was won, and the slips."""

    @router.get("/awards", summary="Awards (`pitbook award list`)")
    async def awards(query: Annotated[AwardsQuery, InQuery()], request: Request) -> Response:
        """In the order they were won."""
        from pitbook.asked.texts import one_of
        from pitbook.ledger.answers import awards_answer
        from pitbook.ledger.awards import list_awards
        from pitbook.ledger.records import AwardStatus

        status = None if query.status is None else one_of(AwardStatus, query.status, "status")
        found = await services.read(list_awards, services.the_ledger(), status=status, meter=query.meter)
        part, headers = page(found, lambda each: each.award_id, query, request)
        return answer(awards_answer(part).data, headers=headers)

    @router.get("/awards/{award:path}/slip", summary="The slip of an award (`pitbook award slip`)")
    async def slip(award: Word) -> Response:
        """What is written down and signed when a meter is paid."""
        return answer(await services.read(_slip, services.the_ledger(), award))


def _signing(router: APIRouter, services: Services) -> None:
    """Signing, paying, turning down."""

    @router.post("/awards/{award:path}/approve", summary="Sign for an award (`pitbook award approve`)")
    async def approve(award: Word, body: Confirmed, key: Key, request: Request) -> Response:
        """After checking hand, wager, amount and deck. `status` in the receipt tells whether one more person must sign."""
        from pitbook.asked.texts import micros
        from pitbook.ledger.awards import approve_award

        return await step(
            services,
            approve_award,
            award,
            hand=body.hand,
            wager_micros=micros(body.wager, "wager"),
            amount_micros=micros(body.amount, "amount"),
            deck_checked=body.deck_checked,
            actor=signer(request),
            key=key,
        )

    @router.post("/awards/{award:path}/pay", summary="Record that an award was handed over (`pitbook award pay`)")
    async def pay(award: Word, body: Payment, key: Key, request: Request) -> Response:
        """An approved award is paid once."""
        from pitbook.asked.texts import one_of
        from pitbook.ledger.awards import PaidHow, pay_award

        how = one_of(PaidHow, body.how, "how")
        return await step(services, pay_award, award, how=how, actor=signer(request), key=key)

    @router.post("/awards/{award:path}/reject", summary="Propose not to pay an award (`pitbook award reject`)")
    async def reject(award: Word, body: Reason, key: Key, request: Request) -> Response:
        """Once another person has approved, its money returns to the meter."""
        from pitbook.ledger.acts import propose_rejection

        return await step(services, propose_rejection, award, body.reason, actor=signer(request), key=key)


def _slip(ledger: Any, award: str) -> Any:
    from pitbook.ledger.answers import slip_answer
    from pitbook.ledger.slips import award_slip

    return slip_answer(award_slip(ledger, award)).data

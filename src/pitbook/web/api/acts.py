"""Controlled acts: what one person proposes and another approves."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.web.api.inputs import Line, Paging, Word, answer, page
from pitbook.web.api.steps import Body, Dollars, Key, Texts, signer, step
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

Reference = Annotated[Line, Field(description="The document that shows why.")]


class NewConfiguration(Body):
    """Other terms, limit or policies, in force from the meter's next start."""

    reference: Reference
    terms: Texts = {}
    limit: Annotated[Dollars | None, Field(description="Dollars, or none.")] = None
    policies: Texts = {}


class Adjustment(Body):
    """A correction."""

    amount: Annotated[Dollars, Field(description="Dollars to add, or to take off with a minus.")]
    cause: Annotated[Word, Field(description="malfunction, reduction-to-limit or accounting-correction.")]
    reference: Reference
    pool: Annotated[Word, Field(description="meter, reserve, overflow or parked.")] = "meter"


class Transfer(Body):
    """Money from one meter to another."""

    to: Word
    amount: Dollars
    reference: Reference
    from_pool: Word = "meter"
    to_pool: Word = "meter"


class Closing(Body):
    """The end of a meter."""

    reference: Reference
    into: Annotated[Word | None, Field(description="A like meter that takes the players' money; else it is parked.")] = None


class Reason(Body):
    """Why."""

    reason: Annotated[Line, Field(min_length=1)]


class ProposalsQuery(Paging):
    """Which proposals."""

    every: Annotated[bool, Field(alias="all", description="Those decided as well.")] = False


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["controlled acts"])
    _amendments(router, services)
    _moves_of_money(router, services)
    _decisions(router, services)
    return router


def _amendments(router: APIRouter, services: Services) -> None:
    """Proposing other parameters or a correction."""

    @router.post("/meters/{meter}/configuration", summary="Propose other parameters (`pitbook meter configure`)")
    async def configure(meter: Word, body: NewConfiguration, key: Key, request: Request) -> Response:
        """`proposal` in the receipt is what another person approves."""
        from pitbook.ledger.acts import propose_configuration
        from pitbook.ledger.asked import changed_configuration
        from pitbook.ledger.meters import show_meter

        view = await services.read(show_meter, services.the_ledger(), meter)
        changed = changed_configuration(view, body.terms, body.policies, body.limit)
        return await step(services, propose_configuration, meter, changed, body.reference, actor=signer(request), key=key)

    @router.post("/meters/{meter}/adjustments", summary="Propose a correction (`pitbook meter adjust`)")
    async def adjust(meter: Word, body: Adjustment, key: Key, request: Request) -> Response:
        """With its cause and the document that shows it."""
        from pitbook.asked.texts import one_of
        from pitbook.ledger.acts import propose_adjustment
        from pitbook.ledger.asked import signed_micros
        from pitbook.progressive import AdjustmentCause, Pool

        return await step(
            services,
            propose_adjustment,
            meter,
            signed_micros(body.amount, "amount"),
            cause=one_of(AdjustmentCause, body.cause, "cause"),
            reference=body.reference,
            pool=one_of(Pool, body.pool, "pool"),
            actor=signer(request),
            key=key,
        )


def _moves_of_money(router: APIRouter, services: Services) -> None:
    """Proposing a transfer or the end of a meter."""

    @router.post("/meters/{meter}/transfers", summary="Propose a transfer (`pitbook meter transfer`)")
    async def transfer(meter: Word, body: Transfer, key: Key, request: Request) -> Response:
        """From one meter to another, of the same link or not."""
        from pitbook.asked.texts import micros, one_of
        from pitbook.ledger.acts import propose_transfer
        from pitbook.progressive import Pool

        return await step(
            services,
            propose_transfer,
            meter,
            body.to,
            micros(body.amount, "amount"),
            reference=body.reference,
            from_pool=one_of(Pool, body.from_pool, "from_pool"),
            to_pool=one_of(Pool, body.to_pool, "to_pool"),
            actor=signer(request),
            key=key,
        )

    @router.post("/meters/{meter}/closing", summary="Propose to end a meter (`pitbook meter close`)")
    async def close(meter: Word, body: Closing, key: Key, request: Request) -> Response:
        """The players' money goes into a like meter, or is parked."""
        from pitbook.ledger.acts import propose_closing

        return await step(
            services, propose_closing, meter, into=body.into, reference=body.reference, actor=signer(request), key=key
        )


def _decisions(router: APIRouter, services: Services) -> None:
    """What waits for a second person, and what that person says."""

    @router.get("/proposals", summary="What waits for a second person (`pitbook meter proposals`)")
    async def proposals(query: Annotated[ProposalsQuery, InQuery()], request: Request) -> Response:
        """Controlled acts, in the order they were proposed on each link."""
        from pitbook.ledger.acts import list_proposals
        from pitbook.ledger.answers import proposals_answer

        found = await services.read(list_proposals, services.the_ledger(), only_waiting=not query.every)
        part, headers = page(found, lambda each: each.proposal_id, query, request)
        return answer(proposals_answer(part).data, headers=headers)

    @router.post("/proposals/{proposal}/approve", summary="Approve a proposal (`pitbook meter approve`)")
    async def approve(proposal: Word, key: Key, request: Request) -> Response:
        """As the second person; it is carried out."""
        from pitbook.ledger.acts import approve_act

        return await step(services, approve_act, proposal, actor=signer(request), key=key)

    @router.post("/proposals/{proposal}/reject", summary="Turn a proposal down (`pitbook meter reject`)")
    async def reject(proposal: Word, body: Reason, key: Key, request: Request) -> Response:
        """Or withdraw one's own."""
        from pitbook.ledger.acts import reject_act

        return await step(services, reject_act, proposal, body.reason, actor=signer(request), key=key)

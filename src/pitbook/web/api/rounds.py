"""Rounds of tables with meters."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from pitbook.web.api.acts import Reason
from pitbook.web.api.inputs import Line, RequestBody, Word, answer, body_of, document
from pitbook.web.api.steps import Body, Dollars, Key, player, receipt_of, refuse_other_key, signer, step
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

ROUND = {
    "game": "three-card-poker",
    "key": "round-1",
    "table": "T1",
    "dealer": "Kd 8c 4h",
    "choices": {"ante-bonus": "A", "progressive": "A"},
    "seats": [{"seat": 2, "cards": "As Ks Qs", "wagers": {"ante": "10.00", "play": "10.00", "progressive": "1.00"}}],
}


class NewRound(Body):
    """A round to be opened."""

    round: Annotated[Word, Field(description="Its id.")]
    table: Word
    game: Word


class NewWager(Body):
    """A wager at a seat."""

    seat: Annotated[int, Field(ge=1, le=99)]
    wager: Word
    amount: Dollars
    player: Annotated[Line, Field(max_length=100, description="Who sits there, for one person on two seats.")] = ""


def routes(services: Services) -> APIRouter:
    """The routes of this module. A round's id may have slashes in it."""
    router = APIRouter(prefix=API, tags=["rounds"])
    _until_no_more_bets(router, services)
    _results(router, services)
    return router


def _until_no_more_bets(router: APIRouter, services: Services) -> None:
    """A round from its opening to lock-out, or void."""

    @router.post("/rounds", summary="Open a round (`pitbook round open`)")
    async def open_round(body: NewRound, key: Key, request: Request) -> Response:
        """Open a round of a table for wagers."""
        from pitbook.ledger.rounds import open_round as opened

        return await _counted(services, "open", opened, body.round, body.table, body.game, actor=player(request), key=key)

    @router.get("/rounds/{round:path}", summary="A round")
    async def show(round: Word) -> Response:  # noqa: A002
        """Its table, game and state: open, locked, result, settled or void."""
        return answer(await services.read(_shown, services.the_ledger(), round))

    @router.post("/rounds/{round:path}/wagers", summary="Accept a wager (`pitbook round bet`)")
    async def bet(round: Word, body: NewWager, key: Key, request: Request) -> Response:  # noqa: A002
        """After lock-out it is refused and the attempt logged."""
        from pitbook.asked.texts import micros
        from pitbook.ledger.rounds import Wager, accept_wager

        placed = Wager(body.seat, body.wager, micros(body.amount, "amount"), body.player)
        return await step(services, accept_wager, round, placed, actor=player(request), key=key)

    @router.post("/rounds/{round:path}/lock", summary="No more bets (`pitbook round lock`)")
    async def lock(round: Word, key: Key, request: Request) -> Response:  # noqa: A002
        """The round's wagers are closed and put on the meters."""
        from pitbook.ledger.rounds import lock_round

        return await _counted(services, "lock", lock_round, round, actor=player(request), key=key)

    @router.post("/rounds/{round:path}/void", summary="Declare a round void (`pitbook round void`)")
    async def void(round: Word, body: Reason, key: Key, request: Request) -> Response:  # noqa: A002
        """Its contributions are taken back by a new event."""
        from pitbook.ledger.rounds import void_round

        return await _counted(services, "void", void_round, round, body.reason, actor=signer(request), key=key)


def _results(router: APIRouter, services: Services) -> None:
    """Results, and whole rounds in one step."""

    @router.post(
        "/results",
        summary="Record the result of a locked round (`pitbook round result`)",
        openapi_extra=body_of("A round with its cards, `key` (its id) and `table`.", "round", ROUND),
    )
    async def result(key: Key, request: Request) -> Response:
        """Awards leave the meters and become pending; won meters start again."""
        from pitbook.ledger.rounds import record_result

        played = await services.work(_played, await document(request))
        return await _counted(services, "result", record_result, played.round_id, played.result, actor=player(request), key=key)

    @router.post(
        "/records",
        summary="Record a whole round in one step (`pitbook round record`)",
        openapi_extra=body_of("A round with its cards, `key` (its id) and `table`.", "round", ROUND),
    )
    async def record(key: Key, request: Request) -> Response:
        """Its wagers, then its result. The `Idempotency-Key` is the round's own `key`."""
        from pitbook.ledger.rounds import record_round

        given, actor, ledger = await document(request), player(request), services.the_ledger()

        def recorded() -> Any:
            played = _played(given)
            refuse_other_key(key, played.round_id)
            return record_round(
                ledger, played.round_id, played.table_id, played.game, played.wagers, played.result, actor=actor, key=key
            )

        receipt = await services.work(recorded)
        services.metrics.rounds.labels("record").inc()
        services.feed.nudge()
        return receipt_of(receipt)


async def _counted(services: Services, name: str, function: Any, *args: Any, **more: Any) -> Response:
    made = await step(services, function, *args, **more)
    services.metrics.rounds.labels(name).inc()
    return made


def _played(given: RequestBody) -> Any:
    from pitbook.ledger.from_cards import played_round

    return played_round(given.values(), today=date.today())


def _shown(ledger: Any, round_id: str) -> Any:
    from pitbook.ledger.answers import round_json
    from pitbook.ledger.rounds import find_round

    return round_json(find_round(ledger, round_id))

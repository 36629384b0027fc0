"""The hold of a period: of a wager, a paytable of one's own, a filing, a mix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.asked.hold import HandsAsked, held
from pitbook.asked.long_counts import takes_long
from pitbook.choices import ChoiceError
from pitbook.web.api.filings import FILING, filing_of
from pitbook.web.api.inputs import Choices, GameName, Line, Query, RequestBody, WagerName, answer, body_of, document, refuse_files
from pitbook.web.api.odds import OWN_TABLE, own_table_of
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

if TYPE_CHECKING:
    from pitbook.hold import Hand

MOST_HANDS: Final = 40
"""The most hands and stakes of a hold that is answered at once."""

MIX = {"hand": [{"game": "three-card-poker", "per_round": "5", "wagers": {"pair-plus": {"stake": "5.00", "paytable": "A"}}}]}


class HoldQuery(Query):
    """A period of a mix."""

    rounds: Annotated[Line, Field(description="The rounds of the period.")]
    basis: Annotated[Line | None, Field(description="paid or accrued; default both where there is a meter.")] = None
    result: Annotated[Line | None, Field(description="Dollars the house won (or lost: -1200).")] = None
    confidence: Annotated[Line | None, Field(description="Confidence of the interval (default 0.95).")] = None
    within: Annotated[Line | None, Field(description="Rounds until the hold is within so many points of its mean.")] = None
    reserve_target: Annotated[Line | None, Field(alias="reserve-target", description="Dollars the reserve should reach.")] = None


class PlacedQuery(HoldQuery):
    """A period of a wager: how it is placed."""

    paytable: Annotated[Line | None, Field(description="The paytable, where the text prints several.")] = None
    stake: Annotated[Line | None, Field(description="Dollars staked, or a mix of stakes: 5=60%,10=30%,25=10%.")] = None
    per_round: Annotated[Line | None, Field(alias="per-round", description="Hands a round on which it is placed.")] = None
    bettors: Annotated[Line | None, Field(description="How many place it on the same cards.")] = None
    players: Annotated[Line | None, Field(description="Other bettors who are paid an Envy Bonus for a hand.")] = None
    meter: Annotated[Line | None, Field(description="Dollars on its meter at the start.")] = None


class FiledHoldQuery(PlacedQuery):
    """A period of a wager as it is filed."""

    game: Annotated[Line, Field(description="A game of the filing.")]
    wager: Annotated[Line, Field(description="One of its wagers.")]


class WagerHoldQuery(PlacedQuery, Choices):
    """A period of a wager."""

    decks: Annotated[Line | None, Field(description="Decks in the shoe.")] = None
    terms: Annotated[Line | None, Field(description="seed=,reseed=,increment=,reserve= of the meter.")] = None


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["odds"])

    @router.get("/games/{game}/wagers/{wager}/hold", summary="The hold of a wager (`pitbook hold GAME WAGER`)")
    async def hold(game: GameName, wager: WagerName, query: Annotated[WagerHoldQuery, InQuery()], request: Request) -> Response:
        """The distribution of the house's result after so many rounds."""
        return await services.pure(request, _hold, game, wager, query)

    @router.post(
        "/games/{game}/wagers/{wager}/hold",
        summary="The hold of a paytable of your own (`hold --paytable-file`)",
        openapi_extra=body_of("A paytable (TOML, or the same as JSON).", "paytable", OWN_TABLE),
    )
    async def hold_own(game: GameName, wager: WagerName, query: Annotated[WagerHoldQuery, InQuery()], request: Request) -> Response:
        """The distribution of the house's result after so many rounds of the rows that the body has."""
        refuse_files(query.model_dump())
        table = await document(request)
        return answer(await services.count(_hold, game, wager, query, table))

    @router.post(
        "/submission/hold",
        summary="The hold of a wager as it is filed (`hold GAME WAGER --submission`)",
        openapi_extra=body_of("A Rules Submission.", "submission", FILING),
    )
    async def hold_filed(query: Annotated[FiledHoldQuery, InQuery()], request: Request) -> Response:
        """The distribution of the house's result after so many rounds; terms and decks are those filed."""
        refuse_files(query.model_dump())
        filing = await document(request)
        return answer(await services.count(_hold_filed, query, filing))

    @router.post(
        "/hold",
        summary="The hold of a mix of wagers and stakes (`hold --mix`)",
        openapi_extra=body_of("A mix of wagers and stakes.", None, MIX),
    )
    async def hold_mix(query: Annotated[HoldQuery, InQuery()], request: Request) -> Response:
        """The distribution of the house's result after so many rounds of the mix."""
        mix = await document(request)
        return answer(await services.count(_hold_mix, query, mix))

    return router


def _hold(game: str, wager: str, query: WagerHoldQuery, table: RequestBody | None = None) -> Any:
    if table is not None and query.paytable is not None:
        raise ChoiceError("paytable: the body is the paytable (query)")
    own = None if table is None else own_table_of(table)
    placed = replace(_placed(game, wager, query), paytable_file=own)
    asked = replace(placed, decks=query.decks, readings=query.readings, options=query.options, terms=query.terms)
    return _held(query, asked.hands())


def _hold_filed(query: FiledHoldQuery, filing: RequestBody) -> Any:
    asked = replace(_placed(query.game, query.wager, query), submission=filing_of(filing))
    return _held(query, asked.hands())


def _placed(game: str, wager: str, query: PlacedQuery) -> HandsAsked:
    """The wager as it is placed, of the rulebook or of a filing."""
    return HandsAsked(
        game=game,
        wager=wager,
        paytable=query.paytable,
        stake=query.stake,
        per_round=query.per_round,
        bettors=query.bettors,
        players=query.players,
        meter=query.meter,
    )


def _hold_mix(query: HoldQuery, mix: RequestBody) -> Any:
    from pitbook.file_faults import form_of
    from pitbook.hold.mix_file import MixError, MixFile, mix_of

    file = form_of(MixFile, mix.values(), lambda texts: MixError("\n".join(texts)))
    return _held(query, mix_of(file, "body"))


def _held(query: HoldQuery, hands: list[Hand]) -> Any:
    """As the command ``hold`` answers."""
    refuse_long_hold(hands)
    return held(
        hands,
        query.rounds,
        basis=query.basis,
        result=query.result,
        confidence=query.confidence,
        within=query.within,
        reserve_target=query.reserve_target,
    ).data


def refuse_long_hold(hands: Sequence[Hand]) -> None:
    """A hold takes time by the cube of its hands and stakes, so very many are refused; as are wagers that take long to count, until
    a job has counted them.
    """
    for wager in {bet.offered.wager.id for hand in hands for bet in hand.bets if takes_long(bet.offered, hand.decks)}:
        raise ChoiceError(
            f"{wager} takes long to count: have it counted by a job of kind 'par' (POST {API}/jobs) with the same readings and "
            "options, then ask again; its counts are kept"
        )
    if len(hands) > MOST_HANDS:
        raise ChoiceError(f"found {len(hands):,} hands and stakes; allowed here are {MOST_HANDS}, and more with the command")

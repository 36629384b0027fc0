"""Odds: PAR sheets, paytables compared, what cards make, and the hold of a period."""

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
from pitbook.asked.sheets import SheetsAsked, comparison_json, sheets_asked
from pitbook.choices import ChoiceError
from pitbook.web.api.filings import FILING, filing_of
from pitbook.web.api.inputs import (
    Choices,
    GameName,
    Line,
    Query,
    RequestBody,
    WagerName,
    answer,
    body_of,
    document,
    refuse_files,
)
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

if TYPE_CHECKING:
    from pitbook.hold import Hand
    from pitbook.own_table import GivenTable

OWN_TABLE = {"label": "mine", "rows": [{"hand": "Straight flush", "pays": "50 to 1"}, {"hand": "Flush", "pays": "4 to 1"}]}
MOST_HANDS: Final = 40
MIX = {"hand": [{"game": "three-card-poker", "per_round": "5", "wagers": {"pair-plus": {"stake": "5.00", "paytable": "A"}}}]}


class Conditions(Choices):
    """What a sheet is asked under."""

    players: Annotated[Line | None, Field(description="Other hands that can bring an Envy Bonus; it then counts.")] = None
    bettors: Annotated[list[Line], Field(max_length=20, description="WAGER=K: how many share a divided award.")] = []
    meter: Annotated[Line | None, Field(description="Dollars on the meter; default its seed, else nothing.")] = None
    wager_amount: Annotated[Line | None, Field(alias="wager-amount", description="Dollars staked (default 1).")] = None
    decks: Annotated[Line | None, Field(description="Decks in the shoe, where the game has a shoe.")] = None
    terms: Annotated[Line | None, Field(description="seed=,reseed=,increment=,reserve= of the meter.")] = None


class SheetQuery(Conditions):
    """What sheets are asked for, under what conditions."""

    paytable: Annotated[Line | None, Field(description="One paytable; default all of them.")] = None
    confidence: Annotated[Line | None, Field(description="Confidence of bands, between 0 and 1 (default 0.95).")] = None
    rounds: Annotated[Line | None, Field(description="Show the band of the edge after so many rounds.")] = None
    reserve_target: Annotated[Line | None, Field(alias="reserve-target", description="Dollars the reserve should reach.")] = None


class FiledQuery(SheetQuery):
    """Sheets of a filing; of one game or wager of it, if wanted."""

    game: Annotated[Line | None, Field(description="One game of the filing.")] = None
    wager: Annotated[Line | None, Field(description="One wager of it.")] = None


class WhyQuery(Choices):
    """The cards, in the order in which the wager reads them."""

    cards: Annotated[Line, Field(description="The cards it reads, own first, as in `Ah Kh Qh`.")]
    color: Annotated[Line | None, Field(description="red or black, for a wager on a color.")] = None


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

    @router.get("/par", summary="Every PAR sheet (`pitbook par --all`)")
    async def par_all(query: Annotated[SheetQuery, InQuery()], request: Request) -> Response:
        """The sheets of every wager and paytable of every game, but of those that take long to count."""
        return await services.pure(request, _sheets, None, None, query)

    @router.get("/games/{game}/par", summary="A game's PAR sheets (`pitbook par GAME`)")
    async def par_game(game: GameName, query: Annotated[SheetQuery, InQuery()], request: Request) -> Response:
        """The sheets of a game's wagers, but of those that take long to count."""
        return await services.pure(request, _sheets, game, None, query)

    @router.get("/games/{game}/wagers/{wager}/par", summary="A wager's PAR sheets (`pitbook par GAME WAGER`)")
    async def par_wager(game: GameName, wager: WagerName, query: Annotated[SheetQuery, InQuery()], request: Request) -> Response:
        """One sheet as an object, several as a list. A wager that takes long to count is a job: `POST /api/v1/jobs`."""
        return await services.pure(request, _sheets, game, wager, query)

    @router.post(
        "/games/{game}/wagers/{wager}/par",
        summary="The PAR sheet of a paytable of your own (`par --paytable-file`)",
        openapi_extra=body_of("A paytable (TOML, or the same as JSON).", "paytable", OWN_TABLE),
    )
    async def par_own(game: GameName, wager: WagerName, query: Annotated[SheetQuery, InQuery()], request: Request) -> Response:
        """The sheet of the rows that the body has."""
        refuse_files(query.model_dump())
        table = await document(request)
        return answer(await services.count(_own_sheet, game, wager, query, table))

    @router.get("/games/{game}/wagers/{wager}/compare", summary="Paytables side by side (`pitbook compare`)")
    async def compare(game: GameName, wager: WagerName, query: Annotated[Conditions, InQuery()], request: Request) -> Response:
        """All paytables of a wager, ranked; the best for the player is named."""
        return await services.pure(request, _compared, game, wager, query)

    @router.post(
        "/games/{game}/wagers/{wager}/compare",
        summary="The paytables and one of your own side by side (`compare --paytable-file`)",
        openapi_extra=body_of("A paytable (TOML, or the same as JSON).", "paytable", OWN_TABLE),
    )
    async def compare_own(game: GameName, wager: WagerName, query: Annotated[Conditions, InQuery()], request: Request) -> Response:
        """The rows that the body has, ranked among the printed paytables of the wager."""
        refuse_files(query.model_dump())
        table = await document(request)
        return answer(await services.count(_compared, game, wager, query, table))

    @router.post(
        "/submission/par",
        summary="The PAR sheets of a filing (`par --submission`)",
        openapi_extra=body_of("A Rules Submission.", "submission", FILING),
    )
    async def par_filed(query: Annotated[FiledQuery, InQuery()], request: Request) -> Response:
        """Only what the filing offers, as it offers it."""
        refuse_files(query.model_dump())
        filing = await document(request)
        return answer(await services.count(_filed_sheets, query, filing))

    @router.get("/games/{game}/wagers/{wager}/why", summary="What cards make (`pitbook why`)")
    async def why(game: GameName, wager: WagerName, query: Annotated[WhyQuery, InQuery()], request: Request) -> Response:
        """What these cards make for a wager, in every paytable, with the clause."""
        return await services.pure(request, _why, game, wager, query)

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


# --- what the commands do -------------------------------------------------------------------------------------------


def asked(query: Conditions, wager: str | None, table: RequestBody | None = None) -> SheetsAsked:
    """What is asked for, as the commands ``par`` and ``compare`` understand it; ``table`` is a paytable of one's own."""
    own = None if table is None else _own_table(table)
    return sheets_asked(wager=wager, paytable_file=own, **query.model_dump(exclude={"game", "wager"}))


def refuse_long_count(wager: str | None) -> None:
    """A wager whose count takes long is a job, not an answer at once."""
    from pitbook.par import LONG_COUNTS

    if wager in LONG_COUNTS:
        raise ChoiceError(f"{wager} takes long to count: start a job of kind 'par' (POST {API}/jobs) and fetch its result")


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


def _sheets(game: str | None, wager: str | None, query: SheetQuery) -> Any:
    refuse_long_count(wager)
    wanted = asked(query, wager)
    return _as_printed(wanted.of_every_game() if game is None else wanted.of_game(game), several=game is None)


def _as_printed(sheets: list[Any], *, several: bool = False) -> Any:
    data = [sheet.to_json() for sheet in sheets]
    return data[0] if len(data) == 1 and not several else data


def _own_sheet(game: str, wager: str, query: SheetQuery, table: RequestBody) -> Any:
    """As ``par GAME WAGER --paytable-file``."""
    refuse_long_count(wager)
    if query.paytable is not None:
        raise ChoiceError("paytable: the body is the paytable (query)")
    return _as_printed(asked(query, wager, table).of_game(game))


def _own_table(table: RequestBody) -> GivenTable:
    """The paytable of a body."""
    from pitbook.own_table import table_of

    return table_of(table.values(), "body")


def _filed_sheets(query: FiledQuery, filing: RequestBody) -> Any:
    refuse_long_count(query.wager)
    with filing.as_file("submission") as path:
        return _as_printed(asked(query, query.wager).of_filing(path, query.game))


def _compared(game: str, wager: str, query: Conditions, table: RequestBody | None = None) -> Any:
    refuse_long_count(wager)
    return comparison_json(asked(query, wager, table).compared(game))


def _why(game: str, wager: str, query: WhyQuery) -> Any:
    from pitbook.asked.texts import pairs
    from pitbook.why import why, why_answer

    found = why(
        game,
        wager,
        query.cards.split(),
        color=query.color,
        readings=pairs(query.readings, "--set"),
        options=pairs(query.options, "--option"),
    )
    return why_answer(found).data


def _hold(game: str, wager: str, query: WagerHoldQuery, table: RequestBody | None = None) -> Any:
    if table is not None and query.paytable is not None:
        raise ChoiceError("paytable: the body is the paytable (query)")
    own = None if table is None else _own_table(table)
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

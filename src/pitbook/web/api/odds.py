"""Odds: PAR sheets, paytables compared, what cards make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.asked.sheets import SheetsAsked, comparison_json, sheets_asked
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError
from pitbook.web.api.filings import FILING
from pitbook.web.api.inputs import (
    Choices,
    GameName,
    Line,
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
    from pitbook.own_table import GivenTable

OWN_TABLE = {"label": "mine", "rows": [{"hand": "Straight flush", "pays": "50 to 1"}, {"hand": "Flush", "pays": "4 to 1"}]}


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


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["odds"])
    _par(router, services)
    _side_by_side(router, services)
    _of_a_filing_and_why(router, services)
    return router


def _par(router: APIRouter, services: Services) -> None:
    """PAR sheets of the rulebook and of a paytable of one's own."""

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


def _side_by_side(router: APIRouter, services: Services) -> None:
    """Paytables side by side."""

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


def _of_a_filing_and_why(router: APIRouter, services: Services) -> None:
    """The PAR sheets of a filing; what cards make."""

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


# --- what the commands do -------------------------------------------------------------------------------------------


def asked(query: Conditions, wager: str | None, table: RequestBody | None = None) -> SheetsAsked:
    """What is asked for, as the commands ``par`` and ``compare`` understand it; ``table`` is a paytable of one's own."""
    own = None if table is None else own_table_of(table)
    return sheets_asked(wager=wager, paytable_file=own, **query.model_dump(exclude={"game", "wager"}))


def refuse_long_count(game: str | None, wager: str | None) -> None:
    """A wager whose count takes long is a job, not an answer at once; without a game, one of any game."""
    games = list(rulebook()) if game is None else [rulebook().game(game)]
    if any(each.id == wager and each.long_count for found in games for each in found.wagers):
        raise ChoiceError(f"{wager} takes long to count: start a job of kind 'par' (POST {API}/jobs) and fetch its result")


def _sheets(game: str | None, wager: str | None, query: SheetQuery) -> Any:
    refuse_long_count(game, wager)
    wanted = asked(query, wager)
    return _as_printed(wanted.of_every_game() if game is None else wanted.of_game(game), several=game is None)


def _as_printed(sheets: list[Any], *, several: bool = False) -> Any:
    data = [sheet.to_json() for sheet in sheets]
    return data[0] if len(data) == 1 and not several else data


def _own_sheet(game: str, wager: str, query: SheetQuery, table: RequestBody) -> Any:
    """As ``par GAME WAGER --paytable-file``."""
    refuse_long_count(game, wager)
    if query.paytable is not None:
        raise ChoiceError("paytable: the body is the paytable (query)")
    return _as_printed(asked(query, wager, table).of_game(game))


def own_table_of(table: RequestBody) -> GivenTable:
    """The paytable of a body."""
    from pitbook.own_table import table_of

    return table_of(table.values(), "body")


def _filed_sheets(query: FiledQuery, filing: RequestBody) -> Any:
    refuse_long_count(query.game, query.wager)
    with filing.as_file("submission") as path:
        return _as_printed(asked(query, query.wager).of_filing(path, query.game))


def _compared(game: str, wager: str, query: Conditions, table: RequestBody | None = None) -> Any:
    refuse_long_count(game, wager)
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

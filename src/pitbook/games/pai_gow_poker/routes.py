"""The API's routes on setting hands of Pai Gow Poker; ``web`` discovers them as ``cli`` discovers a game's commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.file_parts import Part
from pitbook.web.api.inputs import BodyError, Line, Query, RequestBody, Word, answer, body_of, document, refuse_files
from pitbook.web.guard.roles import API, OPEN, Access
from pitbook.web.jobs.kinds import JobKind
from pitbook.web.jobs.process import Result, Tell
from pitbook.web.services import Services

if TYPE_CHECKING:
    from pitbook.games.pai_gow_poker.house_way import HouseWay

PREFIX = f"{API}/games/pai-gow-poker"
RULES: dict[tuple[str, str], Access] = {
    ("GET", f"{PREFIX}/house-ways"): OPEN,
    ("GET", f"{PREFIX}/house-ways/{{way}}"): OPEN,
    ("GET", f"{PREFIX}/house-ways/{{way}}/check"): OPEN,
    ("POST", f"{PREFIX}/house-ways/check"): OPEN,
    ("GET", f"{PREFIX}/settings"): OPEN,
}
"""Who may use them."""

WAY_LIMIT: Final = 64 * 1024
"""Bytes of a house way; a published one has some 6,000."""
MOST_RULES: Final = 100
"""Rules of a house way that is checked here: each is tried on every form of hand, and held against each other."""
WAY: Final[dict[str, Any]] = {
    "name": "mine",
    "title": "A way of my own",
    "source": "made up",
    "ace-goes-low": "joker-last",
    "rules": [{"id": "no-pair", "hand": "no-pair", "play": "second-and-third-highest", "words": "The second and third highest."}],
}


class PerfectPlayRequest(Part):
    """The best setting of every hand against a house way (`pitbook perfect-play`)."""

    kind: Literal["perfect-play"]
    house_way: str = "trump-plaza"
    player_way: str | None = None
    most: Annotated[int, Field(ge=1, le=10_000)] = 15
    classes: bool = False
    readings: dict[str, str] = {}


class ReadingsQuery(Query):
    """How unclear clauses are read."""

    readings: Annotated[list[Line], Field(alias="set", max_length=50, description="READING=VALUE; repeat for more.")] = []


class HandQuery(ReadingsQuery):
    """Seven cards."""

    cards: Annotated[Line, Field(description="Seven cards, as in `As Kd Qh Jc Ts 9d Jk`.")]


class SettingQuery(HandQuery):
    """Seven cards against a house way."""

    way: Annotated[Line, Field(alias="house-way", description="The dealer's way.")] = "trump-plaza"


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=PREFIX, tags=["pai gow"])

    @router.get("/house-ways", summary="The house ways that are held")
    async def house_ways(request: Request) -> Response:
        """Their names."""
        return await services.pure(request, _ways)

    @router.get("/house-ways/{way}", summary="A hand set by a house way (`pitbook house-way NAME CARDS`)")
    async def house_way(way: Word, query: Annotated[HandQuery, InQuery()], request: Request) -> Response:
        """The two hands, and the rule that did it."""
        return await services.pure(request, _set, way, query)

    @router.get("/house-ways/{way}/check", summary="The check of a house way that is held (`pitbook house-way NAME --check`)")
    async def check_held(way: Word, query: Annotated[ReadingsQuery, InQuery()], request: Request) -> Response:
        """Every rule tried on every hand: hands without a rule, rules that fight, fouls, rules never used."""
        return await services.pure(request, _check_held, way, query)

    @router.post(
        "/house-ways/check",
        summary="The check of a house way of your own (`pitbook house-way FILE --check`)",
        openapi_extra=body_of("A house way.", "house-way", WAY),
    )
    async def check_own(query: Annotated[ReadingsQuery, InQuery()], request: Request) -> Response:
        """The same for the way that the body has. A way with findings is no fault; one that cannot be read is."""
        refuse_files(query.model_dump())
        given = await document(request, limit=WAY_LIMIT, may_name_files=True)
        return answer(await services.count(_check_own, given, query))

    @router.get("/settings", summary="Every legal setting of a hand (`pitbook set CARDS`)")
    async def settings(query: Annotated[SettingQuery, InQuery()], request: Request) -> Response:
        """Each with its exact win, push and lose against a house way; the best first."""
        return await services.pure(request, _settings, query)

    return router


def _ways() -> Any:
    from pitbook.games.pai_gow_poker.house_way import shipped_ways

    return list(shipped_ways())


def _set(way: str, query: HandQuery) -> Any:
    from pitbook.games.pai_gow_poker.answers import way_answer
    from pitbook.games.pai_gow_poker.commands import flags_of, hand_of, values_of
    from pitbook.games.pai_gow_poker.house_way import load_way

    refuse_files(way)
    flags, hand = flags_of(values_of(query.readings)), hand_of(query.cards.split())
    found = load_way(way)
    return way_answer(found, hand, found.set(hand, flags)).data


def _check_held(way: str, query: ReadingsQuery) -> Any:
    from pitbook.games.pai_gow_poker.house_way import load_way

    refuse_files(way)
    return _findings(load_way(way), query)


def _check_own(given: RequestBody, query: ReadingsQuery) -> Any:
    from pitbook.games.pai_gow_poker.house_way_file import way_of

    way = way_of(given.values(), "body")
    if len(way.rules) > MOST_RULES:
        raise BodyError(f"body: rules: found {len(way.rules):,}; allowed here are {MOST_RULES}, and more with the command")
    return _findings(way, query)


def _findings(way: HouseWay, query: ReadingsQuery) -> Any:
    """As ``house-way --check`` prints them."""
    from pitbook.games.pai_gow_poker.answers import check_answer
    from pitbook.games.pai_gow_poker.commands import flags_of, values_of
    from pitbook.games.pai_gow_poker.way_check import check_way

    return check_answer(way, check_way(way, flags_of(values_of(query.readings)))).data


def _settings(query: SettingQuery) -> Any:
    from pitbook.games.pai_gow_poker.answers import settings_answer
    from pitbook.games.pai_gow_poker.best_setting import setting_values
    from pitbook.games.pai_gow_poker.commands import flags_of, hand_of, values_of, vigorish_of, way_of
    from pitbook.games.pai_gow_poker.exact import VARIATION_PUSH

    values = values_of(query.readings)
    hand, way, flags, vigorish = hand_of(query.cards.split()), way_of(query.way), flags_of(values), vigorish_of(values)
    found = setting_values(hand, way, dealer_push=VARIATION_PUSH[values["variation"]], reading=flags, vigorish=vigorish)
    return settings_answer(hand, way, found, way.set(hand, flags), vigorish).data


# --- perfect play ---------------------------------------------------------------------------------------------------


def perfect_play(request: Mapping[str, Any], tell: Tell) -> Result:
    """As ``perfect-play --json`` prints it. It takes minutes."""
    from pitbook.games.pai_gow_poker.answers import play_answer
    from pitbook.games.pai_gow_poker.commands import flags_of, vigorish_of
    from pitbook.games.pai_gow_poker.exact import VARIATION_PUSH
    from pitbook.games.pai_gow_poker.perfect_play import perfect_play as find
    from pitbook.report.output import json_text

    dealer, player, values = _perfect(request)
    play = find(
        dealer,
        vigorish=vigorish_of(values),
        player_way=player,
        dealer_push=VARIATION_PUSH[values["variation"]],
        reading=flags_of(values),
        progress=lambda share: tell(share, 1.0),
    )
    return Result(json_text(play_answer(play, most=request["most"], classes=request["classes"]).data).encode())


def _perfect(request: Mapping[str, Any]) -> tuple[Any, Any, dict[str, str]]:
    """The ways and the readings of a request, checked."""
    from pitbook.catalog import rulebook
    from pitbook.choices import reading_values
    from pitbook.games.pai_gow_poker.house_way import load_way

    values = reading_values(rulebook().game("pai-gow-poker").edition(), request["readings"])
    player = None if request["player_way"] is None else load_way(request["player_way"])
    return load_way(request["house_way"]), player, values


JOBS = {"perfect-play": JobKind(PerfectPlayRequest, f"{__name__}:perfect_play", _perfect)}
"""Long work of this game."""

"""What the rulebook holds: games, wagers, paytables as printed; schemas of files, and starters of filings."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from pitbook.web.api.inputs import GameName, WagerName, Word, answer
from pitbook.web.guard.roles import API
from pitbook.web.services import Services


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    del services
    router = APIRouter(prefix=API, tags=["rules"])

    @router.get("/games", summary="The games (`pitbook games`)")
    def games() -> Response:
        """The games, their editions and how many wagers and paytables each has."""
        from pitbook.rules_table import games_answer

        return answer(games_answer().data)

    @router.get("/games/{game}", summary="A game (`pitbook show GAME`)")
    def show_game(game: GameName) -> Response:
        """A game's wagers and readings."""
        from pitbook.rules_table import game_answer

        return answer(game_answer(game).data)

    @router.get("/games/{game}/wagers/{wager}", summary="A wager (`pitbook show GAME WAGER`)")
    def show_wager(game: GameName, wager: WagerName) -> Response:
        """A wager's paytables as printed, its meter and envy terms and its readings."""
        from pitbook.rules_table import wager_answer

        return answer(wager_answer(game, wager).data)

    @router.get("/games/{game}/starter", summary="A starter of a filing (`pitbook new GAME`)", response_class=PlainTextResponse)
    def new(game: GameName) -> Response:
        """A commented Rules Submission for a game, to be filled in (TOML)."""
        from pitbook.catalog import rulebook
        from pitbook.starter import starter

        return PlainTextResponse(starter(rulebook().game(game), date.today()), media_type="application/toml")

    @router.get("/schemas/{name}", summary="A JSON Schema (`pitbook schema NAME`)")
    def schema(name: Word) -> Response:
        """The form of a kind of document: submission, round, paytable or house-way."""
        from pitbook.schemas import schema as find

        return answer(find(name))

    return router

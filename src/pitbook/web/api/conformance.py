"""Whether the rulebook is right: the game folders held against themselves."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from starlette.responses import Response

from pitbook.web.api.inputs import GameName, Query
from pitbook.web.guard.roles import API
from pitbook.web.services import Services


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["rules"])

    @router.get("/check-game", summary="The check of every game (`pitbook check-game`)")
    async def check_games(query: Annotated[Query, InQuery()], request: Request) -> Response:
        """Whether the games' rules, events, counts and expert cases hold together: what was checked, and every finding."""
        return await services.pure(request, _checked, None)

    @router.get("/games/{game}/check-game", summary="The check of a game (`pitbook check-game GAME`)")
    async def check_game(game: GameName, query: Annotated[Query, InQuery()], request: Request) -> Response:
        """Whether a game's rules, events, counts and expert cases hold together: what was checked, and every finding."""
        return await services.pure(request, _checked, game)

    return router


def _checked(game: str | None) -> Any:
    from pitbook.check_game import examine_games
    from pitbook.check_game_report import conformance

    return conformance(examine_games(game)).data

"""The application: routes and pages, all behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any, Final

from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi_offline import FastAPIOffline

from pitbook import __version__
from pitbook.catalog import game_folders
from pitbook.web.api import (
    acts,
    awards,
    conformance,
    filings,
    health,
    hold,
    jobs,
    ledger,
    links,
    meters,
    odds,
    people,
    rounds,
    rules,
    session,
    settle,
    tokens,
    what_if,
)
from pitbook.web.guard.middleware import Guard
from pitbook.web.guard.queries import Queries
from pitbook.web.guard.roles import API, DOCUMENTATION, ROUTES, Rules
from pitbook.web.problems import SCHEMA, add_handlers
from pitbook.web.services import Services, make_services
from pitbook.web.settings import Settings

MODULES: Final[tuple[Any, ...]] = (
    *(session, rules, conformance, odds, hold, what_if, settle, filings),
    *(meters, links, acts, rounds, awards, ledger, people, tokens, health),
)
"""The modules of routes, each with ``routes(services)``."""

ABOUT: Final = (
    "Exact odds, settlement, filings and progressive meters of regulated table games. Every answer is the JSON of the command of "
    "the same name (`--json`). What goes wrong comes as `application/problem+json` with all faults. Reading rules and odds "
    "needs no login; anything that touches meters does: a session (`POST /api/v1/session`) or a token (`Authorization: Bearer`)."
)


def create_app(settings: Settings, *, services: Services | None = None, pages: bool = True) -> Guard:
    """The application of a server, its services under ``.services``, FastAPI's part under ``.app``.

    ``services`` are made from the settings where none are given. Without ``pages`` there is the API alone. Pages are global to a
    process: make one application with pages in each.
    """
    made = services or make_services(settings)
    app = FastAPIOffline(
        title="Pitbook",
        version=__version__,
        description=ABOUT,
        docs_url="/api/docs",
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        static_url="/api/static",
        swagger_ui_oauth2_redirect_url="/api/docs/oauth2-redirect",
        redirect_slashes=False,
        lifespan=_lifespan(made),
        responses={"default": {"description": "What went wrong.", "content": {"application/problem+json": {"schema": SCHEMA}}}},
    )
    add_handlers(app)
    of_games = _modules_of_games()
    table = Rules({**ROUTES, **{route: access for module in of_games for route, access in module.RULES.items()}})
    kinds = {kind: each for module in of_games for kind, each in module.JOBS.items()}
    routers = [*(module.routes(made) for module in (*MODULES, *of_games)), jobs.routes(made, kinds)]
    declared = [each for router in routers for each in router.routes if isinstance(each, APIRoute)]
    _all_have_rules(declared, table)
    for router in routers:
        app.include_router(router)
    if pages:
        from pitbook.web.pages import mount_pages

        mount_pages(app, made)
    return Guard(app, made, app, table, Queries(declared))


def _lifespan(services: Services) -> Any:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await services.start()
        yield
        await services.stop()

    return lifespan


def _modules_of_games() -> list[Any]:
    """Routes about a single game stand in its folder."""
    return [import_module(f"pitbook.games.{folder.name}.routes") for folder in game_folders() if (folder / "routes.py").is_file()]


def _all_have_rules(routes: list[APIRoute], table: Rules) -> None:
    """A route without a rule would be open to everybody; a rule without a route is a mistake."""
    made = {(method, each.path) for each in routes for method in each.methods or ()}
    assert made | DOCUMENTATION == set(table.routes), sorted((made | DOCUMENTATION) ^ set(table.routes))

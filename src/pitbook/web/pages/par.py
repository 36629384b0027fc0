"""PAR sheets: the wagers of the games, a page for each, and the sheets as files."""

from __future__ import annotations

from typing import Any

from nicegui import core, ui
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pitbook.catalog import rulebook
from pitbook.errors import InputError
from pitbook.payouts import PayoutError
from pitbook.rulebook import UnknownNameError
from pitbook.web.exports import MEDIA, sheets_file
from pitbook.web.forms.par import (
    is_known,
    parts,
    path,
    query,
    read_state,
    sheet_of,
)
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    markup,
)
from pitbook.web.pages.errors import missing
from pitbook.web.pages.par_answer import FORMS, file_name
from pitbook.web.pages.par_desk import COUNT, ParDesk
from pitbook.web.pages.wager_list import wagers_html

_Faults = (InputError, PayoutError)


def register(services: Any) -> None:
    """The pages under ``/par`` and the sheets as files."""

    @ui.page("/par")
    def index() -> None:
        with frame(services, "PAR sheets", job="/par", lead="The exact odds of every wager and paytable of the rulebook."):
            for game in rulebook():
                markup(wagers_html(game.id, "/par"))

    @ui.page("/par/{game}")
    def of_game(game: str) -> None:
        try:
            found = rulebook().game(game)
        except UnknownNameError as fault:
            return missing(services, fault.message, job="/par")
        with frame(services, f"{found.name}: PAR sheets", job="/par", crumbs=[("/par", "PAR sheets")]):
            markup(wagers_html(found.id, "/par"))
        return None

    @ui.page("/par/{game}/{wager}", response_timeout=120.0)
    async def of_wager(game: str, wager: str, request: Request) -> None:
        try:
            state, faults = read_state(game, wager, request.query_params.multi_items())
        except UnknownNameError as fault:
            return missing(services, fault.message, job="/par")
        await ParDesk(services, request, state, faults).show()
        return None

    @core.app.get("/par/{game}/{wager}/sheet.{kind}", include_in_schema=False)
    async def as_file(game: str, wager: str, kind: str, request: Request) -> Response:
        if kind not in dict(FORMS):
            return PlainTextResponse(f"a sheet has no form {kind!r}; allowed: {', '.join(dict(FORMS))}\n", 404)
        try:
            state, faults = read_state(game, wager, request.query_params.multi_items())
        except UnknownNameError as fault:
            return PlainTextResponse(f"{fault.message}\n", 404)
        if faults:
            return PlainTextResponse("\n".join(faults) + "\n", 422)
        if parts(state)[2].long_count and not await services.count(is_known, state):
            return PlainTextResponse(
                f"its deals are not counted yet; on its page, {path(state)}{query(state)}, {COUNT!r} does so\n", 409
            )
        try:
            content = await services.count(lambda: sheets_file([sheet_of(state)], kind))
        except _Faults as fault:
            return PlainTextResponse(f"{fault}\n", 422)
        headers = {"Content-Disposition": f'attachment; filename="{file_name(state, kind)}"'}
        return Response(content, media_type=MEDIA[kind], headers=headers)

"""``/sign/{name}``: the full-screen display of a link, a table or a meter. A page of its own, without the socket of the others.

Its feed is the same address with ``feed=1``. A server that stops, a connection that is lost and a meter that is out of order
each show as a fault; the display mends itself when they are over. ``theme`` is dark, light, felt or plain; ``title`` its head.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final
from urllib.parse import quote

from nicegui import __version__ as nicegui_version
from nicegui import app
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from pitbook.ledger.errors import LedgerError
from pitbook.payouts import dollars
from pitbook.progressive import MICROS_PER_CENT
from pitbook.web.guard.identity import identity_of, still_valid
from pitbook.web.problems import TooBusyError
from pitbook.web.progressives.meter_view import SignMeter, sign_meters

PATH: Final = "/sign/{name}"
LOOKS: Final = ("dark", "light", "felt", "plain")
BEAT: Final = 2.0
"""Seconds between signs of life; each comes after a look into the ledger."""
PATIENCE_MS: Final = 7_000
"""After so long without one the display says that the amounts are not known."""
_PAGE: Final = Path(__file__).with_name("sign.html")


def register(services: Any) -> None:
    """The page at ``/sign/{name}`` and its feed."""

    @app.get(PATH, include_in_schema=False)
    async def sign(request: Request, name: str) -> Response:
        if services.ledger is None:
            return _message("This server has no meters", "It was started without --database.", 404)
        if request.query_params.get("feed"):
            headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
            return StreamingResponse(_feed(services, request, name), media_type="text/event-stream", headers=headers)
        found = await services.work(sign_meters, services.ledger, name)
        if not found:
            return _message("There is nothing of this name", "A sign is of a link, a table or a meter.", 404)
        return HTMLResponse(_page(request, name, found))


def _page(request: Request, name: str, found: list[SignMeter]) -> str:
    query = request.query_params
    look = query.get("theme", "dark")
    title = query.get("title", "")[:120] or ("Progressive" if len(found) == 1 else f"Progressives {name}")
    return Template(_PAGE.read_text("utf-8")).substitute(
        look=look if look in LOOKS else "dark",
        title=escape(title),
        feed=f"/sign/{quote(name, safe='')}?feed=1",
        patience=PATIENCE_MS,
        fonts=f"/_nicegui/{nicegui_version}/static/fonts.css",
    )


def _message(title: str, words: str, status: int) -> HTMLResponse:
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><main><h1>{escape(title)}</h1><p>{escape(words)}</p>"
        '<p><a href="/meters">All meters</a></p></main></html>',
        status,
    )


async def _feed(services: Any, request: Request, name: str) -> AsyncIterator[str]:
    """What the display hears: the meters when one has moved, a sign of life now and then, a fault when they cannot be read."""
    identity = identity_of(request)
    last = ""
    moved = asyncio.Event()
    listener = asyncio.create_task(_listen(services, name, moved))
    try:
        while not services.feed.ended:
            moved.clear()
            try:
                if await services.work(still_valid, services, identity) is None:
                    yield _event("fault", {"why": "Nobody is signed in at this display any more."})
                    return
                found = await services.work(sign_meters, services.ledger, name)
            except (LedgerError, TooBusyError):
                last = ""
                yield _event("fault", {"why": "The ledger cannot be read: the amounts are not known."})
            else:
                text = json.dumps(sign_data(found))
                yield _event("alive", {}) if text == last else f"event: meters\ndata: {text}\n\n"
                last = text
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(moved.wait(), BEAT)
    finally:
        listener.cancel()


async def _listen(services: Any, name: str, moved: asyncio.Event) -> None:
    """Wake the feed of a display at every event of its link."""
    views = await services.work(_links, services.ledger, name)
    for link in views:
        async for _ in services.feed.follow(link):
            moved.set()


def _links(ledger: Any, name: str) -> list[str]:
    from pitbook.ledger.meters import list_meters

    wanted = {each.meter for each in sign_meters(ledger, name)}
    return sorted({each.meter.link for each in list_meters(ledger) if each.meter.name in wanted})


def sign_data(found: list[SignMeter]) -> dict[str, Any]:
    """The meters as the display takes them: whole cents, and the notices that players must see, each once."""
    shown = [
        {
            "meter": each.meter,
            "name": f"{each.name.removesuffix(' Wager')}, {dollars(each.wager)}",
            "cents": each.amount // MICROS_PER_CENT,
            "working": each.working,
        }
        for each in found
    ]
    return {"meters": shown, "notices": list(dict.fromkeys(notice for each in found for notice in each.notices))}


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"

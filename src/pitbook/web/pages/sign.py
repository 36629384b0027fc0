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
from pitbook.web.progressives.meter_view import Sign, SignState, sign_of

PATH: Final = "/sign/{name}"
LOOKS: Final = ("dark", "light", "felt", "plain")
BEAT: Final = 2.0
"""Seconds between signs of life; each comes after a look into the ledger."""
PATIENCE_MS: Final = 7_000
"""After so long without one the display says that the amounts are not known."""
SAID: Final = {
    SignState.OPEN: ("", ""),
    SignState.CLOSED: ("Closed", "No meter is open here: no wager is accepted."),
    SignState.UNKNOWN: ("Not known", "A sign is of a link, a table or a meter, and there is nothing of this name."),
}
"""What a display says that has no meter to show. It goes on listening: a meter that is opened shows itself."""
_PAGE: Final = Path(__file__).with_name("sign.html")


def register(services: Any) -> None:
    """The page at ``/sign/{name}`` and its feed."""

    @app.get(PATH, include_in_schema=False)
    async def sign(request: Request, name: str) -> Response:
        if services.ledger is None:
            said = ("This server has no meters", "It was started without --database.")
            return HTMLResponse(_page(request, name, said, feed=""), 404)
        if request.query_params.get("feed"):
            headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
            return StreamingResponse(_feed(services, request, name), media_type="text/event-stream", headers=headers)
        found = await services.read(sign_of, services.ledger, name)
        page = _page(request, name, SAID[found.state], feed=f"/sign/{quote(name, safe='')}?feed=1", count=len(found.meters))
        return HTMLResponse(page, 404 if found.state is SignState.UNKNOWN else 200)


def _page(request: Request, name: str, said: tuple[str, str], *, feed: str, count: int = 0) -> str:
    query = request.query_params
    look = query.get("theme", "dark")
    title = query.get("title", "")[:120] or ("Progressive" if count == 1 else f"Progressives {name}")
    return Template(_PAGE.read_text("utf-8")).substitute(
        look=look if look in LOOKS else "dark",
        title=escape(title),
        feed=feed,
        quiet="quiet" if said[0] else "",
        said=escape(said[0]),
        words=escape(said[1]),
        patience=PATIENCE_MS,
        fonts=f"/_nicegui/{nicegui_version}/static/fonts.css",
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
                if await services.read(still_valid, services, identity) is None:
                    yield _event("fault", {"why": "Nobody is signed in at this display any more."})
                    return
                found = await services.read(sign_of, services.ledger, name)
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
    views = await services.read(_links, services.ledger, name)
    for link in views:
        async for _ in services.feed.follow(link):
            moved.set()


def _links(ledger: Any, name: str) -> list[str]:
    from pitbook.ledger.meters import list_meters

    wanted = {each.meter for each in sign_of(ledger, name).meters}
    return sorted({each.meter.link for each in list_meters(ledger) if each.meter.name in wanted})


def sign_data(found: Sign) -> dict[str, Any]:
    """A sign as the display takes it: meters in whole cents, the notices players must see, each once; or what is said instead."""
    shown = [
        {
            "meter": each.meter,
            "name": f"{each.name.removesuffix(' Wager')}, {dollars(each.wager)}",
            "cents": each.amount // MICROS_PER_CENT,
            "working": each.working,
        }
        for each in found.meters
    ]
    notices = list(dict.fromkeys(notice for each in found.meters for notice in each.notices))
    return {"meters": shown, "notices": notices, "said": list(SAID[found.state])}


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"

"""Pages of our own for an address that is not there and for a fault of the program: clear, and without its insides."""

from __future__ import annotations

import logging
from typing import Any

from nicegui import Client, core, ui
from nicegui.page import page
from starlette.requests import Request
from starlette.responses import Response

from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import markup, notice

_log = logging.getLogger("pitbook.web")


def missing(services: Any, message: str, *, job: str | None = None) -> None:
    """The content of a page whose address names something that is not there; call it in place of the page's content."""
    ui.context.client.status_code = 404
    with frame(services, "Nothing at this address", job=job):
        notice(message, "bad", "What was asked for")
        _ways()


def register(services: Any) -> None:
    """Take the place of NiceGUI's own error pages."""

    @core.app.exception_handler(404)
    async def not_found(request: Request, _: Exception) -> Response:
        if _wants_values(request):
            return Response('{"detail":"Not Found"}', 404, media_type="application/json")
        with Client(page(""), request=request) as client, frame(services, "Nothing at this address"):
            notice(f"There is no page {request.url.path}", "bad", "What was asked for")
            _ways()
        return client.build_response(request, 404)

    @core.app.exception_handler(Exception)
    async def failed(request: Request, fault: Exception) -> Response:
        _log.error("page failed: %s", request.url.path, exc_info=fault)
        with Client(page(""), request=request) as client, frame(services, "Something went wrong here"):
            notice(
                "The page could not be made, and nothing was changed by it. The server's log has the fault.",
                "bad",
                "A fault of the program",
            )
            _ways()
        return client.build_response(request, 500)


def _wants_values(request: Request) -> bool:
    """Whether the one who asks is a program: what lies under the API, and files of the pages."""
    return request.url.path.startswith(("/api", "/_nicegui", "/assets")) or "text/html" not in request.headers.get(
        "accept", "text/html"
    ).replace("*/*", "text/html")


def _ways() -> None:
    markup('<p>Go to the <a href="/">start</a>, or to a job in the navigation.</p>')

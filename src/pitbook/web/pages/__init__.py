"""The pages in a browser: one module for each subject, registered on the API's server."""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import Any, Final

from fastapi import FastAPI, Response
from nicegui import core, ui
from nicegui.classes import Classes
from nicegui.props import Props
from nicegui.style import Style

from pitbook.catalog import game_folders
from pitbook.web.look import theme

SUBJECTS: Final = (
    "home",
    "rulebook",
    "audit",
    "par",
    "compare",
    "submission",
    "adjudicate",
    "login",
    "hold",
    "meters",
    "sign",
    "ledger",
    "simulation",
)
"""The modules of pages, in this folder; each has ``register(services)``."""


def mount_pages(app: FastAPI, services: Any) -> None:
    """Put every page on the server of the API. Call it once, after the API's own routes: pages take what is left of the paths."""
    from pitbook.web.pages import errors

    @app.get(theme.stylesheet_path(), include_in_schema=False)
    def stylesheet() -> Response:
        return Response(theme.stylesheet(), media_type="text/css", headers={"Cache-Control": "public, max-age=31536000, immutable"})

    _say_signatures()
    for name in SUBJECTS:
        import_module(f"pitbook.web.pages.{name}").register(services)
    for folder in game_folders():
        # The page of a single game stands in its folder.
        if (folder / "pages.py").is_file():
            import_module(f"pitbook.games.{folder.name}.pages").register(services)
    errors.register(services)
    ui.run_with(
        app,
        title="Pitbook",
        favicon=theme.ICON,
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
        binding_refresh_interval=None,
        reconnect_timeout=20.0,
    )
    # A bar over requests that the page did not make itself would have no name for a screen reader.
    core.app.config.quasar_config["loadingBar"]["skipHijack"] = True
    core.sio.eio.max_http_buffer_size = 2_000_000


def _say_signatures() -> None:
    """NiceGUI works out the signature of three handlers anew for each part of a page, a fifth of a form's time; these say it."""
    for kind in (Classes, Props, Style):
        handler: Any = vars(kind).get("_update")
        if handler is not None:
            handler.__signature__ = signature(handler)

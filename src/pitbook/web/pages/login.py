"""``/login``: sign in by a form, see who is signed in, sign out."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.ledger.people import RIGHTS
from pitbook.web.api.session import local_path
from pitbook.web.guard.identity import Identity, identity_of
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import markup, notice, notice_html

PATH: Final = "/login"


def register(services: Any) -> None:
    """The page at ``/login``."""

    @ui.page(PATH)
    def login(request: Request) -> None:
        identity = identity_of(request)
        with frame(services, "Sign in" if identity is None else "Signed in"):
            if services.ledger is None:
                notice(
                    "This server was started without --database: rules, odds, settlement, filings and simulation need nobody "
                    "to sign in, and there are no meters.",
                    "info",
                    "There is nothing to sign in to",
                )
            elif identity is not None:
                markup(_signed_in(identity))
            else:
                markup(_form(request))


def _signed_in(identity: Identity) -> str:
    rights = (
        "".join(f"<li>{escape(str(each))}</li>" for each in sorted(RIGHTS[identity.role]))
        or "<li>read everything, change nothing</li>"
    )
    return (
        f'<section class="pb-panel pb-login"><p>You are <strong>{escape(identity.person_id)}</strong>, {escape(identity.role)}. '
        f"You may:</p><ul>{rights}</ul>"
        '<form method="post" action="/logout"><button class="pb-button primary">Sign out</button></form></section>'
    )


def _form(request: Request) -> str:
    query = request.query_params
    onward = local_path(query.get("next", "/"))
    said = ""
    if "wait" in query:
        seconds = "".join(each for each in query["wait"] if each.isdigit())[:5] or "a few"
        said = notice_html(f"Wait {seconds} seconds, then try again.", "warn", "Too many attempts")
    elif "failed" in query:
        said = notice_html("The name or the secret is not right, or this person may not sign in.", "bad", "Not signed in")
    elif onward != "/":
        said = notice_html(
            "The page you asked for shows meters or the ledger, so it has to know who looks.", "info", "Sign in first"
        )
    return (
        f'<section class="pb-panel pb-login"><div role="status">{said}</div>'
        f'<form method="post" action="/login" class="pb-stack"><input type="hidden" name="next" value="{escape(onward)}">'
        '<div class="pb-field"><label for="person">Person</label><div class="pb-in"><input id="person" name="person" required '
        'maxlength="64" autocomplete="username" autocapitalize="off" spellcheck="false"></div></div>'
        '<div class="pb-field"><label for="secret">Secret</label><div class="pb-in"><input id="secret" name="secret" '
        'type="password" required maxlength="1000" autocomplete="current-password"></div></div>'
        '<div><button class="pb-button primary">Sign in</button></div></form></section>'
    )

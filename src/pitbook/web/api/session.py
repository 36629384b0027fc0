"""Signing in and out: as JSON for programs, and as a form for the login page."""

from __future__ import annotations

from typing import Annotated, Any, Final
from urllib.parse import parse_qs, quote

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, StringConstraints
from starlette.responses import JSONResponse, RedirectResponse, Response

from pitbook.ledger.errors import NotAllowedError, RefusedError
from pitbook.names import shown
from pitbook.web.guard import sessions
from pitbook.web.guard.identity import Identity, identity_of
from pitbook.web.guard.middleware import address_of
from pitbook.web.guard.roles import API
from pitbook.web.problems import REQUEST_ID_KEY, WithStatusError, kind_of_body, problem, problem_of
from pitbook.web.services import Services

PersonId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]+$")]
FORM_KIND: Final = "application/x-www-form-urlencoded"
Secret = Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class Login(BaseModel):
    """Who signs in."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)
    person: PersonId
    secret: Secret


def identity_json(identity: Identity | None) -> dict[str, Any]:
    """Who is signed in, as JSON values."""
    if identity is None:
        return {"person": None, "role": None, "by": None, "scopes": None}
    return {
        "person": identity.person_id,
        "role": identity.role,
        "by": "token" if identity.token_id else "session",
        "scopes": None if identity.scopes is None else sorted(identity.scopes),
    }


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter()
    _session(router, services)
    _forms(router, services)
    return router


def _session(router: APIRouter, services: Services) -> None:
    """Signing in and out by the API."""

    @router.post(f"{API}/session", tags=["session"], summary="Sign in")
    async def sign_in(login: Login, request: Request) -> Response:
        """Begin a session: its cookie is in the answer. Too many failures make the next attempts wait (429)."""
        try:
            made = await services.work(sessions.sign_in, services, login.person, login.secret, address_of(request.scope))
        except sessions.ThrottledError as error:
            return problem_of(error, request.scope[REQUEST_ID_KEY])
        except NotAllowedError as error:
            return problem(401, str(error), request_id=request.scope[REQUEST_ID_KEY])
        answer = JSONResponse(identity_json(made.identity))
        answer.headers.update({"Set-Cookie": sessions.cookie_header(services.settings, made.cookie), "Cache-Control": "no-store"})
        return answer

    @router.get(f"{API}/session", tags=["session"], summary="Who is signed in")
    async def who(request: Request) -> Response:
        """The person and role of this session or token; nulls where nobody is signed in."""
        return JSONResponse(identity_json(identity_of(request)))

    @router.delete(f"{API}/session", tags=["session"], summary="Sign out", status_code=204)
    async def sign_out(request: Request) -> Response:
        """End this session."""
        return await _ended(services, request, Response(status_code=204))


def _forms(router: APIRouter, services: Services) -> None:
    """The forms of the pages."""

    @router.post("/login", include_in_schema=False)
    async def login_form(request: Request) -> Response:
        """The form of the login page."""
        if kind_of_body(request) not in (FORM_KIND, ""):
            raise WithStatusError(415, f"content-type {shown(kind_of_body(request))}: allowed: {FORM_KIND} (header)")
        form = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=10)
        person, secret = (form.get(name, [""])[0] for name in ("person", "secret"))
        onward = local_path(form.get("next", ["/"])[0])
        try:
            made = await services.work(sessions.sign_in, services, person[:64], secret[:1000], address_of(request.scope))
        except sessions.ThrottledError as error:
            return RedirectResponse(f"/login?wait={error.seconds}&next={quote(onward, safe='')}", 303)
        except (NotAllowedError, RefusedError):
            return RedirectResponse(f"/login?failed=1&next={quote(onward, safe='')}", 303)
        cookie = sessions.cookie_header(services.settings, made.cookie)
        return RedirectResponse(onward, 303, {"Set-Cookie": cookie, "Cache-Control": "no-store"})

    @router.post("/logout", include_in_schema=False)
    async def logout_form(request: Request) -> Response:
        """The button that signs out."""
        return await _ended(services, request, RedirectResponse("/", 303))


async def _ended(services: Services, request: Request, answer: Response) -> Response:
    identity = identity_of(request)
    if identity is not None:
        await services.work(sessions.sign_out, services, identity)
    answer.headers["Set-Cookie"] = sessions.cookie_header(services.settings, None)
    return answer


def local_path(text: str) -> str:
    """A path of this server to go to; the start page for anything else."""
    good = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and len(text) <= 2000
    return text if good else "/"

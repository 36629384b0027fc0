"""The one middleware around everything: API, pages, static files and the handshake of sockets.

In this order: a request id; the Origin of what changes something and of sockets; who it is from; whether they may; the
names in the address's query; the size of the body and the time it takes to come. Then the request goes on, and security headers
are put on the answer.
"""

from __future__ import annotations

import asyncio
import html
import re
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import structlog
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook.errors import InputError
from pitbook.names import shown
from pitbook.web.guard import displays, sessions, tokens
from pitbook.web.guard.identity import SCOPE_KEY, Identity
from pitbook.web.guard.queries import Queries
from pitbook.web.guard.refusals import Refusal
from pitbook.web.guard.roles import METRICS, SOCKETS, Rule, Rules, refusal
from pitbook.web.logs import logger
from pitbook.web.problems import FAILED, REQUEST_ID_KEY, problem, status_of, wrong_charset

if TYPE_CHECKING:
    from fastapi import FastAPI

    from pitbook.web.services import Services

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}")
MOST_COOKIE: Final = 8192

COMMON_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
API_POLICY: Final = b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
DOCS_POLICY: Final = (
    b"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    b"object-src 'none'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
)


@dataclass
class Guard:
    """The middleware, as the application itself: ``inner`` answers what it lets through."""

    inner: ASGIApp
    services: Services
    app: FastAPI
    rules: Rules
    queries: Queries

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, refuse it, or let it through."""
        if scope["type"] == "http":
            if scope["method"] == "HEAD":  # as GET; the server leaves the body out
                scope = {**scope, "method": "GET"}
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.inner(scope, receive, send)

    # --- requests ---

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        request_id = _request_id(headers)
        scope[REQUEST_ID_KEY] = request_id
        rule = self.rules.of(scope["method"], scope["path"])
        answer = _Answer(send, self._added_headers(scope, rule, request_id))
        begun = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        self.services.metrics.under_way.inc()
        try:
            await self._answered(scope, headers, rule, receive, answer)
        except InputError as error:
            await self._refuse(answer, scope, receive, status_of(error), *str(error).splitlines())
        except Exception as error:  # noqa: BLE001 - whatever it is, the answer says nothing of it
            logger().error("failed", exc_info=error, route=_route(scope, rule))
            if answer.status:
                return  # an error page was sent already, or the answer had begun
            await self._refuse(answer, scope, receive, 500, FAILED)
        finally:
            self.services.metrics.under_way.dec()
            self._count(scope, rule, answer.status, time.perf_counter() - begun)

    async def _answered(
        self, scope: Scope, headers: Mapping[bytes, bytes], rule: Rule | None, receive: Receive, answer: _Answer
    ) -> None:
        host = _text(headers.get(b"host", b""))
        if host and not self.services.settings.is_named(host):
            await self._note("host", f"for {host}", scope, rule)
            await self._refuse(answer, scope, receive, 421, f"this server is not {host[:200]}; --origin names what it is called")
            return
        if not self._origin_is_ours(scope, headers):
            said = _text(headers.get(b"origin", b"another site"))
            await self._note("origin", f"from {said}", scope, rule)
            await self._refuse(answer, scope, receive, 403, f"requests from {said[:200]} are not taken here")
            return
        come = None if self.services.ledger is None else displays.arrival(scope, rule)
        if come is not None:
            await self._take_in(come, scope, receive, answer, rule)
            return
        identity = await self._identity(scope, headers)
        scope[SCOPE_KEY] = identity
        if identity is not None:
            answer.private = True
        if rule is not None and not (rule.access is METRICS and _is_local(scope, self.services)):
            if self.services.ledger is None and rule.access.roles is not None:
                await self._refuse(answer, scope, receive, 404, "this server has no ledger: it was started without --database")
                return
            why = self._why_not(rule, identity, headers)
            if why is not None:
                await self._turn_away(scope, receive, answer, rule, identity, why)
                return
        if rule is None and (_is_of_api(scope["path"]) or self.rules.methods(scope["path"])):
            await self._no_such_route(scope, receive, answer)
            return
        faults = [] if rule is None else self.queries.faults(scope["method"], rule.template, scope["query_string"])
        if faults:
            await self._refuse(answer, scope, receive, 422, *faults)
            return
        body = await self._body(scope, headers, receive, answer)
        if body is not None:
            await self.inner(scope, body, answer)
            denied = scope.get("pitbook.not_allowed")
            if denied is not None:
                await self._note("ledger", denied, scope, rule, identity)

    async def _take_in(self, come: displays.Arrival, scope: Scope, receive: Receive, answer: _Answer, rule: Rule | None) -> None:
        """A display shows its token: it gets its cookie, and is led to the sign itself. Nothing keeps the token."""
        cookie = await self.services.read(displays.cookie_for, self.services, come)
        answer.private = True
        if cookie is None:
            why = "the token of this display is not valid, or it is for more than signs"
            await self._note("sign-in", why, scope, rule)
            await self._refuse(answer, scope, receive, 403, why)
            return
        await RedirectResponse(come.onward, 303, {"Set-Cookie": cookie})(scope, receive, answer)

    async def _no_such_route(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        """What is not in the table is not in the API, whatever else would answer there; what is has its methods, no others."""
        methods = self.rules.methods(scope["path"])
        if not methods:
            await self._refuse(answer, scope, receive, 404, "there is no such route")
            return
        allowed = ", ".join(methods)
        answer.added.append((b"allow", allowed.encode()))
        method = shown(scope["method"][:20])
        await self._refuse(answer, scope, receive, 405, f"{method} is not a method of this address; allowed: {allowed}")

    def _why_not(self, rule: Rule, identity: Identity | None, headers: Mapping[bytes, bytes]) -> str | None:
        if identity is None and b"authorization" in headers:
            return "the token is not valid"
        return refusal(rule.access, identity)

    async def _turn_away(
        self, scope: Scope, receive: Receive, answer: _Answer, rule: Rule, identity: Identity | None, why: str
    ) -> None:
        await self._note("sign-in" if identity is None else "role", why, scope, rule, identity)
        if identity is None and rule.is_page and dict(scope["headers"]).get(b"accept") != b"text/event-stream":
            wanted = scope["path"] + (f"?{_text(scope['query_string'])}" if scope["query_string"] else "")
            await RedirectResponse(f"/login?next={quote(wanted, safe='')}", 303)(scope, receive, answer)
            return
        await self._refuse(answer, scope, receive, 401 if identity is None else 403, why)

    async def _refuse(self, answer: _Answer, scope: Scope, receive: Receive, status: int, *faults: str) -> None:
        response: Response
        if _is_page(scope):
            response = _error_page(status, faults, scope[REQUEST_ID_KEY])
        else:
            extra = {"WWW-Authenticate": "Bearer"} if status == 401 else {"Retry-After": "1"} if status == 429 else None
            response = problem(status, *faults, request_id=scope[REQUEST_ID_KEY], headers=extra)
        await response(scope, receive, answer)

    # --- who and from where ---

    def _origin_is_ours(self, scope: Scope, headers: Mapping[bytes, bytes]) -> bool:
        """Whether the request comes from our own pages, or from no page at all, where that matters."""
        is_socket = scope["type"] == "websocket" or scope["path"].startswith(SOCKETS)
        if not is_socket and scope["method"] in SAFE:
            return True
        origin = headers.get(b"origin")
        if origin is not None:
            return _text(origin).lower() in self.services.settings.allowed_origins
        return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")

    async def _identity(self, scope: Scope, headers: Mapping[bytes, bytes]) -> Identity | None:
        """Who sends it: a token goes before a cookie, a session before a display, and a wrong token is nobody."""
        services = self.services
        if services.ledger is None or scope["path"].startswith("/_nicegui/"):
            return None
        bearer = headers.get(b"authorization")
        if bearer is not None:
            kind, _, value = _text(bearer).partition(" ")
            return await services.read(tokens.of_header, services, value.strip()) if kind.lower() == "bearer" else None
        cookie = _cookie(headers.get(b"cookie"), sessions.cookie_name(services.settings))
        found = None if cookie is None else await services.read(sessions.of_cookie, services, cookie)
        if found is None and displays.is_sign(scope["path"]):
            cookie = _cookie(headers.get(b"cookie"), displays.cookie_name(services.settings))
            found = None if cookie is None else await services.read(displays.of_cookie, services, cookie)
        return found

    async def _note(self, reason: str, why: str, scope: Scope, rule: Rule | None, identity: Identity | None = None) -> None:
        """Journal and count a refusal."""
        self.services.metrics.refusals.labels(reason).inc()
        method = scope.get("method", "SOCKET")
        refused = Refusal(
            reason,
            why,
            method,
            _route(scope, rule),
            address_of(scope),
            None if identity is None else identity.person_id,
            None if identity is None else identity.token_id,
        )
        logger().warning("refused", reason=reason, route=refused.route, method=method, person=refused.person)
        if self.services.ledger is not None:
            await self.services.work(self.services.refusals.note, refused)

    # --- the body ---

    async def _body(self, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive, answer: _Answer) -> Receive | None:
        """The whole body, to be received again; None where it was refused. Chunked bodies are held to the limit as well."""
        limit = self.services.settings.body_limit
        too_large = f"the body is too large; allowed are {limit:,} bytes"
        declared = headers.get(b"content-length")
        if declared is not None and (not declared.isdigit() or len(declared) > 18):
            await self._refuse(answer, scope, receive, 400, "content-length is no number (header)")
            return None
        if declared is not None and int(declared) > limit:
            await self._refuse(answer, scope, receive, 413, too_large)
            return None
        if declared is None and b"transfer-encoding" not in headers and scope["method"] in SAFE:
            return receive
        wrong = wrong_charset(headers.get(b"content-type", b""))
        if wrong is not None:
            await self._refuse(answer, scope, receive, 415, wrong)
            return None
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.services.settings.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > limit:
                        await self._refuse(answer, scope, receive, 413, too_large)
                        return None
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            await self._refuse(answer, scope, receive, 408, "the body did not come in time")
            return None
        return _replayed(b"".join(parts), receive)

    # --- sockets ---

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        scope[REQUEST_ID_KEY] = _request_id(headers)
        if not self._origin_is_ours(scope, headers):
            await self._note("origin", f"from {_text(headers.get(b'origin', b'another site'))}", scope, None)
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            scope[SCOPE_KEY] = await self._identity(scope, headers)
        except InputError:
            await receive()
            await send({"type": "websocket.close", "code": 1013})
            return
        await self.inner(scope, receive, send)

    # --- answers ---

    def _added_headers(self, scope: Scope, rule: Rule | None, request_id: str) -> list[tuple[bytes, bytes]]:
        added = [*COMMON_HEADERS, (b"x-request-id", request_id.encode()), (b"content-security-policy", self._policy(scope, rule))]
        if self.services.settings.secure:
            added.append((b"strict-transport-security", b"max-age=31536000"))
        return added

    def _policy(self, scope: Scope, rule: Rule | None) -> bytes:
        if rule is not None and rule.template.startswith("/api/docs"):
            return DOCS_POLICY
        if not _is_page(scope):
            return API_POLICY
        # A policy has no form for an address of IPv6; 'self' covers sockets to it in the browsers of today.
        origins = [each for each in self.services.settings.allowed_origins if "[" not in each]
        sockets = " ".join(sorted(each.replace("http", "ws", 1) for each in origins))
        return (
            "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
            f"img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' {sockets}; worker-src 'self' blob:; "
            "object-src 'none'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
        ).encode()

    def _count(self, scope: Scope, rule: Rule | None, status: int, seconds: float) -> None:
        route = _route(scope, rule)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        metrics = self.services.metrics
        metrics.requests.labels(method, route, str(status)).inc()
        metrics.seconds.labels(method, route).observe(seconds)
        identity = scope.get(SCOPE_KEY)
        logger().info(
            "answered",
            method=method,
            route=route,
            status=status,
            ms=round(seconds * 1000, 1),
            address=address_of(scope),
            **({} if identity is None else {"person": identity.person_id}),
        )


_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class _Answer:
    """Sends an answer with the added headers; knows its status once it has begun."""

    def __init__(self, send: Send, added: list[tuple[bytes, bytes]]) -> None:
        self.send, self.added = send, added
        self.status = 0
        self.private = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = list(message.get("headers", ()))
            names = {name.lower() for name, _ in own}
            own += [each for each in self.added if each[0] not in names]
            if self.private and b"cache-control" not in names:
                own.append((b"cache-control", b"no-store"))
            message = {**message, "headers": own}
        await self.send(message)


def address_of(scope: Mapping[str, Any]) -> str:
    """The address a request comes from, as far as the server knows."""
    client = scope.get("client")
    return "unknown" if client is None else str(client[0])


def _is_local(scope: Scope, services: Services) -> bool:
    """Whether the caller is on this machine itself; behind a proxy everybody could seem to be."""
    if services.settings.behind_tls_proxy:
        return False
    return address_of(scope) in ("127.0.0.1", "::1", "testclient")


def _headers(scope: Scope) -> dict[bytes, bytes]:
    return {name.lower(): value for name, value in scope["headers"]}


def _request_id(headers: Mapping[bytes, bytes]) -> str:
    given = headers.get(b"x-request-id", b"")
    return given.decode() if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


def _text(raw: bytes) -> str:
    return raw.decode("latin-1")


def _route(scope: Scope, rule: Rule | None) -> str:
    """The template of a route, for logs, counters and the journal: never what was typed into an address."""
    if rule is not None:
        return rule.template
    path = scope["path"]
    return next((f"{each}*" for each in (*SOCKETS, "/_nicegui/", "/api/static/") if path.startswith(each)), "other")


def _is_of_api(path: str) -> bool:
    return path == "/api" or (path.startswith("/api/") and not path.startswith("/api/static/"))


def _is_page(scope: Scope) -> bool:
    path = scope["path"]
    return not (path.startswith("/api/") or path in ("/api", "/healthz", "/readyz", "/metrics"))


def _cookie(header: bytes | None, name: str) -> str | None:
    if header is None or len(header) > MOST_COOKIE:
        return None
    try:
        found = SimpleCookie(_text(header)).get(name)
    except CookieError:
        return None
    return None if found is None else found.value


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Gives the body once, then what else comes (that the caller has gone)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _error_page(status: int, faults: tuple[str, ...], request_id: str) -> HTMLResponse:
    """A page without scripts and without anything of the inside."""
    lines = "".join(f"<p>{html.escape(each)}</p>" for each in faults)
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Pitbook: {status}</title><main><h1>This cannot be shown</h1>{lines}"
        f'<p><a href="/">To the start</a></p><p><small>Request {html.escape(request_id)}</small></p></main></html>',
        status,
    )

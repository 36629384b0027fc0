"""Who may do what: every route of the API and every page, with the roles and the token scope that open it.

This table is the whole of it (routes about a single game stand in its folder, with rules of the same kind): the guard asks it
before anything else is done, a route without a rule cannot be made, and a test tries every role on every route.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.routing import compile_path

from pitbook.ledger.people import RIGHTS, Right, Role
from pitbook.web.guard.identity import Identity

API: Final = "/api/v1"


@dataclass(frozen=True)
class Access:
    """Who may use a route. ``roles`` None: everybody, signed in or not.

    ``scope``: the token scope that opens it, None for none; ``also``: another one that does.
    """

    roles: frozenset[Role] | None
    scope: str | None = None
    also: str | None = None


def _with(right: Right, scope: str | None = None) -> Access:
    return Access(frozenset(role for role, rights in RIGHTS.items() if right in rights), scope)


OPEN: Final = Access(None)
SIGNED: Final = frozenset(Role)
READ_METERS: Final = Access(SIGNED, "meters")
READ_AWARDS: Final = Access(SIGNED, "awards")
READ_REPORTS: Final = Access(frozenset({Role.SUPERVISOR, Role.ACCOUNTING, Role.AUDITOR, Role.ADMIN}), "reports")
BOOKS: Final = Access(frozenset({Role.ACCOUNTING, Role.AUDITOR, Role.ADMIN}), "reports")
PLAY: Final = _with(Right.PLAY, "rounds")
VOID: Final = _with(Right.VOID, "rounds")
FAULTS: Final = _with(Right.FAULT, "faults")
SETUP: Final = _with(Right.SETUP)
PROPOSE: Final = _with(Right.PROPOSE)
APPROVE_ACT: Final = _with(Right.APPROVE_ACT)
APPROVE_AWARD: Final = _with(Right.APPROVE_AWARD)
PAY: Final = _with(Right.PAY)
READING: Final = _with(Right.READ_METER)
TEST: Final = _with(Right.TEST)
PEOPLE: Final = _with(Right.PEOPLE)
SETTINGS: Final = _with(Right.SETTINGS)
REJECT_ACT: Final = Access(frozenset(role for role, rights in RIGHTS.items() if rights & {Right.PROPOSE, Right.APPROVE_ACT}))
METRICS: Final = Access(frozenset({Role.AUDITOR, Role.ADMIN}), "metrics")
"""Metrics are open to callers from this machine itself as well."""

SIGN: Final = "/sign/{name}"
"""The display of a link, a table or a meter."""
SIGNS: Final = "signs"
"""The scope of a display's token: it opens signs and their feeds, nothing else."""

DOCUMENTATION: Final = frozenset({("GET", "/api/docs"), ("GET", "/api/docs/oauth2-redirect"), ("GET", f"{API}/openapi.json")})

_API_ROUTES: Final[dict[str, Access]] = {
    # Who is signed in.
    "POST /session": OPEN,
    "GET /session": OPEN,
    "DELETE /session": OPEN,
    # Rules, odds, settlement, filings: what the printed rules say is open to everybody.
    "GET /games": OPEN,
    "GET /games/{game}": OPEN,
    "GET /games/{game}/wagers/{wager}": OPEN,
    "GET /games/{game}/starter": OPEN,
    "GET /schemas/{name}": OPEN,
    "POST /audit": OPEN,
    "GET /check-game": OPEN,
    "GET /games/{game}/check-game": OPEN,
    "GET /par": OPEN,
    "GET /games/{game}/par": OPEN,
    "GET /games/{game}/wagers/{wager}/par": OPEN,
    "POST /games/{game}/wagers/{wager}/par": OPEN,
    "GET /games/{game}/wagers/{wager}/compare": OPEN,
    "POST /games/{game}/wagers/{wager}/compare": OPEN,
    "GET /games/{game}/wagers/{wager}/why": OPEN,
    "GET /games/{game}/wagers/{wager}/hold": OPEN,
    "POST /games/{game}/wagers/{wager}/hold": OPEN,
    "POST /hold": OPEN,
    "POST /what-if": OPEN,
    "POST /settle": OPEN,
    "POST /submission/par": OPEN,
    "POST /submission/hold": OPEN,
    "POST /submission/check": OPEN,
    "POST /submission/pack": OPEN,
    # Jobs need no login, as what they work out needs none; who knows a job's id may ask for it.
    "POST /jobs": OPEN,
    "GET /jobs": Access(frozenset({Role.ADMIN})),
    "GET /jobs/{job}": OPEN,
    "GET /jobs/{job}/result": OPEN,
    "DELETE /jobs/{job}": OPEN,
    # Meters, and the tables that feed them.
    "GET /meters": READ_METERS,
    "POST /meters": SETUP,
    "GET /meters/{meter}": READ_METERS,
    "GET /meters/{meter}/log": READ_METERS,
    "POST /meters/{meter}/readings": READING,
    "POST /meters/{meter}/tests": TEST,
    "POST /tests/{test}/confirm": TEST,
    "GET /links": READ_METERS,
    "POST /meters/{meter}/tables": SETUP,
    "DELETE /meters/{meter}/tables/{table}": SETUP,
    "GET /links/{link}/feed": READ_METERS,
    # Controlled acts: two people.
    "POST /meters/{meter}/configuration": PROPOSE,
    "POST /meters/{meter}/adjustments": PROPOSE,
    "POST /meters/{meter}/transfers": PROPOSE,
    "POST /meters/{meter}/closing": PROPOSE,
    "GET /proposals": READ_AWARDS,
    "POST /proposals/{proposal}/approve": APPROVE_ACT,
    "POST /proposals/{proposal}/reject": REJECT_ACT,
    # Rounds and awards.
    "POST /rounds": PLAY,
    "GET /rounds/{round:path}": READ_METERS,
    "POST /rounds/{round:path}/wagers": PLAY,
    "POST /rounds/{round:path}/lock": PLAY,
    "POST /rounds/{round:path}/void": VOID,
    "POST /results": PLAY,
    "POST /records": PLAY,
    "GET /awards": READ_AWARDS,
    "GET /awards/{award:path}/slip": READ_AWARDS,
    "POST /awards/{award:path}/approve": APPROVE_AWARD,
    "POST /awards/{award:path}/pay": PAY,
    "POST /awards/{award:path}/reject": PROPOSE,
    # The journal, faults, settings.
    "GET /reports/{report}": READ_REPORTS,
    "GET /links/{link}/events": READ_REPORTS,
    "GET /ledger/heads": READ_REPORTS,
    "GET /ledger/check": READ_REPORTS,
    "GET /ledger/verification": BOOKS,
    "GET /ledger/export": BOOKS,
    "GET /faults": READ_METERS,
    "POST /faults": FAULTS,
    "POST /faults/{fault}/clear": FAULTS,
    "GET /settings": READ_METERS,
    "PUT /settings/{name}": SETTINGS,
    # People and tokens.
    "GET /people": Access(BOOKS.roles),
    "POST /people": PEOPLE,
    "POST /people/{person}/disable": PEOPLE,
    "PUT /people/{person}/secret": Access(SIGNED),
    "GET /tokens": Access(BOOKS.roles),
    "POST /tokens": PEOPLE,
    "DELETE /tokens/{token}": PEOPLE,
}

ROUTES: Final[dict[tuple[str, str], Access]] = {
    **{(line.split(" ")[0], API + line.split(" ")[1]): access for line, access in _API_ROUTES.items()},
    **dict.fromkeys(DOCUMENTATION, OPEN),
    ("GET", "/healthz"): OPEN,
    ("GET", "/readyz"): OPEN,
    ("GET", "/metrics"): METRICS,
    ("POST", "/login"): OPEN,
    ("POST", "/logout"): OPEN,
}
"""Method and path of every route to who may use it."""

PAGES: Final[dict[str, Access]] = {
    "/": OPEN,
    "/login": OPEN,
    "/rules": OPEN,
    "/rules/{game}": OPEN,
    "/rules/{game}/{wager}": OPEN,
    "/audit": OPEN,
    "/par": OPEN,
    "/par/{game}": OPEN,
    "/par/{game}/{wager}": OPEN,
    "/compare": OPEN,
    "/compare/{game}/{wager}": OPEN,
    "/settle": OPEN,
    "/submission": OPEN,
    "/pai-gow": OPEN,
    "/hold": OPEN,
    "/simulate": OPEN,
    "/meters": Access(SIGNED),
    "/meters/{meter}": Access(SIGNED),
    SIGN: Access(SIGNED, "meters", SIGNS),
    "/ledger": READ_REPORTS,
}
"""Path of every page to who may see it. A page asks again at each act over its socket."""

SOCKETS: Final = ("/_nicegui_ws/",)
"""Where sockets, and the polling in their place, are spoken to."""


@dataclass(frozen=True)
class Rule:
    """The template of a route that a request is for, and who may use it."""

    template: str
    access: Access
    is_page: bool = False


class Rules:
    """The table as it is asked: which rule a request comes under."""

    def __init__(self, routes: Mapping[tuple[str, str], Access], pages: Mapping[str, Access] = PAGES) -> None:
        self.routes, self.pages = dict(routes), dict(pages)
        self._routes = [(method, compile_path(path)[0], Rule(path, access)) for (method, path), access in routes.items()]
        self._pages = [(compile_path(path)[0], Rule(path, access, is_page=True)) for path, access in pages.items()]

    def of(self, method: str, path: str) -> Rule | None:
        """The rule of a request; None for what is no route (static files, sockets, paths that are not there)."""
        for each, pattern, rule in self._routes:
            if each == method and pattern.match(path):
                return rule
        if method == "GET":
            for pattern, rule in self._pages:
                if pattern.match(path):
                    return rule
        return None

    def methods(self, path: str) -> list[str]:
        """The methods that a path is made for; none where there is no such path."""
        found = {method for method, pattern, _ in self._routes if pattern.match(path)}
        found |= {"GET" for pattern, _ in self._pages if pattern.match(path)}
        return sorted(found | ({"HEAD"} if "GET" in found else set()))


def refusal(access: Access, identity: Identity | None) -> str | None:
    """Why an identity may not use a route, in words; None where it may."""
    if access.roles is None:
        return None
    if identity is None:
        return "sign in first"
    if identity.role not in access.roles:
        return f"{identity.person_id!r} is {identity.role}; allowed: {', '.join(sorted(access.roles))}"
    scopes = [each for each in (access.scope, access.also) if each is not None]
    if identity.scopes is not None and not identity.scopes.intersection(scopes):
        words = f"it needs {' or '.join(map(repr, scopes))}"
        needed = words if scopes else "no token is enough for this: somebody must sign in"
        return f"the token has the scopes {', '.join(sorted(identity.scopes)) or 'none'}; {needed}"
    return None

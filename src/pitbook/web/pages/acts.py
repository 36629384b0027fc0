"""Acts over a page's socket: who asks is looked up again each time, as the session may have ended since the page was loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import Request

from pitbook.errors import InputError
from pitbook.ledger.errors import NotAllowedError
from pitbook.ledger.people import RIGHTS, Actor, Right
from pitbook.web.guard.identity import Identity, actor_of, identity_of, still_valid
from pitbook.web.guard.middleware import address_of
from pitbook.web.guard.refusals import Refusal
from pitbook.web.guard.roles import PAGES, refusal
from pitbook.web.look.widgets import Live

T = TypeVar("T")


async def signed_act(services: Any, request: Request, message: Live, act: Callable[[Actor], T]) -> T | None:
    """Carry out an act of whoever is signed in; None where it was refused, and ``message`` says why. Refusals are journalled."""
    identity = await standing(services, request, message)
    if identity is None:
        return None
    try:
        done: T = await services.work(act, actor_of(identity))
    except NotAllowedError as fault:
        await _note(services, request, "ledger", str(fault), identity)
        message.faults(str(fault).splitlines(), "Not allowed")
        return None
    except InputError as fault:
        message.faults(str(fault).splitlines(), "Refused")
        return None
    services.feed.nudge()
    return done


async def standing(services: Any, request: Request, message: Live | None = None) -> Identity | None:
    """Who is signed in now, if they may still see the page; else None, and ``message`` says what to do."""
    identity: Identity | None = await services.read(still_valid, services, identity_of(request))
    why = refusal(_access(request), identity)
    if identity is not None and why is None:
        return identity
    if message is not None:
        if identity is None:
            message.put("Sign in again; what is typed here stays in the address.", "warn", "Nobody is signed in any more")
        else:
            message.put(str(why), "bad", "Not allowed")
    await _note(services, request, "role" if identity else "sign-in", why or "the session has ended", identity)
    return None


def _access(request: Request) -> Any:
    from starlette.routing import compile_path

    path = request.url.path
    return next(access for each, access in PAGES.items() if compile_path(each)[0].match(path))


async def _note(services: Any, request: Request, reason: str, why: str, identity: Identity | None) -> None:
    person = None if identity is None else identity.person_id
    token = None if identity is None else identity.token_id
    if services.ledger is not None:
        noted = Refusal(reason, why, "PAGE", request.url.path, address_of(request.scope), person, token)
        await services.work(services.refusals.note, noted)


def may(request: Request, right: Right) -> bool:
    """Whether whoever loaded the page has a right; what is shown depends on it, what is done is decided by the ledger."""
    identity = identity_of(request)
    return identity is not None and right in RIGHTS[identity.role]


def who_may(right: Right) -> str:
    """The roles that have a right, in words."""
    return " or ".join(role.value for role, rights in RIGHTS.items() if right in rights)

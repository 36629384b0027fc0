"""Pages that follow meters: they hear of every move for as long as their browser is there and somebody is signed in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import background_tasks, ui
from starlette.requests import Request

from pitbook.ledger import access
from pitbook.ledger.errors import LedgerError
from pitbook.web.guard.identity import Identity, identity_of
from pitbook.web.problems import TooBusyError
from pitbook.web.progressives.feed import Message

LOOK_EVERY = 20.0
"""Seconds between looks whether somebody is still signed in."""


def follow(
    services: Any, request: Request, links: Sequence[str], hear: Callable[[Message], Awaitable[None]], ended: Callable[[], Any]
) -> None:
    """Call ``hear`` with every message of some links; ``ended`` once, when nobody is signed in any more."""
    client = ui.context.client
    identity = identity_of(request)
    state = {"over": False}

    async def listen(link: str) -> None:
        async for message in services.feed.follow(link):
            if state["over"] or client.id not in client.instances:
                return
            if message is not None:
                with client:
                    await hear(message)

    async def watch() -> None:
        tasks = [asyncio.create_task(listen(link)) for link in links]
        try:
            while client.id in client.instances and not services.feed.ended:
                await asyncio.sleep(LOOK_EVERY)
                if not await services.read(still_there, services, identity):
                    state["over"] = True
                    with client:
                        ended()
                    return
        except TooBusyError:
            pass
        finally:
            for task in tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, LedgerError):
                    await task

    background_tasks.create(watch(), name=f"follow {client.id}")


def still_there(services: Any, identity: Identity | None) -> bool:
    """Whether a session stands, looked at without using it: a page left open keeps nobody signed in."""
    if identity is None or services.ledger is None:
        return False
    if identity.session_id is None:
        return True
    found = access.find_session(services.ledger, identity.session_id)
    if found is None:
        return False
    return bool((services.ledger.clock() - found.seen_at).total_seconds() < services.settings.session_minutes * 60)

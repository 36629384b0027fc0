"""A server in this process over the small casino of the ledger's tests, and people who use it."""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from httpx import Response
from ledger_world import HASHER, PEOPLE, Clock, World, make_world
from starlette.testclient import TestClient

from pitbook.ledger import verify
from pitbook.ledger.event_log import events_after
from pitbook.web import logs
from pitbook.web.app import create_app
from pitbook.web.guard.middleware import Guard
from pitbook.web.services import Services, make_services
from pitbook.web.settings import Settings

ORIGIN = "http://testserver"
API = "/api/v1"


@dataclass
class Site:
    """A server over a ledger, with a client for each person."""

    app: Guard
    world: World
    running: TestClient
    clients: dict[str | None, TestClient] = field(default_factory=dict)
    keys: Any = field(default_factory=lambda: itertools.count(1))

    @property
    def services(self) -> Services:
        """The server's services."""
        return self.app.services

    @property
    def clock(self) -> Clock:
        """The ledger's clock."""
        return self.world.clock

    def client(self, person: str | None = None) -> TestClient:
        """The browser of somebody who has signed in, or of nobody."""
        if person not in self.clients:
            client = TestClient(self.app, base_url=ORIGIN, raise_server_exceptions=False, follow_redirects=False)
            client.portal = self.running.portal  # all in the event loop of the server
            if person is not None:
                made = client.post(f"{API}/session", json={"person": person, "secret": f"secret of {person}"})
                assert made.status_code == 200, made.text
            self.clients[person] = client
        return self.clients[person]

    def get(self, path: str, person: str | None = None, **more: Any) -> Response:
        """Read something."""
        answer: Response = self.client(person).get(API + path, **more)
        return answer

    def post(self, path: str, body: Any = None, *, by: str, key: str | None = None, **more: Any) -> Response:
        """Take a step with a key of its own; that of a recorded round is its id."""
        own = body["key"] if path == "/records" else f"key-{next(self.keys)}"
        headers = {"Idempotency-Key": key or own, **more.pop("headers", {})}
        answer: Response = self.client(by).post(API + path, json=body, headers=headers, **more)
        return answer

    def token(self, person: str, *scopes: str, days: int = 5) -> str:
        """A token for somebody, issued by the admin."""
        made = self.post("/tokens", {"person": person, "name": "a system", "scopes": list(scopes), "days": days}, by="ann")
        assert made.status_code == 200, made.text
        return str(made.json()["bearer"])

    def journal(self, kind: str) -> list[dict[str, Any]]:
        """The contents of the house's events of a kind."""
        rows = events_after(self.world.ledger, "house", 0, 100_000)
        return [row["content"] for row in rows if row["kind"] == kind]

    def last(self) -> tuple[str, dict[str, Any]]:
        """The kind and content of the house's last event."""
        with self.world.ledger.store.reading() as session:
            row = session.run("SELECT kind, body FROM journal WHERE link = 'house' ORDER BY seq DESC LIMIT 1").fetchone()
        return row[0], json.loads(row[1])

    def refused(self) -> dict[str, Any]:
        """The house's last event, which must be a refusal."""
        kind, content = self.last()
        assert kind == "access-refused", kind
        return content

    def all_fits(self) -> None:
        """The whole ledger verifies."""
        outcome = verify.verify(self.world.ledger)
        assert outcome.good, outcome.misfits


def site_over(url: str, **settings: Any) -> Iterator[Site]:
    """A server over a prepared database, started and stopped."""
    world = make_world(url)
    made = Settings(origins=(ORIGIN,), poll_seconds=0.02, **settings)
    services = make_services(made, world.ledger)
    services.throttle.clock = services.refusals.clock = lambda: 0.0  # a slow machine waits no less after failures
    app = create_app(made, services=services, pages=False)
    with started(app) as running:
        yield Site(app, world, running)


@contextmanager
def started(app: Guard) -> Iterator[TestClient]:
    """An application between its start and its end; its log is quiet."""
    logs.set_up("json")
    logging.getLogger("pitbook").setLevel(logging.CRITICAL)
    with TestClient(app, base_url=ORIGIN, raise_server_exceptions=False) as client:
        yield client


def problem(answer: Response, status: int) -> list[str]:
    """The faults of a problem document, which it must be."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    found = answer.json()
    assert {"type", "title", "status", "faults", "request_id"} <= set(found)
    assert found["status"] == status
    assert found["faults"], found
    faults: list[str] = found["faults"]
    return faults


__all__ = ["API", "HASHER", "ORIGIN", "PEOPLE", "Site", "problem", "site_over", "started"]

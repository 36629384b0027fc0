"""What an attacker tries: names of other hosts, bursts of logins, connections that never say what they want."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
import uvicorn
from ledger_world import GAME, HASHER, Stores
from web_world import API, Site, problem, site_over

from pitbook.file_faults import toml_values
from pitbook.ledger.errors import NotAllowedError
from pitbook.web.api.inputs import TOML_LIMIT
from pitbook.web.guard import sessions
from pitbook.web.guard.connections import MOST_HEAD, protocol
from pitbook.web.problems import TooBusyError
from pitbook.web.services import Pool
from pitbook.web.settings import Settings

pytest_plugins = ["ledger_fixtures"]


@pytest.fixture
def site(stores: Stores) -> Iterator[Site]:
    yield from site_over(stores.copy("sqlite"))


# --- names of hosts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost@evil.example", "x"])
def test_a_name_that_is_not_ours_is_not_answered(site: Site, host: str) -> None:
    for path in ("/metrics", f"{API}/games", "/healthz", f"{API}/meters"):
        answer = site.client().get(path, headers={"Host": host})
        assert problem(answer, 421)[0].startswith("this server is not ")
    assert site.refused()["reason"] == "host"
    assert "<h1>" in site.client().get("/", headers={"Host": host}).text


@pytest.mark.parametrize("host", ["testserver", "TestServer:80", "localhost:8000", "127.0.0.1", "10.0.0.7:8000", "[::1]:8000", ""])
def test_addresses_and_origins_are_ours(site: Site, host: str) -> None:
    assert site.client().get("/healthz", headers={"Host": host}).status_code == 200


def test_a_server_goes_by_its_own_name_and_by_its_origins() -> None:
    settings = Settings(host="pit-server", origins=("https://pits.example:8443",))
    assert [name for name in ("pit-server:8000", "PITS.example", "pits.example.", "pits.examples") if settings.is_named(name)] == [
        "pit-server:8000",
        "PITS.example",
        "pits.example.",
    ]


# --- logins ---------------------------------------------------------------------------------------------------------


def test_a_burst_of_logins_gets_no_more_attempts_than_one_after_another(site: Site) -> None:
    looked = threading.Semaphore(0)
    usual = site.services.throttle.wait

    def wait(person: str, address: str) -> int:
        found = usual(person, address)
        looked.release()
        return found

    site.services.throttle.wait = wait  # type: ignore[method-assign]

    def attempt() -> None:
        with pytest.raises(NotAllowedError):
            sessions.sign_in(site.services, "sue", "wrong secret", "9.9.9.9")

    burst = [threading.Thread(target=attempt) for _ in range(12)]
    with site.services.one_login_at_a_time:
        for each in burst:
            each.start()
        for _ in burst:
            looked.acquire()  # all have looked, and none has failed yet
    for each in burst:
        each.join()
    assert len(site.journal("login-failed")) == 5


def test_every_failed_login_takes_a_hash(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the time would tell who is registered, and who is disabled."""
    site.post("/people/sam/disable", by="ann")
    hashed: list[str] = []

    def told(name: str) -> None:
        usual = getattr(type(HASHER), name)

        def noted(*given: Any) -> Any:
            hashed.append(name)
            return usual(*given)

        monkeypatch.setattr(type(HASHER), name, noted)

    told("hash")
    told("verify")
    for person, taken in (("nobody", "hash"), ("sam", "hash"), ("sue", "verify")):
        hashed.clear()
        problem(site.client().post(f"{API}/session", json={"person": person, "secret": "wrong secret"}), 401)
        assert hashed == [taken], person


def test_a_cookie_that_begins_a_session_is_kept_by_nobody_on_the_way(site: Site) -> None:
    given = {"person": "sue", "secret": "secret of sue"}
    for answer in (site.client().post(f"{API}/session", json=given), site.client().post("/login", data=given)):
        assert answer.headers["cache-control"] == "no-store"


# --- connections ----------------------------------------------------------------------------------------------------


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    if scope["path"] == "/slow":
        await asyncio.sleep(1)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@contextmanager
def _serving(seconds: float, *, idle: int = 1) -> Iterator[int]:
    config = uvicorn.Config(_answer, http=protocol(seconds), log_config=None, lifespan="off", timeout_keep_alive=idle)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        running.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            running.join()


def _received(client: socket.socket) -> bytes:
    """What comes until the server closes, gently or, where it has not read everything, not."""
    got = b""
    with suppress(ConnectionResetError):
        while part := client.recv(1000):
            got += part
    return got


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GET / HT", id="half a line"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\n", id="a head without an end"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost", id="a second head without an end"),
    ],
)
def test_a_head_that_does_not_come_is_not_waited_for(said: bytes) -> None:
    with _serving(0.2) as port, socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        with suppress(ConnectionError):  # it has closed already where this process was late
            client.sendall(said)
        _received(client)


def test_a_head_without_an_end_is_not_taken_in() -> None:
    with _serving(60, idle=60) as port, socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        for part in (b"GET / HTTP/1.1\r\nHost: a\r\n", *[b"X-A: " + b"a" * 1000 + b"\r\n"] * 50):
            client.sendall(part)
        client.sendall(b"\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 200 ")
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-A: " + b"a" * (MOST_HEAD - 100))
        client.sendall(b"a" * 200)
        got = _received(client)
        assert b"HTTP/1.1 431 " in got
        problem = json.loads(got.rpartition(b"\r\n\r\n")[2])
        assert (problem["status"], problem["faults"]) == (431, ["the head is larger than 64 KiB"])


def test_an_answer_that_takes_long_is_waited_for() -> None:
    got = b""
    with _serving(0.2) as port:
        for _ in range(20):  # again where this process asked too late: that is answered by nothing
            with socket.create_connection(("127.0.0.1", port), timeout=60) as client, suppress(ConnectionError):
                client.sendall(b"GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                got = _received(client)
            if got:
                break
    assert got.endswith(b"ok")


# --- bodies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["a.", "a . ", '"a".', '"a\\"".', "'a'.", "a-1_b."])
@pytest.mark.parametrize("form", ["{}a = 1", "[{}a]", "x = {{{}a = 1}}", "x = 1\n\n{}a = 1", "\ufeff{}a = 1"])
def test_a_key_of_very_many_parts_is_refused_at_once(line: str, form: str) -> None:
    """Python would be busy with it for hours."""
    with pytest.raises(ValueError, match="a key has more than 30 parts"):
        toml_values(form.format(line * 100_000).removeprefix("\ufeff"))


@pytest.mark.parametrize(
    "text", ["a." * 29 + "a = 1", 'x = "' + "a." * 500 + '"', "x = [" + "1.5, " * 500 + "]", "# " + "..." * 99]
)
def test_other_dots_are_read(text: str) -> None:
    assert toml_values(text) == tomllib.loads(text)


def test_no_route_reads_a_key_of_very_many_parts(site: Site) -> None:
    body = "a." * 40_000 + "a = 1"
    headers = {"Content-Type": "application/toml", "Idempotency-Key": "k"}
    paths = ["settle", "submission/check", "submission/pack", "submission/par", "hold?rounds=10", "jobs", "records", "results"]
    for path in [*paths, "games/three-card-poker/wagers/pair-plus/par"]:
        answer = site.client("dan").post(f"{API}/{path}", content=body, headers=headers)
        assert answer.status_code in (400, 422), path
        assert "more than 30 parts" in answer.text, path


def test_toml_has_a_limit_of_its_own(site: Site) -> None:
    body = f"note = '{'x' * TOML_LIMIT}'"
    answer = site.client("dan").post(f"{API}/settle", content=body, headers={"Content-Type": "application/toml"})
    assert answer.status_code == 413
    assert "allowed are 262,144" in answer.text


def test_rounds_do_not_wait_behind_odds(site: Site) -> None:
    """However many ask for odds, the threads of the ledger are free."""
    go = threading.Event()
    counting, settings = site.services.counting, site.services.settings

    async def fill() -> list[asyncio.Task[bool]]:
        made = [asyncio.create_task(counting.call(lambda: go.wait(60))) for _ in range(counting.most)]
        await asyncio.sleep(0)
        return made

    portal = site.running.portal
    assert portal is not None
    made = portal.call(fill)
    try:
        assert len(made) == settings.counting + settings.counting_waiting
        busy = site.client().get(f"{API}/games/three-card-poker/wagers/pair-plus/par")
        assert "too many" in problem(busy, 429)[0]
        assert busy.headers["retry-after"] == "1"
        assert site.get("/meters", "dan").status_code == 200
    finally:
        go.set()


def test_readers_do_not_wait_behind_writers(site: Site) -> None:
    """However many wait to write, meters are read; that a session was used is written behind the writers, and asked once."""
    go = threading.Event()
    writers = site.services.threads
    client = site.client("dan")
    site.clock.now += timedelta(minutes=5)

    async def fill() -> list[asyncio.Task[bool]]:
        made = [asyncio.create_task(writers.call(lambda: go.wait(60))) for _ in range(writers.most)]
        await asyncio.sleep(0)
        return made

    portal = site.running.portal
    assert portal is not None
    portal.call(fill)
    try:
        for path in ("/meters", "/meters/hb", "/awards", "/faults", "/links", "/meters/hb/log", "/proposals"):
            assert client.get(API + path).status_code == 200, path
        assert len(site.services.besides) == 1
        assert "too many" in problem(site.post("/rounds", {"round": "r", "table": "T1", "game": GAME}, by="dan"), 429)[0]
    finally:
        go.set()
    until = time.monotonic() + 120
    while site.services.besides:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_who_waits_too_long_is_told_to_come_again() -> None:
    go, begun = threading.Event(), threading.Event()
    never = []

    async def waited() -> None:
        pool = Pool(1, 5, 0.05)

        def hold_the_thread() -> bool:
            begun.set()
            return go.wait(60)

        first = asyncio.create_task(pool.call(hold_the_thread))
        while not begun.is_set():
            if first.done():  # its own thread came too late
                assert isinstance(first.exception(), TooBusyError)
                first = asyncio.create_task(pool.call(hold_the_thread))
            await asyncio.sleep(0.01)
        with pytest.raises(TooBusyError, match="busy for too long"):
            await pool.call(lambda: never.append(1))
        go.set()
        assert await first  # what has begun is waited for, however long it takes
        assert pool.under_way == 0
        pool.end()

    asyncio.run(waited())
    assert never == []

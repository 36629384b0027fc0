"""A server process: started by the command, killed in the middle of requests, ended gently; its feed; what it says."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from ledger_world import HASHER, Stores, bets, make_world
from web_world import API, ORIGIN, started

from own_port import own_port
from pitbook.ledger import verify
from pitbook.ledger.desk import open_ledger
from pitbook.ledger.event_log import events_after

pytest_plugins = ["ledger_fixtures"]
ROUND = {
    "game": "three-card-poker",
    "table": "T1",
    "dealer": "9h 8d 4d",
    "community": "5s 5d",
    "seats": [{"seat": 2, "cards": "Jd 8c 3h", "wagers": {"ante": "5.00", "play": "5.00", "five-card-hand-bonus": "1.00"}}],
    "choices": {"ante-bonus": "A", "five-card-hand-bonus": "standard"},
}
COMMAND = "import sys; sys.argv[0] = 'pitbook'; from pitbook.cli import main; main()"


@dataclass
class Server:
    """A server in a process of its own, over a file."""

    file: str
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What the server has said: in a file, as a pipe that nobody reads fills up and holds the server."""
        return Path(f"{self.file}.log")

    def start(self) -> None:
        words = ["serve", "--database", self.file, "--port", str(self.port), "--log-format", "json", "--no-pages"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen([sys.executable, "-c", COMMAND, *words], stdout=subprocess.DEVNULL, stderr=log)
        until = time.monotonic() + 180
        while True:
            try:
                httpx.get(f"{self.url}/healthz", timeout=10)
                return
            except httpx.TransportError:
                assert self.process.poll() is None, self.log.read_text("utf-8")
                assert time.monotonic() < until
                time.sleep(0.1)

    def kill(self) -> None:
        """Kill it, if it still runs."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def end(self) -> tuple[int, str]:
        """End it gently; gives its exit status and its log."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(120), self.log.read_text("utf-8")

    def signed_in(self, person: str) -> httpx.Client:
        client = httpx.Client(base_url=self.url, timeout=60)
        made = client.post(f"{API}/session", json={"person": person, "secret": f"secret of {person}"})
        assert made.status_code == 200, made.text
        return client


@contextmanager
def prepared(stores: Stores, folder: Path) -> Iterator[Server]:
    """A server that is not started yet."""
    file = str(folder / "ledger.db")
    shutil.copy(stores.copy("sqlite"), file)
    with own_port() as port:
        made = Server(file, port)
        yield made
        made.kill()


@pytest.fixture
def server(stores: Stores, tmp_path: Path) -> Iterator[Server]:
    with prepared(stores, tmp_path) as made:
        yield made


def test_a_server_killed_in_the_middle_of_requests_loses_nothing_it_acknowledged(server: Server) -> None:
    server.start()
    acknowledged: dict[str, str] = {}
    asked: list[str] = []
    begun = threading.Event()

    def play(name: str) -> None:
        client = server.signed_in("dan")
        for n in range(10_000):
            key = f"{name}-{n}"
            asked.append(key)
            try:
                answer = client.post(f"{API}/records", json={**ROUND, "key": key}, headers={"Idempotency-Key": key})
            except httpx.TransportError:
                return
            assert answer.status_code == 200, answer.text
            acknowledged[key] = answer.json()["hash"]
            if len(acknowledged) > 20:
                begun.set()

    players = [threading.Thread(target=play, args=(name,)) for name in ("a", "b", "c")]
    for each in players:
        each.start()
    assert begun.wait(180)
    server.kill()
    for each in players:
        each.join()

    ledger = open_ledger(server.file, hasher=HASHER)
    outcome = verify.verify(ledger)
    assert outcome.good, outcome.misfits
    kept = {row["key"]: row["hash"] for row in events_after(ledger, "main", 0, 100_000) if row["kind"] == "round-recorded"}
    ledger.close()
    assert acknowledged.items() <= kept.items()

    server.start()
    client = server.signed_in("dan")
    for key in (each for each in asked if each not in acknowledged):  # asked, and not answered: asked again
        answer = client.post(f"{API}/records", json={**ROUND, "key": key}, headers={"Idempotency-Key": key})
        assert answer.status_code == 200
        assert answer.json()["repeated"] == (key in kept)
    for key, told in acknowledged.items():
        answer = client.post(f"{API}/records", json={**ROUND, "key": key}, headers={"Idempotency-Key": key})
        assert (answer.json()["repeated"], answer.json()["hash"]) == (True, told)
    status, _ = server.end()
    assert status == 0
    world = make_world(server.file)
    assert world.value() == 10_000_000_000 + 210_000 * len(set(asked))
    world.all_fits()
    world.ledger.close()


@pytest.fixture(scope="module")
def shared(stores: Stores, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with prepared(stores, tmp_path_factory.mktemp("shared")) as made:
        yield made


@pytest.fixture
def running(shared: Server) -> Server:
    """A server that several tests share; it runs, also after a test that has ended it."""
    if shared.process is None or shared.process.poll() is not None:
        shared.start()
    return shared


def messages(lines: Iterator[str]) -> Iterator[tuple[str, int, Any]]:
    """Server-sent events: name, id and data."""
    found: dict[str, str] = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            found[name] = value
        elif found:
            yield found["event"], int(found.get("id", 0)), json.loads(found["data"])
            found = {}


def test_the_feed_has_every_event_once_also_those_of_other_processes_and_after_a_gap(running: Server) -> None:
    client = running.signed_in("aud")
    world = make_world(running.file)
    with client.stream("GET", f"{API}/links/main/feed") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        feed = messages(answer.iter_lines())
        name, first, data = next(feed)
        assert (name, data["seq"]) == ("snapshot", first)
        assert data["meters"][0]["display"]["amount"] == "10000.00"
        for n in range(3):
            world.record(round_id=f"r{n}", wagers=bets(1))
        seen = [next(feed) for _ in range(3)]
    assert [(each[0], each[1]) for each in seen] == [("event", first + n) for n in (1, 2, 3)]
    assert seen[0][2]["moves"][0]["after"]["value"] == "10000.21"

    for n in range(3, 8):
        world.record(round_id=f"r{n}", wagers=bets(1))
    with client.stream("GET", f"{API}/links/main/feed", headers={"Last-Event-ID": str(first + 1)}) as answer:
        feed = messages(answer.iter_lines())
        missed = [next(feed) for _ in range(7)]
    assert [each[1] for each in missed] == list(range(first + 2, first + 9))
    assert {each[0] for each in missed} == {"event"}
    with client.stream("GET", f"{API}/links/main/feed?after=1000000") as answer:
        assert next(messages(answer.iter_lines()))[0] == "snapshot"  # from another history: start anew
    assert client.get(f"{API}/links/nowhere/feed").status_code == 404
    world.ledger.close()


def answer_to(port: int, sent: bytes) -> bytes:
    """The first bytes the server answers; empty where it closed the connection, at whatever point of the sending."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as raw:
        try:
            raw.sendall(sent)
            raw.shutdown(socket.SHUT_WR)
        except TimeoutError:
            raise
        except OSError:  # refused before the whole was sent, or before its end was said
            pass
        with suppress(ConnectionResetError):
            return raw.recv(1000)
    return b""


def test_a_slow_body_is_not_waited_for_and_a_broken_request_is_refused(running: Server) -> None:
    for sent in (b"nonsense\r\n\r\n", b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b" * 50_000):
        assert answer_to(running.port, sent)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 431", b"")
    assert httpx.get(f"{running.url}/healthz").status_code == 200


def test_the_end_is_gentle_ends_feeds_and_the_log_has_every_request_and_no_secret(running: Server) -> None:
    client = running.signed_in("dan")
    cookie = client.cookies["pitbook"]
    client.get(f"{API}/meters?cursor=the-query")
    client.post(f"{API}/session", json={"person": "dan", "secret": "a wrong secret"})
    client.get(f"{API}/meters", headers={"Authorization": "Bearer pbk_aaaaaaaaaaaa_" + "s" * 43})
    reading = running.signed_in("aud")
    reads, ended = threading.Event(), threading.Event()

    def read() -> None:
        with reading.stream("GET", f"{API}/links/main/feed") as answer:
            for _ in answer.iter_lines():
                reads.set()
        ended.set()

    reader = threading.Thread(target=read)
    reader.start()
    assert reads.wait(60)
    status, log = running.end()
    assert status == 0, log
    reader.join()
    assert ended.is_set()

    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    answered = [line for line in lines if line["event"] == "answered"]
    assert {line["route"] for line in answered} >= {"/healthz", f"{API}/session", f"{API}/meters"}
    assert all({"method", "status", "ms", "request_id", "address"} <= set(line) for line in answered)
    for secret in (cookie, "secret of dan", "a wrong secret", "s" * 43, "the-query"):
        assert secret not in log


def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", COMMAND, "serve", *words], capture_output=True, text=True, check=False, env={**os.environ, **env}
    )


def test_bad_settings_and_a_missing_ledger_are_said_in_one_message(tmp_path: Path) -> None:
    none = run("--database", str(tmp_path / "none.db"))
    assert none.returncode == 2
    assert "there is no ledger at" in none.stderr
    assert "Traceback" not in none.stderr
    wrong = run("--host", "0.0.0.0", "--tls-cert", "x", "--log-format", "xml")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("pitbook: 4 faults")


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = run("--port", str(taken.getsockname()[1]))
    assert answer.returncode == 2
    assert "cannot be listened at" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    hidden = (
        "import sys, importlib.util as u\n"
        "real = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'fastapi' else real(name, *more)\n"
        "sys.argv = ['pitbook', 'serve']\n"
        "from pitbook.cli import main\n"
        "main()\n"
    )
    answer = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr == "pitbook: serve needs more libraries (fastapi is not here): pip install 'pitbook[web]'\n"


def test_the_first_start_asks_for_an_administrator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pitbook.cli.serve import _say_how
    from pitbook.web.app import create_app
    from pitbook.web.settings import Settings

    file = str(tmp_path / "new.db")
    open_ledger(file).close()
    app = create_app(Settings(database=file, origins=(ORIGIN,)), pages=False)
    _say_how(app.services.settings, app)
    assert "pitbook user add NAME --role admin" in capsys.readouterr().err
    with started(app) as client:  # there is no default of anything
        assert client.post(f"{API}/session", json={"person": "admin", "secret": "admin"}).status_code == 401

"""The server on loopback: 200 readers of a meter feed while 50 rounds a second are recorded, and how long each waits.

``python benchmarks/web.py`` runs it alone. It takes under a minute on any machine: what is not answered by then is counted as such.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
from argon2 import PasswordHasher

from measure import Result
from pitbook.ledger.asked import MeterAsked, open_as_printed
from pitbook.ledger.desk import open_ledger
from pitbook.ledger.people import Actor, Role, add_person

READERS: Final = 200
ROUNDS_PER_SECOND: Final = 50
SECONDS: Final = 10.0
PATIENCE: Final = 20.0
TABLES: Final = 5
WAGER: Final = "five-card-hand-bonus"
SECRET: Final = "a secret of the benchmark"


@dataclass
class Measured:
    """When each round was sent, how long its answer took, and how long until each reader had it."""

    sent: dict[str, float] = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    refused: int = 0


def run() -> Result:
    """Measure, on a ledger of its own in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="pitbook-") as folder:
        file = str(Path(folder) / "ledger.db")
        _prepare(file)
        port = _free_port()
        command = [sys.executable, "-m", "pitbook", "serve", "--database", file, "--port", str(port), "--no-pages"]
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            _wait_for(port)
            quick = _quick(port)
            found = asyncio.run(_measured(port))
        finally:
            server.terminate()
            server.wait(30)
    return _result(found, quick)


def _prepare(file: str) -> None:
    ledger = open_ledger(file, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    ann = Actor("ann", Role.ADMIN)
    add_person(ledger, "ann", "Ann", Role.ADMIN, SECRET, actor=None)
    add_person(ledger, "dan", "Dan", Role.DEALER, SECRET, actor=ann)
    tables = tuple(f"T{n}" for n in range(1, TABLES + 1))
    asked = MeterAsked("hand-bonus", "three-card-poker", WAGER, 1_000_000, tables=tables)
    open_as_printed(ledger, asked, actor=ann, key=None)
    ledger.close()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).raise_for_status()
            return
        except httpx.HTTPError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def _quick(port: int) -> dict[str, list[float]]:
    """Requests one after another, as a single user sees them; each was asked once before."""
    paths = {
        "a PAR sheet": "/api/v1/games/three-card-poker/wagers/pair-plus/par?paytable=A",
        "what a hand makes": "/api/v1/games/three-card-poker/wagers/pair-plus/why?cards=Ah+Kh+Qh",
        "who is signed in": "/api/v1/session",
    }
    times: dict[str, list[float]] = {}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        client.post("/api/v1/session", json={"person": "dan", "secret": SECRET}).raise_for_status()
        for name, path in paths.items():
            client.get(path).raise_for_status()
            times[name] = []
            for _ in range(100):
                begun = time.perf_counter()
                client.get(path)
                times[name].append(time.perf_counter() - begun)
    return times


async def _measured(port: int) -> Measured:
    found = Measured()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        made = await client.post("/api/v1/session", json={"person": "dan", "secret": SECRET})
        cookie = f"pitbook={made.cookies['pitbook']}"
        ready = [asyncio.Event() for _ in range(READERS)]
        readers = [asyncio.create_task(_read(port, cookie, found, each)) for each in ready]
        await asyncio.wait_for(asyncio.gather(*(each.wait() for each in ready)), PATIENCE)
        begun, number = time.perf_counter(), int(SECONDS * ROUNDS_PER_SECOND)
        sending = []
        for n in range(number):
            await asyncio.sleep(max(0.0, begun + n / ROUNDS_PER_SECOND - time.perf_counter()))
            sending.append(asyncio.create_task(_send(client, f"r{n}", found)))
        await asyncio.wait(sending, timeout=PATIENCE)
        until = time.perf_counter() + PATIENCE
        while len(found.seen) < len(found.answered) * READERS and time.perf_counter() < until:
            await asyncio.sleep(0.05)
        for each in readers:
            each.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
    return found


def _round(name: str) -> dict[str, Any]:
    seat = {"seat": 2, "cards": "Jd 8c 3h", "wagers": {"ante": "5.00", "play": "5.00", WAGER: "1.00"}}
    return {
        "game": "three-card-poker",
        "key": name,
        "table": f"T{int(name[1:]) % TABLES + 1}",
        "dealer": "9h 8d 4d",
        "community": "5s 5d",
        "seats": [seat],
        "choices": {"ante-bonus": "A", WAGER: "standard"},
    }


async def _send(client: httpx.AsyncClient, name: str, found: Measured) -> None:
    begun = found.sent[name] = time.perf_counter()
    answer = await client.post("/api/v1/records", json=_round(name), headers={"Idempotency-Key": name})
    if answer.status_code == 200:
        found.answered.append(time.perf_counter() - begun)
    else:
        found.refused += 1


async def _read(port: int, cookie: str, found: Measured, ready: asyncio.Event) -> None:
    """Read the feed over a plain connection: a heavy client would measure itself."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/v1/links/main/feed HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"data: "):
                at = time.perf_counter()
                data = json.loads(line[6:])
                if data.get("round") in found.sent:
                    found.seen.append(at - found.sent[data["round"]])
                ready.set()
    finally:
        writer.close()


def _result(found: Measured, quick: dict[str, list[float]]) -> Result:
    number = int(SECONDS * ROUNDS_PER_SECOND)
    rows = [
        (f"a round recorded, {ROUNDS_PER_SECOND} a second", *_percentiles(found.answered)),
        (f"until each of {READERS} readers of the feed has it", *_percentiles(found.seen)),
        *((f"{name}, one after another", *_percentiles(times)) for name, times in quick.items()),
    ]
    notes = [
        f"{len(found.answered):,} of {number:,} rounds answered, {found.refused} refused; "
        f"{len(found.seen):,} of {len(found.answered) * READERS:,} messages read."
    ]
    middle, slow = _percentiles(found.seen)[0], _percentiles(found.seen)[1]
    summary = [
        f"{READERS} readers have a round {middle} ms after it was sent (95%: {slow} ms), {ROUNDS_PER_SECOND} rounds a second"
    ]
    return Result(("milliseconds on loopback", "half", "95%", "99%", "longest"), rows, notes, summary)


def _percentiles(times: list[float]) -> tuple[str, ...]:
    ordered = sorted(times) or [float("nan")]
    parts = [ordered[min(int(len(ordered) * part), len(ordered) - 1)] for part in (0.5, 0.95, 0.99, 1.0)]
    return tuple(f"{each * 1000:.1f}" for each in parts)


if __name__ == "__main__":
    print(run().markdown())

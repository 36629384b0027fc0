"""The meter feed: every event of a link, in order and with its number, as soon as it is in the journal.

The numbers are those of the journal, without gaps, so a reader that misses one sees it, and can go on from where it was.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import orjson

from pitbook.web.logs import logger
from pitbook.web.metrics import Metrics
from pitbook.web.settings import Settings

if TYPE_CHECKING:
    from pitbook.ledger.desk import Ledger
    from pitbook.ledger.events import Event

KEPT: Final = 1_000
BATCH: Final = 500
NUDGE_SECONDS: Final = 0.01


@dataclass(frozen=True)
class Message:
    """One message of a feed. ``seq`` is the number of its event; ``name`` is snapshot, event or gone."""

    seq: int
    name: str
    data: dict[str, Any]

    @cached_property
    def sent(self) -> bytes:
        """The message as a server-sent event, made once for all readers."""
        return f"id: {self.seq}\nevent: {self.name}\ndata: ".encode() + orjson.dumps(self.data) + b"\n\n"


@dataclass
class _Link:
    """What is known of a link: its newest number and its latest messages, the oldest first."""

    head: int
    kept: deque[Message] = field(default_factory=lambda: deque(maxlen=KEPT))


class Feed:
    """Looks at the journal for all readers at once, and wakes them; each reader has its own place, so none holds up another."""

    def __init__(self, settings: Settings, ledger: Ledger | None, metrics: Metrics) -> None:
        self.settings, self.ledger, self.metrics = settings, ledger, metrics
        self.links: dict[str, _Link] = {}
        self.changed = asyncio.Condition()
        self.looking: asyncio.Task[None] | None = None
        self.nudged = asyncio.Event()
        self.ended = False
        self.readers = 0
        self.work: Callable[..., Awaitable[Any]] | None = None
        self.snapshots: dict[str, asyncio.Future[Message]] = {}

    async def start(self, work: Callable[..., Awaitable[Any]]) -> None:
        """Begin to look at the journal."""
        self.work = work
        if self.ledger is not None:
            self.looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """End all readers."""
        await self.end_readers()
        if self.looking is not None:
            self.looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.looking

    async def end_readers(self) -> None:
        """Let every reader come to its end."""
        self.ended = True
        async with self.changed:
            self.changed.notify_all()

    def nudge(self) -> None:
        """Look now: something was written here."""
        self.nudged.set()

    async def follow(self, link: str, after: int | None = None) -> AsyncIterator[Message | None]:
        """The messages of a link after a number, or from a snapshot on; None now and then, as a sign of life.

        Raises :class:`~pitbook.ledger.errors.UnknownNameError` where there is no such link.
        """
        async for batch in self.batches(link, after):
            if batch is None:
                yield None
            for message in batch or ():
                yield message

    async def batches(self, link: str, after: int | None = None) -> AsyncIterator[list[Message] | None]:
        """The same, as many at a time as are there."""
        assert self.work is not None
        ledger = self.ledger
        assert ledger is not None
        known = self.links.get(link)
        head: int = known.head if known is not None else await self.work(head_of, ledger, link)
        self.readers += 1
        self.metrics.feeds.set(self.readers)
        try:
            if after is None or after > head:
                first = await self._snapshot(link)
                yield [first]
                at = first.seq
            else:
                at = after
            while not self.ended:
                ready = await self._after(link, at)
                if ready:
                    at = ready[-1].seq
                    yield ready
                elif not await self._changed(link, at):
                    yield None
        finally:
            self.readers -= 1
            self.metrics.feeds.set(self.readers)

    async def _snapshot(self, link: str) -> Message:
        """All meters of a link. Readers that come while it is being made share it: what is newer reaches them as events."""
        assert self.work is not None
        if link not in self.snapshots:
            made = asyncio.ensure_future(self.work(snapshot, self.ledger, link))
            self.snapshots[link] = made
            made.add_done_callback(lambda _: self.snapshots.pop(link, None))
        return await asyncio.shield(self.snapshots[link])

    async def _after(self, link: str, at: int) -> list[Message]:
        known = self.links.get(link)
        if known is not None and known.head <= at:
            return []
        if known is not None and known.kept and known.kept[0].seq <= at + 1:
            return [each for each in known.kept if each.seq > at]
        assert self.work is not None
        found: list[Message] = await self.work(messages, self.ledger, link, at + 1, at + BATCH)
        return found

    async def _changed(self, link: str, at: int) -> bool:
        """Whether something came before it was time for a sign of life."""
        try:
            async with asyncio.timeout(self.settings.heartbeat_seconds):
                async with self.changed:
                    await self.changed.wait_for(lambda: self.ended or (link in self.links and self.links[link].head > at))
        except TimeoutError:
            return False
        return True

    async def _look(self) -> None:
        assert self.work is not None
        while True:
            try:
                heads: dict[str, int] = await self.work(all_heads, self.ledger)
                for link, head in heads.items():
                    await self._catch_up(link, head)
            except Exception as error:  # noqa: BLE001 - the database may be away for a while; the feed goes on when it is back
                logger().warning("the feed cannot look at the journal", fault=str(error))
                await asyncio.sleep(1)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.nudged.wait(), self.settings.poll_seconds)
                await asyncio.sleep(NUDGE_SECONDS)  # what else is just being written comes along
            self.nudged.clear()

    async def _catch_up(self, link: str, head: int) -> None:
        known = self.links.get(link)
        if known is None:
            self.links[link] = _Link(head)
        elif head > known.head:
            assert self.work is not None
            first = max(known.head + 1, head - KEPT + 1)
            for message in await self.work(messages, self.ledger, link, first, head):
                known.kept.append(message)
            known.head = head
        else:
            return
        async with self.changed:
            self.changed.notify_all()


# --- reading the journal --------------------------------------------------------------------------------------------


def all_heads(ledger: Ledger) -> dict[str, int]:
    """The newest number of every link of tables."""
    from pitbook.ledger.events import HOUSE
    from pitbook.ledger.records import LinkRow
    from pitbook.ledger.unit import Unit

    with ledger.store.reading() as session:
        return {row.name: row.head_seq for row in Unit(ledger.store, session).find(LinkRow) if row.name != HOUSE}


def head_of(ledger: Ledger, link: str) -> int:
    """The newest number of a link."""
    from pitbook.ledger.errors import UnknownNameError

    heads = all_heads(ledger)
    if link not in heads:
        raise UnknownNameError("link", link, list(heads))
    return heads[link]


def messages(ledger: Ledger, link: str, first: int, last: int) -> list[Message]:
    """The messages of a link from a number to another, both included."""
    from pitbook.ledger.verify import read_events

    with ledger.store.reading() as session:
        return [message_of(event) for event in read_events(session, link, first, last)]


def message_of(event: Event) -> Message:
    """What a feed says of an event: which meters it moved, and what they come to."""
    from pitbook.ledger.answer_parts import with_dollars
    from pitbook.ledger.events import parse_body

    content = parse_body(event.body)
    data = {
        "link": event.link,
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "table": event.table_id,
        "round": event.round_id,
        "moves": [{name: each[name] for name in ("meter", "kind", "change", "after")} for each in content.get("moves", ())],
    }
    return Message(event.seq, "event", with_dollars(data))


def snapshot(ledger: Ledger, link: str) -> Message:
    """All meters of a link as of one number."""
    from pitbook.ledger.meter_answers import meter_json
    from pitbook.ledger.meters import list_meters

    # A step between the two looks would show itself again in the first event: both are absolute figures, so it does no harm.
    head = head_of(ledger, link)
    meters = [meter_json(each) for each in list_meters(ledger) if each.meter.link == link]
    shown = [{name: each[name] for name in ("meter", "status", "display", "value", "reserve", "hits")} for each in meters]
    return Message(head, "snapshot", {"link": link, "seq": head, "meters": shown})

"""Whatever is changed behind the ledger's back is found (G7): any column of any row, rows dropped, moved or swapped,
a cut tail.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from ledger_world import World, a_little_of_everything

from pitbook.ledger import verify
from pitbook.ledger.events import Event, canonical, event_hash
from pitbook.ledger.records import LAYOUTS
from pitbook.ledger.store import Session

pytest_plugins = ["ledger_fixtures"]


@pytest.fixture
def busy(world: World) -> World:
    """A ledger in which a little of everything has happened."""
    a_little_of_everything(world)
    world.all_fits()
    return world


def other_value(column: str, value: Any) -> Any:
    """Another value that the column takes."""
    if value is None:
        return 7 if column.endswith("_seq") else "x"
    if isinstance(value, int):
        return value + 1_000
    return value[:-1] + ("0" if value[-1:] != "0" else "1") if value else "x"


def update(session: Session, table: str, column: str, value: Any, key: dict[str, Any], mark: str) -> None:
    where = " AND ".join(f"{name} = {mark}" for name in key)
    session.run(f"UPDATE {table} SET {column} = {mark} WHERE {where}", (value, *key.values()))


def every_change(world: World, rows_per_table: int) -> Iterator[tuple[str, str, dict[str, Any], Any]]:
    """Table, column, key and present value: of every column of some rows of every table, spread over its length."""
    tables = {layout.table: (layout.key, layout.columns) for layout in LAYOUTS.values()}
    tables["journal"] = (("link", "seq"), Event._fields)
    tables["secrets"] = (("person_id",), ("person_id", "secret"))
    with world.ledger.store.reading() as session:
        for table, (key, columns) in tables.items():
            rows = session.run(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(key)}").fetchall()
            assert rows, f"nothing in {table} to change"
            wanted = range(0, len(rows), max(1, len(rows) // rows_per_table))
            for row in [rows[n] for n in wanted]:
                named = dict(zip(columns, row, strict=True))
                for column in columns:
                    yield table, column, {name: named[name] for name in key}, named[column]


def test_g7_any_column_of_any_row_that_is_changed_is_found(busy: World, kind: str) -> None:
    mark = "?" if kind == "sqlite" else "%s"
    changes = list(every_change(busy, rows_per_table=2 if kind == "sqlite" else 1))
    if kind == "postgresql":  # what is compared does not depend on the store; a few tables show that it is there too
        changes = [each for each in changes if each[0] in ("journal", "links", "awards")]
    assert len(changes) > 30
    for table, column, key, value in changes:
        changed = other_value(column, value)
        with busy.ledger.store.writing(["main"]) as session:
            update(session, table, column, changed, key, mark)
        found = verify.verify(busy.ledger)
        assert not found.good, f"{table}.{column} of {key}: {value!r} became {changed!r} unseen"
        with busy.ledger.store.writing(["main"]) as session:
            update(session, table, column, value, {**key, **({column: changed} if column in key else {})}, mark)
    busy.all_fits()


def test_g7_dropped_and_swapped_rows_are_found(busy: World) -> None:
    events = busy.events()
    for seq in (1, 2, len(events) // 2, len(events) - 1):
        with busy.ledger.store.writing(["main"]) as session:
            session.run(f"DELETE FROM journal WHERE link = 'main' AND seq = {seq}")
        found = verify.verify(busy.ledger)
        # Nothing tells a lost event from those that follow it but the gap: the next one does not fit.
        assert found.misfits[0].where == f"main:{seq + 1}"
        put_back(busy, [events[seq - 1]])
    with busy.ledger.store.writing(["main"]) as session:
        session.run("UPDATE journal SET seq = -1 WHERE link = 'main' AND seq = 5")
        session.run("UPDATE journal SET seq = 5 WHERE link = 'main' AND seq = 6")
        session.run("UPDATE journal SET seq = 6 WHERE link = 'main' AND seq = -1")
    assert verify.verify(busy.ledger).misfits[0].where == "main:5"


@pytest.mark.parametrize("table", [layout.table for layout in LAYOUTS.values()])
def test_g7_a_record_that_is_dropped_is_found(busy: World, table: str) -> None:
    with busy.ledger.store.writing(["main"]) as session:
        session.run(f"DELETE FROM {table}")
    assert not verify.verify(busy.ledger).good


def put_back(world: World, events: list[Event]) -> None:
    mark = "?" if world.ledger.store.is_sqlite else "%s"
    marks = ", ".join([mark] * len(Event._fields))
    with world.ledger.store.writing(["main"]) as session:
        for event in events:
            session.run(f"INSERT INTO journal VALUES ({marks})", event)


def rewrite(world: World, events: list[Event]) -> None:
    """Replace the whole ledger by what other events come to, tables and all: a clever forger with time."""
    events = in_order(events)
    lines = [json.dumps({name: getattr(event, name) for name in Event._fields}) for event in events]
    with world.ledger.store.writing(["main"]) as session:
        for table in ("journal", *(layout.table for layout in LAYOUTS.values())):
            session.run(f"DELETE FROM {table}")
    verify.rebuild(world.ledger, lines)


def in_order(events: list[Event]) -> list[Event]:
    """Events of several links in an order in which they can be replayed."""
    streams = {link: iter([each for each in events if each.link == link]) for link in ("house", "main", "second")}
    return list(verify.in_causal_order(streams))


def test_g7_a_cut_tail_is_found_against_a_head_kept_elsewhere(busy: World) -> None:
    kept = verify.heads(busy.ledger)
    events = [event for link in ("house", "main", "second") for event in busy.events(link)]
    cut = [event for event in events if event.link != "main" or event.seq < len(busy.events()) - 1]
    rewrite(busy, cut)
    assert verify.verify(busy.ledger).good  # the shorter journal fits itself
    found = verify.verify(busy.ledger, kept)
    assert [each.what for each in found.misfits] == ["the event of the kept head is gone: the end of the journal was cut off"]


def test_g7_a_tail_written_anew_is_found_against_a_head_kept_elsewhere(busy: World) -> None:
    kept = verify.heads(busy.ledger)
    events = [event for link in ("house", "main", "second") for event in busy.events(link)]
    forged, previous = [], ""
    for event in events:
        if event.link == "main":
            body = json.loads(event.body)
            if body.get("reason") == "misdeal":
                body["reason"] = "a reason that suits better"
            new = event._replace(body=canonical(body), previous=previous or event.previous)
            event = new._replace(hash=event_hash(new))
            previous = event.hash
        forged.append(event)
    rewrite(busy, forged)
    assert verify.verify(busy.ledger).good
    (found,) = verify.verify(busy.ledger, kept).misfits
    assert found.what == "the event of the kept head is another one: history was written anew"


@pytest.mark.parametrize(
    ("true", "false", "found"),
    [
        pytest.param('"primary":210000', '"primary":220000', "increments of seat 2", id="an increment"),
        pytest.param('"rates":{"hb":["21/100"', '"rates":{"hb":["22/100"', "rates: ", id="a rate"),
    ],
)
def test_g7_figures_that_are_wrong_are_found_even_when_every_hash_is_right(busy: World, true: str, false: str, found: str) -> None:
    events = [event for link in ("house", "main", "second") for event in busy.events(link)]
    forged, previous = [], ""
    for event in events:
        if event.link == "main":
            body = event.body.replace(true, false) if event.kind == "round-locked" else event.body
            new = event._replace(body=body, previous=previous or event.previous)
            event = new._replace(hash=event_hash(new))
            previous = event.hash
        forged.append(event)
    forged = in_order(forged)
    by_place = {(event.link, event.seq): json.loads(event.body) for event in forged}
    replayed = verify.replay(forged, lambda link, seq: by_place[link, seq])
    assert found in replayed.misfits[0].what


def test_the_first_event_that_does_not_fit_is_named(busy: World) -> None:
    seq = next(event.seq for event in busy.events() if event.kind == "round-recorded")
    with busy.ledger.store.writing(["main"]) as session:
        session.run(f"UPDATE journal SET body = '{{}}' WHERE link = 'main' AND seq >= {seq}")
    (first,) = verify.verify(busy.ledger).misfits
    assert (first.where, first.what) == (f"main:{seq}", "round-recorded: its hash does not fit its content")

"""The rulebook as tables: the games, a game's wagers, a wager's paytables as printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitbook.catalog import rulebook
from pitbook.choices.picked import touching
from pitbook.names import listed, own
from pitbook.rulebook import Edition, Paytable, PrintedTerms, Reading, Wager
from pitbook.tables import Document, Row, Table, left, right


def games_answer() -> Document:
    """All games."""
    rows, data = [], []
    for game in rulebook():
        edition = game.edition()
        tables = sum(len(wager.paytables) for wager in edition.wagers)
        rows.append(Row((game.id, game.name, game.chapter, edition.id, edition.period, str(len(edition.wagers)), str(tables))))
        data.append(
            {
                "game": game.id,
                "name": game.name,
                "chapter": game.chapter,
                "summary": game.summary,
                "deck": game.deck,
                "decks": list(game.decks),
                "editions": [{"id": each.id, "period": each.period, "source": each.source} for each in game.editions],
                "wagers": [wager.id for wager in edition.wagers],
                "source_hash": game.source_hash,
            }
        )
    table = Table(
        title="Games in the rulebook",
        columns=(*left("Game", "Name", "Chapter", "Edition", "In force"), *right("Wagers", "Paytables")),
        rows=tuple(rows),
        notes=("pitbook show GAME lists a game's wagers; pitbook par GAME WAGER prints their PAR sheets.",),
    )
    return Document("Games", [table], data)


def game_answer(name: str) -> Document:
    """A game's wagers."""
    game = rulebook().game(name)
    edition = game.edition()
    rows = [
        Row(
            (
                wager.id,
                wager.name,
                wager.kind.value,
                " + ".join(wager.reads),
                " or ".join(wager.requires) or "–",
                wager.after_fold,
                ", ".join(table.label for table in wager.paytables) or "–",
                wager.citation,
            )
        )
        for wager in edition.wagers
    ]
    table = Table(
        title=game.name,
        subtitle=f"{game.chapter} · edition {edition.id} ({edition.period}) · {edition.source}",
        columns=left("Wager", "Name", "Kind", "Reads", "Requires", "After a fold", "Paytables", "Clause"),
        rows=tuple(rows),
        notes=(game.summary,),
        about=(("game", game.id), ("chapter", game.chapter), ("edition", edition.id), ("in force", edition.period)),
    )
    data = {
        "game": game.id,
        "name": game.name,
        "edition": edition.id,
        "period": edition.period,
        "source": edition.source,
        "wagers": [_wager_data(edition, wager) for wager in edition.wagers],
        "readings": [_reading_data(reading) for reading in edition.readings],
    }
    return Document(game.name, [table, readings_table(edition.readings)], data)


def wager_answer(game_name: str, wager_name: str) -> Document:
    """A wager's paytables as printed, with its terms, envy and readings."""
    game = rulebook().game(game_name)
    edition = game.edition()
    wager = edition.wager(wager_name)
    about = (("game", game.id), ("wager", wager.id), ("edition", edition.id))
    tables = paytable_tables(wager, about)
    if not tables:
        tables = [Table(title=wager.name, subtitle=wager.citation, columns=(), rows=(), about=(*about, ("clause", wager.citation)))]
    if readings := touching(edition, wager):
        tables.append(readings_table(readings))
    facts = Table(
        title=f"{wager.name}: facts",
        columns=(),
        rows=(),
        figures=tuple(_facts(wager)),
        about=(*about, ("clause", wager.citation)),
        notes=(*wager.notes, *((f"No PAR sheet: {wager.no_sheet}.",) if wager.no_sheet else ())),
    )
    return Document(wager.name, [*tables, facts], _wager_data(edition, wager))


def paytable_tables(wager: Wager, about: tuple[tuple[str, str], ...] = ()) -> list[Table]:
    """The paytables in groups of those printed with the same rows, side by side, as printed; ``about`` says of what game."""
    groups: list[list[Paytable]] = []
    for table in wager.paytables:
        for group in groups:
            if group[0].citation == table.citation and _similar(group[0], table):
                group.append(table)
                break
        else:
            groups.append([table])
    return [_group_table(wager, group, about) for group in groups]


def _similar(one: Paytable, other: Paytable) -> bool:
    return bool({row.outcome for row in one.rows[2:]} & {row.outcome for row in other.rows[2:]}) or len(one.rows) < 3


def _group_table(wager: Wager, group: Sequence[Paytable], about: tuple[tuple[str, str], ...]) -> Table:
    order: dict[str, str] = {}
    for table in sorted(group, key=lambda each: -len(each.rows)):
        for row in table.rows:
            order.setdefault(row.outcome, row.hand)
    rows = [Row((hand, *(_printed_pay(table, outcome) for table in group))) for outcome, hand in order.items()]
    for name, heading in (("seed", "Seed"), ("reseed", "Reseed"), ("increment", "Increment rate"), ("reserve", "Reserve rate")):
        if any(table.terms and name in table.terms.printed for table in group):
            rows.append(Row((heading, *(_printed_term(table.terms, name) for table in group)), "dim"))
    envy = {row.outcome: order[row.outcome] for table in group if table.envy for row in table.envy.rows}
    for outcome, hand in envy.items():
        rows.append(Row((f"Envy Bonus, {hand}", *(_printed_envy(table, outcome) for table in group)), "dim"))
    notes = []
    if any(row.reading for table in group for row in table.rows):
        named = {row.reading for table in group for row in table.rows if row.reading}
        notes.append(f"A cell that has lost its column stands as the default of reading {listed(sorted(named))} has it.")
    return Table(
        title=f"{wager.name}: paytable{'s' if len(group) > 1 else ''} {listed(table.label for table in group)}",
        subtitle=group[0].citation,
        columns=(*left("Hand"), *right(*(table.label for table in group))),
        rows=tuple(rows),
        notes=tuple(notes),
        about=(*about, ("clause", group[0].citation)),
    )


def _printed_pay(table: Paytable, outcome: str) -> str:
    return next((row.pays or "–" for row in table.rows if row.outcome == outcome), "–")


def _printed_term(terms: PrintedTerms | None, name: str) -> str:
    return "–" if terms is None else terms.printed.get(name, "–")


def _printed_envy(table: Paytable, outcome: str) -> str:
    rows = table.envy.rows if table.envy else ()
    row = next((row for row in rows if row.outcome == outcome), None)
    if row is None:
        return "–"
    return ", ".join(f"{pays} on {wager}" if wager else pays for wager, pays in row.printed.items())


def readings_table(readings: Sequence[Reading]) -> Table:
    """Readings with their default, their alternatives and the reason."""
    return Table(
        title="Readings",
        columns=left("Reading", "Question", "Default", "Alternatives", "Why", "Clause"),
        rows=tuple(
            Row(
                (
                    each.id,
                    each.asks,
                    each.default,
                    ", ".join([*(value for value in each.values if value != each.default), *_open(each)]) or "none offered",
                    each.why + (f" Effect: {each.effect}." if each.effect else ""),
                    each.citation,
                )
            )
            for each in readings
        ),
        notes=("Choose another value with --set READING=VALUE.",),
    )


def _open(reading: Reading) -> list[str]:
    return [own(reading.accepts)] if reading.accepts else []


def _facts(wager: Wager) -> list[tuple[str, str]]:
    facts = [
        ("Clause", wager.citation),
        ("Kind", wager.kind.value),
        ("Reads", " + ".join(wager.reads)),
        ("Placed", wager.placed),
        (
            "Requires",
            (" or ".join(wager.requires) or "nothing") + (f" (reading {wager.requires_reading})" if wager.requires_reading else ""),
        ),
        ("After a fold", wager.after_fold + (f" (reading {wager.fold_reading})" if wager.fold_reading else "")),
    ]
    if wager.equals:
        facts.append(("Amount", f"equal to {wager.equals}"))
    if wager.basis:
        facts.append(("Paid on", wager.basis))
    if wager.meter:
        facts.append(("Meter", wager.meter))
    facts.extend((extra.hand, f"{extra.pays} beside the rows ({extra.citation})") for extra in wager.extras)
    return facts


# JSON ----------------------------------------------------------------------------------------------------------------


def _wager_data(edition: Edition, wager: Wager) -> dict[str, Any]:
    return {
        "wager": wager.id,
        "name": wager.name,
        "citation": wager.citation,
        "kind": wager.kind.value,
        "family": wager.family,
        "reads": list(wager.reads),
        "requires": list(wager.requires),
        "placed": wager.placed,
        "after_fold": wager.after_fold,
        "meter": wager.meter,
        "no_sheet": wager.no_sheet,
        "paytables": [_paytable_data(table) for table in wager.paytables],
        "extras": [{"outcome": extra.outcome, "pays": extra.pays, "citation": extra.citation} for extra in wager.extras],
        "options": [
            {"id": option.id, "floor": option.floors[wager.id], "citation": option.citation}
            for option in edition.options
            if wager.id in option.floors
        ],
        "readings": [reading.id for reading in touching(edition, wager)],
    }


def _paytable_data(table: Paytable) -> dict[str, Any]:
    return {
        "paytable": table.label,
        "citation": table.citation,
        "rows": [
            {"outcome": row.outcome, "hand": row.hand, "event": row.event, "pays": row.pays, "reading": row.reading}
            for row in table.rows
        ],
        "terms": None if table.terms is None else {"citation": table.terms.citation, **table.terms.printed},
        "envy": None
        if table.envy is None
        else {
            "citation": table.envy.citation,
            "rows": [{"outcome": row.outcome, "pays": dict(row.printed)} for row in table.envy.rows],
        },
    }


def _reading_data(reading: Reading) -> dict[str, Any]:
    return {
        "id": reading.id,
        "citation": reading.citation,
        "asks": reading.asks,
        "default": reading.default,
        "values": dict(reading.values),
        "accepts": reading.accepts,
        "why": reading.why,
        "effect": reading.effect,
        "wagers": list(reading.wagers),
        "affects": list(reading.affects),
    }

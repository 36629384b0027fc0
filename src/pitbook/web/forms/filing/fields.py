"""The fields of a filing, as its values and the rulebook give them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pitbook.choices import TERM_NAMES
from pitbook.rulebook import ASKED, Edition, Game, Paytable, Reading, Wager
from pitbook.web.forms.filing.edits import edition_of, table_labelled
from pitbook.web.forms.filing.values import (
    Data,
    Entry,
    Kind,
    Path,
    Section,
    table_at,
)

SYSTEMS: Final = {"605a.7": "one table", "605a.8": "linked tables"}
_OWN_KEYS: Final = ("variation", "house_way", "commission_rounding", "payment_order", "aggregate_limit")


def general_section() -> Section:
    """Who files, when."""
    return Section(
        "The filing",
        (),
        (
            Entry(("certificate_holder",), "Certificate holder"),
            Entry(("facility",), "Licensed facility"),
            Entry(("filing_date",), "Filing date", "day"),
            Entry(("effective_date",), "Takes effect", "day", hint="the filing date if empty"),
            Entry(("reference",), "Reference"),
            Entry(("preparer",), "Prepared by"),
            Entry(("notes",), "Notes"),
            Entry(("thresholds", "long_run_return"), "Warn below this long-run return", hint='such as "70%"'),
            Entry(("thresholds", "jackpot_one_in"), "Warn of a jackpot rarer than one in", "whole"),
        ),
    )


def game_section(data: Data, n: int, game: Game) -> Section:
    """What is chosen for a game as a whole."""
    edition = edition_of(game, data)
    at: Path = ("games", n)
    entries = [Entry((*at, "tables"), "Table numbers", "list", hint="with commas between")]
    if len(game.decks) > 1:
        entries.append(Entry((*at, "decks"), "Decks", "whole", tuple((str(each), str(each)) for each in game.decks)))
    if any(each.meter is not None for each in edition.wagers):
        words = ", ".join(f"{name} for {what}" for name, what in SYSTEMS.items())
        entries.append(Entry((*at, "systems"), "Progressive table game systems", "list", hint=words))
    for key in _OWN_KEYS:
        reading = _reading(edition, key.replace("_", "-"))
        if reading is not None:
            entries.append(_reading_entry((*at, key), reading))
    return Section(game.name, at, tuple(entries))


def readings_section(data: Data, n: int, game: Game) -> Section:
    """The readings that a filing decides."""
    edition = edition_of(game, data)
    given = table_at(data, ("games", n, "readings"))
    offered = set(table_at(data, ("games", n, "wagers")))
    entries = [
        _reading_entry(("games", n, "readings", each.id), each)
        for each in edition.readings
        if each.id in given or (_is_asked(each) and (not each.wagers or offered & set(each.wagers)))
    ]
    return Section("Readings", ("games", n, "readings"), tuple(entries), folded=True, hint="How clauses that are unclear are read.")


def _is_asked(reading: Reading) -> bool:
    if reading.id.replace("-", "_") in _OWN_KEYS or "filing" not in reading.affects or reading.asked_when == "never":
        return False
    assert reading.asked_when.split()[0] in ASKED
    return len(reading.values) > 1 or reading.accepts is not None


def _reading(edition: Edition, name: str) -> Reading | None:
    return next((each for each in edition.readings if each.id == name), None)


def _reading_entry(path: Path, reading: Reading) -> Entry:
    options = tuple((value, value if value == meaning else f"{value}: {meaning}") for value, meaning in reading.values.items())
    kind: Kind = "choice" if reading.accepts is None else "open"
    return Entry(path, reading.asks, kind, options, f"default {reading.default} [{reading.citation}]")


def wager_sections(data: Data, n: int, game: Game, wager: Wager) -> list[Section]:
    """The fields of a wager that is offered: its terms, its paytable written out, its meter, its Envy Bonuses."""
    edition = edition_of(game, data)
    at: Path = ("games", n, "wagers", wager.id)
    part = table_at(data, at)
    table = table_labelled(wager, part.get("paytable"))
    found = [Section(wager.name, at, tuple(_wager_entries(edition, wager, at)), hint=wager.citation)]
    if wager.meter is not None:
        found.append(_meter_section(wager, at, table))
    if table is not None:
        hint = "As the filing prints it; what is left empty is taken as the text prints it."
        rows = tuple(_pay_entries(edition, wager, at, table, part))
        found.append(Section("Paytable as filed", (*at, "pays"), rows, folded=True, hint=hint))
    filed_envy = part.get("envy")
    for k, envy in enumerate(filed_envy if isinstance(filed_envy, list) else ()):
        printed = table.envy.rows if table is not None and table.envy is not None else ()
        names = {row.outcome: row.hand or row.outcome for row in printed} | {name: name for name in table_at(envy, ("pays",))}
        place: Path = (*at, "envy", k)
        entries = (Entry((*place, "wager"), "For a wager of", "money"), *(_envy_entry(place, *each) for each in names.items()))
        found.append(Section(f"Envy Bonuses as filed, {k + 1}", place, entries, folded=True))
    return found


def _pay_entries(edition: Edition, wager: Wager, at: Path, table: Paytable, part: Data) -> Iterator[Entry]:
    """The rows of the paytable: those that options add, those printed, and what the filing names beside them."""
    names = {each.id: each.hand for each in edition.options if wager.id in each.floors}
    printed = {row.outcome: row for row in table.rows}
    for name in names:
        if name in table_at(part, ("options",)) or name in table_at(part, ("pays",)):
            yield Entry((*at, "pays", name), names[name], hint="a row that an option adds")
    for row in table.rows:
        yield Entry((*at, "pays", row.outcome), row.hand, hint=f"printed: {row.pays or 'nothing'}")
    for name in table_at(part, ("pays",)):
        if name not in names and name not in printed:
            yield Entry((*at, "pays", name), name)


def _envy_entry(place: Path, outcome: str, name: str) -> Entry:
    return Entry((*place, "pays", outcome), name)


def _wager_entries(edition: Edition, wager: Wager, at: Path) -> Iterator[Entry]:
    if len(wager.paytables) > 1:
        yield Entry((*at, "paytable"), "Paytable", "choice", tuple((each.label, each.label) for each in wager.paytables))
    if wager.meter is not None:
        yield Entry((*at, "amounts"), "Amounts accepted", "list", hint="with commas between")
    elif not wager.stakeless:
        yield Entry((*at, "minimum"), "Minimum", "money")
        yield Entry((*at, "maximum"), "Maximum", "money")
        yield Entry((*at, "denomination"), "In multiples of", "money")
    for option in edition.options:
        if wager.id in option.floors:
            hint = f"at least {option.floors[wager.id]} ({option.citation})"
            yield Entry((*at, "options", option.id), option.hand, hint=hint)
    for extra in wager.extras:
        yield Entry((*at, "extras", extra.outcome), f"{extra.hand}, how often", hint=f'{extra.pays}; such as "1 in 500"')


def _meter_section(wager: Wager, at: Path, table: Paytable | None) -> Section:
    printed: Mapping[str, str] = table.terms.printed if table is not None and table.terms is not None else {}
    entries = [
        Entry((*at, "meter", name), name.capitalize(), hint=f"printed: {printed.get(name, 'nothing')}") for name in TERM_NAMES
    ]
    for name, label in (("opening", "Opening amount"), ("limit", "Ceiling of the display")):
        entries.append(Entry((*at, "meter", name), label, "amounts", hint="dollars, or for each wager amount: 1.00: 5000.00"))
    entries.append(Entry((*at, "meter", "link"), "Link"))
    return Section("Meter", (*at, "meter"), tuple(entries))


def link_section(n: int) -> Section:
    """The fields of a link."""
    at: Path = ("links", n)
    entries = (
        Entry((*at, "link"), "Name of the link"),
        Entry((*at, "facility"), "Licensed facility"),
        Entry((*at, "members"), "Its tables", "list", hint="with commas between"),
    )
    return Section(f"Link {n + 1}", at, entries)

"""A Rules Submission as a form: its fields derived from the rulebook, each with its place, and what stands in them as plain values.

The values are those of a filing's file. :func:`sections` lists the fields that the values and the rulebook give; :func:`with_entry`
gives the values after an edit; :func:`checked` reads and checks them and says what belongs to which field.
"""

from __future__ import annotations

import copy
import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pitbook.catalog import rulebook
from pitbook.checks import check, editions_held
from pitbook.choices import TERM_NAMES
from pitbook.errors import InputError
from pitbook.findings import Finding, Severity, verdict
from pitbook.rulebook import ASKED, Edition, Game, Paytable, Reading, RowOption, UnknownNameError, Wager
from pitbook.starter import starter
from pitbook.submission import Submission, SubmissionError, parse, read_submission
from pitbook.web.api.inputs import refuse_files

Data = dict[str, Any]
Path = tuple[str | int, ...]
Kind = Literal["text", "money", "day", "list", "choice", "open", "amounts", "whole"]

SYSTEMS: Final = {"605a.7": "one table", "605a.8": "linked tables"}
_OWN_KEYS: Final = ("variation", "house_way", "commission_rounding", "payment_order", "aggregate_limit")


@dataclass(frozen=True)
class Entry:
    """A field: its path in the values, its label, how it is filled in, and between what it chooses.

    ``kind`` list is texts with commas between, amounts a sum or one for each wager amount (``1.00: 5000.00, 5.00: 25000.00``),
    ``open`` a choice that takes other values too.
    """

    path: Path
    label: str
    kind: Kind = "text"
    options: tuple[tuple[str, str], ...] = ()
    hint: str = ""

    @property
    def place(self) -> str:
        """Where it stands, in the words of findings: ``games[0].wagers.pair-plus.minimum``."""
        return place_of(self.path)


@dataclass(frozen=True)
class Section:
    """Fields that belong together; ``folded`` says that they start out of sight."""

    title: str
    path: Path
    entries: tuple[Entry, ...]
    folded: bool = False
    hint: str = ""

    @property
    def place(self) -> str:
        """Where it stands, in the words of findings."""
        return place_of(self.path)


def place_of(path: Sequence[str | int]) -> str:
    """A path in the words of findings."""
    words = ""
    for step in path:
        words += f"[{step}]" if isinstance(step, int) else f".{step}" if words else step
    return words


# Values ---------------------------------------------------------------------------------------------------------------


def starter_data(game: Game, today: datetime.date) -> Data:
    """The values of the starter of a game."""
    data: Data = plain_values(parse(starter(game, today).encode(), "toml", "starter"))
    return data


def read_text(text: str, name: str) -> Data:
    """The values of a file's text, TOML or JSON. Raises :class:`~pitbook.submission.SubmissionError`."""
    is_json = name.lower().endswith(".json") or text.lstrip()[:1] == "{"
    data = parse(text.encode(), "json" if is_json else "toml", name)
    if not isinstance(data, dict):
        raise SubmissionError([f"{name}: a filing is a table of keys, not {type(data).__name__}"])
    values: Data = plain_values(data)
    return values


def plain_values(value: Any) -> Any:
    """The values with days as texts, as JSON has them."""
    if isinstance(value, dict):
        return {key: plain_values(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain_values(each) for each in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def as_json(data: Data) -> bytes:
    """The values as a file that ``pitbook check`` reads."""
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def value_at(data: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path; None where there is nothing."""
    for step in path:
        if isinstance(step, int):
            data = data[step] if isinstance(data, list) and step < len(data) else None
        else:
            data = data.get(step) if isinstance(data, dict) else None
    return data


def with_value(data: Data, path: Path, value: Any) -> Data:
    """The values with another one at a path; None takes the key away, and with it tables that then say nothing."""
    made = copy.deepcopy(data)
    _put(made, path, value)
    return made


def _put(place: Any, path: Path, value: Any) -> None:
    """Put a value into a table or a list; what stands on the way and is neither gives way to a table."""
    step, rest = path[0], path[1:]
    if not rest:
        if value is None:
            place.pop(step, None)
        else:
            place[step] = value
        return
    child = value_at(place, (step,))
    if not isinstance(child, list if isinstance(rest[0], int) else dict):
        place[step] = child = {}
    if isinstance(rest[0], int) and value_at(child, rest[:1]) is None:
        return
    _put(child, rest, value)
    if step in _MAY_GO and child == {}:
        place.pop(step)


_MAY_GO: Final = {"thresholds", "readings", "options", "extras", "pays", "meter"}
"""Tables that say nothing when they are empty."""


def table_at(data: Any, path: Sequence[str | int]) -> Data:
    """The table at a path; an empty one where there is none."""
    found = value_at(data, path)
    return found if isinstance(found, dict) else {}


def text_of(entry: Entry, data: Data) -> str:
    """What a field shows."""
    value = value_at(data, entry.path)
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{amount}: {each}" for amount, each in value.items())
    return str(value)


def with_entry(data: Data, entry: Entry, text: str) -> Data:
    """The values after a field was filled in; an empty one takes its key away."""
    written = text.strip()
    value: Any = written or None
    if written and entry.kind == "list":
        value = [each.strip() for each in written.split(",") if each.strip()]
    elif written and entry.kind == "amounts" and ":" in written:
        pairs = (each.partition(":") for each in written.split(",") if each.strip())
        value = {amount.strip(): figure.strip() for amount, _, figure in pairs}
    elif written and entry.kind == "whole":
        value = int(written) if written.isascii() and written.isdigit() else written
    return with_value(data, entry.path, value)


# Parts of a filing ----------------------------------------------------------------------------------------------------


def games_in(data: Data) -> list[Game | None]:
    """The game of each part; None where its name is none."""
    parts = data.get("games")
    return [_game(each.get("game") if isinstance(each, dict) else None) for each in parts] if isinstance(parts, list) else []


def _game(name: Any) -> Game | None:
    try:
        return rulebook().game(name) if isinstance(name, str) else None
    except UnknownNameError:
        return None


def edition_of(game: Game, data: Data) -> Edition:
    """The edition that the filing's day asks for, the newest where there is none."""
    for name in ("effective_date", "filing_date"):
        try:
            return game.edition(datetime.date.fromisoformat(str(data.get(name))))
        except ValueError:
            continue
    return game.edition()


def with_game(data: Data, game: Game, today: datetime.date) -> Data:
    """The filing with one more game, as its starter has it."""
    made = copy.deepcopy(data)
    made.setdefault("games", []).append(starter_data(game, today)["games"][0])
    return made


def without_game(data: Data, n: int) -> Data:
    """The filing without one of its games."""
    made = copy.deepcopy(data)
    made["games"].pop(n)
    return made


def with_wager(data: Data, n: int, wager: Wager, offered: bool) -> Data:
    """The filing with a wager offered, or not; a new one starts with its first paytable and usual amounts."""
    path: Path = ("games", n, "wagers", wager.id)
    if not offered:
        return with_value(data, path, None)
    fresh: Data = {}
    if len(wager.paytables) > 1:
        fresh["paytable"] = wager.paytables[0].label
    if wager.meter is not None:
        fresh["amounts"] = ["1.00"]
    elif not wager.stakeless:
        fresh |= {"minimum": "5.00", "maximum": "500.00"}
    return with_value(data, path, fresh)


def with_pays_as_printed(data: Data, n: int, wager: Wager) -> Data:
    """The filing with a wager's paytable written out as the text prints it."""
    at: Path = ("games", n, "wagers", wager.id)
    table = _table(wager, value_at(data, (*at, "paytable")))
    if table is None:
        return data
    rows = {each.id for each in _options(data, n)}
    added = {name: pays for name, pays in table_at(data, (*at, "options")).items() if name in rows}
    return with_value(data, (*at, "pays"), added | {row.outcome: row.pays for row in table.rows if row.pays})


def _options(data: Data, n: int) -> Sequence[RowOption]:
    """The rows that a filing may add to the paytables of one of its games."""
    game = games_in(data)[n]
    return edition_of(game, data).options if game is not None else ()


def with_link(data: Data) -> Data:
    """The filing with one more link."""
    made = copy.deepcopy(data)
    made.setdefault("links", []).append({"link": "", "facility": data.get("facility") or "", "members": []})
    return made


def without_link(data: Data, n: int) -> Data:
    """The filing without one of its links."""
    made = copy.deepcopy(data)
    made["links"].pop(n)
    if not made["links"]:
        del made["links"]
    return made


def _table(wager: Wager, label: Any) -> Paytable | None:
    if len(wager.paytables) == 1:
        return wager.paytables[0]
    return next((each for each in wager.paytables if isinstance(label, str) and each.label.lower() == label.lower()), None)


# Fields ---------------------------------------------------------------------------------------------------------------


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
    table = _table(wager, part.get("paytable"))
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


# The check ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """What a check says: the filing where it could be read, else the faults of its form as findings without a clause."""

    filing: Submission | None
    findings: tuple[Finding, ...]
    verdict: str
    counts: Mapping[Severity, int] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether it was read and breaks no rule."""
        return self.filing is not None and not self.counts.get(Severity.VIOLATION)


UNREAD: Final = "not-read"
"""The code of a fault of form: the filing cannot be checked before it is mended."""


def checked(data: Data) -> Checked:
    """Read and check the values of a filing. A house way in a file of its own is refused: a page has no files."""
    try:
        filing = read_filing(data)
    except SubmissionError as fault:
        findings = tuple(_unread(each) for each in fault.faults)
        return Checked(None, findings, "not checked: it cannot be read as it stands")
    except InputError as fault:
        return Checked(None, (_unread(str(fault)),), "not checked: it cannot be read as it stands")
    found = check(filing)
    counts = {each: sum(one.severity is each for one in found) for each in Severity}
    return Checked(filing, found, verdict(found, editions_held(filing)), counts)


def read_filing(data: Data, name: str = "submission") -> Submission:
    """The filing of plain values. Raises :class:`~pitbook.submission.SubmissionError`, also for what names a file."""
    parts = data.get("games")
    faults = []
    for n, part in enumerate(parts if isinstance(parts, list) else []):
        try:
            refuse_files(part)
        except InputError as fault:
            faults.append(f"games[{n}].house_way: {fault}")
    if faults:
        raise SubmissionError(faults)
    return read_submission(data, name=name)


def _unread(fault: str) -> Finding:
    place, _, words = fault.partition(": ")
    if not words:
        place, words = "submission", fault
    found, _, allowed = words.partition("; allowed")
    return Finding(
        UNREAD,
        Severity.VIOLATION,
        place,
        found,
        allowed.removeprefix(":").strip().removeprefix("is ").removeprefix("are "),
        "",
        "Mend it to have it checked.",
    )


def placed(findings: Sequence[Finding], places: Iterable[str]) -> tuple[dict[str, list[Finding]], list[Finding]]:
    """The findings by the place (of a field or a section) that they concern, and those that concern none of these."""
    longest_first = sorted(places, key=len, reverse=True)
    by_place: dict[str, list[Finding]] = {}
    others = []
    for each in findings:
        at = next((one for one in longest_first if each.place == one or each.place.startswith((f"{one}.", f"{one}["))), None)
        if at is None:
            others.append(each)
        else:
            by_place.setdefault(at, []).append(each)
    return by_place, others


def finding_text(found: Finding) -> str:
    """A finding beside its field: what was found, what is allowed, what mends it, clause and code."""
    allowed = f"; allowed: {found.allowed}" if found.allowed else ""
    remedy = f" {found.remedy}" if found.remedy and found.code != UNREAD else ""
    where = ", ".join(each for each in (found.citation, found.code) if each and each != UNREAD)
    return f"{found.found}{allowed}.{remedy}" + (f" [{where}]" if where else "")

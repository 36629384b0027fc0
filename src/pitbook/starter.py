"""A commented starter of a Rules Submission for a game: what can be chosen, where, and between what."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from pitbook.names import listed
from pitbook.payouts import dollars
from pitbook.rulebook import Edition, Game, Kind, Paytable, Reading, Wager

PLACEHOLDER: Final = ("<", ">")
_ARTICLE: Final = {"rate": "a rate", "payout": "a payout", "amount": "an amount"}
_OWN_KEYS: Final = ("variation", "house-way", "commission-rounding", "payment-order", "aggregate-limit")


def is_placeholder(text: str) -> bool:
    """Whether a name is one that the starter leaves to be filled in."""
    return text.strip().startswith(PLACEHOLDER[0]) and text.strip().endswith(PLACEHOLDER[1])


def starter(game: Game, today: date) -> str:
    """The text of a TOML filing that checks clean once its names are filled in.

    The base wagers stand in it; the other wagers are there as choices, each line behind a ``#`` with no blank after it.
    """
    edition = game.edition()
    first = _first_wagers(edition)
    lines = [
        f"# Rules Submission for {game.name} ({game.chapter}), edition {edition.id}.",
        "# 1. Fill in what stands between < and >.",
        "# 2. A line that begins with # and no blank is a choice: take the # away to make it.",
        f"# 3. Look at the odds:  pitbook compare {game.id} WAGER",
        "# 4. Check it:          pitbook check FILE",
        "",
        'certificate_holder = "<certificate holder>"',
        'facility = "<licensed facility>"',
        f"filing_date = {today.isoformat()}",
        "#effective_date = 2099-01-01",
        '#reference = "<number of the filing>"',
        '#preparer = "<who prepared it>"',
        "",
        "# Figures of your own at which the check warns.",
        "#[thresholds]",
        '#long_run_return = "70%"',
        "#jackpot_one_in = 100_000_000",
        "",
        "[[games]]",
        f'game = "{game.id}"',
        'tables = ["<table number>"]',
        *_game_keys(game, edition, first),
        *_readings(edition, first),
    ]
    for wager in edition.wagers:
        lines.extend(["", *_wager(edition, wager, active=wager.id in first)])
    for name in edition.recorded:
        lines.extend(["", f"# {name}: its odds are not held; it may be named, and is not checked.", f"#[games.wagers.{name}]"])
    lines.extend(["", *_links(edition)])
    return "\n".join(lines) + "\n"


def _first_wagers(edition: Edition) -> set[str]:
    """The base wagers that stand in the starter; of several pays on one wager (Ante Bonus) the first."""
    first = [each.id for each in edition.wagers if each.kind is Kind.BASE and not each.stakeless]
    bonus = next((each.id for each in edition.wagers if each.stakeless), None)
    return {*first, *([bonus] if bonus is not None else [])}


# Keys of the game, readings ------------------------------------------------------------------------------------------


def _game_keys(game: Game, edition: Edition, first: set[str]) -> Iterator[str]:
    if len(game.decks) > 1:
        yield f"decks = {game.default_decks}  # {listed(str(each) for each in game.decks)}"
    if any(each.meter is not None for each in edition.wagers):
        kinds = "605a.7; linked tables 605a.8 too"
        if edition.system_clause is not None or "Pa. Code" in game.chapter:
            clause = edition.system_clause or "58 Pa. Code §§ 605a.7, 605a.8 (not held)"
            yield f"# Progressive wagers need a table game system, {kinds} ({clause})."
        else:
            yield f"# Progressive wagers need a table game system, named as in 58 Pa. Code: {kinds}."
        yield '#systems = ["605a.7"]'
    for name in _OWN_KEYS:
        reading = next((each for each in edition.readings if each.id == name), None)
        if reading is not None:
            yield ""
            yield from _question(reading)
            mark = "" if _matters(reading, edition, first) else "#"
            yield f'{mark}{name.replace("-", "_")} = "{reading.default}"'


def _readings(edition: Edition, first: set[str]) -> Iterator[str]:
    """The readings that a filing should decide, those of the wagers that stand in the starter decided by their defaults."""
    asked = [each for each in edition.readings if _is_asked(each)]
    if not asked:
        return
    yield ""
    yield "# How clauses that can be read in more than one way are read."
    yield "[games.readings]"
    for reading in asked:
        mark = "" if _matters(reading, edition, first) else "#"
        yield ""
        yield from _question(reading)
        yield f'{mark}{reading.id} = "{reading.default}"'


def _is_asked(reading: Reading) -> bool:
    if reading.id in _OWN_KEYS or "filing" not in reading.affects or reading.asked_when == "never":
        return False
    return len(reading.values) > 1 or reading.accepts is not None


def _matters(reading: Reading, edition: Edition, first: set[str]) -> bool:
    if reading.asked_when != "always":
        return False
    if reading.scope == "wagers":
        return bool(first & set(reading.wagers))
    return reading.scope == "all"


def _question(reading: Reading) -> Iterator[str]:
    yield f"# {reading.asks} [{reading.citation}]"
    for value, meaning in reading.values.items():
        default = " (default)" if value == reading.default else ""
        yield f"#   {value}: {meaning}{default}"
    if reading.accepts is not None:
        yield f"#   or {_ARTICLE[reading.accepts]} of your own"


# Wagers --------------------------------------------------------------------------------------------------------------


def _wager(edition: Edition, wager: Wager, *, active: bool) -> Iterator[str]:
    mark = "" if active else "#"
    yield f"# {wager.name}, {wager.citation}"
    if wager.requires:
        yield f"# Beside it must stand: {' or '.join(wager.requires)}."
    if not active:
        yield from _to_decide(edition, wager)
    for note in wager.notes:
        yield f"# {note}"
    yield f"{mark}[games.wagers.{wager.id}]"
    table = _first_table(wager)
    if len(wager.paytables) > 1:
        yield f'{mark}paytable = "{table.label}"  # {listed(each.label for each in wager.paytables)}{_by_variation(wager)}'
    if wager.meter is not None:
        amounts = listed(f'"{_plain(each)}"' for each in _amounts(table))
        yield f"{mark}amounts = [{amounts}]"
    elif not wager.stakeless:
        yield f'{mark}minimum = "5.00"'
        yield f'{mark}maximum = "500.00"'
        yield '#denomination = "5.00"'
    for option in edition.options:
        if wager.id in option.floors:
            yield f"# {option.hand}: at least {option.floors[wager.id]} ({option.citation})"
            yield f'#options = {{ {option.id} = "{option.floors[wager.id]}" }}'
    if wager.extras:
        yield f"# Pays that the table's system decides, with how often each comes ({wager.extras[0].citation})"
        yield "#extras = { " + ", ".join(f'{each.outcome} = "1 in 1000"' for each in wager.extras) + " }"
    if wager.meter is not None:
        yield from _meter(wager, table, mark)
    if table.envy is not None:
        yield f"# Envy Bonuses are those of {table.envy.citation}; they may be printed here under envy."


def _to_decide(edition: Edition, wager: Wager) -> Iterator[str]:
    """The readings that the wager makes necessary once it is taken."""
    wanted = [
        each.id for each in edition.readings if wager.id in each.wagers and _is_asked(each) and _matters(each, edition, {wager.id})
    ]
    if wanted:
        yield f"# With it decide under [games.readings]: {listed(wanted)}."


def _first_table(wager: Wager) -> Paytable:
    """The first paytable, of those for a named variation where the rules tie them."""
    for labels in wager.variations.values():
        return wager.paytable(labels[0])
    return wager.paytables[0]


def _by_variation(wager: Wager) -> str:
    return "".join(f"; {listed(labels)} with {variation}" for variation, labels in wager.variations.items())


def _amounts(table: Paytable) -> tuple[int, ...]:
    return (table.envy.wager_amounts if table.envy is not None else ()) or (1_000_000,)


def _plain(micros: int) -> str:
    return dollars(micros).removeprefix("$").replace(",", "")


def _meter(wager: Wager, table: Paytable, mark: str) -> Iterator[str]:
    """The terms as the first paytable prints them; where the text has none, figures that are only examples."""
    terms = table.terms
    printed = dict(terms.printed) if terms is not None else {}
    if terms is None:
        yield "# The text prints no terms: the figures are examples, put your own."
        printed = {"seed": "10,000x", "reseed": "10,000x", "increment": "20%"}
    elif len(wager.paytables) > 1:
        yield f"# The terms of paytable {table.label}; they follow the paytable ({terms.citation})."
    else:
        yield f"# The terms as printed ({terms.citation})."
    parts = [f'{name} = "{text}"' for name, text in printed.items()]
    if terms is not None and terms.seed is None:
        yield "# No seed is printed: the opening amount is yours."
        parts.append('opening = "10000.00"')
    yield f"{mark}meter = {{ {', '.join(parts)} }}"


def _links(edition: Edition) -> Iterator[str]:
    if any(each.meter is not None for each in edition.wagers):
        yield '# Tables on common meters: name the link in the wager\'s meter (link = "...") and describe it here.'
        yield "#[[links]]"
        yield '#link = "<name of the link>"'
        yield '#facility = "<licensed facility>"'
        yield '#members = ["<table number>"]'

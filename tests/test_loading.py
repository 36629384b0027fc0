"""A game's rules file: what it becomes, and that every kind of fault is found, with file and key, all at once."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitbook.catalog import game_folders, load_game, rulebook
from pitbook.families import families
from pitbook.loading import load, load_policies
from pitbook.payouts import MICROS, parse_payout
from pitbook.rulebook import Game, Kind, RulebookError, UnknownNameError

POLICIES = """
[[policy]]
id = "shared-order"
clause = "not in the texts held"
asks = "Who is first?"
default = "left"
values = { left = "left", right = "right" }
why = "Nothing is said."
scope = "all"
affects = ["settlement"]
"""

GAME = """
[game]
id = "toy"
name = "Toy"
chapter = "chapter 1"
deck = "52"
decks = [1]
seats = 7
summary = "A toy."
"""

EDITION = """
[[edition]]
id = "first"
from = "unknown"
until = "open"
source = "a source"

[[edition.wager]]
id = "main"
name = "Main"
clause = "section 1(a)"
kind = "base"
family = "one"
reads = ["player"]
placed = "first"
after_fold = "lost"
vigorish = "5%"
vigorish_multiple = "25¢"
variations = { wide = ["A"], narrow = ["B"] }

[[edition.wager.table]]
clause = "section 1(b)"
columns = ["A", "B"]
rows = [
  { hand = "Ace", event = "ace", pays = ["35 to 1", "40 to 1"] },
  { hand = "King or queen's", event = "face", pays = ["1 to 1", ""], envy = ["$10", "N/A"] },
  { hand = "Red", event = "red", reading = "column", pays = { a = ["2 to 1", ""], b = ["", "2 to 1"] }, printed = ["2 to 1"] },
]

[[edition.wager.extra]]
hand = "Gift"
pays = "20 for 1"
clause = "section 1(c)"

[[edition.wager]]
id = "pot"
name = "Pot"
clause = "section 2"
kind = "progressive"
family = "one"
reads = ["player"]
placed = "first"
after_fold = "settled"
fold_reading = "on-fold"
meter = "pot"

[[edition.wager.table]]
clause = "section 2(a)"
columns = ["standard"]
rows = [{ hand = "Ace", event = "ace", pays = ["100% of meter"] }, { hand = "Face", event = "face", pays = ["5 for 1"] }]

[[edition.wager.terms]]
clause = "section 2(b)"
columns = ["standard"]
seed = ["$1,000 for 1"]
increment = ["14%"]
reserve = ["N/A"]

[[edition.wager.envy]]
clause = "section 2(c)"
columns = ["$1", "$5"]
rows = [{ hand = "Ace", pays = ["$100", "$500"] }]

[[edition.option]]
id = "extra-row"
clause = "section 3"
hand = "Red ace"
event = "red"
floors = { main = "5 to 1" }

[[edition.reading]]
id = "column"
clause = "section 1(b)"
asks = "Which column?"
default = "a"
values = { a = "the first", b = "the second" }
why = "It stands first."
wagers = ["main"]
affects = ["odds"]
events = { b = { ace = "red" } }

[[edition.reading]]
id = "on-fold"
clause = "section 2"
asks = "And after a fold?"
default = "settled"
values = { settled = "it lives", lost = "it is lost", jackpot = "a row comes on top" }
why = "Nothing is said."
wagers = ["pot"]
affects = ["settlement"]
top_row = { jackpot = { hand = "Red", event = "red", pays = "7 for 1" } }
"""

RULES = GAME + EDITION
EVENTS = {"one": ("ace", "face", "red")}


def loaded(folder: Path, text: str) -> Game:
    game = folder / "toy_game"
    game.mkdir(exist_ok=True)
    (game / "rules.toml").write_text(text, encoding="utf-8")
    (folder / "policies.toml").write_text(POLICIES)
    return load(game / "rules.toml", EVENTS, load_policies(folder / "policies.toml"))


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(RulebookError) as caught:
        loaded(folder, text)
    assert list(caught.value.faults) == str(caught.value).splitlines()
    for fault in caught.value.faults:
        assert fault.startswith("toy_game/rules.toml: "), fault
    return list(caught.value.faults)


def changed(old: str, new: str, text: str = RULES) -> str:
    assert old in text
    return text.replace(old, new, 1)


# What a file becomes ------------------------------------------------------------------------------------------------


def test_the_file_becomes_a_game(tmp_path: Path) -> None:
    game = loaded(tmp_path, RULES)
    assert (game.id, game.name, game.deck, game.decks, game.default_decks, game.seats) == ("toy", "Toy", "52", (1,), 1, 7)
    assert [wager.id for wager in game.wagers] == ["main", "pot"]
    main = game.wager("main")
    assert (main.kind, main.citation, main.vigorish, main.vigorish_multiple) == (
        Kind.BASE,
        "section 1(a)",
        Fraction(1, 20),
        250_000,
    )
    assert main.variations == {"wide": ("A",), "narrow": ("B",)}
    assert [(extra.outcome, extra.pays, extra.citation) for extra in main.extras] == [("gift", "20 for 1", "section 1(c)")]


def test_a_column_becomes_a_paytable_and_an_empty_cell_no_row(tmp_path: Path) -> None:
    a, b = loaded(tmp_path, RULES).wager("main").paytables
    assert (a.label, a.citation) == ("A", "section 1(b)")
    assert [(row.outcome, row.pays, row.award) for row in a.rows[:2]] == [
        ("ace", "35 to 1", parse_payout("35 to 1")),
        ("king-or-queens", "1 to 1", parse_payout("1 to 1")),
    ]
    assert [row.outcome for row in b.rows] == ["ace", "red"]
    assert dict(b.rows[1].pays_by_reading) == {"a": "", "b": "2 to 1"}
    assert b.rows[1].printed == ("2 to 1",)


def test_an_envy_cell_stands_with_its_row_and_not_applicable_is_none(tmp_path: Path) -> None:
    a, b = loaded(tmp_path, RULES).wager("main").paytables
    assert a.envy is not None
    assert [(row.outcome, row.amounts[None].dollars_micros) for row in a.envy.rows] == [("king-or-queens", 10 * MICROS)]
    assert b.envy is None


def test_terms_and_an_envy_table_by_amount_belong_to_their_paytable(tmp_path: Path) -> None:
    table = loaded(tmp_path, RULES).wager("pot").paytable("Standard")
    assert table.terms is not None
    assert (table.terms.seed, table.terms.increment, table.terms.reserve) == (Fraction(1_000), Fraction(14, 100), None)
    assert table.terms.reseed == 1_000, "without a reseed of its own the seed is put on again"
    assert table.envy is not None
    assert table.envy.wager_amounts == (MICROS, 5 * MICROS)


def test_the_shared_policies_are_readings_of_the_edition(tmp_path: Path) -> None:
    edition = loaded(tmp_path, RULES).edition()
    assert [each.id for each in edition.readings] == ["column", "on-fold", "shared-order"]
    assert edition.reading("shared-order").scope == "all"


# Editions -----------------------------------------------------------------------------------------------------------


def two_editions(first_until: str, second_from: str, second_until: str = '"open"') -> str:
    first = changed('until = "open"', f"until = {first_until}", EDITION)
    second = changed('id = "first"', 'id = "second"', EDITION)
    second = changed('from = "unknown"', f"from = {second_from}", second)
    second = changed('until = "open"', f"until = {second_until}", second)
    second = changed('"35 to 1"', '"36 to 1"', second)
    return GAME + first + second


@pytest.mark.parametrize(
    ("day", "edition", "pays"),
    [
        (date(1990, 1, 1), "first", "35 to 1"),
        (date(2020, 6, 30), "first", "35 to 1"),
        (date(2020, 7, 1), "second", "36 to 1"),
        (date(2020, 7, 2), "second", "36 to 1"),
        (date(2999, 1, 1), "second", "36 to 1"),
        (None, "second", "36 to 1"),
    ],
)
def test_a_day_has_its_edition_before_on_and_after_the_change(tmp_path: Path, day: date | None, edition: str, pays: str) -> None:
    game = loaded(tmp_path, two_editions("2020-07-01", "2020-07-01"))
    assert game.edition(day).id == edition
    assert game.wager("main", day).paytable("A").rows[0].pays == pays


def test_a_day_after_the_last_edition_has_none(tmp_path: Path) -> None:
    game = loaded(tmp_path, two_editions("2020-07-01", "2020-07-01", "2021-01-01"))
    assert game.edition(date(2020, 12, 31)).id == "second"
    with pytest.raises(UnknownNameError, match="2021-01-01") as caught:
        game.edition(date(2021, 1, 1))
    assert "first (start not known, until 2020-07-01)" in str(caught.value)
    assert "second (from 2020-07-01, until 2021-01-01)" in str(caught.value)


@pytest.mark.parametrize(
    ("first_until", "second_from", "words"),
    [
        ("2020-07-01", "2020-07-02", ["edition[1].from", "no edition covers 2020-07-01 to 2020-07-02"]),
        ("2020-07-02", "2020-07-01", ["edition[1].from", "second starts 2020-07-01, before first ends 2020-07-02"]),
        ('"open"', "2020-07-01", ["edition[1].from", "overlap"]),
        ("2020-07-01", '"unknown"', ["edition[1].from", "overlap"]),
    ],
)
def test_a_gap_or_an_overlap_of_editions_is_refused(tmp_path: Path, first_until: str, second_from: str, words: list[str]) -> None:
    (fault,) = faults(tmp_path, two_editions(first_until, second_from))
    assert all(word in fault for word in words), fault


def test_an_edition_that_ends_before_it_starts_is_refused(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, two_editions("2020-07-01", "2020-07-01", "2020-07-01"))
    assert "edition[1].until: 2020-07-01 is not after 2020-07-01" in fault


def test_two_editions_of_one_name_are_refused(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, changed('id = "second"', 'id = "first"', two_editions("2020-07-01", "2020-07-01")))
    assert "'first' is given 2 times" in fault


def test_the_dates_of_an_edition_are_days_or_words(tmp_path: Path) -> None:
    found = faults(tmp_path, changed('from = "unknown"', 'from = "last year"'))
    assert any("edition[0].from: " in fault and "'last year'" in fault for fault in found), found


# Faults, one by one -------------------------------------------------------------------------------------------------

# fmt: off
ONE_FAULT = [
    # the shape of the file
    ('name = "Toy"', 'name = "Toy"\ncolour = "green"', ["game.colour", "unknown key"]),
    ('columns = ["A", "B"]', 'columns = ["A", "B"]\nrates = []', ["edition[0].wager[0].table[0].rates", "unknown key"]),
    ('event = "ace", pays = ["35', 'pay = 1, event = "ace", pays = ["35', ["wager[0].table[0].rows[0].pay", "unknown key"]),
    ("deck = \"52\"", "deck = \"53\"", ["game.deck", "'53'"]),
    ("decks = [1]", "decks = []", ["game.decks"]),
    ("decks = [1]", "decks = [0]", ["game.decks[0]", "found 0"]),
    ("decks = [1]", "decks = [9]", ["game.decks[0]", "found 9"]),
    ("seats = 7", "seats = 0", ["game.seats", "found 0"]),
    ("seats = 7", 'seats = "7"', ["game.seats", "'7'"]),
    ("seats = 7\n", "", ["game.seats", "missing"]),
    ('kind = "base"', 'kind = "side"', ["edition[0].wager[0].kind", "'side'"]),
    ('reads = ["player"]', 'reads = ["croupier"]', ["edition[0].wager[0].reads[0]", "'croupier'"]),
    ('reads = ["player"]', "reads = []", ["edition[0].wager[0].reads"]),
    ('after_fold = "lost"', 'after_fold = "maybe"', ["edition[0].wager[0].after_fold", "'maybe'"]),
    ('affects = ["odds"]', 'affects = ["mood"]', ["edition[0].reading[0].affects[0]", "'mood'"]),
    # citations and events
    ('clause = "section 1(a)"\n', "", ["edition[0].wager[0].clause", "missing"]),
    ('clause = "section 1(b)"\n', "", ["edition[0].wager[0].table[0].clause", "missing"]),
    ('clause = "section 1(b)"\n', 'clause = ""\n', ["edition[0].wager[0].table[0].clause"]),
    ('clause = "section 2(b)"\n', "", ["edition[0].wager[1].terms[0].clause", "missing"]),
    ('clause = "section 2(c)"\n', "", ["edition[0].wager[1].envy[0].clause", "missing"]),
    ('clause = "section 3"\n', "", ["edition[0].option[0].clause", "missing"]),
    ('clause = "section 1(b)"\nasks', "asks", ["edition[0].reading[0].clause", "missing"]),
    ('event = "ace", pays = ["35', 'pays = ["35', ["edition[0].wager[0].table[0].rows[0].event", "missing"]),
    ('event = "ace", pays = ["35', 'event = "", pays = ["35', ["edition[0].wager[0].table[0].rows[0].event"]),
    ('event = "ace", pays = ["35', 'event = "aces", pays = ["35', ["rows[0] 'Ace'.event", "'aces'", "did you mean ace", "red"]),
    ('family = "one"', 'family = "two"', ["edition[0].wager[0] main.family", "'two'", "allowed: one"]),
    ('event = "red"\nfloors', 'event = "green"\nfloors', ["edition[0].option", "extra-row", "'green'"]),
    ("events = { b = { ace = \"red\" } }", "events = { b = { ace = \"green\" } }", ["reading column", "'green'"]),
    ('event = "red", pays = "7 for 1"', 'event = "green", pays = "7 for 1"', ["reading on-fold", "jackpot", "'green'"]),
    # payouts and figures
    ('"35 to 1"', '"35 too 1"', ["edition[0].wager[0] main.table[0].rows[0] 'Ace'.pays[0]", "'35 too 1'", "35 to 1"]),
    ('"40 to 1"', '"forty"', ["rows[0] 'Ace'.pays[1]", "'forty'"]),
    ('b = ["", "2 to 1"]', 'b = ["", "two"]', ["rows[2] 'Red'.pays.b[1]", "'two'"]),
    ('a = ["2 to 1", ""]', 'a = ["two", ""]', ["rows[2] 'Red'.pays", "'two'"]),
    ('envy = ["$10", "N/A"]', 'envy = ["10", "N/A"]', ["rows[1]", "envy", "'10'"]),
    ('pays = "20 for 1"', 'pays = "a lot"', ["extra 'Gift'.pays", "'a lot'"]),
    ('pays = "20 for 1"', 'pays = "20 for 1"\ndraws = "dice"', ["extra", "draws", "'dice'", "seats"]),
    ('pays = "7 for 1"', 'pays = "seven"', ["reading on-fold", "jackpot", "'seven'"]),
    ('floors = { main = "5 to 1" }', 'floors = { main = "five" }', ["option extra-row.floors.main", "'five'"]),
    ('vigorish = "5%"', 'vigorish = "five"', ["vigorish", "'five'"]),
    ('vigorish_multiple = "25¢"', 'vigorish_multiple = "25c"', ["vigorish_multiple", "'25c'"]),
    ('seed = ["$1,000 for 1"]', 'seed = ["$1,000"]', ["terms[0].seed[0]", "'$1,000'"]),
    ('increment = ["14%"]', 'increment = ["140%"]', ["terms[0].increment[0]", "'140%'"]),
    ('reserve = ["N/A"]', 'reserve = ["none"]', ["terms[0].reserve[0]", "'none'"]),
    ('pays = ["$100", "$500"]', 'pays = ["$100", "500"]', ["envy[0].rows[0] 'Ace'.pays", "'500'"]),
    ('columns = ["$1", "$5"]', 'columns = ["$1", "$five"]', ["envy[0]", "'$five'"]),
    # cells that do not fit their columns
    ('pays = ["35 to 1", "40 to 1"]', 'pays = ["35 to 1"]', ["rows[0] 'Ace'.pays", "1 cells for 2 columns"]),
    ('pays = ["35 to 1", "40 to 1"]', 'pays = ["35 to 1", "40 to 1", "1 to 1"]', ["rows[0] 'Ace'.pays", "3 cells for 2 columns"]),
    ('b = ["", "2 to 1"]', 'b = [""]', ["rows[2] 'Red'.pays.b", "1 cells for 2 columns"]),
    ('envy = ["$10", "N/A"]', 'envy = ["$10"]', ["rows[1]", "envy", "1 cells for 2 columns"]),
    ('increment = ["14%"]', 'increment = ["14%", "15%"]', ["terms[0].increment", "2 cells for 1 columns"]),
    ('pays = ["$100", "$500"]', 'pays = ["$100"]', ["envy[0].rows[0] 'Ace'.pays", "1 cells for 2 columns"]),
    # names that are not there, or twice
    ('columns = ["A", "B"]', 'columns = ["A", "A"]', ["'A' is given 2 times"]),
    ('id = "pot"\nname', 'id = "main"\nname', ["edition[0].wager", "'main' is given 2 times"]),
    ('hand = "King or queen\'s"', 'hand = "Ace"', ["rows (paytable A)", "'ace' is given 2 times"]),
    ('id = "on-fold"', 'id = "column"', ["edition[0].reading", "'column' is given 2 times"]),
    ('columns = ["standard"]\nseed', 'columns = ["other"]\nseed', ["terms[0].columns", "'other'", "standard"]),
    ('hand = "Ace", pays = ["$100"', 'hand = "King", pays = ["$100"', ["envy[0].rows[0] 'King'", "'king'", "ace"]),
    ('narrow = ["B"]', 'narrow = ["C"]', ["variations.narrow", "'C'", "A, B"]),
    ('fold_reading = "on-fold"', 'fold_reading = "on-folding"', ["wager[1] pot", "'on-folding'"]),
    ('reading = "column"', 'reading = "colum"', ["rows[2] 'Red'.reading", "'colum'"]),
    ("a = [\"2 to 1\", \"\"], b", "c = [\"2 to 1\", \"\"], b", ["rows[2] 'Red'.pays", "c, b", "a, b"]),
    ('floors = { main = "5 to 1" }', 'floors = { mine = "5 to 1" }', ["option extra-row.floors", "'mine'", "main, pot"]),
    ('event = "red"\nfloors', 'event = "red"\nreading = "column"\nadds_to = { z = "ace" }\nfloors', ["adds_to", "'z'", "a, b"]),
    ('event = "red"\nfloors', 'event = "red"\nreading = "column"\nadds_to = { a = "aces" }\nfloors', ["adds_to", "'aces'"]),
    ('default = "a"', 'default = "c"', ["reading column.default", "'c'", "a, b"]),
    ('wagers = ["pot"]', 'wagers = ["pit"]', ["reading on-fold.wagers", "'pit'", "main, pot"]),
    ("events = { b = {", "events = { c = {", ["reading column", "'c'", "a, b"]),
    ("top_row = { jackpot =", "top_row = { jack =", ["reading on-fold", "'jack'"]),
]
# fmt: on


@pytest.mark.parametrize(("old", "new", "words"), ONE_FAULT, ids=[f"{n}-{each[2][0]}" for n, each in enumerate(ONE_FAULT)])
def test_a_fault_is_named_with_its_key_what_was_found_and_what_is_allowed(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    found = faults(tmp_path, changed(old, new))
    assert any(all(word in fault for word in words) for fault in found), found


def test_all_faults_of_a_file_are_reported_at_once(tmp_path: Path) -> None:
    text = two_editions("2020-07-01", "2020-08-01")
    for old, new in [
        ('"35 to 1"', '"35 too 1"'),
        ('event = "face", pays = ["1 to 1"', 'event = "faces", pays = ["1 to 1"'),
        ('increment = ["14%"]', 'increment = ["-14%"]'),
        ('default = "a"', 'default = "z"'),
        ('pays = ["$100", "$500"]', 'pays = ["$100", "lots"]'),
        ('"36 to 1"', '"36"'),
    ]:
        text = changed(old, new, text)
    found = faults(tmp_path, text)
    wanted = ["'35 too 1'", "'faces'", "'-14%'", "'z'", "'lots'", "edition[1].wager[0] main.table[0].rows[0] 'Ace'.pays[0]: '36'"]
    for word in [*wanted, "no edition covers 2020-07-01 to 2020-08-01"]:
        assert sum(word in fault for fault in found) == 1, (word, found)
    assert len(found) == 7


def test_all_faults_of_shape_are_reported_at_once(tmp_path: Path) -> None:
    text = RULES
    for old, new in [
        ("seats = 7\n", ""),
        ('kind = "base"', 'kind = "side"'),
        ('clause = "section 2(b)"\n', ""),
        ("deck =", "dek ="),
    ]:
        text = changed(old, new, text)
    found = faults(tmp_path, text)
    for key in ["game.seats: missing", "game.dek: unknown key (did you mean deck?)", "wager[0].kind", "wager[1].terms[0].clause"]:
        assert sum(key in fault for fault in found) == 1, (key, found)
    assert len(found) == 4  # that deck is missing is no fault beside the misspelt key


FORM = [
    each
    for each in ONE_FAULT
    if any(" " not in word and word.startswith(("game", "edition[0].wager[0].", "wager[")) for word in each[2])
]
OTHER = [each for each in ONE_FAULT if each not in FORM]
UNKNOWN = 'name = "Toy"', 'name = "Toy"\ncolour = "green"'


@pytest.mark.parametrize("other", OTHER, ids=[f"{n}-{each[2][0]}" for n, each in enumerate(OTHER)])
def test_an_unknown_key_hides_no_other_fault(tmp_path: Path, other: tuple[str, str, list[str]]) -> None:
    alone = faults(tmp_path, changed(*other[:2]))
    both = faults(tmp_path, changed(*UNKNOWN, changed(*other[:2])))
    assert sorted(both) == sorted([*alone, *faults(tmp_path, changed(*UNKNOWN))])


@pytest.mark.parametrize("form", FORM, ids=[f"{n}-{each[2][0]}" for n, each in enumerate(FORM)])
def test_a_fault_of_form_brings_no_fault_that_only_follows_from_it(tmp_path: Path, form: tuple[str, str, list[str]]) -> None:
    alone = faults(tmp_path, changed(*form[:2]))
    for old, new, _ in OTHER[FORM.index(form) % 4 :: 4]:
        text = changed(*form[:2])
        if text.count(old) == 1:
            wanted = {*alone, *faults(tmp_path, changed(old, new))}
            assert set(alone) <= set(faults(tmp_path, changed(old, new, text))) <= wanted, (old, new)


def test_an_unknown_key_a_wrong_event_and_a_short_row_are_said_together(tmp_path: Path) -> None:
    text = RULES
    for old, new in [
        ('columns = ["A", "B"]', 'columns = ["A", "B"]\nrates = []'),
        ('event = "face", pays = ["1 to 1"', 'event = "faces", pays = ["1 to 1"'),
        ('pays = ["35 to 1", "40 to 1"]', 'pays = ["35 to 1"]'),
    ]:
        text = changed(old, new, text)
    found = faults(tmp_path, text)
    assert len(found) == 3, found
    for words in ("table[0].rates: unknown key", "'faces' (did you mean face?)", "1 cells for 2 columns"):
        assert sum(words in each for each in found) == 1, found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[[edition.wager.table]]", "[[edition.wager.tables]]"),
        ("[[edition.wager.table]]", "[[edition.wager.printed]]"),
        ("[[edition.reading]]", "[[edition.unclear]]"),
        ('reading = "column"', 'decided_by = "column"'),
    ],
)
def test_what_an_unknown_key_holds_is_not_missed_elsewhere(tmp_path: Path, old: str, new: str) -> None:
    assert old in RULES
    found = faults(tmp_path, RULES.replace(old, new))
    assert all("unknown key" in each for each in found), found


# Files that are no TOML -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[game",
        "game = ",
        "[game]\n[game]\n",
        RULES + "\n[game]\n",
        changed('name = "Toy"', 'name = "Toy"\nname = "Toy"'),
        changed('hand = "Ace", event = "ace"', 'hand = "Ace", hand = "Ace", event = "ace"'),
        changed("seats = 7", "seats = " + "7" * 5_000),
        "x = " + "[" * 5_000 + "]" * 5_000,
        "from = 2014-13-45",
        "just words",
        "\x00",
    ],
    ids=["empty", "half", "no-value", "twice", "again", "key-twice", "inline-twice", "digits", "deep", "no-day", "words", "nul"],
)
def test_a_file_that_is_no_rules_file_is_refused(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text)


def test_a_file_of_other_bytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_bytes(b"\xff\xfe[game]")
    with pytest.raises(RulebookError, match=r"rules\.toml"):
        load(tmp_path / "rules.toml", EVENTS)


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ('why = "Nothing is said."\n', "", "why"),
        ('scope = "all"', 'scope = "some"', "scope"),
        ('default = "left"', 'default = "middle"', "'middle'"),
        ('asks = "Who', 'ask = "Who', "ask"),
    ],
)
def test_a_wrong_policy_is_refused(tmp_path: Path, old: str, new: str, word: str) -> None:
    (tmp_path / "policies.toml").write_text(changed(old, new, POLICIES))
    with pytest.raises(RulebookError, match=word) as caught:
        load_policies(tmp_path / "policies.toml")
    assert all(fault.startswith("policies.toml: ") for fault in caught.value.faults)


def test_a_policy_given_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "policies.toml").write_text(POLICIES + POLICIES)
    with pytest.raises(RulebookError, match="'shared-order' is given 2 times"):
        load_policies(tmp_path / "policies.toml")


# The games held -----------------------------------------------------------------------------------------------------


def test_every_game_folder_loads_and_bears_its_id() -> None:
    book = rulebook()
    assert [game.id for game in book] == sorted(folder.name.replace("_", "-") for folder in game_folders())
    for folder in game_folders():
        assert load_game(folder, book.policies).id in book.games


def test_every_row_names_an_event_of_its_wagers_family_and_every_table_a_clause() -> None:
    for game in rulebook():
        held = families(game.package)
        for edition in game.editions:
            for wager in edition.wagers:
                assert wager.citation
                for table in wager.paytables:
                    assert table.citation
                    assert table.rows, (game.id, wager.id, table.label)
                    if wager.family is not None:
                        assert {row.event for row in table.rows} <= set(held[wager.family].events)


def test_every_reading_says_its_clause_its_reason_and_its_default() -> None:
    for game in rulebook():
        for edition in game.editions:
            for reading in edition.readings:
                assert reading.citation
                assert reading.why
                assert reading.check(reading.default) == reading.default


def test_an_unknown_game_wager_or_paytable_is_refused_with_the_nearest_name() -> None:
    book = rulebook()
    with pytest.raises(UnknownNameError, match=r"'three-card-pokr' \(did you mean three-card-poker\?\)"):
        book.game("three-card-pokr")
    game = book.game("three-card-poker")
    with pytest.raises(UnknownNameError, match=r"'pair-pluss' \(did you mean pair-plus\?\).*ante"):
        game.wager("pair-pluss")
    with pytest.raises(UnknownNameError, match="pair-plus: there is no paytable 'F'; allowed: A, B, C, D, E"):
        game.wager("pair-plus").paytable("F")

"""What a rules file may say of readings: defaults of shared policies, rates, envy tables by reading; and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pitbook.loading import load, load_policies
from pitbook.rulebook import Edition, RulebookError

POLICIES = """
[[policy]]
id = "passes"
clause = "not in the texts held"
asks = "How many passes?"
default = "one"
values = { one = "one", two = "two" }
why = "Nothing else is said."
scope = "all"
affects = ["settlement"]

[[policy]]
id = "least"
clause = "not in the texts held"
asks = "How much?"
default = "any"
values = { any = "any amount" }
why = "Nothing else is said."
scope = "envy"
affects = ["settlement"]
accepts = "amount"
"""

RULES = """
[game]
id = "toy"
name = "Toy"
chapter = "chapter 1"
deck = "52"
decks = [1]
seats = 7
summary = "A game of one card."

[[edition]]
id = "first"
from = "unknown"
until = "open"
source = "none"
%(policies)s

[[edition.wager]]
id = "main"
name = "Main"
clause = "section 1"
kind = "bonus"
family = "one"
reads = ["player"]
placed = "before the deal"
after_fold = "settled"

[[edition.wager.table]]
clause = "section 1(a)"
columns = ["1", "2"]
rows = [{ hand = "Ace", event = "ace", pays = ["5 to 1", "6 to 1"] }]

[[edition.wager.envy]]
clause = "section 1(b)"
columns = ["1", "2"]
rows = [{ hand = "Ace", pays = ["10x", "50x"] }]
%(envy)s

[[edition.reading]]
id = "slip"
clause = "section 1(b)"
asks = "Is 50x meant?"
default = "as-printed"
values = { as-printed = "50x", as-table-1 = "10x" }
why = "It is printed."
wagers = ["main"]
affects = ["odds"]
%(reading)s
"""

ENVY = 'reading = "slip"\nreading_paytables = ["2"]\nby_reading = { as-table-1 = [{ hand = "Ace", pays = ["10x", "10x"] }] }'


def edition(folder: Path, parts: Mapping[str, str]) -> Edition:
    (folder / "policies.toml").write_text(POLICIES)
    (folder / "rules.toml").write_text(RULES % {"policies": "", "envy": "", "reading": "", **parts})
    return load(folder / "rules.toml", {"one": ("ace",)}, load_policies(folder / "policies.toml")).editions[0]


def faults(folder: Path, parts: Mapping[str, str]) -> str:
    with pytest.raises(RulebookError) as caught:
        edition(folder, parts)
    return str(caught.value)


def test_a_game_sets_the_default_of_a_policy(tmp_path: Path) -> None:
    found = edition(tmp_path, {"policies": 'policy_defaults = { passes = "two", least = "$5" }'})
    assert (found.reading("passes").default, found.reading("passes").citation) == ("two", "not in the texts held")
    assert found.reading("least").default == "$5"
    assert found.policy_defaults == {"passes": "two", "least": "$5"}


def test_a_game_names_the_clause_behind_the_default(tmp_path: Path) -> None:
    text = 'policy_defaults = { passes = { value = "two", clause = "section 2", why = "It says so." } }'
    found = edition(tmp_path, {"policies": text}).reading("passes")
    assert (found.default, found.citation, found.why) == ("two", "section 2", "It says so.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('policy_defaults = { passes = "three" }', ["policy_defaults.passes", "'three'", "one, two"]),
        ('policy_defaults = { pases = "two" }', ["policy_defaults", "'pases'", "passes"]),
        ("policy_defaults = { passes = 2 }", ["edition[0].policy_defaults.passes: ", "found 2; allowed: a text or a table"]),
        ('policy_defaults = { passes = { value = "two", clause = "section 2" } }', ["policy_defaults.passes.why: missing"]),
    ],
)
def test_a_wrong_default_is_refused_with_its_key(tmp_path: Path, text: str, words: list[str]) -> None:
    message = faults(tmp_path, {"policies": text})
    assert all(word in message for word in words), message


def test_an_envy_table_follows_its_reading_in_the_tables_named(tmp_path: Path) -> None:
    one, two = edition(tmp_path, {"envy": ENVY}).wager("main").paytables
    assert one.envy is not None
    assert two.envy is not None
    assert one.envy.reading is None
    assert two.envy.reading == "slip"
    assert [row.printed[""] for row in two.envy.rows] == ["50x"]
    assert [row.printed[""] for row in two.envy.by_reading["as-table-1"]] == ["10x"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"slip"', '"slap"', ["envy[0].reading", "'slap'"]),
        ("as-table-1", "as-table-9", ["envy[0].by_reading", "'as-table-9'", "as-printed, as-table-1"]),
        ('["2"]', '["9"]', ["envy[0].reading_paytables", "'9'", "1, 2"]),
        ('reading = "slip"', "", ["envy[0].reading", "missing"]),
    ],
)
def test_a_wrong_envy_reading_is_refused(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    message = faults(tmp_path, {"envy": ENVY.replace(old, new)})
    assert all(word in message for word in words), message


def test_a_reading_may_bring_a_rate(tmp_path: Path) -> None:
    assert edition(tmp_path, {"reading": 'vigorish = { as-table-1 = "0%" }'}).reading("slip").vigorish == {"as-table-1": "0%"}


@pytest.mark.parametrize(("text", "word"), [('{ as-table-1 = "nothing" }', "'nothing'"), ('{ as-table-9 = "0%" }', "'as-table-9'")])
def test_a_wrong_rate_of_a_reading_is_refused(tmp_path: Path, text: str, word: str) -> None:
    assert word in faults(tmp_path, {"reading": f"vigorish = {text}"})


UNDER_VALUES = ["keeps_stake", "withholds", "pays_extras", "one_of", "any_variation", "warns"]
UNDER_VALUES += ["files_reseed", "files_envy", "envy_by_winner", "envy_on_link"]


@pytest.mark.parametrize("key", UNDER_VALUES)
def test_a_reading_names_values_of_its_own(tmp_path: Path, key: str) -> None:
    assert getattr(edition(tmp_path, {"reading": f'{key} = ["as-table-1"]'}).reading("slip"), key) == ("as-table-1",)
    assert "no value 'as-table-9'; allowed: as-printed, as-table-1" in faults(tmp_path, {"reading": f'{key} = ["as-table-9"]'})


def test_a_reading_may_take_a_shared_award_first_or_last(tmp_path: Path) -> None:
    assert edition(tmp_path, {"reading": 'award_turn = { as-table-1 = "last" }'}).reading("slip").award_turn == {
        "as-table-1": "last"
    }
    assert "no value 'as-table-9'" in faults(tmp_path, {"reading": 'award_turn = { as-table-9 = "last" }'})
    assert "award_turn" in faults(tmp_path, {"reading": 'award_turn = { as-table-1 = "soon" }'})

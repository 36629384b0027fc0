"""A filing as a form: every key of a file has a field, an edit changes that key alone, a finding stands at its field."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pitbook.catalog import rulebook
from pitbook.findings import Severity
from pitbook.submission import SubmissionError
from pitbook.web.forms.filing.check import UNREAD, checked, finding_text, placed, read_filing
from pitbook.web.forms.filing.edits import (
    edition_of,
    games_in,
    with_game,
    with_link,
    with_pays_as_printed,
    with_wager,
    without_game,
    without_link,
)
from pitbook.web.forms.filing.fields import game_section, general_section, link_section, readings_section, wager_sections
from pitbook.web.forms.filing.values import (
    Entry,
    as_json,
    place_of,
    plain_values,
    read_text,
    starter_data,
    text_of,
    value_at,
    with_entry,
)

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "submissions").glob("*.toml"))
TODAY = date(2026, 11, 30)


def example(name: str) -> dict[str, Any]:
    """An example filing as plain values."""
    path = next(each for each in EXAMPLES if each.stem == name)
    found: dict[str, Any] = plain_values(tomllib.loads(path.read_text("utf-8")))
    return found


def entries_of(data: dict[str, Any]) -> Iterator[Entry]:
    """Every field of the form of a filing."""
    yield from general_section().entries
    for n, game in enumerate(games_in(data)):
        assert game is not None
        yield from game_section(data, n, game).entries
        yield from readings_section(data, n, game).entries
        for wager in edition_of(game, data).wagers:
            if wager.id in value_at(data, ("games", n, "wagers")):
                for section in wager_sections(data, n, game, wager):
                    yield from section.entries
    for n, _ in enumerate(data.get("links", [])):
        yield from link_section(n).entries


def keys_of(value: Any, place: str = "") -> Iterator[str]:
    """The place of every value of a filing."""
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from keys_of(each, f"{place}.{key}" if place else key)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for n, each in enumerate(value):
            yield from keys_of(each, f"{place}[{n}]")
    else:
        yield place


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_key_of_a_file_has_a_field(path: Path) -> None:
    data = plain_values(tomllib.loads(path.read_text("utf-8")))
    places = {each.place for each in entries_of(data)}
    recorded = {f"games[{n}].wagers.{name}" for n, game in enumerate(games_in(data)) if game for name in game.edition().recorded}
    missing = [
        place
        for place in keys_of(data)
        if not place.endswith("].game")
        and not any(place == each or place.startswith(f"{each}.") for each in places)
        and not any(place == each or place.startswith(f"{each}.") for each in recorded)
    ]
    assert missing == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_filling_in_what_stands_there_changes_nothing(path: Path) -> None:
    data = plain_values(tomllib.loads(path.read_text("utf-8")))
    for entry in entries_of(data):
        shown = text_of(entry, data)
        if shown:
            assert with_entry(data, entry, shown) == data, entry.place


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_checks_as_its_file_does(path: Path) -> None:
    data = read_text(path.read_text("utf-8"), path.name)
    assert checked(data).clean
    assert read_text(as_json(data).decode(), "saved.json") == data


@pytest.mark.parametrize("game", [each.id for each in rulebook()])
def test_a_starter_lacks_names_and_nothing_else(game: str) -> None:
    data = starter_data(rulebook().game(game), TODAY)
    found = checked(data)
    grave = [each for each in found.findings if each.severity is Severity.VIOLATION]
    assert {each.code for each in grave} == {"placeholder-left"}
    by_place, others = placed(grave, [each.place for each in entries_of(data)])
    assert others == []
    assert set(by_place) == {"certificate_holder", "facility", "games[0].tables"}


def test_an_edit_changes_its_key_alone() -> None:
    data = example("three-card-poker")
    entry = Entry(("games", 0, "wagers", "pair-plus", "minimum"), "Minimum", "money")
    changed = with_entry(data, entry, " 10.00 ")
    assert value_at(changed, entry.path) == "10.00"
    assert with_entry(changed, entry, text_of(entry, data)) == data
    assert value_at(with_entry(data, entry, ""), entry.path) is None


def test_lists_whole_numbers_and_amounts_are_written_as_files_have_them() -> None:
    data = example("midibaccarat")
    tables = Entry(("games", 0, "tables"), "Tables", "list")
    decks = Entry(("games", 0, "decks"), "Decks", "whole")
    opening = Entry(("games", 0, "wagers", "harmony-progressive", "meter", "opening"), "Opening", "amounts")
    assert text_of(opening, data) == "1.00: 10000.00, 5.00: 50000.00"
    assert value_at(with_entry(data, tables, "T1, , T2"), tables.path) == ["T1", "T2"]
    assert value_at(with_entry(data, decks, "6"), decks.path) == 6
    assert value_at(with_entry(data, decks, "six"), decks.path) == "six"
    assert value_at(with_entry(data, opening, "7000.00"), opening.path) == "7000.00"
    assert value_at(with_entry(data, opening, "1.00: 7000.00"), opening.path) == {"1.00": "7000.00"}


def test_a_table_that_says_nothing_goes_with_its_last_key() -> None:
    data = with_entry({}, Entry(("thresholds", "long_run_return"), "Warn"), "70%")
    assert data == {"thresholds": {"long_run_return": "70%"}}
    assert with_entry(data, Entry(("thresholds", "long_run_return"), "Warn"), "") == {}


def test_a_payout_below_the_printed_stands_at_its_row() -> None:
    data = example("three-card-poker")
    game = rulebook().game("three-card-poker")
    written = with_pays_as_printed(data, 0, game.wager("pair-plus"))
    assert checked(written).clean
    row = Entry(("games", 0, "wagers", "pair-plus", "pays", "straight"), "Straight")
    found = checked(with_entry(written, row, "2 to 1"))
    assert not found.clean
    by_place, _ = placed(found.findings, [each.place for each in entries_of(written)])
    assert set(by_place) == {row.place}
    words = finding_text(by_place[row.place][0])
    assert "2 to 1" in words
    assert "§ 649a.12" in words


def test_a_fault_of_form_stands_at_its_field_and_nothing_else_is_checked() -> None:
    data = example("three-card-poker")
    amount = Entry(("games", 0, "wagers", "ante", "minimum"), "Minimum", "money")
    found = checked(with_entry(data, amount, "five"))
    assert found.filing is None
    assert [(each.code, each.place) for each in found.findings] == [(UNREAD, "games[0].wagers.ante.minimum")]


def test_parts_come_and_go() -> None:
    data = example("three-card-poker")
    prime = rulebook().game("three-card-prime")
    wager = prime.wager("five-card-progressive")
    both = with_game(data, prime, TODAY)
    assert [each and each.id for each in games_in(both)] == ["three-card-poker", "three-card-prime"]
    offered = with_wager(both, 1, wager, True)
    assert value_at(offered, ("games", 1, "wagers", wager.id)) == {"paytable": wager.paytables[0].label, "amounts": ["1.00"]}
    assert with_wager(offered, 1, wager, False) == both
    assert without_game(both, 1) == data
    linked = with_link(data)
    assert checked(linked).filing is None, "a link without a name is a fault of form"
    assert without_link(linked, len(linked["links"]) - 1) == data


@pytest.mark.parametrize("key", ["house_way", "readings", "wagers"])
def test_a_filing_of_a_page_names_no_file_of_the_server(key: str) -> None:
    data = example("pai-gow-poker")
    value: Any = {
        "house_way": "../way.TOML",
        "readings": {"house-way": "way.toml"},
        "wagers": {"pai-gow": {"options": {"house-way": "/etc/way.toml"}}},
    }[key]
    data["games"][0][key] = value
    with pytest.raises(SubmissionError, match="is a file"):
        read_filing(data)
    assert checked(data).filing is None


@pytest.mark.parametrize(
    "data", [{}, {"games": 3}, {"games": [3]}, {"games": [{"game": 7}]}, {"games": [{"game": "three-card-poker", "wagers": []}]}]
)
def test_values_of_any_shape_are_checked_and_shown(data: dict[str, Any]) -> None:
    assert checked(data).filing is None
    for n, game in enumerate(games_in(data)):
        if game is not None:
            assert game_section(data, n, game).entries
            assert readings_section(data, n, game)


@pytest.mark.parametrize("junk", [None, 3, "x", [], [3], {"x": []}, True])
@pytest.mark.parametrize(
    "path", [("games", 0), ("games", 0, "wagers", "progressive"), ("games", 0, "wagers", "progressive", "meter")]
)
def test_whatever_stands_in_a_filing_it_can_be_shown_and_mended(path: tuple[str | int, ...], junk: Any) -> None:
    data = example("three-card-poker")
    fields = list(entries_of(data))
    place = value_at(data, path[:-1])
    place[path[-1]] = junk
    assert checked(data).verdict
    for entry in fields:
        text_of(entry, data)
        with_entry(data, entry, "5.00")


def test_places_are_those_of_findings() -> None:
    assert place_of(("games", 0, "wagers", "pair-plus", "amounts", 1)) == "games[0].wagers.pair-plus.amounts[1]"


def test_a_file_that_is_no_filing_is_refused() -> None:
    for text, name in (("[1, 2]", "x.json"), ("a = ", "x.toml"), ("{", "x.toml")):
        with pytest.raises(SubmissionError):
            read_text(text, name)

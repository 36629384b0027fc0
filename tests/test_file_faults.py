"""Faults of files in plain words: every kind of fault that a file of ours can have, and no word of the validator's."""

from __future__ import annotations

import datetime
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, Field, ValidationError

import pitbook
from pitbook.errors import InputError
from pitbook.file_faults import WORDED, form_of, json_values, toml_values
from pitbook.file_parts import Amount, Citation, Day, Part, Text


def _lower(value: str) -> str:
    if value != value.lower():
        raise ValueError("allowed: small letters")
    return value


class RowPart(Part):
    """A row."""

    hand: Annotated[Text, Field(description="The wording of the row.")]
    pays: list[str] | dict[str, list[str]] = []


class ThingFile(Part):
    """A file with one key of every kind."""

    name: Text
    clause: Citation = "§ 1"
    short: Annotated[str, Field(max_length=5)] = ""
    code: Annotated[str, Field(pattern=r"^[a-z]+$")] = "a"
    small: Annotated[str, AfterValidator(_lower)] = ""
    number: Annotated[int, Field(ge=1, le=8)] = 1
    fold: bool = False
    day: Day | None = None
    start: datetime.date | Literal["unknown"] = "unknown"
    stake: Amount = "1"
    color: Literal["red", "black"] | None = None
    rows: Annotated[list[RowPart], Field(min_length=1, max_length=2)] = [RowPart(hand="x")]
    by_name: dict[Annotated[str, Field(max_length=5)], RowPart] = {}
    drawn: Literal["dealer"] | list[int | Literal["dealer"]] = []
    from_: Annotated[str, Field(alias="from")] = ""


class _RefusedError(InputError):
    pass


def refused(texts: list[str]) -> Exception:
    return _RefusedError("\n".join(texts))


def faults(data: Any) -> list[str]:
    with pytest.raises(_RefusedError) as caught:
        form_of(ThingFile, data, refused)
    return str(caught.value).splitlines()


ALL_KEYS = "allowed: name, clause, short, code, small, number, fold, day, start, stake, color, rows, by_name, drawn, from"

WORDS: list[tuple[str, Any, str]] = [
    ("bool_type", {"fold": "yes"}, "fold: found 'yes'; allowed: true or false"),
    ("bool_type", {"fold": 1}, "fold: found 1; allowed: true or false"),
    ("date_type", {"day": "2026-02-30"}, "day: found '2026-02-30'; allowed: a day such as 2026-11-30"),
    ("date_type", {"day": 20260230}, "day: found 20260230; allowed: a day such as 2026-11-30"),
    ("date_type", {"day": datetime.datetime(2026, 1, 2, 3)}, "day: found 2026-01-02T03:00:00; allowed: a day such as 2026-11-30"),
    ("dict_type", {"by_name": ["a"]}, "by_name: found a list; allowed: a table of keys (in JSON an object)"),
    ("extra_forbidden", {"nmbr": 2}, f"nmbr: unknown key (did you mean number?); {ALL_KEYS}"),
    ("extra_forbidden", {"zzz": 2}, f"zzz: unknown key; {ALL_KEYS}"),
    (
        "extra_forbidden",
        {"rows": [{"hand": "a", "pasy": 1}]},
        "rows[0].pasy: unknown key (did you mean pays?); allowed: hand, pays",
    ),
    ("extra_forbidden", {"by_name": {"a": {"hand": "a", "b": 1}}}, "by_name.a.b: unknown key; allowed: hand, pays"),
    ("greater_than_equal", {"number": 0}, "number: found 0; allowed: 1 or more"),
    ("less_than_equal", {"number": 9}, "number: found 9; allowed: 8 or less"),
    ("int_type", {"number": 1.5}, "number: found 1.5; allowed: a whole number"),
    ("int_type", {"number": True}, "number: found true; allowed: a whole number"),
    ("list_type", {"rows": "a"}, "rows: found 'a'; allowed: a list"),
    ("literal_error", {"color": "rad"}, "color: found 'rad' (did you mean red?); allowed: red, black"),
    ("literal_error", {"color": 5}, "color: found 5; allowed: red, black"),
    ("missing", {"rows": [{}]}, "rows[0].hand: missing; needed: the wording of the row"),
    ("model_type", {"rows": [5]}, "rows[0]: found 5; allowed: a table of keys (in JSON an object)"),
    ("string_pattern_mismatch", {"code": "A1"}, "code: found 'A1'; allowed: a text of the form ^[a-z]+$"),
    ("string_too_short", {"clause": "§"}, "clause: found '§'; allowed: a text of 3 characters or more"),
    ("string_too_long", {"short": "x" * 1000}, "short: found a text of 1,000 characters; allowed: up to 5"),
    ("string_too_long", {"by_name": {"x" * 6: {"hand": "a"}}}, "by_name.xxxxxx: found a text of 6 characters; allowed: up to 5"),
    ("string_type", {"stake": 1.5}, "stake: found 1.5; allowed: a text"),
    ("string_type", {"stake": None}, "stake: found null; allowed: a text"),
    ("string_unicode", {"short": "\ud800"}, "short: found '\\ud800'; allowed: a text that can be written in UTF-8"),
    ("too_short", {"rows": []}, "rows: found 0 entries; allowed: 1 or more"),
    ("too_long", {"rows": [{"hand": "a"}] * 3}, "rows: found 3 entries; allowed: up to 2"),
    ("value_error", {"small": "A"}, "small: found 'A'; allowed: small letters"),
]
"""A kind of fault, values with it, and its words."""


@pytest.mark.parametrize(("kind", "data", "said"), WORDS, ids=[f"{each[0]} {each[2].split(';')[0]}" for each in WORDS])
def test_a_fault_says_where_what_and_what_is_allowed(kind: str, data: dict[str, Any], said: str) -> None:
    data = {"name": "a", **data}
    assert faults(data) == [said]
    with pytest.raises(ValidationError) as caught:
        ThingFile.model_validate(data)
    assert kind in {each["type"] for each in caught.value.errors()}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"start": 5}, "start: found 5; allowed: a day such as 2026-11-30 or unknown"),
        ({"drawn": 5}, "drawn: found 5; allowed: a list or dealer"),
        ({"drawn": ["x"]}, "drawn[0]: found 'x'; allowed: a whole number or dealer"),
        ({"rows": [{"hand": "a", "pays": 5}]}, "rows[0].pays: found 5; allowed: a list or a table of keys (in JSON an object)"),
        ({"rows": [{"hand": "a", "pays": {"b": 5}}]}, "rows[0].pays.b: found 5; allowed: a list"),
        ({"rows": [{"hand": "a", "pays": {"list[str]": ["x", 5]}}]}, "rows[0].pays.list[str][1]: found 5; allowed: a text"),
    ],
)
def test_a_value_of_several_forms_is_one_fault(data: dict[str, Any], said: str) -> None:
    assert faults({"name": "a", **data}) == [said]


def test_a_misspelt_key_is_not_missing_as_well() -> None:
    assert faults({"nmae": "a"}) == [f"nmae: unknown key (did you mean name?); {ALL_KEYS}"]
    assert [each.split(";")[0] for each in faults({"zzz": 1})] == ["name: missing", "zzz: unknown key"]


def test_a_key_is_known_by_the_name_it_has_in_the_file() -> None:
    assert faults({"name": "a", "frm": "x"})[0].startswith("frm: unknown key (did you mean from?)")
    assert faults({"name": "a", "from": 5}) == ["from: found 5; allowed: a text"]


@pytest.mark.parametrize("data", [[], None, 5, "a"])
def test_what_is_no_table_at_all_is_the_files_fault(data: Any) -> None:
    assert faults(data)[0].startswith("the file: found ")


def test_half_a_character_is_refused_and_a_whole_one_is_read() -> None:
    assert json_values(r'["\ud83c\udccf", "\\ud800", "\u00a7"]') == ["\U0001f0cf", r"\ud800", "§"]
    for text in (r'["\ud83c"]', r'{"\uDFFF": 1}', r'[{"a": ["x\udc00\ud800"]}]'):
        with pytest.raises(ValueError, match="half a character"):
            json_values(text)


def test_a_key_that_cannot_be_printed_is_quoted() -> None:
    found = faults({"name": "a", "by_name": {"a\nb": 5, "": 5, "x" * 200: {"hand": "a"}}})
    assert [each.split(":")[0] for each in found] == [r"by_name.'a\nb'", "by_name.''", f"by_name.'{'x' * 60}…'"]


# Every file of ours ---------------------------------------------------------------------------------------------------

FAULTS_OF: dict[str, set[str]] = {
    "bool": {"bool_type"},
    "date": {"date_type"},
    "definition-ref": set(),
    "definitions": set(),
    "default": set(),
    "dict": {"dict_type"},
    "function-after": {"value_error"},
    "function-before": set(),
    "int": {"int_type"},
    "list": {"list_type"},
    "no-info": set(),
    "literal": {"literal_error"},
    "model": {"model_type"},
    "model-field": {"missing"},
    "model-fields": {"model_type", "extra_forbidden"},
    "nullable": set(),
    "str": {"string_type", "string_unicode"},
    "any": set(),
    "union": set(),
}
"""The faults that a value of each kind of shape can have."""
BOUNDS = {
    "ge": "greater_than_equal",
    "le": "less_than_equal",
    "pattern": "string_pattern_mismatch",
}


def models() -> list[type[BaseModel]]:
    """The shapes of all files: every model of the package but those of the web, whose requests are another matter."""
    found: dict[type[BaseModel], None] = {}
    for each in pkgutil.walk_packages(pitbook.__path__, "pitbook."):
        if each.name.startswith(("pitbook.web", "pitbook.ledger.migrations")) or each.name.endswith(("__main__", ".routes")):
            continue
        module = importlib.import_module(each.name)
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__ == each.name:
                found[value] = None
    return list(found)


def possible(schema: Any) -> Iterator[str]:
    """The kinds of fault that a shape, as the validator holds it, can bring."""
    if isinstance(schema, dict) and isinstance(schema.get("type"), str):
        kind = schema["type"]
        yield from FAULTS_OF[kind]
        for bound, fault in BOUNDS.items():
            if bound in schema:
                yield fault
        for bound, words in (("min_length", "too_short"), ("max_length", "too_long")):
            if bound in schema:
                yield f"string_{words}" if kind == "str" else words
    for name, each in schema.items() if isinstance(schema, dict) else enumerate(schema) if isinstance(schema, list | tuple) else ():
        if name not in ("metadata", "serialization", "expected", "default"):
            yield from possible(each)


def test_every_fault_that_a_file_can_have_is_worded_and_shown_above() -> None:
    shapes = models()
    assert len(shapes) > 20
    kinds = {kind for each in shapes for kind in possible(each.__pydantic_core_schema__)}
    assert kinds <= WORDED
    assert {each[0] for each in WORDS} >= kinds


@pytest.mark.parametrize(("read", "text"), [(json_values, '{"n": %s}'), (toml_values, "n = %s")])
def test_a_number_too_long_to_be_read_is_told_as_that(read: Callable[[str], Any], text: str) -> None:
    with pytest.raises(ValueError, match=r"a number has more than 4,300 digits$"):
        read(text % ("9" * 5_000))

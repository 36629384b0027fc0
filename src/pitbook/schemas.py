"""JSON Schemas of the files that Pitbook reads, for editors and for other programs."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from pitbook.catalog import rulebook
from pitbook.rulebook import Edition, Game, Reading, UnknownNameError, Wager

_MODELS: Final = {
    "submission": ("pitbook.submission.submission_file", "SubmissionFile", "A Rules Submission (pitbook check)"),
    "round": ("pitbook.round_file", "RoundFile", "A round (pitbook settle)"),
    "paytable": ("pitbook.own_table", "OwnTableFile", "A paytable of one's own (pitbook par --paytable-file)"),
    "house-way": ("pitbook.games.pai_gow_poker.house_way_file", "_WayPart", "A house way of Pai Gow Poker (pitbook house-way)"),
}
NAMES: Final = tuple(_MODELS)


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a kind of file. Raises :class:`~pitbook.rulebook.UnknownNameError`."""
    if name not in _MODELS:
        raise UnknownNameError("schema", name, NAMES)
    module, model, title = _MODELS[name]
    found: dict[str, Any] = getattr(import_module(module), model).model_json_schema(by_alias=True)
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", **_without_titles(found), "title": title}
    if name == "submission":
        _name_the_choices(found)
    elif name == "round":
        found["properties"]["game"]["enum"] = list(rulebook().games)
    return found


def _without_titles(value: Any) -> Any:
    """The schema without the titles that repeat its keys."""
    if isinstance(value, dict):
        return {
            key: {name: _without_titles(each) for name, each in part.items()}
            if key in {"properties", "$defs"}
            else _without_titles(part)
            for key, part in value.items()
            if not (key == "title" and isinstance(part, str))
        }
    if isinstance(value, list):
        return [_without_titles(each) for each in value]
    return value


# What each game of a filing may choose -------------------------------------------------------------------------------


def _name_the_choices(found: dict[str, Any]) -> None:
    """Names of games, wagers, paytables, options and readings, so that an editor offers them."""
    part = found["$defs"]["GamePart"]
    part["properties"]["game"]["enum"] = list(rulebook().games)
    part["allOf"] = [
        {"if": {"properties": {"game": {"const": game.id}}, "required": ["game"]}, "then": {"properties": _choices(game)}}
        for game in rulebook()
    ]


def _choices(game: Game) -> dict[str, Any]:
    edition = game.edition()
    readings = {each.id: each for each in edition.readings}
    wagers = {each.id: _wager(edition, each) for each in edition.wagers}
    unpriced = {"$ref": "#/$defs/WagerPart", "description": "Its odds are not held; it is named only."}
    wagers |= dict.fromkeys(edition.recorded, unpriced)
    choices: dict[str, Any] = {
        "wagers": {"properties": wagers, "additionalProperties": False},
        "readings": {"properties": {name: _reading(each) for name, each in readings.items()}, "additionalProperties": False},
        "decks": {"enum": [*game.decks, None]},
    }
    for key in ("variation", "house_way", "commission_rounding", "payment_order", "aggregate_limit"):
        reading = readings.get(key.replace("_", "-"))
        choices[key] = False if reading is None else _reading(reading)
    if "house-way" in readings:
        allowed = choices["house_way"].pop("enum")
        choices["house_way"]["anyOf"] = [{"enum": allowed}, {"type": "string", "pattern": r"\.toml$"}]
    return choices


def _wager(edition: Edition, wager: Wager) -> dict[str, Any]:
    options = {
        option.id: f"At least {option.floors[wager.id]} ({option.citation})."
        for option in edition.options
        if wager.id in option.floors
    }
    extras = {each.outcome: f"{each.hand}, {each.pays}: how often it comes." for each in wager.extras}
    outcomes = {row.outcome: row.hand for table in wager.paytables for row in table.rows}
    return {
        "allOf": [{"$ref": "#/$defs/WagerPart"}],
        "description": f"{wager.name} ({wager.citation})",
        "properties": {
            "paytable": {"enum": [table.label for table in wager.paytables]},
            "options": _named(options | {name: name for name in wager.options} | {f"{name}-probability": name for name in extras}),
            "extras": _named(extras),
            "pays": {"properties": {name: {"description": hand} for name, hand in outcomes.items()}},
        },
    }


def _named(words: dict[str, str]) -> dict[str, Any]:
    return {"properties": {name: {"description": text} for name, text in words.items()}, "additionalProperties": False}


def _reading(reading: Reading) -> dict[str, Any]:
    meanings = "; ".join(f"{value}: {meaning}" for value, meaning in reading.values.items())
    found: dict[str, Any] = {"description": f"{reading.asks} {meanings}. Default {reading.default}. [{reading.citation}]"}
    if reading.accepts is None:
        found["enum"] = list(reading.values)
    else:
        found["examples"] = list(reading.values)
    return found

"""What the page of a simulation asks for, each as text, and the job that it comes to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from pitbook.asked.texts import Faults, pairs, whole
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError
from pitbook.errors import InputError
from pitbook.file_faults import json_values, toml_values
from pitbook.rulebook import Game
from pitbook.web.forms.filing.edits import with_wager
from pitbook.web.forms.filing.values import as_json, read_text, starter_data
from pitbook.web.jobs.kinds import KINDS
from pitbook.web.jobs.process import Task
from pitbook.web.jobs.simulation import MOST_ROUNDS

FUNCTION: Final = "pitbook.web.jobs.for_pages:simulate"


@dataclass(frozen=True)
class SimulationAsked:
    """The fields of the page. ``filing``, ``against`` and ``play`` are the texts of files, TOML or JSON; empty: there is none."""

    filing: str
    rounds: str
    seed: str
    seats: str = ""
    period: str = ""
    strategy: str = ""
    pays: str = ""
    pays_on: str = ""
    pays_rounds: str = ""
    play: str = ""
    against: str = ""


def task_of(asked: SimulationAsked) -> Task:
    """The job that is asked for, checked as far as can be done at once. Raises an ``InputError`` with its faults."""
    if not asked.filing.strip():
        raise ChoiceError("Rules Submission: there is none; choose a game's usual filing, or paste one")
    faults = Faults()
    request = {
        "kind": "simulate",
        "submission": faults.of(_filing, asked.filing, "filing"),
        "rounds": faults.of(_whole, asked.rounds, "Rounds at each table", 1, MOST_ROUNDS),
        "seed": faults.of(_whole, asked.seed, "Seed", 0, 2**63 - 1),
        "seats": faults.of(_whole, asked.seats, "Seats taken", 1, 99) if asked.seats else None,
        "period": faults.of(_whole, asked.period, "Rounds of one result", 1, MOST_ROUNDS) if asked.period else None,
        "strategy": faults.of(pairs, _parts(asked.strategy), "Strategies") or {},
        "play": (faults.of(_play, asked.play) or {}) if asked.play.strip() else {},
        "against": faults.of(_filing, asked.against, "older filing") if asked.against.strip() else None,
        "pays": asked.pays or None,
        "pays_on": _parts(asked.pays_on),
        "pays_rounds": asked.pays_rounds or None,
    }
    faults.say()
    request["name"] = str(request["submission"].get("reference") or "filing")  # type: ignore[union-attr]
    KINDS["simulate"].check(request)
    return Task("simulate", FUNCTION, request)


def _parts(text: str) -> list[str]:
    return [each for each in re.split(r"[,;\s]+", text) if each]


def _whole(text: str, name: str, least: int, most: int) -> int | None:
    return whole(text, name, least, most)


def _filing(text: str, name: str) -> dict[str, Any]:
    return read_text(text, f"{name}.json" if text.lstrip().startswith("{") else f"{name}.toml")


def _play(text: str) -> Mapping[str, Any]:
    """The values of a file of play; what they must be is checked with the rest."""
    try:
        found = json_values(text) if text.lstrip().startswith("{") else toml_values(text)
    except (ValueError, RecursionError) as fault:
        raise ChoiceError(f"Play: {fault}") from fault
    assert isinstance(found, dict)
    return found


# Usual filings ----------------------------------------------------------------------------------------------------------


def usual_text(game: str) -> str:
    """The usual filing of a game as a file."""
    return as_json(usual_filing(rulebook().game(game), date.today())).decode()


def usual_filing(game: Game, today: date) -> dict[str, Any]:
    """A filing of a table of a game: each of its wagers at its first paytable, where that can be played as it is printed."""
    data = starter_data(game, today)
    data["games"][0]["tables"] = ["T1"]
    for wager in game.edition(today).wagers:
        if wager.id in data["games"][0].get("wagers", {}):
            continue
        more = with_wager(data, 0, wager, True)
        try:
            KINDS["simulate"].check({"submission": more, "rounds": 1, "seed": 1})
        except InputError:
            continue  # it needs terms of the filing's own, or stands in place of another
        data = more
    return data

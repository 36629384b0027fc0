"""Files to values: a game's ``rules.toml``, the readings that all games share."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pitbook import rules_file as file
from pitbook.file_faults import Model, form_of, toml_values
from pitbook.file_rest import only_follows, rest_of
from pitbook.loading.editions import check_periods, edition_of
from pitbook.loading.faults import Faults, check_unique
from pitbook.loading.readings import check_default, reading_of
from pitbook.rulebook import Game, Reading, RulebookError


def load(path: Path, events: Mapping[str, Sequence[str]], policies: Sequence[Reading] = ()) -> Game:
    """Read a ``rules.toml``.

    ``events`` maps each event family of the game to its event names; ``policies`` are the readings all games share. Raises
    :class:`RulebookError` with every fault: broken TOML, unknown or duplicate keys, payouts that mean nothing, a row without an
    event, a table without a citation, a gap or an overlap of editions.
    """
    raw = path.read_bytes()
    shown = f"{path.parent.name}/{path.name}"
    rest = rest_of(file.RulesFile, parse_toml(raw, shown))
    form = [f"{shown}: {text}" for text in rest.faults]
    if rest.value is None:
        raise RulebookError(form)
    faults = Faults(shown, whole=rest.whole)
    editions = tuple(edition_of(each, f"edition[{n}]", events, policies, faults) for n, each in enumerate(rest.value.edition))
    if rest.whole:
        check_periods(editions, faults)
    if form:
        raise RulebookError([*form, *(each for each in faults.found if not only_follows(each))])
    if faults.found:
        raise RulebookError(faults.found)
    game = rest.value.game
    return Game(
        id=game.id,
        name=game.name,
        chapter=game.chapter,
        deck=game.deck,
        decks=tuple(game.decks),
        default_decks=game.decks[0],
        seats=game.seats,
        cards={str(area): number for area, number in game.cards.items()},
        summary=game.summary,
        editions=editions,
        folder=path.parent,
        source_hash=hashlib.sha256(raw).hexdigest(),
    )


def parse_file(raw: bytes, shown: str, model: type[Model]) -> Model:
    """A TOML text as a checked value of ``model``; raises :class:`RulebookError` with every fault."""
    return form_of(model, parse_toml(raw, shown), lambda texts: RulebookError([f"{shown}: {text}" for text in texts]))


def parse_toml(raw: bytes, shown: str) -> dict[str, Any]:
    """The plain values of a TOML text. Raises :class:`RulebookError` for what is none."""
    try:
        return toml_values(raw.decode("utf-8-sig"))
    except RecursionError as fault:
        raise RulebookError([f"{shown}: lists or tables too deep inside each other"]) from fault
    except UnicodeDecodeError as fault:
        raise RulebookError([f"{shown}: not UTF-8 text ({fault.reason} at byte {fault.start})"]) from fault
    except ValueError as fault:  # no TOML, or a number of more digits than Python takes
        raise RulebookError([f"{shown}: {fault}"]) from fault


def load_policies(path: Path) -> tuple[Reading, ...]:
    """The readings that all games share (``policies.toml``)."""
    parsed = parse_file(path.read_bytes(), path.name, file.PoliciesFile)
    faults = Faults(path.name)
    policies = tuple(reading_of(each, f"policy {each.id}", faults) for each in parsed.policy)
    check_unique([each.id for each in policies], "policy", faults)
    for each in policies:
        check_default(each, f"policy {each.id}", faults)
    if faults.found:
        raise RulebookError(faults.found)
    return policies

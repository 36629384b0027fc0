"""Games, wagers and links of a filing, put in and taken out."""

from __future__ import annotations

import copy
import datetime
from collections.abc import Sequence
from typing import Any

from pitbook.catalog import rulebook
from pitbook.rulebook import Edition, Game, Paytable, RowOption, UnknownNameError, Wager
from pitbook.web.forms.filing.values import (
    Data,
    Path,
    starter_data,
    table_at,
    value_at,
    with_value,
)


def games_in(data: Data) -> list[Game | None]:
    """The game of each part; None where its name is none."""
    parts = data.get("games")
    return [game_named(each.get("game") if isinstance(each, dict) else None) for each in parts] if isinstance(parts, list) else []


def game_named(name: Any) -> Game | None:
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
    table = table_labelled(wager, value_at(data, (*at, "paytable")))
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


def table_labelled(wager: Wager, label: Any) -> Paytable | None:
    if len(wager.paytables) == 1:
        return wager.paytables[0]
    return next((each for each in wager.paytables if isinstance(label, str) and each.label.lower() == label.lower()), None)

"""Edits of a round's plain values, each giving new ones: what was there before can be gone back to."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

Data = dict[str, Any]


def new_round(game_id: str) -> Data:
    """A round of a game with nothing in it."""
    return {"game": game_id, "seats": [{"seat": 1}]}


def value_at(data: Data, path: Sequence[str | int]) -> Any:
    """What stands at a path, None where there is nothing. A number in a path of seats is the seat's own number."""
    found: Any = data
    for step in path:
        found = _child(found, step)
        if found is None:
            return None
    return found


def with_value(data: Data, path: Sequence[str | int], value: Any) -> Data:
    """The round with a value at a path; an empty one takes the key away, and tables that are empty go with it."""
    made = copy.deepcopy(data)
    parents: list[tuple[Any, str | int]] = []
    place: Any = made
    for step in path[:-1]:
        parents.append((place, step))
        child = _child(place, step)
        if child is None:
            child = {}
            place[step] = child
        place = child
    if value is None or value is False or value in ("", [], {}):
        place.pop(path[-1], None)
    else:
        place[path[-1]] = value
    for parent, step in reversed(parents):
        if isinstance(parent, dict) and parent.get(step) in ({}, []) and step != "seats":
            parent.pop(step)
    return made


def _child(place: Any, step: str | int) -> Any:
    if isinstance(place, list):
        return next((each for each in place if isinstance(each, dict) and each.get("seat") == step), None)
    return place.get(step) if isinstance(place, dict) else None


def seat_numbers(data: Data) -> list[int]:
    """The seats that play, lowest first."""
    return sorted(each["seat"] for each in data.get("seats", []) if isinstance(each.get("seat"), int))


def with_seat(data: Data, number: int) -> Data:
    """The round with one more seat, which places what the seat before it places."""
    made = copy.deepcopy(data)
    seats = made.setdefault("seats", [])
    like = next((each for each in sorted(seats, key=lambda each: abs(each["seat"] - number)) if each.get("wagers")), None)
    seat: Data = {"seat": number}
    if like is not None:
        seat["wagers"] = dict(like["wagers"])
    seats.append(seat)
    seats.sort(key=lambda each: each["seat"])
    return made


def without_seat(data: Data, number: int) -> Data:
    """The round without a seat, and without what names it elsewhere."""
    made = copy.deepcopy(data)
    made["seats"] = [each for each in made.get("seats", []) if each.get("seat") != number]
    if isinstance(made.get("lucky"), list):
        made["lucky"] = [each for each in made["lucky"] if each != number]
    void = [each for each in made.get("irregularity", {}).get("void", []) if not each.startswith(f"{number} ")]
    return with_void(made, void)


def with_stake(data: Data, seat: int, wager: str, text: str, *, equal: Sequence[str] = ()) -> Data:
    """The round with another stake; wagers that must be equal to it (``equal``) follow where they were equal before."""
    before = value_at(data, ("seats", seat, "wagers", wager))
    made = with_value(data, ("seats", seat, "wagers", wager), text)
    for other in equal:
        if value_at(data, ("seats", seat, "wagers", other)) == before and before is not None:
            made = with_value(made, ("seats", seat, "wagers", other), text)
    return made


def with_choice(data: Data, wager: str, label: str | None) -> Data:
    """The round with another paytable for a wager (None: not offered); its options stay."""
    before = value_at(data, ("choices", wager))
    if label is None:
        return with_value(data, ("choices", wager), None)
    if isinstance(before, dict):
        return with_value(data, ("choices", wager, "paytable"), label)
    return with_value(data, ("choices", wager), label)


def with_option(data: Data, wager: str, option: str, pays: str) -> Data:
    """The round with a row added to a wager's paytable, or taken away where ``pays`` is empty."""
    before = value_at(data, ("choices", wager))
    table: Data = {"paytable": before} if isinstance(before, str) else dict(before or {})
    if pays:
        table[option] = pays
    else:
        table.pop(option, None)
    return with_value(data, ("choices", wager), table["paytable"] if list(table) == ["paytable"] else table)


def is_void(data: Data, seat: int, wager: str) -> bool:
    """Whether an irregularity voids a wager at a seat."""
    void = data.get("irregularity", {}).get("void", [])
    return bool({f"{seat} {wager}", f"seat {seat} {wager}", wager, "all", f"{seat} all"} & set(void))


def with_wager_void(data: Data, seat: int, wager: str, void: bool) -> Data:
    """The round with a wager at one seat void, or not."""
    names = list(data.get("irregularity", {}).get("void", []))
    own = f"{seat} {wager}"
    if void and own not in names:
        names.append(own)
    elif not void:
        names = [each for each in names if each not in (own, f"seat {own}")]
    return with_void(data, names)


def with_void(data: Data, names: Sequence[str]) -> Data:
    """The round with these void wagers."""
    return with_value(data, ("irregularity", "void"), list(names))


def with_paid(data: Data, seat: int, wager: str, text: str) -> Data:
    """The round with what was paid on a wager; a sum paid for the whole seat stays beside it as ``total``."""
    before = value_at(data, ("seats", seat, "paid"))
    paid = {"total": before} if isinstance(before, str | int) else dict(before or {})
    if text:
        paid[wager] = text
    else:
        paid.pop(wager, None)
    return with_value(data, ("seats", seat, "paid"), paid["total"] if list(paid) == ["total"] else paid)


def with_meter(data: Data, meter: str, key: str, text: str) -> Data:
    """The round with a figure of a meter. A meter without its amount is none, so its other figures go with it."""
    made = with_value(data, ("meters", meter, key), text)
    left = value_at(made, ("meters", meter))
    return with_value(made, ("meters", meter), None) if left is not None and key == "meter" and "meter" not in left else made


def lucky_of(text: str) -> list[int | str] | str:
    """The seats drawn, as a round writes them; ``dealer`` alone stands by itself."""
    words = text.replace(",", " ").split()
    if words == ["dealer"]:
        return "dealer"
    return [int(each) if each.isascii() and each.isdigit() else each for each in words]


def shape_faults(data: Any) -> list[str]:
    """What of values from outside is not of the kind that a felt can show; what is only wrong in itself is left to its field."""
    if not isinstance(data, dict):
        return ["a round is a table of values"]
    faults = [f"{name}: a text is wanted" for name in _TEXTS if not isinstance(data.get(name, ""), str)]
    faults += [
        f"{name}: a table is wanted" for name in ("choices", "meters", "readings", "irregularity") if _is_not(data, name, dict)
    ]
    faults += [f"decks: found {data['decks']!r}; a number is wanted"] if type(data.get("decks", 1)) is not int else []
    if not isinstance(data.get("lucky", []), list | str):
        faults.append("lucky: seats are wanted, or dealer")
    if faults:
        return faults
    faults += [f"readings.{name}: a text is wanted" for name, each in data.get("readings", {}).items() if not isinstance(each, str)]
    faults += [
        f"choices.{name}: a text or a table is wanted" for name, each in data.get("choices", {}).items() if not _is_choice(each)
    ]
    faults += [
        f"meters.{name}: a table of texts is wanted"
        for name, each in data.get("meters", {}).items()
        if not _is_plain(each) or "" in each.values()
    ]
    void = data.get("irregularity", {}).get("void", [])
    if not (isinstance(void, list) and all(isinstance(each, str) for each in void)):
        faults.append("irregularity.void: a list of texts is wanted")
    return faults + _seat_faults(data.get("seats", []))


_TEXTS = ("game", "date", "dealer", "community", "player", "banker", "dealer_high", "dealer_low", "magic_card", "key", "table")


def _is_not(data: Data, name: str, kind: type) -> bool:
    return not isinstance(data.get(name, kind()), kind)


def _is_plain(value: Any) -> bool:
    """Whether a value is a table of texts and numbers."""
    return isinstance(value, dict) and all(isinstance(each, str | int | float) for each in value.values())


def _is_choice(value: Any) -> bool:
    return isinstance(value, str) or _is_plain(value)


def _seat_faults(seats: Any) -> list[str]:
    if not isinstance(seats, list) or not all(isinstance(each, dict) for each in seats):
        return ["seats: a list of tables is wanted"]
    faults = []
    numbers = [each.get("seat") for each in seats]
    if any(type(number) is not int for number in numbers) or len(set(numbers)) < len(numbers):
        return ["seats: each has a number of its own"]
    for each in seats:
        place = f"seat {each['seat']}"
        faults += [f"{place}, {name}: a text is wanted" for name in _SEAT_TEXTS if not isinstance(each.get(name, ""), str)]
        if not _is_plain(each.get("wagers", {})):
            faults.append(f"{place}, wagers: a table of amounts is wanted")
        if not isinstance(each.get("paid", ""), str | int) and not _is_plain(each["paid"]):
            faults.append(f"{place}, paid: an amount is wanted, or a table of amounts")
    return faults


_SEAT_TEXTS = ("player", "cards", "color", "high", "low")

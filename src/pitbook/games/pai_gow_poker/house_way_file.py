"""Files of house ways: rules that say how seven cards are set, read, checked and turned into a program for the setter.

A file names the way, where it comes from, which ace goes low when the joker is among the aces, *bands* of ranks, and rules.
A rule names the hand types it is for, conditions on the ranks that make the hand, what goes low, and its words::

    [[rules]]
    id = "four-7s-to-10s-kept"
    hand = "four-of-a-kind"
    four = "7-T"
    pair = "none"
    trio = "none"
    highest-single = "K-A"
    play = "two-highest-singles"
    exception = true
    words = "Four 7s to 10s with a king or an ace: the two highest singles low."

All conditions of a rule must hold. An *exception* goes before the ordinary rules it departs from; otherwise the order in the
file does not matter, because two rules that hold for one hand and set it differently are a fault (:mod:`.way_check`).
Ranks are counted with the joker as an ace. A *single* is a card of a rank held once; a *complete hand* is five cards that
are a straight, flush, straight flush or royal flush.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitbook.cards import RANKS
from pitbook.file_faults import form_of, toml_values
from pitbook.games.pai_gow_poker import house_setter as machine
from pitbook.games.pai_gow_poker.house_way import ACE_POLICIES, CONDITIONS, HAND_TYPES, PLAYS, HouseWay, HouseWayError, Rule
from pitbook.names import listed

# The conditions that can ever hold for a type, and the plays it has the cards for.
_PARTS: Final = {
    "no-pair": ("highest-single", "second-single", "third-single"),
    "one-pair": ("pair", "highest-single", "second-single", "third-single"),
    "two-pair": ("pair", "lower-pair", "highest-single", "second-single", "third-single"),
    "three-pair": ("pair", "middle-pair", "lower-pair", "highest-single"),
    "three-of-a-kind": ("trio", "highest-single", "second-single", "third-single"),
    "full-house": ("trio", "pair", "lower-pair", "highest-single", "second-single"),
    "two-three-of-a-kinds": ("trio", "lower-trio", "highest-single"),
    "four-of-a-kind": ("four", "trio", "pair", "highest-single", "second-single", "third-single"),
    "five-aces": ("four", "pair", "highest-single", "second-single"),
}
_NEEDS: Final = {
    "pair": ("pair",),
    "middle-pair": ("middle-pair",),
    "lower-pair": ("lower-pair",),
    "two-of-four": ("four",),
    "two-aces": ("four",),
    "two-of-trio": ("trio",),
    "two-of-lower-trio": ("lower-trio",),
    "two-highest-singles": ("second-single",),
    "second-and-third-highest": ("third-single",),
    "one-of-trio-and-highest-single": ("trio", "highest-single"),
    "one-of-pair-and-highest-single": ("pair", "highest-single"),
    "highest-beside-complete-hand": (),
    "two-of-trio-beside-complete-hand": ("trio",),
}
_RANKS_ALLOWED: Final = "a rank (7), ranks with a hyphen (7-T), a band of this file, any, none, or a list of these"
_ALL_RANKS: Final = (1 << 13) - 1


def parse_way(text: str, place: str = "house way") -> HouseWay:
    """The house way of a file's text; ``place`` names the file in messages. Raises :class:`HouseWayError` with all faults."""
    try:
        values = toml_values(text)
    except (ValueError, RecursionError) as error:
        raise HouseWayError([f"{place}: not TOML: {error}"]) from error
    return way_of(values, place)


def way_of(values: Any, place: str = "house way") -> HouseWay:
    """The house way of the values of such a file. Raises :class:`HouseWayError` with all faults."""
    way = form_of(_WayPart, values, lambda texts: HouseWayError([f"{place}: {fault}" for fault in texts]))
    faults: list[str] = []
    bands = _bands(way.bands, faults)
    ordered = sorted(way.rules, key=lambda rule: not rule.exception)
    rows = [number for rule in ordered for number in _row(rule, bands, way.rules.index(rule), faults)]
    _repeated_ids(way.rules, faults)
    if faults:
        raise HouseWayError([f"{place}: {fault}" for fault in faults])
    return HouseWay(
        name=way.name,
        title=way.title,
        source=way.source,
        notes=tuple(way.notes),
        rules=tuple(Rule(rule.id, rule.words, rule.exception) for rule in ordered),
        program=(ACE_POLICIES[way.ace_goes_low], len(ordered), *rows),
    )


# The shape of a file

_Ranks = str | list[str]
_Text = Annotated[str, Field(min_length=1)]


def _kebab(name: str) -> str:
    return name.replace("_", "-")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, alias_generator=_kebab)


_HandType = Literal[
    "no-pair",
    "one-pair",
    "two-pair",
    "three-pair",
    "three-of-a-kind",
    "full-house",
    "two-three-of-a-kinds",
    "four-of-a-kind",
    "five-aces",
]
_Play = Literal[
    "pair",
    "middle-pair",
    "lower-pair",
    "two-of-four",
    "two-aces",
    "two-of-trio",
    "two-of-lower-trio",
    "two-highest-singles",
    "second-and-third-highest",
    "one-of-trio-and-highest-single",
    "one-of-pair-and-highest-single",
    "highest-beside-complete-hand",
    "two-of-trio-beside-complete-hand",
]


class _RulePart(_Part):
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    words: _Text
    hand: _HandType | Annotated[list[_HandType], Field(min_length=1)]
    play: _Play
    complete_hand: bool | None = None
    four: _Ranks | None = None
    trio: _Ranks | None = None
    lower_trio: _Ranks | None = None
    pair: _Ranks | None = None
    middle_pair: _Ranks | None = None
    lower_pair: _Ranks | None = None
    highest_single: _Ranks | None = None
    second_single: _Ranks | None = None
    third_single: _Ranks | None = None
    only_if_low_beats: _Play | None = None
    exception: bool = False

    @property
    def hands(self) -> list[str]:
        return [self.hand] if isinstance(self.hand, str) else list(self.hand)

    def condition(self, name: str) -> _Ranks | None:
        value: _Ranks | None = getattr(self, name.replace("-", "_"))
        return value


class _WayPart(_Part):
    name: _Text
    title: _Text
    source: _Text
    notes: list[_Text] = []
    ace_goes_low: Literal["joker-first", "joker-last", "better-high-hand"]
    bands: dict[str, str] = {}
    rules: Annotated[list[_RulePart], Field(min_length=1)]


# From words to numbers


def _bands(named: Mapping[str, str], faults: list[str]) -> dict[str, int]:
    bands: dict[str, int] = {}
    for name, text in named.items():
        if name in ("any", "none") or _rank_range(name) is not None:
            faults.append(f"bands.{name}: a band may not be named like ranks, any or none")
        ranks = _rank_range(text)
        if ranks is None:
            faults.append(f"bands.{name}: found {text!r}; allowed: a rank of {RANKS}, or two with a hyphen, the lower first")
        bands[name] = ranks or 0
    return bands


def _rank_range(text: str) -> int | None:
    """The ranks of ``7`` or ``7-T`` as a set; None for another text."""
    ends = text.strip().upper().replace("10", "T").split("-")
    if len(ends) > 2 or any(len(end) != 1 or end not in RANKS for end in ends):
        return None
    lowest, highest = RANKS.index(ends[0]), RANKS.index(ends[-1])
    return sum(1 << rank for rank in range(lowest, highest + 1)) or None


def _rank_set(value: str | list[str], bands: Mapping[str, int]) -> int | None:
    """The allowed ranks of a condition as a set, :data:`machine.ABSENT` standing for no such card."""
    allowed = 0
    for text in [value] if isinstance(value, str) else value:
        if text == "any":
            allowed |= _ALL_RANKS
        elif text == "none":
            allowed |= 1 << machine.ABSENT
        elif text in bands:
            allowed |= bands[text]
        else:
            ranks = _rank_range(text)
            if ranks is None:
                return None
            allowed |= ranks
    return allowed or None


def _row(rule: _RulePart, bands: Mapping[str, int], number: int, faults: list[str]) -> list[int]:
    """The rule as numbers for the machine; adds its faults to the list."""
    place = f"rules[{number}] ({rule.id})"
    allowed = [(1 << machine.ABSENT + 1) - 1] * machine.RANK_FACTS
    for name, fact in CONDITIONS.items():
        value = rule.condition(name)
        if value is None:
            continue
        ranks = _rank_set(value, bands)
        if ranks is None:
            names = f"{_RANKS_ALLOWED}; bands: {listed(bands)}"
            faults.append(f"{place}.{name}: found {value!r}; allowed: {names}")
            continue
        allowed[fact - 1] = ranks
        for hand in rule.hands:
            if name not in _PARTS[hand] and not ranks >> machine.ABSENT & 1:
                faults.append(f"{place}.{name}: {hand} has no {name}; allowed: {listed(_PARTS[hand])}")
    _play_faults(rule, place, faults)
    types = sum(1 << HAND_TYPES[hand] for hand in set(rule.hands))
    complete = 3 if rule.complete_hand is None else 2 if rule.complete_hand else 1
    beats = machine.NO_PLAY if rule.only_if_low_beats is None else PLAYS[rule.only_if_low_beats]
    return [types, complete, *allowed, PLAYS[rule.play], beats]


def _play_faults(rule: _RulePart, place: str, faults: list[str]) -> None:
    for key, play in (("play", rule.play), ("only-if-low-beats", rule.only_if_low_beats)):
        for hand in rule.hands if play else ():
            missing = [part for part in _NEEDS[str(play)] if part not in _PARTS[hand]]
            if missing or (play == "two-aces" and hand != "five-aces"):
                fit = [name for name, parts in _NEEDS.items() if set(parts) <= set(_PARTS[hand])]
                faults.append(f"{place}.{key}: {hand} has no cards for {play!r}; allowed: {listed(fit)}")


def _repeated_ids(rules: Iterable[_RulePart], faults: list[str]) -> None:
    seen: dict[str, int] = {}
    for number, rule in enumerate(rules):
        if rule.id in seen:
            faults.append(f"rules[{number}].id: {rule.id!r} is also the id of rules[{seen[rule.id]}]")
        seen.setdefault(rule.id, number)

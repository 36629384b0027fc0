"""House ways: rule files that say how seven cards are set, read, checked and turned into a fast setter.

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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitbook.cards import RANKS, CardError, hand_cards, hand_text
from pitbook.errors import InputError
from pitbook.file_faults import form_of, toml_values
from pitbook.games.pai_gow_poker import house_setter as machine
from pitbook.games.pai_gow_poker.setting import high_rank, high_words, is_foul, low_rank, low_words
from pitbook.given_files import text_of
from pitbook.names import listed, nearest

HAND_TYPES: Final = {
    "no-pair": machine.NO_PAIR,
    "one-pair": machine.ONE_PAIR,
    "two-pair": machine.TWO_PAIR,
    "three-pair": machine.THREE_PAIR,
    "three-of-a-kind": machine.THREE,
    "full-house": machine.FULL_HOUSE_TYPE,
    "two-three-of-a-kinds": machine.TWO_THREES,
    "four-of-a-kind": machine.FOUR,
    "five-aces": machine.FIVE,
}
CONDITIONS: Final = {
    "four": machine.FOUR_RANK,
    "trio": machine.TRIO,
    "lower-trio": machine.LOWER_TRIO,
    "pair": machine.PAIR,
    "middle-pair": machine.MIDDLE_PAIR,
    "lower-pair": machine.LOWER_PAIR,
    "highest-single": machine.SINGLE,
    "second-single": machine.SECOND_SINGLE,
    "third-single": machine.THIRD_SINGLE,
}
PLAYS: Final = {
    "pair": machine.PLAY_PAIR,
    "middle-pair": machine.PLAY_MIDDLE_PAIR,
    "lower-pair": machine.PLAY_LOWER_PAIR,
    "two-of-four": machine.PLAY_TWO_OF_FOUR,
    "two-aces": machine.PLAY_TWO_OF_FOUR,
    "two-of-trio": machine.PLAY_TWO_OF_TRIO,
    "two-of-lower-trio": machine.PLAY_TWO_OF_LOWER_TRIO,
    "two-highest-singles": machine.PLAY_HIGHEST_SINGLES,
    "second-and-third-highest": machine.PLAY_SECOND_AND_THIRD_SINGLE,
    "one-of-trio-and-highest-single": machine.PLAY_ONE_OF_TRIO_AND_SINGLE,
    "one-of-pair-and-highest-single": machine.PLAY_ONE_OF_PAIR_AND_SINGLE,
    "highest-beside-complete-hand": machine.PLAY_BESIDE_COMPLETE,
    "two-of-trio-beside-complete-hand": machine.PLAY_TRIO_BESIDE_COMPLETE,
}
ACE_POLICIES: Final = {
    "joker-first": machine.JOKER_FIRST,
    "joker-last": machine.JOKER_LAST,
    "better-high-hand": machine.JOKER_BEST,
}
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


class HouseWayError(InputError):
    """A house way that cannot be read or does not say how to set a hand; ``faults`` lists every reason."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@dataclass(frozen=True)
class Rule:
    """A rule of a house way: its id, its words, whether it is an exception."""

    id: str
    words: str
    exception: bool


@dataclass(frozen=True)
class Setting:
    """Seven cards set: the sets of five and of two cards, their ranks, and the rule that did it ("player" for a chosen one)."""

    high: int
    low: int
    high_rank: int
    low_rank: int
    rule: str
    words: str

    @property
    def foul(self) -> bool:
        """Whether the two cards rank above the five."""
        return bool(is_foul(self.high, self.low))

    @property
    def high_words(self) -> str:
        """The five cards in words."""
        return high_words(self.high)

    @property
    def low_words(self) -> str:
        """The two cards in words."""
        return low_words(self.low)


@dataclass(frozen=True)
class HouseWay:
    """A house way ready for use; ``rules`` in the order in which they are tried, ``program`` the same for the machine."""

    name: str
    title: str
    source: str
    notes: tuple[str, ...]
    rules: tuple[Rule, ...]
    program: tuple[int, ...]

    def set(self, cards: int, reading: int = 0) -> Setting:
        """Set a hand of seven cards. ``reading`` is a sum of flags (``setting.reading_flags``).

        Raises :class:`~pitbook.cards.CardError` for another number of cards, :class:`HouseWayError` if no rule applies.
        """
        if len(hand_cards(cards)) != 7:
            raise CardError(f"a hand of Pai Gow Poker is seven cards; {hand_text(cards)!r} is {len(hand_cards(cards))}")
        low, number = machine.set_by(self.program, cards, reading)
        if number < 0:
            raise HouseWayError([f"{self.name}: no rule applies to {hand_text(cards)}"])
        rule = self.rules[number]
        return made_setting(cards ^ low, low, reading, rule.id, rule.words)


def made_setting(high: int, low: int, reading: int = 0, rule: str = "player", words: str = "set by the player") -> Setting:
    """The setting of five and two given cards, with their ranks."""
    return Setting(high, low, high_rank(high, reading), low_rank(low), rule, words)


def shipped_ways() -> tuple[str, ...]:
    """The names of the house ways that come with the package."""
    files = resources.files(__package__).joinpath("house_ways").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml").replace("_", "-") for file in files if file.name.endswith(".toml")))


def load_way(name_or_path: str | Path) -> HouseWay:
    """The house way of a shipped name, or of a file (a path that ends in ``.toml``).

    Raises :class:`HouseWayError` with all faults of the file, or for a name that is not shipped.
    """
    text = str(name_or_path)
    if text.endswith(".toml"):
        try:
            source = text_of(Path(text))
        except (OSError, UnicodeDecodeError) as error:
            raise HouseWayError([f"{text}: cannot be read ({error})"]) from error
        return parse_way(source, text)
    return _shipped_way(text)


@cache
def _shipped_way(name: str) -> HouseWay:
    allowed = shipped_ways()
    if name not in allowed:
        near = nearest(name, allowed)
        hint = f" (did you mean {near}?)" if near else ""
        raise HouseWayError([f"there is no house way {name!r}{hint}; allowed: {listed(allowed)}, or a file ending in .toml"])
    file = resources.files(__package__).joinpath("house_ways", f"{name.replace('-', '_')}.toml")
    return parse_way(file.read_text(encoding="utf-8"), file.name)


def parse_way(text: str, place: str = "house way") -> HouseWay:
    """The house way of a file's text; ``place`` names the file in messages. Raises :class:`HouseWayError` with all faults."""
    try:
        values = toml_values(text)
    except (ValueError, RecursionError) as error:
        raise HouseWayError([f"{place}: not TOML: {error}"]) from error
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

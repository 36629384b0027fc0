"""House ways as values: how seven cards are set by rules that are tried in order. Their files: :mod:`.house_way_file`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from pitbook.cards import CardError, hand_cards, hand_text
from pitbook.errors import InputError
from pitbook.games.pai_gow_poker import house_setter as machine
from pitbook.games.pai_gow_poker.setting import high_rank, high_words, is_foul, low_rank, low_words
from pitbook.given_files import text_of
from pitbook.names import did_you_mean, listed, nearest

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
    from pitbook.games.pai_gow_poker.house_way_file import parse_way

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
    from pitbook.games.pai_gow_poker.house_way_file import parse_way

    allowed = shipped_ways()
    if name not in allowed:
        hint = did_you_mean(nearest(name, allowed))
        raise HouseWayError([f"there is no house way {name!r}{hint}; allowed: {listed(allowed)}, or a file ending in .toml"])
    file = resources.files(__package__).joinpath("house_ways", f"{name.replace('-', '_')}.toml")
    return parse_way(file.read_text(encoding="utf-8"), file.name)

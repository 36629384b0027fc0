"""The events of Midibaccarat: who wins the coup, how it ties, and the rules for a third card.

A coup is the Player's and the Banker's two or three cards, six numbers with -1 for a third card that was not drawn. The outcomes
of a tie are those of § 629b.7(g). Chapter 629a is not held; values, third cards and result follow § 631a.11 and the usual rules
of the game. A mask holds *every* event that is true of the coup; which of them is paid is the paytable's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pitbook.cards import cards_text
from pitbook.compiled import scalar
from pitbook.families import Deal, Family
from pitbook.meanings import NUMBERS, Dealt, Meaning, Role, Words

NONE: Final = -1
"""Stands for a third card that was not drawn."""

PLAYER_WINS: Final = 1 << 0
BANKER_WINS: Final = 1 << 1
TIE: Final = 1 << 2
SIX_OF_A_KIND: Final = 1 << 3
FOUR_EIGHTS: Final = 1 << 4
FOUR_OF_A_KIND: Final = 1 << 5
SIX_ZERO_VALUE_CARDS: Final = 1 << 6
TIE_WITH_1_TO_5: Final = 1 << 7
TIE_WITH_6_TO_9: Final = 1 << 8
TIE_ALL_ONE_COLOR: Final = 1 << 9
FOUR_CARD_TIE: Final = 1 << 10
FIVE_CARD_TIE: Final = 1 << 11
SIX_CARD_TIE: Final = 1 << 12

SIX_OF_A_KIND_BY_VALUE: Final = 1 << 13
"""Reading ``of-a-kind-by-rank``. Four cards need no such bit: with a value of 0 both hands would have drawn."""
TIE_EACH_HAND_ONE_COLOR: Final = 1 << 14
"""Reading ``same-color-scope``."""
BANKER_WINS_WITHOUT_THREE_CARD_SEVEN: Final = 1 << 15
TIE_OR_BANKER_THREE_CARD_SEVEN: Final = 1 << 16
"""Reading ``variation``: a Banker that wins with a 7 of three cards pushes."""

TIE_OF_ZERO_BIT: Final = 17
"""A tie of n is bit 17 + n."""

EIGHT: Final = 8
RANK_OF_TEN: Final = 8
RANK_OF_EIGHT: Final = 6
RANK_OF_ACE: Final = 12
BLACK, RED, MIXED = 0, 1, 2


# Values and third cards ----------------------------------------------------------------------------------------------


@scalar
def card_value(card: int) -> int:
    """The value of a card: ace 1, two to nine their number, ten and faces 0; 0 as well where there is no card."""
    rank = card % 13
    if card < 0 or (RANK_OF_TEN <= rank < RANK_OF_ACE):
        return 0
    return 1 if rank == RANK_OF_ACE else rank + 2


@scalar
def is_natural(total: int) -> bool:
    """Whether the count of two cards ends the drawing."""
    return total >= EIGHT


@scalar
def player_draws(total: int) -> bool:
    """Whether the Player draws a third card to the count of two, where neither hand is a natural."""
    return total <= 5


@scalar
def banker_draws(total: int, player_third_value: int) -> bool:
    """Whether the Banker draws to the count of two, where neither hand is a natural.

    ``player_third_value`` is the value of the Player's third card, -1 where the Player stood.
    """
    drawn = player_third_value
    if drawn == NONE:
        return total <= 5
    if total <= 2:
        return True
    if total == 3:
        return drawn != EIGHT
    if total == 4:
        return 2 <= drawn <= 7
    if total == 5:
        return 4 <= drawn <= 7
    return total == 6 and 6 <= drawn <= 7


def coup_fault(player_cards: Sequence[int], banker_cards: Sequence[int]) -> str | None:
    """What is wrong with the number of cards of a coup under the rules for a third card; None where nothing is.

    Cards in the order in which they were dealt. The text names the hand (Player, Banker), what was found and why it is wrong.
    """
    hands = (("Player", player_cards), ("Banker", banker_cards))
    sizes = [f"{name} has {len(cards)} cards; a hand has two or three" for name, cards in hands if not 2 <= len(cards) <= 3]
    if sizes:
        return "; ".join(sizes)
    counts = {name: _count(cards[:2]) for name, cards in hands}
    naturals = [f"the {name} has a natural {count}" for name, count in counts.items() if is_natural(count)]
    if naturals:
        extra = [f"{_drawn(name, cards)}, but {' and '.join(naturals)}" for name, cards in hands if len(cards) == 3]
        return "; ".join(extra) or None
    third = card_value(player_cards[2]) if len(player_cards) == 3 else NONE
    due = player_draws(counts["Player"])
    if due != (len(player_cards) == 3):  # the Banker's third card depends on the Player's, so it is not judged
        return _wrong("Player", player_cards, due, "")
    due = banker_draws(counts["Banker"], third)
    if due != (len(banker_cards) == 3):
        because = "the Player stood" if third == NONE else f"the Player's third card counts {third}"
        return _wrong("Banker", banker_cards, due, f" where {because}")
    return None


def _count(cards: Sequence[int]) -> int:
    return sum(map(card_value, cards)) % 10


def _drawn(name: str, cards: Sequence[int]) -> str:
    return f"{name} ({cards_text(cards)}) has a third card"


def _wrong(name: str, cards: Sequence[int], due: bool, because: str) -> str:
    count = _count(cards[:2])
    if due:
        return f"{name} ({cards_text(cards)}) lacks a third card: with a count of {count} it draws{because}"
    return f"{_drawn(name, cards)}, but with a count of {count} it stands{because}"


# The coup ------------------------------------------------------------------------------------------------------------


@scalar
def coup_mask(p1: int, p2: int, p3: int, b1: int, b2: int, b3: int) -> int:
    """Every event of a coup: the Player's cards in the order dealt, then the Banker's; -1 for no third card."""
    player = (card_value(p1) + card_value(p2) + card_value(p3)) % 10
    banker = (card_value(b1) + card_value(b2) + card_value(b3)) % 10
    if player > banker:
        return PLAYER_WINS
    if player < banker:
        if banker == 7 and b3 != NONE:
            return BANKER_WINS | TIE_OR_BANKER_THREE_CARD_SEVEN
        return BANKER_WINS | BANKER_WINS_WITHOUT_THREE_CARD_SEVEN
    mask = TIE | TIE_OR_BANKER_THREE_CARD_SEVEN  # (g)(9)
    mask |= 1 << (TIE_OF_ZERO_BIT + player)  # (g)(5), with point counts of 0
    if 1 <= player <= 5:  # (g)(6)
        mask |= TIE_WITH_1_TO_5
    if player >= 6:  # (g)(7)
        mask |= TIE_WITH_6_TO_9
    return mask | tie_color_mask(p1, p2, p3, b1, b2, b3) | tie_cards_mask(p1, p2, p3, b1, b2, b3)


@scalar
def tie_cards_mask(p1: int, p2: int, p3: int, b1: int, b2: int, b3: int) -> int:
    """The events of a tie that hang on the number of cards and their ranks."""
    drawn = (p3 != NONE) + (b3 != NONE)
    four_of_a_rank = p1 % 13 == p2 % 13 == b1 % 13 == b2 % 13
    if drawn == 0:
        mask = FOUR_CARD_TIE  # (g)(12)
        if four_of_a_rank:
            mask |= FOUR_OF_A_KIND  # (g)(3)
            if p1 % 13 == RANK_OF_EIGHT:
                mask |= FOUR_EIGHTS  # (g)(2)
        return mask
    if drawn == 1:
        return FIVE_CARD_TIE  # (g)(10)
    mask = SIX_CARD_TIE  # (g)(11)
    if four_of_a_rank and p1 % 13 == p3 % 13 == b3 % 13:
        mask |= SIX_OF_A_KIND  # (g)(1)
    value = card_value(p1)
    if (
        value == card_value(p2) == card_value(p3)
        and value == card_value(b1) == card_value(b2) == card_value(b3)
    ):  # fmt: skip
        mask |= SIX_OF_A_KIND_BY_VALUE
        if value == 0:
            mask |= SIX_ZERO_VALUE_CARDS  # (g)(4)
    return mask


@scalar
def tie_color_mask(p1: int, p2: int, p3: int, b1: int, b2: int, b3: int) -> int:
    """The events of a tie that hang on the colours, (g)(8)."""
    player, banker = hand_color(p1, p2, p3), hand_color(b1, b2, b3)
    if player == MIXED or banker == MIXED:
        return 0
    return TIE_EACH_HAND_ONE_COLOR | TIE_ALL_ONE_COLOR if player == banker else TIE_EACH_HAND_ONE_COLOR


@scalar
def color(card: int) -> int:
    """0 for a club or a spade, 1 for a diamond or a heart."""
    suit = card // 13
    return RED if suit == 1 or suit == 2 else BLACK


@scalar
def hand_color(first: int, second: int, third: int) -> int:
    """The colour that all cards of a hand have: 0 black, 1 red, 2 where they differ."""
    found = color(first)
    if color(second) != found or (third != NONE and color(third) != found):
        return MIXED
    return found


@scalar
def coup_masks(cards: Any, masks: Any) -> None:
    """The masks of many coups: int64[coups, 6], -1 for no third card."""
    for n in range(len(cards)):
        masks[n] = coup_mask(cards[n, 0], cards[n, 1], cards[n, 2], cards[n, 3], cards[n, 4], cards[n, 5])


FAMILIES: Final = (
    Family(
        "coup",
        6,
        (
            "player-wins",
            "banker-wins",
            "tie",
            "six-of-a-kind",
            "four-8s-4-cards-dealt",
            "four-of-a-kind-4-cards-dealt",
            "six-0-value-cards",
            "tie-with-1-5",
            "tie-with-6-9",
            "tie-all-cards-same-color",
            "4-card-tie",
            "5-card-tie",
            "6-card-tie",
            "six-of-a-kind-by-value",
            "tie-each-hand-one-color",
            "banker-wins-without-three-card-7",
            "tie-or-banker-three-card-7",
            *(f"tie-with-{count}" for count in range(10)),
        ),
        "coup_mask",
        "coup_masks",
        deal=Deal.COUP,
    ),
)


# In words ------------------------------------------------------------------------------------------------------------

_HARMONY: Final = "58 Pa. Code § 629b.7(g)"
_PRACTICE: Final = "58 Pa. Code § 629a.11 (not held)"


def _counts(dealt: Dealt) -> str:
    player, banker = (_count([card for card in dealt[at : at + 3] if card != NONE]) for at in (0, 3))
    return f"the Player's count is {player}, the Banker's {banker}"


def _tie_of(number: int | None, words: Words) -> Words:
    """What a coup lacks that is no tie, or a tie of another number of cards; else the words given."""

    def short_of(dealt: Dealt) -> str:
        cards = sum(card != NONE for card in dealt)
        if _count([card for card in dealt[:3] if card != NONE]) != _count([card for card in dealt[3:] if card != NONE]):
            return f"there is no tie: {_counts(dealt)}"
        return f"{NUMBERS[cards]} cards were dealt" if number not in (None, cards) else words(dealt)

    return short_of


def _no_three_card_seven(dealt: Dealt) -> str:
    if coup_mask(*dealt) & BANKER_WINS:
        return "the Banker won by a 7 of three cards"
    return _counts(dealt)


def _ranks(dealt: Dealt) -> str:
    held = len({card % 13 for card in dealt if card != NONE})
    return f"the cards are of {NUMBERS[held]} ranks" if held > 1 else "the cards are of another rank"


def _values(dealt: Dealt) -> str:
    counting = sum(card_value(card) != 0 for card in dealt if card != NONE)
    return f"{NUMBERS[counting]} of the cards count more than 0" if counting else "they count 0"


def _several_values(dealt: Dealt) -> str:
    return f"the cards are of {NUMBERS[len({card_value(card) for card in dealt if card != NONE})]} values"


def _colors(dealt: Dealt) -> str:
    red = sum(color(card) == RED for card in dealt if card != NONE)
    return f"{NUMBERS[red]} of {NUMBERS[sum(card != NONE for card in dealt)]} cards are red"


MEANINGS: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "coup": {
        "player-wins": Meaning("a higher count of the Player", _PRACTICE, _counts),
        "banker-wins": Meaning("a higher count of the Banker", _PRACTICE, _counts),
        "tie": Meaning("equal counts", f"{_HARMONY}(9)", _counts),
        "six-of-a-kind": Meaning("a tie of six cards of one rank", f"{_HARMONY}(1)", _tie_of(6, _ranks)),
        "four-8s-4-cards-dealt": Meaning("a tie of four cards, all of them 8s", f"{_HARMONY}(2)", _tie_of(4, _ranks)),
        "four-of-a-kind-4-cards-dealt": Meaning("a tie of four cards of one rank", f"{_HARMONY}(3)", _tie_of(4, _ranks)),
        "six-0-value-cards": Meaning("a tie of six cards that count 0", f"{_HARMONY}(4)", _tie_of(6, _values)),
        "tie-with-1-5": Meaning("a tie with a count of 1 to 5", f"{_HARMONY}(6)", _counts),
        "tie-with-6-9": Meaning("a tie with a count of 6 to 9", f"{_HARMONY}(7)", _counts),
        "tie-all-cards-same-color": Meaning("a tie, all cards red or all black", f"{_HARMONY}(8)", _tie_of(None, _colors)),
        "4-card-tie": Meaning("a tie of four cards", f"{_HARMONY}(12)", _tie_of(4, _counts)),
        "5-card-tie": Meaning("a tie of five cards", f"{_HARMONY}(10)", _tie_of(5, _counts)),
        "6-card-tie": Meaning("a tie of six cards", f"{_HARMONY}(11)", _tie_of(6, _counts)),
        "six-of-a-kind-by-value": Meaning(
            "a tie of six cards of one value", f"{_HARMONY}(1)", _tie_of(6, _several_values), Role.READING
        ),
        "tie-each-hand-one-color": Meaning("a tie, each hand of one color", f"{_HARMONY}(8)", _tie_of(None, _colors), Role.READING),
        "banker-wins-without-three-card-7": Meaning(
            "a higher count of the Banker, and not by a 7 of three cards", _PRACTICE, _no_three_card_seven, Role.READING
        ),
        "tie-or-banker-three-card-7": Meaning(
            "equal counts, or a Banker that wins by a 7 of three cards", _PRACTICE, _counts, Role.READING
        ),
        "tie-with-0": Meaning("a tie with a count of 0", f"{_HARMONY}(5)", _counts),
        **{f"tie-with-{n}": Meaning(f"a tie with a count of {n}", f"{_HARMONY}(9)", _counts, Role.FACT) for n in range(1, 10)},
    },
}
"""What each event needs, by which clause, and what coups without it are instead."""

"""The events of Pai Gow Poker: what seven cards of the 52 and the joker are, in the words of § 645a.13(b) to (i).

The mask of a hand holds the bit of *every* event that holds; which of them is paid is the paytable's business. Each event is
tested by itself with the joker used as suits that event. Where ranks are counted the joker is an ace and nothing else; it may
stand for any one card of a straight, a flush, a straight flush or a royal flush.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitbook.cards import CLUBS, DIAMONDS, HEARTS, JOKER, SPADES
from pitbook.compiled import scalar
from pitbook.families import Family, Symmetry
from pitbook.hands import (
    ACE,
    FIVE_HIGH,
    KING,
    QUEEN,
    TEN_TO_ACE,
    count,
    highest,
    ranks_held,
    ranks_held_four_times,
    ranks_held_three_times,
    ranks_held_twice,
    suit_ranks,
)
from pitbook.meanings import (
    NUMBERS,
    RANK_NAMES,
    Dealt,
    Meaning,
    Role,
    Words,
    by_rank,
    in_a_row,
    in_a_row_of_a_suit,
    of_a_rank,
    of_a_suit,
    of_these_in_a_suit,
    rank_counts,
    unless,
)

# Seven cards, § 645a.13(b) to (h) --------------------------------------------------------------------------------------

SEVEN_CARD_NATURAL_STRAIGHT_FLUSH: Final = 1 << 0
SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: Final = 1 << 1
SEVEN_CARD_STRAIGHT_FLUSH: Final = 1 << 2
ROYAL_FLUSH: Final = 1 << 3
ROYAL_FLUSH_AND_ROYAL_MATCH: Final = 1 << 4
ROYAL_FLUSH_AND_ACE_KING_SUITED: Final = 1 << 5
NATURAL_ROYAL_FLUSH_AND_NATURAL_ACE_QUEEN_SUITED: Final = 1 << 6
ACE_FIVE_NATURAL_STRAIGHT_FLUSH: Final = 1 << 7
ACE_FIVE_NATURAL_STRAIGHT_FLUSH_AND_A_NATURAL_ACE_QUEEN_SUITED: Final = 1 << 8
STRAIGHT_FLUSH: Final = 1 << 9
FIVE_ACES: Final = 1 << 10
FOUR_OF_A_KIND: Final = 1 << 11
FULL_HOUSE: Final = 1 << 12
FLUSH: Final = 1 << 13
THREE_OF_A_KIND: Final = 1 << 14
STRAIGHT: Final = 1 << 15
THREE_PAIR: Final = 1 << 16
TWO_PAIR: Final = 1 << 17
PAIR: Final = 1 << 18
NINE_HIGH: Final = 1 << 19
TEN_HIGH: Final = 1 << 20
JACK_HIGH: Final = 1 << 21
QUEEN_HIGH: Final = 1 << 22
KING_HIGH: Final = 1 << 23
ACE_HIGH: Final = 1 << 24
# Under other readings than the default ones.
NATURAL_ROYAL_FLUSH_AND_ROYAL_MATCH: Final = 1 << 25
NATURAL_ROYAL_FLUSH_AND_ACE_KING_SUITED: Final = 1 << 26
ROYAL_FLUSH_AND_ACE_KING_SUITED_JOKER_AS_ACE: Final = 1 << 27
NATURAL_ROYAL_FLUSH_AND_ACE_KING_SUITED_JOKER_AS_ACE: Final = 1 << 28
THREE_OF_A_KIND_WITHOUT_STRAIGHT: Final = 1 << 29
ACE_HIGH_JOKER_AS_ACE_ONLY: Final = 1 << 30

RANK_NINE: Final = 7


@scalar
def seven_card_mask(hand: int) -> int:
    """Every event of seven cards that holds."""
    joker = hand >> JOKER & 1
    held = ranks_held(hand)
    mask = one_suit_events(hand, joker) | rank_events(hand, held, joker)
    if holds_run(held, 5, joker):  # (b), (c), (g)
        mask |= STRAIGHT
    elif mask & THREE_OF_A_KIND:
        mask |= THREE_OF_A_KIND_WITHOUT_STRAIGHT
    if not mask & PAIR:
        mask |= no_pair_events(hand, held, joker, mask)
    return mask


@scalar
def one_suit_events(hand: int, joker: int) -> int:
    """The flush, and what five or seven cards of one suit make beyond it."""
    for suit in range(4):
        ranks = suit_ranks(hand, suit)
        if count(ranks) + joker < 5:
            continue
        mask = FLUSH  # (b), (c), (g)
        if holds_run(ranks, 5, joker):  # (b), (c), (e), (g)
            mask |= STRAIGHT_FLUSH
        if holds_run(ranks, 7, joker):  # (b), (c): without and with joker; (e), (g): not told apart
            mask |= SEVEN_CARD_STRAIGHT_FLUSH
            mask |= SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER if joker else SEVEN_CARD_NATURAL_STRAIGHT_FLUSH
        if count(ranks & TEN_TO_ACE) + joker >= 5:  # (b), (c), (e), (g)
            mask |= ROYAL_FLUSH | beside_a_royal(hand, suit, joker)
        if ranks & FIVE_HIGH == FIVE_HIGH:  # (g), (h); the joker may only lie beside the five
            mask |= ACE_FIVE_NATURAL_STRAIGHT_FLUSH
            if another_suit_holds(hand, suit, ACE | QUEEN):  # (g)
                mask |= ACE_FIVE_NATURAL_STRAIGHT_FLUSH_AND_A_NATURAL_ACE_QUEEN_SUITED
        return mask  # seven cards have no second suit of five
    return 0


@scalar
def beside_a_royal(hand: int, suit: int, joker: int) -> int:
    """What the two cards beside a royal flush of ``suit`` are.

    Two natural cards of another suit are all that lies beside the royal, so the joker, if it is held, is in the royal.
    """
    natural = suit_ranks(hand, suit) & TEN_TO_ACE == TEN_TO_ACE
    mask = 0
    if another_suit_holds(hand, suit, KING | QUEEN):  # (b), the Royal Match
        mask |= ROYAL_FLUSH_AND_ROYAL_MATCH
        if natural:
            mask |= NATURAL_ROYAL_FLUSH_AND_ROYAL_MATCH
    if another_suit_holds(hand, suit, ACE | KING):  # (c)
        mask |= ROYAL_FLUSH_AND_ACE_KING_SUITED | ROYAL_FLUSH_AND_ACE_KING_SUITED_JOKER_AS_ACE
        if natural:
            mask |= NATURAL_ROYAL_FLUSH_AND_ACE_KING_SUITED | NATURAL_ROYAL_FLUSH_AND_ACE_KING_SUITED_JOKER_AS_ACE
    if natural and joker and another_suit_holds(hand, suit, KING):  # (c) with the joker as the ace of the pair
        mask |= ROYAL_FLUSH_AND_ACE_KING_SUITED_JOKER_AS_ACE | NATURAL_ROYAL_FLUSH_AND_ACE_KING_SUITED_JOKER_AS_ACE
    if natural and another_suit_holds(hand, suit, ACE | QUEEN):  # (g)
        mask |= NATURAL_ROYAL_FLUSH_AND_NATURAL_ACE_QUEEN_SUITED
    return mask


@scalar
def rank_events(hand: int, held: int, joker: int) -> int:
    """What equal ranks make; the joker is one more ace."""
    twice = ranks_held_twice(hand)
    if joker:
        twice |= held & ACE
    if not twice:
        return 0
    pairs = count(twice)
    mask = PAIR
    if pairs >= 2:
        mask |= TWO_PAIR
    if pairs >= 3:  # (b), paytable C
        mask |= THREE_PAIR
    threes = ranks_held_three_times(hand)
    fours = ranks_held_four_times(hand)
    if joker:
        if fours & ACE:  # (b), (c), (e), (g)
            mask |= FIVE_ACES
        fours |= threes & ACE
        threes |= ranks_held_twice(hand) & ACE
    if threes:  # (b), (c), (g)
        mask |= THREE_OF_A_KIND
        if pairs >= 2:  # (b), (c), (e), (g): three of one rank and two of another
            mask |= FULL_HOUSE
    if fours:  # (b), (c), (e), (g)
        mask |= FOUR_OF_A_KIND
    return mask


@scalar
def no_pair_events(hand: int, held: int, joker: int, mask: int) -> int:
    """How high a hand without a pair, a straight and a flush is, (d), (f), (h); a hand with the joker is ace-high.

    Seven different ranks without five in a row are never lower than nine-high.
    """
    if not mask & (STRAIGHT | FLUSH):
        if joker or held & ACE:
            return ACE_HIGH | ACE_HIGH_JOKER_AS_ACE_ONLY
        return NINE_HIGH << (highest(held) - RANK_NINE)
    if joker and not holds_run(held | ACE, 5, 0) and not holds_five_of_a_suit(hand):
        return ACE_HIGH_JOKER_AS_ACE_ONLY
    return 0


@scalar
def holds_run(ranks: int, length: int, joker: int) -> bool:
    """Whether ``length`` consecutive ranks are held, the joker standing for one of them; none passes through the ace."""
    line = ranks << 1 | ranks >> 12  # the ace stands below the deuce and above the king
    complete = line
    one_missing = -1
    for step in range(1, length):
        one_missing = (one_missing & line >> step) | complete
        complete &= line >> step
    # Cards up to the ace that lack only a rank above it are a run with the rank below them, so no end has to be watched.
    return (one_missing if joker else complete) != 0


@scalar
def another_suit_holds(hand: int, suit: int, ranks: int) -> bool:
    """Whether a suit other than ``suit`` holds all the ranks, by natural cards."""
    for other in range(4):  # noqa: SIM110, any() over a generator does not compile
        if other != suit and suit_ranks(hand, other) & ranks == ranks:
            return True
    return False


@scalar
def holds_five_of_a_suit(hand: int) -> bool:
    """Whether five natural cards are of one suit."""
    for suit in range(4):  # noqa: SIM110
        if count(suit_ranks(hand, suit)) >= 5:
            return True
    return False


@scalar
def seven_card_masks(hands: Any, masks: Any) -> None:
    """The masks of many seven-card hands."""
    for n in range(len(hands)):
        masks[n] = seven_card_mask(hands[n])


# The colors of seven cards, § 645a.13(i) -------------------------------------------------------------------------------

SEVEN_RED: Final = 1 << 0
SIX_RED: Final = 1 << 1
FIVE_RED: Final = 1 << 2
FOUR_RED: Final = 1 << 3
JOKER_HELD: Final = 1 << 32

# A color has four bits for each way of counting the joker, seven cards first; black stands sixteen bits above red.
WITHOUT_JOKER: Final = 4
JOKER_BY_MAJORITY: Final = 8
JOKER_AS_CHOSEN: Final = 12
BLACK: Final = 16


@scalar
def seven_card_colors_mask(hand: int) -> int:
    """How many of the seven cards are of each color, from seven to four, with the joker counted in each way."""
    joker = hand >> JOKER & 1
    red = count(suit_ranks(hand, DIAMONDS)) + count(suit_ranks(hand, HEARTS))
    black = count(suit_ranks(hand, CLUBS)) + count(suit_ranks(hand, SPADES))
    mask = color_events(red, black, joker) | color_events(black, red, joker) << BLACK
    if joker:
        mask |= JOKER_HELD
    return mask


@scalar
def color_events(chosen: int, other: int, joker: int) -> int:
    """The events of one color, of which ``chosen`` natural cards are held, as the bits of red."""
    mask = cards_of_color(chosen)
    if not joker:
        mask |= cards_of_color(chosen) << WITHOUT_JOKER
    if chosen > other:  # the joker joins the color that has more cards; at three each it is of neither
        mask |= cards_of_color(chosen + joker) << JOKER_BY_MAJORITY
    return mask | cards_of_color(chosen + joker) << JOKER_AS_CHOSEN


@scalar
def cards_of_color(cards: int) -> int:
    """The bit of seven, six, five or four cards of a color; none of fewer."""
    return SEVEN_RED << (7 - cards) if cards >= 4 else 0


@scalar
def seven_card_colors_masks(hands: Any, masks: Any) -> None:
    """The color masks of many seven-card hands."""
    for n in range(len(hands)):
        masks[n] = seven_card_colors_mask(hands[n])


_COUNTS: Final = ("seven", "six", "five", "four")
_WAYS: Final = ("", "-without-joker", "-joker-by-majority", "-joker-as-chosen")

FAMILIES: Final = (
    Family(
        "seven-card",
        7,
        (
            "seven-card-natural-straight-flush",
            "seven-card-straight-flush-with-joker",
            "seven-card-straight-flush",
            "royal-flush",
            "royal-flush-and-royal-match",
            "royal-flush-and-ace-king-suited",
            "natural-royal-flush-and-natural-ace-queen-suited",
            "ace-five-natural-straight-flush",
            "ace-five-natural-straight-flush-and-a-natural-ace-queen-suited",
            "straight-flush",
            "five-aces",
            "four-of-a-kind",
            "full-house",
            "flush",
            "three-of-a-kind",
            "straight",
            "three-pair",
            "two-pair",
            "pair",
            "nine-high",
            "ten-high",
            "jack-high",
            "queen-high",
            "king-high",
            "ace-high",
            "natural-royal-flush-and-royal-match",
            "natural-royal-flush-and-ace-king-suited",
            "royal-flush-and-ace-king-suited-joker-as-ace",
            "natural-royal-flush-and-ace-king-suited-joker-as-ace",
            "three-of-a-kind-without-straight",
            "ace-high-joker-as-ace-only",
        ),
        "seven_card_mask",
        "seven_card_masks",
        symmetry=Symmetry.SUITS,
    ),
    Family(
        "seven-card-colors",
        7,
        (
            *(f"{number}-{color}{way}" for color in ("red", "black") for way in _WAYS for number in _COUNTS),
            "joker-held",
        ),
        "seven_card_colors_mask",
        "seven_card_colors_masks",
        symmetry=Symmetry.COLORS,
    ),
)


# In words ------------------------------------------------------------------------------------------------------------

_BONUSES: Final = "58 Pa. Code § 645a.13(b), (c), (e), (g)"
_MATCH: Final = "58 Pa. Code § 645a.13(b)"
_TREASURE: Final = "58 Pa. Code § 645a.13(c)"
_DYNASTY: Final = "58 Pa. Code § 645a.13(g)"
_NO_PAIR: Final = "58 Pa. Code § 645a.13(d), (f), (h)"
_ROYAL: Final = "ace, king, queen, jack and 10 of one suit"
_RUN_OF_SEVEN: Final = "seven cards of one suit in consecutive ranks"
_STRAIGHT_FLUSH_OF_ACE_FIVE: Final = "ace, 2, 3, 4 and 5 of one suit without the joker"


def _joker_held(dealt: Dealt) -> int:
    return dealt[0] >> JOKER & 1


def _natural(dealt: Dealt) -> Dealt:
    """The cards without the joker."""
    return (dealt[0] & ~(1 << JOKER),)


def _no_royal(dealt: Dealt) -> str:
    return f"no royal flush is held: {of_these_in_a_suit(TEN_TO_ACE)(dealt)}"


def _beside_royal(natural: bool) -> Words:
    """What a hand lacks that is to hold a royal flush and a suited pair of ranks."""

    def short_of(dealt: Dealt) -> str:
        if not seven_card_mask(dealt[0]) & ROYAL_FLUSH:
            return _no_royal(dealt)
        if natural and not any(suit_ranks(dealt[0], suit) & TEN_TO_ACE == TEN_TO_ACE for suit in range(4)):
            return "the joker is in the royal flush"
        return "the two cards beside the royal flush are others"

    return short_of


def _of_the_five(held: int) -> str:
    return f"of the five {NUMBERS[held]} {'is' if held == 1 else 'are'} held"


def _beside_ace_five(dealt: Dealt) -> str:
    if not seven_card_mask(dealt[0]) & ACE_FIVE_NATURAL_STRAIGHT_FLUSH:
        return of_these_in_a_suit(FIVE_HIGH)(_natural(dealt))
    return "the two cards beside it are others"


def _how_high(dealt: Dealt) -> str:
    """What stands in the way of a hand without a pair, or how high it is."""
    mask = seven_card_mask(dealt[0])
    held = (("a pair", PAIR), ("a straight flush", STRAIGHT_FLUSH), ("a flush", FLUSH), ("a straight", STRAIGHT))
    for words, event in held:
        if mask & event:
            return f"{words} is held"
    return f"the highest card is {_article(RANK_NAMES[12 if _joker_held(dealt) else highest(ranks_held(dealt[0]))])}"


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "ae" else f"a {word}"


def _in_color(chosen: str, way: str) -> Words:
    suits = (DIAMONDS, HEARTS) if chosen == "red" else (CLUBS, SPADES)

    def short_of(dealt: Dealt) -> str:
        number = sum(count(suit_ranks(dealt[0], suit)) for suit in suits)
        beside = ""
        if _joker_held(dealt):
            beside = ", and a hand with the joker loses" if way == "-without-joker" else ", and the joker is held"
        return f"{NUMBERS[number]} {'is' if number == 1 else 'are'}{beside}"

    return short_of


MEANINGS: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "seven-card": {
        "seven-card-natural-straight-flush": Meaning(
            f"{_RUN_OF_SEVEN} without the joker",
            "58 Pa. Code § 645a.13(b), (c), (g)",
            unless(_joker_held, "the joker is held", in_a_row_of_a_suit(7)),
        ),
        "seven-card-straight-flush-with-joker": Meaning(
            f"{_RUN_OF_SEVEN}, the joker one of them",
            "58 Pa. Code § 645a.13(b), (c)",
            unless(lambda dealt: not _joker_held(dealt), "the joker is not held", in_a_row_of_a_suit(7)),
        ),
        "seven-card-straight-flush": Meaning(
            f"{_RUN_OF_SEVEN}, with the joker or without", "58 Pa. Code § 645a.13(e), (g)", in_a_row_of_a_suit(7)
        ),
        "royal-flush": Meaning(_ROYAL, _BONUSES, of_these_in_a_suit(TEN_TO_ACE)),
        "royal-flush-and-royal-match": Meaning(
            "a royal flush and beside it a king and a queen of one suit", _MATCH, _beside_royal(False)
        ),
        "royal-flush-and-ace-king-suited": Meaning(
            "a royal flush and beside it an ace and a king of one suit", _TREASURE, _beside_royal(False)
        ),
        "natural-royal-flush-and-natural-ace-queen-suited": Meaning(
            "a royal flush without the joker and beside it an ace and a queen of one suit", _DYNASTY, _beside_royal(True)
        ),
        "ace-five-natural-straight-flush": Meaning(
            _STRAIGHT_FLUSH_OF_ACE_FIVE,
            "58 Pa. Code § 645a.13(g), (h)",
            lambda dealt: of_these_in_a_suit(FIVE_HIGH)(_natural(dealt)),
        ),
        "ace-five-natural-straight-flush-and-a-natural-ace-queen-suited": Meaning(
            f"{_STRAIGHT_FLUSH_OF_ACE_FIVE} and beside them an ace and a queen of one suit", _DYNASTY, _beside_ace_five
        ),
        "straight-flush": Meaning("five cards of one suit in consecutive ranks", _BONUSES, in_a_row_of_a_suit(5)),
        "five-aces": Meaning("four aces and the joker", _BONUSES, lambda dealt: _of_the_five(rank_counts(dealt[0])[12])),
        "four-of-a-kind": Meaning("four cards of one rank", _BONUSES, of_a_rank()),
        "full-house": Meaning("three cards of one rank and two of another", _BONUSES, by_rank()),
        "flush": Meaning("five cards of one suit", "58 Pa. Code § 645a.13(b), (c), (g)", of_a_suit()),
        "three-of-a-kind": Meaning("three cards of one rank", "58 Pa. Code § 645a.13(b), (c), (g)", of_a_rank()),
        "straight": Meaning("five cards in consecutive ranks", "58 Pa. Code § 645a.13(b), (c), (g)", in_a_row(5)),
        "three-pair": Meaning("two cards of each of three ranks", _MATCH, by_rank()),
        "two-pair": Meaning("two cards of each of two ranks", _BONUSES, by_rank(), Role.FACT),
        "pair": Meaning("two cards of one rank", _BONUSES, of_a_rank(), Role.FACT),
        **{
            f"{RANK_NAMES[rank]}-high": Meaning(
                f"no pair, no straight and no flush, the highest card {_article(RANK_NAMES[rank])}", _NO_PAIR, _how_high
            )
            for rank in range(RANK_NINE, 13)
        },
        "natural-royal-flush-and-royal-match": Meaning(
            "a royal flush without the joker and beside it a king and a queen of one suit",
            _MATCH,
            _beside_royal(True),
            Role.READING,
        ),
        "natural-royal-flush-and-ace-king-suited": Meaning(
            "a royal flush without the joker and beside it an ace and a king of one suit",
            _TREASURE,
            _beside_royal(True),
            Role.READING,
        ),
        "royal-flush-and-ace-king-suited-joker-as-ace": Meaning(
            "a royal flush and beside it an ace, or the joker, and a king of one suit",
            _TREASURE,
            _beside_royal(False),
            Role.READING,
        ),
        "natural-royal-flush-and-ace-king-suited-joker-as-ace": Meaning(
            "a royal flush without the joker and beside it an ace, or the joker, and a king of one suit",
            _TREASURE,
            _beside_royal(True),
            Role.READING,
        ),
        "three-of-a-kind-without-straight": Meaning(
            "three cards of one rank and no straight",
            "58 Pa. Code § 645a.13(b), (c), (g)",
            unless(lambda dealt: seven_card_mask(dealt[0]) & STRAIGHT, "a straight is held", of_a_rank()),
            Role.READING,
        ),
        "ace-high-joker-as-ace-only": Meaning(
            "no pair, no straight and no flush, the highest card an ace or the joker, which is nothing but an ace",
            _NO_PAIR,
            _how_high,
            Role.READING,
        ),
    },
    "seven-card-colors": {
        **{
            f"{number}-{chosen}{way}": Meaning(
                f"{number} {chosen} cards{words}",
                "58 Pa. Code § 645a.13(i)",
                _in_color(chosen, way),
                Role.READING if way else Role.ROW,
            )
            for chosen in ("red", "black")
            for way, words in zip(
                _WAYS,
                ("", " and no joker", ", the joker of the color that most cards have", ", the joker one of them"),
                strict=True,
            )
            for number in _COUNTS
        },
        "joker-held": Meaning("the joker", "58 Pa. Code § 645a.13(i)", lambda dealt: "it is not held", Role.READING),
    },
}
"""What each event needs, by which clause, and what cards without it hold instead."""

"""Cards, decks and hands as values.

A *card* is a small integer: ``suit * 13 + rank``, with suits clubs, diamonds, hearts, spades as 0..3 and ranks deuce to
ace as 0..12. The joker is 52. A *hand* from one deck is the set of its cards as one integer: bit ``n`` is card ``n``. Hands
are combined with ``|``, compared for common cards with ``&``, and the ranks held in a suit are thirteen neighbouring bits.

Several decks shuffled together hold a card more than once, so a shoe is described by :class:`Deck` with ``copies`` and its
hands stay sequences of cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from pitbook.errors import InputError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JOKER: Final = 52
JOKER_TEXT: Final = "Jk"
ALL_RANKS: Final = (1 << 13) - 1


class CardError(InputError):
    """A card text that names no card, or a card that may not stand where it was found."""


def card(rank: int, suit: int) -> int:
    """The card of a rank (0 deuce .. 12 ace) and a suit (0 clubs .. 3 spades)."""
    return suit * 13 + rank


def rank_of(a_card: int) -> int:
    """The rank of a card, 0 for a deuce to 12 for an ace. The joker has none."""
    if a_card == JOKER:
        raise CardError("the joker has no rank of its own")
    return a_card % 13


def suit_of(a_card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades. The joker has none."""
    if a_card == JOKER:
        raise CardError("the joker has no suit")
    return a_card // 13


def card_text(a_card: int) -> str:
    """``As``, ``Td``, ``9c``, ``Jk``."""
    if a_card == JOKER:
        return JOKER_TEXT
    return RANKS[a_card % 13] + SUITS[a_card // 13]


def cards_text(cards: Iterable[int]) -> str:
    """The texts of several cards with blanks between them."""
    return " ".join(card_text(a_card) for a_card in cards)


_BY_TEXT: Final = {card_text(a_card): a_card for a_card in range(53)}
_ALLOWED: Final = "a rank of 2-9 T J Q K A and a suit of c d h s, as in As Td 9c, or Jk for the joker"


def parse_card(text: str) -> int:
    """The card named by a text such as ``As``, ``td``, ``10h`` or ``Jk``.

    Raises :class:`CardError` with the text and what is allowed.
    """
    wanted = text.strip()
    if wanted[:2] == "10":
        wanted = "T" + wanted[2:]
    found = _BY_TEXT.get(wanted)
    if found is None and len(wanted) == 2:
        found = _BY_TEXT.get(wanted[0].upper() + wanted[1].lower())
    if found is None:
        raise CardError(f"{text!r} is no card; a card is {_ALLOWED}")
    return found


def parse_cards(text: str) -> tuple[int, ...]:
    """The cards of a text, in order; blanks and commas separate them, and none is needed (``AsKdJk``).

    Raises :class:`CardError` naming every text that is no card.
    """
    cards: list[int] = []
    wrong: list[str] = []
    for word in re.split(r"[\s,]+", text.strip()):
        if not word:
            continue
        pieces = [word]
        if re.fullmatch(r"(?:(?:10|[2-9TJQKAtjqka])[cdhsCDHS]|[Jj][Kk]){2,}", word):
            pieces = re.findall(r"(?:10|[2-9TJQKAtjqka])[cdhsCDHS]|[Jj][Kk]", word)
        for piece in pieces:
            try:
                cards.append(parse_card(piece))
            except CardError:
                wrong.append(piece)
    if wrong:
        listed = ", ".join(repr(piece) for piece in wrong)
        raise CardError(f"{listed} {'is no card' if len(wrong) == 1 else 'are no cards'}; a card is {_ALLOWED}")
    return tuple(cards)


def hand(cards: Iterable[int]) -> int:
    """The set of the cards as one integer (bit n is card n). The cards must differ from each other."""
    members = 0
    for a_card in cards:
        if members >> a_card & 1:
            raise CardError(f"{card_text(a_card)} occurs twice")
        members |= 1 << a_card
    return members


def hand_cards(a_hand: int) -> tuple[int, ...]:
    """The cards of a hand, lowest number first."""
    return tuple(n for n in range(53) if a_hand >> n & 1)


@lru_cache(maxsize=1024)
def hand_text(a_hand: int) -> str:
    """The cards of a hand as text, highest rank first, the joker before all."""
    order = sorted(hand_cards(a_hand), key=lambda n: (n != JOKER, -(n % 13), -(n // 13)))
    return cards_text(order)


@dataclass(frozen=True)
class Deck:
    """The cards a game is dealt from.

    ``cards`` are distinct card numbers in rising order; ``copies`` is how often each is present (a shoe of eight decks has
    8). Reduced decks, for proofs by full enumeration, are ordinary values of this type.
    """

    cards: tuple[int, ...]
    copies: int = 1

    def __post_init__(self) -> None:
        if list(self.cards) != sorted(set(self.cards)) or not all(0 <= n <= JOKER for n in self.cards):
            raise CardError("a deck lists distinct cards in rising order")
        if self.copies < 1:
            raise CardError("a deck holds each card at least once")

    @property
    def size(self) -> int:
        """How many cards there are in all."""
        return len(self.cards) * self.copies

    @property
    def suit_closed(self) -> bool:
        """Whether every suit holds the same ranks, so that suits may be exchanged."""
        ranks = [{n % 13 for n in self.cards if n != JOKER and n // 13 == suit} for suit in range(4)]
        return all(held == ranks[0] for held in ranks)

    def hands(self, size: int) -> Iterator[int]:
        """Every hand of ``size`` cards of a single deck, as sets, in lexical order."""
        if self.copies != 1:
            raise CardError("hands as sets are of a single deck")
        for cards in combinations(self.cards, size):
            members = 0
            for a_card in cards:
                members |= 1 << a_card
            yield members

    def hand_count(self, size: int) -> int:
        """How many hands of ``size`` cards a single deck has: C(n, size)."""
        return comb(len(self.cards), size)

    def without(self, a_hand: int) -> Deck:
        """The deck with the cards of a hand taken out."""
        return Deck(tuple(n for n in self.cards if not a_hand >> n & 1), self.copies)


def standard_deck() -> Deck:
    """The 52 cards."""
    return Deck(tuple(range(52)))


def joker_deck() -> Deck:
    """The 52 cards and one joker."""
    return Deck(tuple(range(53)))


def shoe(decks: int) -> Deck:
    """Several decks of 52 shuffled together."""
    return Deck(tuple(range(52)), decks)


def reduced_deck(ranks: Sequence[int], *, joker: bool = False) -> Deck:
    """A deck of the given ranks in all four suits, with or without the joker."""
    cards = sorted(card(rank, suit) for rank in set(ranks) for suit in range(4))
    return Deck((*cards, JOKER) if joker else tuple(cards))

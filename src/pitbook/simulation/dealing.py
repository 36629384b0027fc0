"""Cards for many rounds from a stream of random numbers, by compiled code.

Random numbers are words of 32 bits. A card is drawn without bias: the word times the number of cards left, the upper half of the
product is the place (Lemire, Fast random integer generation in an interval, 2019), and a word that would favour some places is
replaced by one of the spare words.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitbook.compiled import scalar

Array = npt.NDArray[Any]

WORD_BITS: Final = 32
WORDS: Final = 1 << WORD_BITS
SPARE: Final = 256
"""Words kept for replacements in a block; one card in ten million needs one."""


class Words:
    """The random words of one block of one table: the same for the same seed, block and table, whoever asks."""

    def __init__(self, seed: int, block: int, table: int) -> None:
        self.generator = np.random.Philox(key=seed, counter=[0, 0, block, table])

    def take(self, number: int) -> Array:
        """The next words of the stream, uint32."""
        raw = self.generator.random_raw((number + 1) // 2)
        return raw.astype("<u8", copy=False).view("<u4")[:number]


@scalar
def place(word: Any, left: int, spare: Any, used: Any) -> int:
    """A place from 0 to ``left`` - 1 from a word (uint32); ``used[0]`` counts the spare words that were needed."""
    product = np.int64(word) * left
    low = product & 0xFFFFFFFF
    if low < left:
        unfair = (0x100000000 - left) % left
        while low < unfair:
            product = np.int64(spare[used[0]]) * left
            used[0] += 1
            low = product & 0xFFFFFFFF
    return int(product >> 32)


@scalar
def deal_hands(words: Any, spare: Any, used: Any, deck: Any, players: Any, others: Any, sizes: Any) -> None:
    """Deal every round from a full deck: seats first, then the other hands (dealer, community).

    ``deck`` int64[cards] is kept shuffled from round to round; ``players`` int64[rounds, seats] and ``others`` int64[rounds, hands]
    receive the hands as card sets; ``sizes`` are the cards of a seat, then of each other hand; ``words`` uint32[rounds, cards].
    """
    for n in range(players.shape[0]):
        at = 0
        for seat in range(players.shape[1]):
            hand = 0
            for _ in range(sizes[0]):
                hand |= 1 << next_card(words[n, at], at, deck, spare, used)
                at += 1
            players[n, seat] = hand
        for other in range(others.shape[1]):
            hand = 0
            for _ in range(sizes[1 + other]):
                hand |= 1 << next_card(words[n, at], at, deck, spare, used)
                at += 1
            others[n, other] = hand


@scalar
def next_card(word: Any, at: int, deck: Any, spare: Any, used: Any) -> int:
    """Draw one of the cards not dealt yet, which stand from ``at`` on, and put it at ``at``."""
    chosen = at + place(word, len(deck) - at, spare, used)
    card = int(deck[chosen])
    deck[chosen] = deck[at]
    deck[at] = card
    return card


@scalar
def draw_cards(words: Any, spare: Any, used: Any, deck: Any, drawn: Any) -> None:
    """Draw the first cards of every round from a full shoe, in order: ``drawn`` int64[rounds, cards]."""
    for n in range(drawn.shape[0]):
        for at in range(drawn.shape[1]):
            drawn[n, at] = next_card(words[n, at], at, deck, spare, used)

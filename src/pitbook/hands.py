"""What is true of the ranks and suits of a hand: the plain facts that the games' events are made of.

A hand is a set of cards as one integer (see ``cards``); a *rank set* is thirteen bits, deuce lowest. All functions here are
event code: integers in, integers or truth values out, compiled where many hands are counted.
"""

from __future__ import annotations

from typing import Final

from pitbook.compiled import scalar

ALL: Final = 0x1FFF
ACE: Final = 1 << 12
KING: Final = 1 << 11
QUEEN: Final = 1 << 10
TEN_TO_ACE: Final = 0b1111100000000
NINE_TO_ACE: Final = 0b1111110000000
QUEEN_TO_ACE: Final = 0b1110000000000
FIVE_HIGH: Final = 0b1000000001111
"""The ranks A-2-3-4-5."""


@scalar
def suit_ranks(hand: int, suit: int) -> int:
    """The ranks held in a suit."""
    return (hand >> (13 * suit)) & ALL


@scalar
def ranks_held(hand: int) -> int:
    """The ranks of which at least one card is held."""
    return (hand | hand >> 13 | hand >> 26 | hand >> 39) & ALL


@scalar
def ranks_held_twice(hand: int) -> int:
    """The ranks of which at least two cards are held."""
    c, d, h, s = hand & ALL, hand >> 13 & ALL, hand >> 26 & ALL, hand >> 39 & ALL
    return c & d | (c | d) & h | (c | d | h) & s


@scalar
def ranks_held_three_times(hand: int) -> int:
    """The ranks of which at least three cards are held."""
    c, d, h, s = hand & ALL, hand >> 13 & ALL, hand >> 26 & ALL, hand >> 39 & ALL
    return c & d & (h | s) | h & s & (c | d)


@scalar
def ranks_held_four_times(hand: int) -> int:
    """The ranks of which all four cards are held."""
    return hand & hand >> 13 & hand >> 26 & hand >> 39 & ALL


@scalar
def count(ranks: int) -> int:
    """How many ranks a rank set holds (0 to 13)."""
    ranks = (ranks & 0x5555) + (ranks >> 1 & 0x5555)
    ranks = (ranks & 0x3333) + (ranks >> 2 & 0x3333)
    ranks = (ranks & 0x0F0F) + (ranks >> 4 & 0x0F0F)
    return (ranks & 0x1F) + (ranks >> 8)


@scalar
def run(ranks: int, length: int) -> int:
    """The lowest ranks of the runs of ``length`` consecutive ranks held, as bits: bit 0 a run from the ace below the deuce,

    bit 1 a run from the deuce, and so on. The ace stands above the king or below the deuce; no run passes through it.
    """
    starts = ranks << 1 | ranks >> 12
    held = starts
    for step in range(1, length):
        held &= starts >> step
    return held


@scalar
def highest(ranks: int) -> int:
    """The highest rank of a rank set that is not empty: 0 deuce to 12 ace."""
    rank = 0
    while ranks > 1:
        ranks >>= 1
        rank += 1
    return rank

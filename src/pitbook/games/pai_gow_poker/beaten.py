"""How many dealer hands rank below given corners, for every form of player's hand at once, exactly.

A *corner* is a pair (high rank, low rank); a dealer hand lies below it if both its high and its low rank are smaller. All
results of a setting follow from a few corners. The dealer hands that count for a hand H are those that share no card with
it. They are counted in two parts that add up:

- **by ranks**: every dealer hand taken with the setting of its rank form. The hands that share no card follow by inclusion
  and exclusion over the cards S that a dealer hand has in common with H at least: the sum over all S in H of (-1)^|S| times
  the dealer hands that hold S. Only the ranks of S matter, so sets S of equal ranks are one term with a weight.
- **by suits**: each suited dealer hand once more with its own setting, and once less with that of its rank form. Its long
  suit is disjoint from H's cards of the suit (its *piece*), taken as it stands; for its two other cards inclusion and
  exclusion over the ranks of H's other cards. So one term for each of H's four pieces.

The sums over dealer hands are kept as tables or swept in rising order of the high rank.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pitbook.compiled import scalar
from pitbook.games.pai_gow_poker.hand_forms import (
    CHOOSE,
    PLAIN_FORMS,
    RANK_FORMS,
    Array,
    Forms,
    has_joker,
    multiset_number,
)
from pitbook.games.pai_gow_poker.setting import HIGH_RANKS, LOW_RANKS
from pitbook.hands import count

TOP_HIGH: Final = HIGH_RANKS
"""The high rank of a corner that is above every high hand."""
TOP_LOW: Final = LOW_RANKS
"""The low rank of a corner that is above every low hand."""


class Corners(NamedTuple):
    """The corners to be counted: those of form f are ``high_low[start[f] : start[f + 1]]`` (int32[n, 2])."""

    start: Array
    high_low: Array


class Jobs(NamedTuple):
    """The forms to be counted for each piece, a set of ranks that the hand holds in a suit.

    Those of piece p are ``form[start[p] : start[p + 1]]``; ``result`` says where the terms of their corners go.
    """

    start: Array
    form: Array
    result: Array


LOW_WIDTH: Final = LOW_RANKS + 1
SHORT_LIST: Final = 4
"""Lists of dealer hands up to this long are searched without a table."""
SHARED: Final = 1 + 13 + 91
"""The multisets of at most two ranks: what H and the other cards of a suited dealer hand can have in common."""
LANES: Final = 96
"""Low ranks in a row of the sweep's table: all corners' and a few unused, for whole vectors."""
MOST_RANKS: Final = 7
BATCH: Final = 1 << 17
"""How many corners one sweep answers at most."""


# By ranks


@scalar
def add_by_ranks(
    shared: Array,
    first: int,
    last: int,
    rests: Array,
    joker_rests: Array,
    every: Forms,
    corners: Corners,
    dealer: Array,
    available: Array,
    below: Array,
) -> None:
    """Add to ``below`` the terms of the shared multisets ``first`` to ``last``.

    ``shared`` uint8[n, 13] are multisets of one size k, ``rests`` those of size 7 - k, ``joker_rests`` of size 6 - k (none if
    the deck has no joker). ``dealer`` int32[forms, 2] are the dealer's ranks, high -1 where the form's hands do not count;
    ``available`` int64[13] is how many cards of each rank the deck has; ``below`` int64[n] takes the terms of each corner.
    """
    longest = len(rests) + len(joker_rests)
    held = np.zeros(longest, dtype=np.int64)
    hands = np.zeros(longest, dtype=np.int64)
    factor = np.zeros(longest, dtype=np.int64)
    table = np.zeros((min(longest, HIGH_RANKS) + 1, LOW_WIDTH), dtype=np.int32)
    row_of = np.zeros(TOP_HIGH + 1, dtype=np.int32)
    for place in range(first, last):
        plain = list_holders(shared[place], rests, 0, available, held, hands, factor, 0)
        listed = list_holders(shared[place], joker_rests, PLAIN_FORMS, available, held, hands, factor, plain)
        for joker in range(2):
            dealers = plain if joker else listed
            players_from, players_to = (plain, listed) if joker else (0, plain)
            if players_from == players_to:
                continue
            tabled = dealers > SHORT_LIST
            if tabled:
                fill_below_table(held, hands, dealers, dealer, table, row_of)
            for player in range(players_from, players_to):
                form = held[player]
                suited, suited_end = RANK_FORMS + every.suited_start[form], RANK_FORMS + every.suited_start[form + 1]
                spans = (
                    (corners.start[form], corners.start[form + 1]),
                    (corners.start[suited], corners.start[suited_end]),
                )
                for start, end in spans:
                    for corner in range(start, end):
                        high, low = corners.high_low[corner, 0], corners.high_low[corner, 1]
                        found = table[row_of[high], low] if tabled else hands_below(held, hands, dealers, dealer, high, low)
                        below[corner] += factor[player] * found


@scalar
def list_holders(
    shared: Array,
    rests: Array,
    offset: int,
    available: Array,
    held: Array,
    hands: Array,
    factor: Array,
    length: int,
) -> int:
    """List, from place ``length`` on, the rank forms that hold a shared multiset; returns the new length.

    ``hands`` is how many hands of the form hold given cards of the shared ranks, ``factor`` in how many ways a given hand has
    such cards, negative for an odd number of cards.
    """
    counts = np.zeros(13, dtype=np.int64)
    for rest in range(len(rests)):
        number_of_hands = 1
        ways = 1
        size = 0
        for rank in range(13):
            here = shared[rank]
            more = rests[rest, rank]
            counts[rank] = here + more
            size += here
            if counts[rank] > available[rank]:
                number_of_hands = 0
                break
            number_of_hands *= CHOOSE[available[rank] - here, more]
            ways *= CHOOSE[counts[rank], here]
        if number_of_hands:
            held[length] = offset + multiset_number(counts)
            hands[length] = number_of_hands
            factor[length] = -ways if size & 1 else ways
            length += 1
    return length


@scalar
def hands_below(held: Array, hands: Array, dealers: int, dealer: Array, high: int, low: int) -> int:
    """The listed dealer hands below a corner."""
    found = 0
    for other in range(dealers):
        form = held[other]
        if 0 <= dealer[form, 0] < high and dealer[form, 1] < low:
            found += hands[other]
    return found


@scalar
def fill_below_table(held: Array, hands: Array, dealers: int, dealer: Array, table: Array, row_of: Array) -> None:
    """Make a table of the listed dealer hands below each corner: ``table[row_of[high], low]``."""
    row_of[:] = 0
    for other in range(dealers):
        high = dealer[held[other], 0]
        if high >= 0:
            row_of[high + 1] = 1
    row = 0
    for high in range(TOP_HIGH + 1):
        row += row_of[high]
        row_of[high] = row
    table[: row + 1] = 0
    for other in range(dealers):
        high, low = dealer[held[other], 0], dealer[held[other], 1]
        if high >= 0:
            table[row_of[high + 1], low + 1] += hands[other]
    for line in range(1, row + 1):
        found = 0
        for low in range(LOW_WIDTH):
            found += table[line, low]
            table[line, low] = found + table[line - 1, low]


# By suits

# Columns of a suited dealer hand: its ranks, joker, long suit, then the shared multisets of its other cards, smaller ones
# first, for each how many hands hold given cards of it, and how many of these multisets there are, up to four.
HIGH, LOW, WITH_JOKER, SUIT, PLACE, HANDS, PLACES, POINT_WIDTH = 0, 1, 2, 3, 4, 8, 12, 13


@scalar
def shared_place(rank: int, other: int) -> int:
    """The place of a pair of shared ranks, the higher first, among the :data:`SHARED` multisets."""
    return 14 + rank * (rank + 1) // 2 + other


@scalar
def add_by_suits(
    pieces_of: Array,
    points: Array,
    jobs: Jobs,
    every: Forms,
    corners: Corners,
    result: Array,
) -> None:
    """Write the terms of the pieces ``pieces_of`` (int64, sets of ranks that H holds in the suit).

    The pieces are in rising order and are all subsets of some lower ranks joined to the first, of at most seven ranks.

    ``result`` int32[] takes the terms where the jobs say. ``points`` int32[n, 13] are the suited dealer hands of the suit
    in rising order of high rank.
    """
    common = pieces_of[0]
    near = points_beside(points, common)
    long_suit = np.zeros(len(near), dtype=np.int32)
    # Disjoint hands by size of piece: those of a piece are chosen among those of the piece without its lowest rank.
    chosen = np.zeros((MOST_RANKS + 1, len(near)), dtype=np.int32)
    length = np.zeros(MOST_RANKS + 1, dtype=np.int64)
    length[0] = len(near)
    for point in range(len(near)):
        long_suit[point] = near[point, SUIT]
        chosen[0, point] = point
    below = np.zeros((2, SHARED, LANES), dtype=np.int32)
    queries = np.zeros((BATCH, 4), dtype=np.int64)
    order = np.zeros(BATCH, dtype=np.int32)
    bucket = np.zeros(TOP_HIGH + 2, dtype=np.int64)
    for piece in pieces_of:
        # A hand with so many cards of the suit shares at most one other card, or none.
        useful = 4 if count(piece) < MOST_RANKS - 1 else 3 if count(piece) < MOST_RANKS else 1
        size = count(piece ^ common)
        if size:
            length[size] = choose_disjoint(long_suit, chosen[size - 1, : length[size - 1]], piece, chosen[size])
        job = jobs.start[piece]
        while job < jobs.start[piece + 1]:
            asked = 0
            while job < jobs.start[piece + 1]:
                form = jobs.form[job]
                first, last = corners.start[form], corners.start[form + 1]
                if asked + last - first > BATCH:
                    break
                rank_form = every.rank_form[form]
                others = packed_others(every.counts[rank_form], piece)
                for corner in range(first, last):
                    queries[asked, 0] = corners.high_low[corner, 0]
                    queries[asked, 1] = corners.high_low[corner, 1] << 1 | has_joker(rank_form)
                    queries[asked, 2] = others
                    queries[asked, 3] = jobs.result[job] + corner - first
                    asked += 1
                job += 1
            sort_by_high(queries, asked, bucket, order)
            sweep(near, chosen[size, : length[size]], queries, asked, order, useful, below, result)


@scalar
def points_beside(points: Array, piece: int) -> Array:
    """Those suited dealer hands whose long suit is disjoint from a piece."""
    near = np.zeros((len(points), POINT_WIDTH), dtype=np.int32)
    kept = 0
    for point in range(len(points)):
        if points[point, SUIT] & piece == 0:
            for column in range(POINT_WIDTH):
                near[kept, column] = points[point, column]
            kept += 1
    return near[:kept]


@scalar
def choose_disjoint(long_suit: Array, among: Array, piece: int, chosen: Array) -> int:
    """Choose, among some of the hands, those whose long suit is disjoint from a piece; returns how many."""
    length = 0
    for point in among:
        chosen[length] = point
        length += long_suit[point] & piece == 0
    return length


@scalar
def packed_others(counts: Array, piece: int) -> int:
    """The ranks of H's cards outside the piece, highest first, six bits each: the rank and above it how many."""
    packed = 0
    for rank in range(13):
        held = counts[rank] - (piece >> rank & 1)
        if held:
            packed = packed << 6 | held << 4 | rank
    return packed


@scalar
def sort_by_high(queries: Array, asked: int, bucket: Array, order: Array) -> None:
    """Write the order of the queries by high rank."""
    bucket[:] = 0
    for query in range(asked):
        bucket[queries[query, 0] + 1] += 1
    for high in range(TOP_HIGH + 1):
        bucket[high + 1] += bucket[high]
    for query in range(asked):
        high = queries[query, 0]
        order[bucket[high]] = query
        bucket[high] += 1


@scalar
def sweep(
    near: Array,
    chosen: Array,
    queries: Array,
    asked: int,
    order: Array,
    useful: int,
    below: Array,
    result: Array,
) -> None:
    """Answer the queries of one piece in rising order of high rank, taking in the dealer hands on the way."""
    below[:] = 0
    taken = 0
    for place in range(asked):
        query = order[place]
        high = queries[query, 0]
        while taken < len(chosen) and near[chosen[taken], HIGH] < high:
            point = near[chosen[taken]]
            take_in(point, useful, below[point[WITH_JOKER]])
            taken += 1
        low, joker = queries[query, 1] >> 1, queries[query, 1] & 1
        found = disjoint_below(queries[query, 2], low, below[0])
        if not joker:
            found += disjoint_below(queries[query, 2], low, below[1])
        result[queries[query, 3]] = found


@scalar
def take_in(point: Array, useful: int, below: Array) -> None:
    """Add a suited dealer hand to the counts of the first few multisets that its other cards hold."""
    low = point[LOW]
    for shared in range(min(point[PLACES], useful)):
        hands = point[HANDS + shared]
        row = below[point[PLACE + shared]]
        for above in range(LANES):
            row[above] += hands if above > low else 0


@scalar
def disjoint_below(others: int, low: int, below: Array) -> int:
    """The counted hands below a low rank that share none of H's other cards (inclusion and exclusion)."""
    found = int(below[0, low])
    while others:
        rank, held = others & 15, others >> 4 & 3
        others >>= 6
        found -= held * below[1 + rank, low]
        if held > 1:
            found += CHOOSE[held, 2] * below[shared_place(rank, rank), low]
        rest = others
        while rest:
            found += held * (rest >> 4 & 3) * below[shared_place(rank, rest & 15), low]
            rest >>= 6
    return found

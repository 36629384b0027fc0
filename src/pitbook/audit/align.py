"""Pairs what a text lists with what the rulebook lists, where items may be moved, renamed, added or left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache
from typing import Final

_ALIKE: Final = 0.6


class Match(StrEnum):
    """How an item of the text and one of the rulebook belong together."""

    SAME = "same"
    MOVED = "moved"
    RENAMED = "renamed"
    EXTRA = "extra"
    MISSING = "missing"


@dataclass(frozen=True)
class Pair:
    """Places in the text's and in the rulebook's list; None where one of them has no such item."""

    found: int | None
    wanted: int | None
    match: Match


def align(found: Sequence[str], wanted: Sequence[str]) -> tuple[Pair, ...]:
    """Every item of both lists once: first those in order, then equal ones elsewhere, then the rest by place or likeness."""
    if tuple(found) == tuple(wanted):
        return _same(len(found))
    pairs, gaps = _in_order(found, wanted)
    pairs.extend(_moved(gaps, found, wanted))
    for left, right in gaps:
        pairs.extend(_renamed(left, right, found, wanted))
    extra = [i for left, _ in gaps for i in left]
    missing = [j for _, right in gaps for j in right]
    if len(extra) == len(missing) == 1:
        pairs.append(Pair(extra.pop(), missing.pop(), Match.RENAMED))
    pairs.extend(Pair(i, None, Match.EXTRA) for i in extra)
    pairs.extend(Pair(None, j, Match.MISSING) for j in missing)
    return tuple(sorted(pairs, key=lambda pair: (len(found) if pair.found is None else pair.found, pair.wanted or 0)))


@cache
def _same(count: int) -> tuple[Pair, ...]:
    return tuple(Pair(n, n, Match.SAME) for n in range(count))


_Gap = tuple[list[int], list[int]]


def _in_order(found: Sequence[str], wanted: Sequence[str]) -> tuple[list[Pair], list[_Gap]]:
    """Equal items in order, and the gaps between them: place by place where both lists are as long and as many agree so."""
    by_place = [Pair(n, n, Match.SAME) for n, (left, right) in enumerate(zip(found, wanted, strict=False)) if left == right]
    by_block: list[Pair] = []
    gaps: list[_Gap] = []
    for tag, i, i_end, j, j_end in SequenceMatcher(None, found, wanted, autojunk=False).get_opcodes():
        if tag == "equal":
            by_block.extend(Pair(i + n, j + n, Match.SAME) for n in range(i_end - i))
        else:
            gaps.append((list(range(i, i_end)), list(range(j, j_end))))
    if len(found) == len(wanted) and len(by_place) >= len(by_block):
        return by_place, [([n], [n]) for n in range(len(found)) if found[n] != wanted[n]]
    return by_block, gaps


def _moved(gaps: list[_Gap], found: Sequence[str], wanted: Sequence[str]) -> list[Pair]:
    """Takes equal items out of the gaps."""
    pairs: list[Pair] = []
    sought = {wanted[j] for _, right in gaps for j in right}
    for left, _ in gaps:
        for i in [i for i in left if found[i] in sought]:
            for _, right in gaps:
                j = next((j for j in right if wanted[j] == found[i]), None)
                if j is not None:
                    left.remove(i)
                    right.remove(j)
                    pairs.append(Pair(i, j, Match.MOVED))
                    break
    return pairs


def _renamed(left: list[int], right: list[int], found: Sequence[str], wanted: Sequence[str]) -> list[Pair]:
    """Takes pairs out of one gap: by place where both sides are as many, else those that look most alike."""
    if len(left) == len(right):
        pairs = [Pair(i, j, Match.RENAMED) for i, j in zip(left, right, strict=True)]
        left.clear()
        right.clear()
        return pairs
    pairs = []
    free = set(left)
    for _, i, j in sorted(_likeness(left, right, found, wanted), key=lambda each: (-each[0], each[1], each[2])):
        if i in free and j in right:
            free.remove(i)
            right.remove(j)
            pairs.append(Pair(i, j, Match.RENAMED))
        if not right:
            break
    left[:] = [i for i in left if i in free]
    return pairs


def _likeness(left: list[int], right: list[int], found: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[float, int, int]]:
    """How much pairs look alike, where they do; what is long or stands there often costs no more than it must."""
    for j in right:
        matcher = SequenceMatcher(None, "", wanted[j])
        known: dict[str, float] = {}
        for i in left:
            if found[i] not in known:
                matcher.set_seq1(found[i])
                near = matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE
                known[found[i]] = matcher.ratio() if near else 0.0
            if known[found[i]] >= _ALIKE:
                yield known[found[i]], i, j

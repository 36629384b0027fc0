"""Pairs what a text lists with what the rulebook lists, where items may be moved, renamed, added or left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
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


def align(found: Sequence[str], wanted: Sequence[str]) -> list[Pair]:
    """Every item of both lists once: first those in order, then equal ones elsewhere, then the rest by place or likeness."""
    if list(found) == list(wanted):
        return [Pair(n, n, Match.SAME) for n in range(len(found))]
    pairs: list[Pair] = []
    gaps: list[tuple[list[int], list[int]]] = []
    for tag, i, i_end, j, j_end in SequenceMatcher(None, found, wanted, autojunk=False).get_opcodes():
        if tag == "equal":
            pairs.extend(Pair(i + n, j + n, Match.SAME) for n in range(i_end - i))
        else:
            gaps.append((list(range(i, i_end)), list(range(j, j_end))))
    pairs.extend(_moved(gaps, found, wanted))
    for left, right in gaps:
        pairs.extend(_renamed(left, right, found, wanted))
        pairs.extend(Pair(i, None, Match.EXTRA) for i in left)
        pairs.extend(Pair(None, j, Match.MISSING) for j in right)
    return sorted(pairs, key=lambda pair: (len(found) if pair.found is None else pair.found, pair.wanted or 0))


def _moved(gaps: list[tuple[list[int], list[int]]], found: Sequence[str], wanted: Sequence[str]) -> list[Pair]:
    """Takes equal items out of the gaps."""
    pairs: list[Pair] = []
    for left, _ in gaps:
        for i in list(left):
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
    likeness = [(SequenceMatcher(None, found[i], wanted[j]).ratio(), i, j) for i in left for j in right]
    pairs = []
    for ratio, i, j in sorted(likeness, key=lambda each: (-each[0], each[1], each[2])):
        if ratio >= _ALIKE and i in left and j in right:
            left.remove(i)
            right.remove(j)
            pairs.append(Pair(i, j, Match.RENAMED))
    return pairs

"""The first row that holds, in arrays."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from pitbook.batch.values import Array
from pitbook.compiled import compile_module, scalar


def first_rows(masks: Array, bits: Sequence[int], pays: Sequence[int], from_meter: Sequence[bool]) -> tuple[Array, Array, Array]:
    """The row of each mask int64[rounds] as int8 (-1 for none), what it hands over, and whether it is a share of a meter.

    ``bits`` are those of the rows' events; ``pays`` and ``from_meter`` have a last entry for no row.
    """
    compile_module(sys.modules[__name__])
    rounds = len(masks)
    rows, returned, shares = np.empty(rounds, np.int8), np.empty(rounds, np.int64), np.zeros(rounds, np.bool_)
    fill_rows(masks, np.array(bits, np.int64), np.array(pays, np.int64), np.array(from_meter, np.bool_), rows, returned, shares)
    return rows, returned, shares


@scalar
def fill_rows(masks: Any, bits: Any, pays: Any, from_meter: Any, rows: Any, returned: Any, shares: Any) -> None:
    """What :func:`first_rows` gives, into arrays."""
    for n in range(len(masks)):
        row = -1
        for each in range(len(bits)):
            if masks[n] & bits[each]:
                row = each
                break
        rows[n] = row
        returned[n] = pays[row]
        if from_meter[row]:
            shares[n] = True

"""Machine code that is called without the compiler: every kind of argument and result, against the function in plain Python."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from pitbook.compiled.calls import CompiledFunction
from pitbook.compiled.kinds import MOST_KNOWN, kind_of, kinds_of
from pitbook.kept_files import read_kept, write_kept


class Table(NamedTuple):
    """Two arrays that go together."""

    first: Any
    second: Any


def no_result(numbers: Any) -> None:
    for n in range(len(numbers)):
        numbers[n] += n


def whole(one: int, other: int) -> int:
    return one * 7 - other


def truth(number: int, turned: bool) -> bool:
    return (number > 3) != turned


def truths(number: int) -> tuple[bool, bool]:
    return number > 3, number > 4


def pair(number: int) -> tuple[int, int]:
    return number // 2, -number


def halved(number: int) -> int:
    return number // 2


def doubled(number: int) -> int:
    return number * 2


def of_tables(table: Table, more: Any, factor: int) -> int:
    total = 0
    for row in range(more.shape[0]):
        for column in range(more.shape[1]):
            total += int(more[row, column]) * int(table.first[row])
    return total * factor + int(table.second[0])


def real(numbers: Any) -> float:
    total = 0.0
    for n in range(len(numbers)):
        total += numbers[n] / 2
    return total


def divided(one: int, other: int) -> int:
    return one // other


def raised(number: int) -> int:
    if number > 3:
        raise ValueError("too much")
    return number


def with_memory(number: int) -> int:
    return int(np.zeros(number, np.int64).sum()) + number


def strided(numbers: Any) -> int:
    total = 0
    for n in range(len(numbers)):
        total += int(numbers[n])
    return total


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., CompiledFunction]:
    """Gives a compiled form that knows only what is kept: the first one compiles."""
    folder = tmp_path_factory.mktemp("kept")
    return lambda function: CompiledFunction(function, folder, "these tests")


def table() -> Table:
    return Table(np.arange(1, 4), np.array([5, 6], np.uint8))


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (whole, (2, -(1 << 62))),
    (whole, (np.int64(4), 3)),
    (truth, (4, True)),
    (truth, (4, False)),
    (pair, (-7,)),
    (of_tables, (table(), np.arange(12, dtype=np.int32).reshape(3, 4), 2)),
    (of_tables, (table(), np.arange(3, dtype=np.uint8).reshape(3, 1), -2)),
    (real, (np.arange(5),)),
    (real, (np.empty(0, np.int64),)),
]


@pytest.mark.parametrize(("function", "values"), CALLS, ids=[function.__name__ + str(n) for n, (function, _) in enumerate(CALLS)])
def test_a_call_gives_what_plain_python_gives(compiled: Any, function: Any, values: tuple[Any, ...]) -> None:
    compiled(function)(*values)
    kept = compiled(function)
    found = kept(*values)
    assert found == function(*values)
    assert isinstance(found, bool) == (function is truth)
    assert kept._numba is None, "called without the compiler"


def test_arrays_are_changed_in_place(compiled: Any) -> None:
    compiled(no_result)(np.zeros(3, np.int64))
    kept = compiled(no_result)
    numbers = np.full((2, 4), 10, np.int64)
    assert kept(numbers[1]) is None
    assert numbers.tolist() == [[10] * 4, [10, 11, 12, 13]]
    assert kept._numba is None


@pytest.mark.parametrize(
    ("function", "good", "bad", "fault"), [(divided, (7, 2), (7, 0), ZeroDivisionError), (raised, (1,), (9,), ValueError)]
)
def test_what_goes_wrong_is_said_as_python_says_it(compiled: Any, function: Any, good: Any, bad: Any, fault: Any) -> None:
    compiled(function)(*good)
    kept = compiled(function)
    assert kept(*good) == function(*good)
    assert kept._numba is None
    with pytest.raises(fault):
        kept(*bad)


def test_code_that_asks_for_memory_is_run_by_numba(compiled: Any) -> None:
    compiled(with_memory)(3)
    again = compiled(with_memory)
    assert again(3) == 3
    assert again._numba is not None


def test_several_truths_are_given_by_numba(compiled: Any) -> None:
    for _ in range(2):
        form = compiled(truths)
        assert repr(form(4)) == "(True, False)"
        assert form._numba is not None


def test_an_array_that_is_not_one_block_is_run_by_numba(compiled: Any) -> None:
    form = compiled(strided)
    assert form(np.arange(10)[::3]) == 18
    assert form(np.arange(4)) == 6
    assert form(np.arange(10)[::3]) == 18


def test_a_number_beyond_64_bits_is_not_cut(compiled: Any) -> None:
    form = compiled(whole)
    assert form(1, 2) == 5
    with pytest.raises(Exception, match=r"too (large|big)"):
        form(1 << 64, 2)


def test_one_function_has_a_form_for_each_kind_of_arguments(compiled: Any) -> None:
    for _ in range(2):
        form = compiled(strided)
        assert form(np.arange(4, dtype=np.uint8)) == 6
        assert form(np.arange(4, dtype=np.int64)) == 6
    assert form._numba is None
    assert len(form._calls) == 2


def test_kinds_tell_apart_what_numba_tells_apart() -> None:
    held = np.arange(6)
    fixed = held.copy()
    fixed.flags.writeable = False
    values = [1, True, held, fixed, held.reshape(2, 3), held.astype(np.int32), Table(held, held), Table(held, fixed)]
    assert len({kind_of(each) for each in values}) == len(values)
    assert None not in {kind_of(each) for each in values}


@pytest.mark.parametrize("value", [1.5, "text", None, 1 << 63, np.int32(4), (1, 2), np.arange(6)[::2], np.array(5), b"", {}])
def test_other_kinds_are_left_to_numba(value: Any) -> None:
    assert kind_of(value) is None
    assert kinds_of((1, value)) is None


def test_tables_that_come_and_go_are_not_taken_for_each_other(compiled: Any) -> None:
    form, more = compiled(of_tables), np.ones((1, 1), np.int64)
    for n in range(3 * MOST_KNOWN):
        held = Table(np.array([n]), np.array([n + 1]))
        assert form(held, more, 10) == form(held, more, 10) == 11 * n + 1


# Files -----------------------------------------------------------------------------------------------------------------


def file_of(function: Any, values: tuple[Any, ...], folder: Path) -> Path:
    CompiledFunction(function, folder, "these tests")(*values)
    (path,) = folder.glob(f"*.{function.__name__}-*.code")
    return path


@pytest.mark.parametrize("how", ["exchanged", "a link to the other", "garbage of its length", "without the function"])
def test_code_in_the_place_of_other_code_is_not_called(tmp_path: Path, how: str) -> None:
    """Both functions take one number and give one: the code of either could be called as the other's."""
    mine, others = file_of(halved, (9,), tmp_path), file_of(doubled, (9,), tmp_path)
    whole, other = mine.read_bytes(), others.read_bytes()
    if how == "exchanged":
        mine.write_bytes(other)
        others.write_bytes(whole)
    elif how == "a link to the other":
        mine.unlink()
        mine.symlink_to(others)
    elif how == "garbage of its length":
        mine.write_bytes(bytes(n % 251 for n in range(len(whole))))
    else:
        content = read_kept(others)
        assert content is not None
        write_kept(mine, content)
        assert read_kept(mine) == content, "whole, and under its name: only what is in it is another's"
    again = CompiledFunction(halved, tmp_path, "these tests")
    assert again(9) == 4
    assert again._numba is not None, "compiled again"
    assert not mine.is_symlink()
    assert CompiledFunction(doubled, tmp_path, "these tests")(9) == 18


def test_a_folder_in_the_place_of_a_file_keeps_nothing_open(tmp_path: Path) -> None:
    assert read_kept(tmp_path) is None
    opened = Path("/proc/self/fd")
    links = [os.path.realpath(each) for each in opened.iterdir()] if opened.is_dir() else []
    assert str(tmp_path.resolve()) not in links

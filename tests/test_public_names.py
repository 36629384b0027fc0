"""The names that ``import pitbook`` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pitbook


@pytest.mark.parametrize("name", pitbook.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    value = getattr(pitbook, name)
    assert name == "__version__" or (callable(value) and value.__doc__)


@pytest.mark.parametrize(
    "before",
    ["", "import pitbook.par, pitbook.rulebook", "from pitbook.par import Conditions", "pitbook.par('midibaccarat', 'tie')"],
)
def test_modules_of_the_same_name_do_not_hide_the_functions(before: str) -> None:
    code = f"import pitbook\n{before}\nassert callable(pitbook.par) and callable(pitbook.rulebook)\npitbook.rulebook()"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_the_package_loads_nothing_of_it() -> None:
    code = "import sys, pitbook; print([name for name in sys.modules if name.startswith('pitbook.')])"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"

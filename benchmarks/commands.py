"""Whole commands, the start of the interpreter included: the second run and later ones, compiled code being kept on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from measure import Result, middle

COMMANDS = {
    "pitbook --help": (["--help"], 9),
    "pitbook games": (["games"], 9),
    "pitbook par three-card-poker pair-plus --json": (["par", "three-card-poker", "pair-plus", "--json"], 9),
    "pitbook par --all --json": (["par", "--all", "--json"], 5),
}
EMPTY = "python -c pass"
LIBRARIES = "python -c 'import numpy, numba'"


def run() -> Result:
    """Measure."""
    pitbook = str(Path(sys.executable).with_name("pitbook"))
    seconds = {
        EMPTY: _whole([sys.executable, "-c", "pass"], 9),
        LIBRARIES: _whole([sys.executable, "-c", "import numpy, numba"], 9),
    }
    seconds |= {shown: _whole([pitbook, *words], times) for shown, (words, times) in COMMANDS.items()}
    rows = [(f"`{shown}`", f"{each:.2f} s", f"{each / seconds[LIBRARIES]:.1f}") for shown, each in seconds.items()]
    every = seconds["pitbook par --all --json"]
    return Result(
        ("command", "time", "times the import of numpy and numba"),
        rows,
        ("The middle of several runs, files read before.",),
        (
            f"Every wager and paytable priced exactly, as one command: {every / seconds[LIBRARIES]:.1f} × the time that loading "
            f"numpy and numba takes ({every:.1f} s when this was measured).",
        ),
    )


def _whole(command: list[str], times: int) -> float:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def once() -> None:
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    once()
    return middle(once, times)

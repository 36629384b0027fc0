"""Measures, and writes what was measured into docs/benchmarks.md and the README.

``python benchmarks/run.py`` runs all, ``python benchmarks/run.py ranking`` one and keeps what the file has of the others.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

from measure import Result

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "benchmarks.md"
README: Final = ROOT / "README.md"
BENCHMARKS: Final = ("ranking", "commands", "counting", "settlement", "pai_gow", "hold", "simulation", "ledger", "web", "pages")


def main(names: list[str]) -> None:
    """Run the benchmarks named, or all."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    for name in names or BENCHMARKS:
        result: Result = import_module(name).run()
        print(f"\n{name}\n{result.markdown()}")
        _write(PAGE, name, result.markdown())
        if result.summary:
            _write(README, name, "\n".join(f"- {line}" for line in result.summary))
    _write(PAGE, "machine", machine())


def machine() -> str:
    """What it was measured on."""
    info = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.+)", info.read_text("utf-8")) if info.exists() else []
    model = models[0] if models else platform.machine()
    return f"Measured on {os.cpu_count()} cores of {model}, Python {platform.python_version()}, {platform.system()}."


def _write(page: Path, name: str, text: str) -> None:
    region = re.compile(rf"(<!-- measured: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    content, number = region.subn(lambda found: f"{found.group(1)}\n{text}\n\n{found.group(2)}", page.read_text("utf-8"))
    assert number == 1, f"{page.name} has {number} places for {name}"
    page.write_text(content, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

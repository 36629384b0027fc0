"""LibreOffice as a second calculator: it computes a workbook anew, whatever values are written in it."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pytest

WRONG = "12345.678"

# 0 is "always": without it LibreOffice trusts the values that a file brings.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def office() -> str:
    """The program; a test that needs it is skipped where it is missing (never in CI)."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if found is None:
        pytest.skip("needs LibreOffice Calc")
    return found


def recalculate(folder: Path, files: Mapping[str, Path]) -> dict[str, openpyxl.Workbook]:
    """The workbooks as LibreOffice computes them, by name; all in one run, with a profile of its own."""
    profile, results = folder / "profile", folder / "results"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS)
    command = [office(), f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore", "--convert-to"]
    command += ["xlsx:Calc MS Excel 2007 XML", "--outdir", str(results), *(str(path) for path in files.values())]
    subprocess.run(command, check=True, capture_output=True, timeout=1200)
    return {name: openpyxl.load_workbook(results / path.name, data_only=True) for name, path in files.items()}


def spoil(source: Path, target: Path) -> int:
    """Copy a workbook with a wrong value beside each formula; returns how many formulas it has."""
    spoiled = 0
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name).decode() if name.startswith("xl/worksheets/sheet") else old.read(name)
            if isinstance(content, str):
                content, count = re.subn(r"(</f>)<v>[^<]*</v>", rf"\g<1><v>{WRONG}</v>", content)
                content = re.sub(r'(<c [^>]*?) t="str"(><f>)', r"\1\2", content)
                spoiled += count
            new.writestr(name, content)
    return spoiled

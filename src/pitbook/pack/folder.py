"""The PAR pack of a filing: one folder with workbook, PDF, CSV, JSON, findings, effective rules, and a list of hashes.

The folder appears whole or not at all, and the same filing gives the same bytes: no date comes from the clock.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pitbook.exposure import Exposure, exposure, largest_stakes
from pitbook.exposure.view import exposure_json, exposure_tables
from pitbook.findings import Finding, findings_document, verdict
from pitbook.pack.filing import Filing, GamingTables
from pitbook.par_plain import sheet_for_files
from pitbook.report import csv_file
from pitbook.report.output import OutputError, json_text
from pitbook.report.pack_pdf import filing_facts, pack_pdf
from pitbook.report.par_workbook import Heading, workbook
from pitbook.report.rules_pdf import rules_pdf
from pitbook.tables import Table

FILES: Final = (
    "par-pack.pdf",
    "par-workbook.xlsx",
    "par-sheets.csv",
    "par-sheets.json",
    "findings.csv",
    "findings.json",
    "exposure.csv",
    "effective-rules.pdf",
    "SHA256SUMS",
)
"""What a pack holds. ``SHA256SUMS`` lists the hashes of the others, as ``sha256sum --check`` reads them."""


def pack(folder: Path, filing: Filing, findings: Sequence[Finding]) -> list[Path]:
    """Write the pack of a filing and the findings of its check into a new folder; returns the files.

    Raises :class:`~pitbook.report.output.OutputError` where the folder is there and not empty, or cannot be made; nothing is then
    written.
    """
    _must_be_free(folder)
    contents = pack_contents(filing, findings)
    try:
        partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".partial", dir=folder.parent))
    except OSError as fault:
        raise _refusal(folder, fault) from fault
    try:
        for name, content in contents.items():
            (partial / name).write_bytes(content)
        partial.chmod(0o777 & ~_umask())
        if folder.is_dir():
            folder.rmdir()  # only an empty one goes; else this is refused
        partial.rename(folder)
    except OSError as fault:
        raise _refusal(folder, fault) from fault
    finally:
        with suppress(OSError):
            shutil.rmtree(partial)
    return [folder / name for name in contents]


def _must_be_free(folder: Path) -> None:
    try:
        taken = folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir())))
    except OSError as fault:
        raise _refusal(folder, fault) from fault
    if taken:
        raise OutputError(f"{folder}: is there already; allowed is a new or an empty folder")
    if not folder.parent.is_dir():
        raise OutputError(f"{folder}: {folder.parent} is no folder")


def _refusal(folder: Path, fault: OSError) -> OutputError:
    return OutputError(f"{folder}: {fault.strerror or fault}")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# Contents ------------------------------------------------------------------------------------------------------------


def pack_contents(filing: Filing, findings: Sequence[Finding]) -> Mapping[str, bytes]:
    """The files of a pack by name. A pure function of its arguments."""
    sheets = filing.sheets
    held = filing.editions
    found = findings_document("Findings of the check", findings, held, {"filing": _filing_json(filing)})
    exposures = [table_exposure(tables) for tables in filing.tables]
    facts = tuple(filing_facts(filing))
    heading = Heading(f"PAR pack: {filing.certificate_holder}", facts[1:], filing.filing_date, filing.certificate_holder)
    contents = {
        "par-pack.pdf": pack_pdf(filing, findings, exposures),
        "par-workbook.xlsx": workbook(sheets, heading, findings),
        "par-sheets.csv": _csv(filing, (sheet_for_files(sheet) for sheet in sheets)),
        "par-sheets.json": json_text(_pack_json(filing, findings, exposures)).encode(),
        "findings.csv": _csv(filing, found.tables),
        "findings.json": json_text(found.data).encode(),
        "exposure.csv": _csv(filing, _exposure_tables(filing, exposures)),
        "effective-rules.pdf": rules_pdf(filing),
    }
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in contents.items())
    return {**contents, "SHA256SUMS": sums.encode()}


def table_exposure(tables: GamingTables) -> Exposure | None:
    """The exposure of some gaming tables at their largest stakes; None where no wager has one."""
    largest = {name: limits.largest_micros for name, limits in tables.limits.items()}
    meters = {(sheet.wager, sheet.wager_micros): sheet.meter_micros for sheet in tables.sheets if sheet.meter_micros is not None}
    stakes, left_out = largest_stakes(tables.offers, largest, meters)
    if not stakes:
        return None
    return exposure(stakes, tables.seats, decks=tables.decks, limit_micros=tables.aggregate_limit_micros, left_out=left_out)


def _filing_json(filing: Filing) -> dict[str, Any]:
    return {
        "certificate_holder": filing.certificate_holder,
        "facility": filing.facility or None,
        "reference": filing.reference or None,
        "filing_date": filing.filing_date.isoformat(),
        "effective_date": filing.effective_date.isoformat() if filing.effective_date else None,
    }


def _pack_json(filing: Filing, findings: Sequence[Finding], exposures: Sequence[Exposure | None]) -> dict[str, Any]:
    return {
        "filing": _filing_json(filing),
        "verdict": verdict(findings, filing.editions),
        "games": [
            {
                "game": tables.game,
                "tables": list(tables.numbers),
                "seats": tables.seats,
                "rulebook_sha256": tables.offers[0].game.source_hash,
                "sheets": [sheet.to_json() for sheet in tables.sheets],
                "exposure": None if exposed is None else exposure_json(exposed),
            }
            for tables, exposed in zip(filing.tables, exposures, strict=True)
        ],
    }


def _csv(filing: Filing, tables: Iterable[Table]) -> bytes:
    """Tables as CSV, each of which says first whose filing it belongs to: a file may be passed on alone."""
    whose = (("filing of", filing.certificate_holder), ("filing date", filing.filing_date.isoformat()))
    return csv_file.text(replace(table, about=(*whose, *table.about)) for table in tables).encode()


def _exposure_tables(filing: Filing, exposures: Iterable[Exposure | None]) -> Iterator[Table]:
    for tables, found in zip(filing.tables, exposures, strict=True):
        about = (("game", tables.game), ("gaming tables", ", ".join(tables.numbers)), ("seats", str(tables.seats)))
        for table in exposure_tables(found) if found else ():
            yield replace(table, about=about)

"""The pack: every file, the same bytes twice, whole or not at all; the PDF and the rules say what they must."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import openpyxl
import pypdf
import pytest
from example_filing import FINDINGS, filing

from pitbook import __version__
from pitbook.catalog import rulebook
from pitbook.pack.folder import FILES, pack, pack_contents
from pitbook.report.output import OutputError
from pitbook.report.par_pdf import par_pdf


@pytest.fixture(scope="module")
def contents() -> Mapping[str, bytes]:
    return pack_contents(filing(), FINDINGS)


def pages(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(content)).pages]


# The folder ----------------------------------------------------------------------------------------------------------


def test_a_pack_holds_every_file_with_its_hash(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    written = pack(folder, filing(), FINDINGS)
    assert [path.name for path in written] == list(FILES)
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FILES if name != "SHA256SUMS"}
    assert lines == [f"{digest}  {name}" for name, digest in hashes.items()]
    assert list(tmp_path.iterdir()) == [folder]


def test_another_process_makes_the_same_bytes(contents: Mapping[str, bytes], tmp_path: Path) -> None:
    code = "from example_filing import *; from pitbook.pack.folder import *; pack(Path('again'), filing(), FINDINGS)"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environment)
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == dict(contents)


def test_an_empty_folder_is_taken_and_a_full_one_refused(tmp_path: Path) -> None:
    empty, full, file = tmp_path / "empty", tmp_path / "full", tmp_path / "file"
    empty.mkdir()
    full.mkdir()
    (full / "kept").write_text("kept")
    file.write_text("kept")
    pack(empty, filing(), ())
    assert (empty / "par-pack.pdf").stat().st_size > 10_000
    for taken in (full, file):
        with pytest.raises(OutputError, match="is there already; allowed is a new or an empty folder"):
            pack(taken, filing(), ())
    with pytest.raises(OutputError, match="is no folder"):
        pack(tmp_path / "missing" / "pack", filing(), ())
    assert [path.name for path in full.iterdir()] == ["kept"]
    assert file.read_text() == "kept"


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    write = Path.write_bytes

    def fail_at_the_third(path: Path, content: bytes) -> int:
        written.append(path)
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", fail_at_the_third)
    with pytest.raises(OutputError, match="No space left on device"):
        pack(tmp_path / "pack", filing(), ())
    assert list(tmp_path.iterdir()) == []


# What the files say --------------------------------------------------------------------------------------------------


def test_the_pdf_has_a_summary_a_page_for_each_wager_exposure_readings_and_editions(contents: Mapping[str, bytes]) -> None:
    found = pages(contents["par-pack.pdf"])
    wanted = filing()
    first = found[0]
    for text in (
        wanted.certificate_holder,
        wanted.facility,
        "2026-03-02",
        "RS-2026-014",
        "Prepared by",
        "Reviewed by",
        "Signature",
    ):
        assert text in first
    assert "no violation found in the editions held (649a-2014, 629b-temporary)" in first
    assert "player-edge" in found[1]
    assert "=1+1" in found[1]
    for sheet in wanted.sheets:
        table = "" if sheet.paytable == "standard" else f", paytable {sheet.paytable}"
        own = [page for page in found if page.startswith(f"{sheet.name}{table} {sheet.game} {sheet.wager} ")]
        assert own, sheet.name
        assert any(f"{float(sheet.house_edge):.4%}" in page and f"{sheet.total:,}" in page for page in own)
        assert all(("Return against meter" in page) is (sheet.progressive is not None) for page in own)
    text = " ".join(found)
    for each in ("The largest joint payout of one round", "Limit on one hand's bonus pays, as filed", "What the figures mean"):
        assert each in text
    for game in ("649a-2014", "629b-temporary"):
        assert game in text
    assert all(tables.offers[0].game.source_hash in text.replace(" ", "") for tables in wanted.tables)
    assert {each.reading.id for sheet in wanted.sheets for each in sheet.readings} <= set(text.split())


def test_the_page_numbers_of_the_summary_lead_to_the_wagers(contents: Mapping[str, bytes]) -> None:
    found = pages(contents["par-pack.pdf"])
    line = next(n for n, page in enumerate(found, start=1) if page.startswith("Pair Plus Wager, paytable D"))
    assert f"Pair Plus Wager, paytable D $1.00 2.3167% 2.3167% 25.611% 2.911 $41.00 – {line}" in found[0]


def test_dates_come_from_the_filing(contents: Mapping[str, bytes]) -> None:
    assert b"CreationDate" not in contents["par-pack.pdf"]
    assert openpyxl.load_workbook(io.BytesIO(contents["par-workbook.xlsx"])).properties.created.date() == filing().filing_date


def test_the_workbook_has_the_findings_as_texts(contents: Mapping[str, bytes]) -> None:
    book = openpyxl.load_workbook(io.BytesIO(contents["par-workbook.xlsx"]))
    assert book.sheetnames[0] == "Summary"
    assert {"Readings", "Findings", "Progressive A $1.00", "Progressive A $5.00"} <= set(book.sheetnames)
    cell = book["Findings"]["D4"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")


def test_every_page_says_which_version_and_rulebook_made_it(contents: Mapping[str, bytes]) -> None:
    foot = f"Pitbook {__version__} · rulebook {rulebook().source_hash[:16]}"
    assert all(foot in page for page in pages(contents["par-pack.pdf"]))
    sheets = filing().sheets[:1]
    assert all(foot in page for page in pages(par_pdf(sheets)))
    assert par_pdf(sheets) == par_pdf(sheets)


def test_json_and_csv_hold_the_same_sheets(contents: Mapping[str, bytes]) -> None:
    data = json.loads(contents["par-sheets.json"])
    sheets = filing().sheets
    listed = [sheet for game in data["games"] for sheet in game["sheets"]]
    assert [Fraction(each["house_edge"]["exact"]) for each in listed] == [sheet.house_edge for sheet in sheets]
    assert data["verdict"].startswith("no violation found")
    assert data["games"][1]["exposure"]["table_is"] == "largest"
    assert data["games"][0]["exposure"]["left_out"] == ["five-card-progressive"]
    rows = list(csv.DictReader(io.StringIO(contents["par-sheets.csv"].decode())))
    totals = [(row["game"], row["wager"], row["paytable"]) for row in rows if row["kind"] == "total"]
    assert totals == [(sheet.game, sheet.wager, sheet.paytable) for sheet in sheets]
    assert {(row["filing of"], row["filing date"]) for row in rows} == {
        (data["filing"]["certificate_holder"], data["filing"]["filing_date"])
    }
    exposed = list(csv.DictReader(io.StringIO(contents["exposure.csv"].decode())))
    assert {row["game"] for row in exposed} <= {game["game"] for game in data["games"]}
    assert all(row["gaming tables"] for row in exposed)
    assert json.loads(contents["findings.json"])["counts"] == {"violation": 0, "warning": 1, "note": 1}


def test_each_gaming_table_has_one_page_of_rules(contents: Mapping[str, bytes]) -> None:
    found = pages(contents["effective-rules.pdf"])
    assert [page[:30] for page in found] == [
        "Three Card Poker, table TCP-1 ",
        "Three Card Poker, table TCP-2 ",
        "Midibaccarat, table MB-1 River",
    ]
    for text in (
        "Pair Plus Wager, paytable D 58 Pa. Code § 649a.12(d)",
        "Straight flush 40 to 1 $200.00 + wager",
        "$5.00 to $100.00.",
        "Ace, king and queen of spades 100% of meter the whole meter",
        "Ace, king and queen of hearts, diamonds or clubs 500 for 1 $500.00",
        "Wager of $1.00 or $5.00.",
        "starts at 1,000 times the wager, takes in 14% of each wager",
        "Shuffle by machine Rules Submission",
        "Most that the bonus wagers of one hand pay $1,000.00",
        "effective 2026-04-01",
    ):
        assert text in found[0], text
    for text in ("Banker's Hand wins 1 to 1 $23.75 + wager", "Vigorish 5% of the amount won."):
        assert text in found[2], text
    assert "After a fold" not in found[2]

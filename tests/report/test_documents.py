"""Any answer as a workbook or a PDF: figures stay what they say, texts stay texts, the same answer gives the same bytes."""

from __future__ import annotations

import io
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest

from pitbook.par import par
from pitbook.report import pdf, xlsx
from pitbook.report.output import FILE_KINDS, OutputError, write_file
from pitbook.report.par_files import par_files
from pitbook.report.xlsx_book import sheet_name
from pitbook.tables import Document, Row, Table, left, right

TABLE = Table(
    title="Wagers: all [of] them",
    subtitle="as printed",
    columns=(*left("Name"), *right("Count", "Edge", "Pays", "Long")),
    rows=(
        Row(("=HYPERLINK(1)", "22,100", "4.5792%", "$1,000.00", "4,998,398,275,503,360")),
        Row(("007", "-5", "0.00%", "35 to 1", "0012"), "best"),
    ),
    figures=(("House edge", "4.5792%"),),
    notes=("#let x = 1; *bold* $math$ <tag> @ref \\ “quoted”",),
)
ANSWER = Document("An answer", [TABLE], {"edge": "4.5792%"})


def cells(content: bytes) -> list[tuple[Any, ...]]:
    page = openpyxl.load_workbook(io.BytesIO(content)).active
    assert page is not None
    return list(page.iter_rows(values_only=True))


def test_figures_are_numbers_and_texts_stay_texts() -> None:
    page = openpyxl.load_workbook(io.BytesIO(xlsx.workbook(ANSWER))).worksheets[0]
    first = [(cell.value, cell.data_type, cell.number_format) for cell in page[5]]
    assert first == [
        ("=HYPERLINK(1)", "s", "General"),
        (22100, "n", "#,##0"),
        (0.045792, "n", "0.0000%"),
        (1000, "n", '"$"#,##0.00'),
        ("4,998,398,275,503,360", "s", "General"),
    ]
    assert [cell.value for cell in page[6]] == ["007", -5, 0, "35 to 1", "0012"]
    assert page.title == "Wagers all of them"
    assert page.freeze_panes == "A5"


@pytest.mark.parametrize(
    ("text", "value", "form"),
    [
        ("0", 0, "0"),
        ("-1,234.50", -1234.5, "#,##0.00"),
        ("12.5%", 0.125, "0.0%"),
        ("$0.05", 0.05, '"$"#,##0.00'),
        ("999,999,999,999,999", 999_999_999_999_999, "#,##0"),
    ],
)
def test_a_printed_figure_is_that_number(text: str, value: float, form: str) -> None:
    assert xlsx.as_printed(text) == (value, form)


@pytest.mark.parametrize(
    "text", ["", "-", "1 in 4", "+7", "1,23", "01", "1.", "1,000,000,000,000,000", "NaN", "1e5", "٣", "$1234.00"]
)
def test_another_text_is_no_number(text: str) -> None:
    assert xlsx.as_printed(text) is None


def test_as_many_tables_get_names_of_their_own_and_a_list() -> None:
    tables = [Table(f"The same long title of a table {'x' * 20}", left("A"), (Row((str(n),)),)) for n in range(5)]
    book = openpyxl.load_workbook(io.BytesIO(xlsx.workbook(Document("Many", tables))))
    assert len(set(book.sheetnames)) == 6
    assert book.sheetnames[0] == "Contents"
    assert all(len(name) <= 31 for name in book.sheetnames)


def test_sheet_names_are_legal() -> None:
    assert sheet_name("a/b\\c?d*e[f]:g", []) == "a b c d e f g"
    assert sheet_name("History", []) == "History (2)"
    assert sheet_name("'x'", ["X"]) == "x (2)"
    assert sheet_name("", []) == "Sheet"


def test_a_pdf_says_what_the_table_says_and_reads_no_text_as_markup() -> None:
    reader = pypdf.PdfReader(io.BytesIO(pdf.document(ANSWER)))
    text = " ".join(page.extract_text() for page in reader.pages)
    for part in (
        "Wagers: all [of] them",
        "=HYPERLINK(1)",
        "4,998,398,275,503,360",
        "#let x = 1; *bold* $math$ <tag> @ref \\ “quoted”",
    ):
        assert part in text
    assert reader.metadata is not None
    assert reader.metadata.title == "An answer"
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"], "tagged, for readers that speak"


def test_a_wide_table_gets_wider_paper() -> None:
    def table(columns: int) -> Table:
        return Table("t", right(*["12,345,678"] * columns), (Row(("12,345,678",) * columns),))

    papers = [pdf.paper_for([table(columns)]) for columns in (4, 10, 13, 19, 25)]
    assert papers == sorted(papers, key=lambda each: [row[:3] for row in pdf._PAPERS].index(each))
    assert len(set(papers)) == 5


@pytest.mark.parametrize(
    "answer", [ANSWER, Document("Nothing", []), Document("", [Table("", (), ())]), Document("你好 😀", [TABLE])]
)
def test_every_answer_goes_into_every_kind_of_file_with_the_same_bytes(answer: Document, tmp_path: Path) -> None:
    for kind in FILE_KINDS:
        for n in range(2):
            write_file(answer, tmp_path / f"{n}{kind}")
        assert (tmp_path / f"0{kind}").read_bytes() == (tmp_path / f"1{kind}").read_bytes()
        assert len((tmp_path / f"0{kind}").read_bytes()) > 0 or kind == ".csv"
    assert len(list(tmp_path.iterdir())) == 2 * len(FILE_KINDS)


def test_an_answer_may_have_files_of_its_own(tmp_path: Path) -> None:
    write_file(ANSWER, tmp_path / "a.XLSX", {".xlsx": lambda: b"own"})
    write_file(ANSWER, tmp_path / "a.csv", {".xlsx": lambda: b"own"})
    assert (tmp_path / "a.XLSX").read_bytes() == b"own"
    assert (tmp_path / "a.csv").read_text().startswith("table,kind,about,figure,value,unit,exact,Name,Count")


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"'\.docx' is no form for this answer; allowed: \.csv, \.html, \.json, \.pdf, \.xlsx"):
        write_file(ANSWER, tmp_path / "x.docx")
    assert list(tmp_path.iterdir()) == []


def test_numbers_read_back_as_printed() -> None:
    for text in ("22,100", "4.5792%", "$1,000.00", "0.123456", "-0.5%"):
        found = xlsx.as_printed(text)
        assert found is not None
        printed = Decimal(text.strip("$%").replace(",", "")) / (100 if "%" in text else 1)
        assert Decimal(repr(found[0])) == printed


def test_a_command_loads_no_typesetter_and_no_workbook_writer_unless_it_uses_one() -> None:
    code = (
        "import sys; from pitbook.cli import main\n"
        "try:\n    sys.argv = ['pitbook', 'show', 'three-card-poker']; main()\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('typst', 'xlsxwriter', 'pitbook.report.pdf', 'pitbook.report.xlsx') if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert shown.splitlines()[-1] == "[]"


def test_par_sheets_have_files_of_their_own() -> None:
    sheets = [par("three-card-poker", "pair-plus", "A"), par("three-card-poker", "progressive", "B")]
    own = par_files(sheets)
    book = openpyxl.load_workbook(io.BytesIO(own[".xlsx"]()))
    assert book.sheetnames == ["Summary", "Pair plus A", "Progressive B", "Readings"]
    text = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(own[".pdf"]())).pages]
    assert [page.split("\n")[0] for page in text] == [
        "Pair Plus Wager, paytable A",
        "Progressive Payout Wager, paytable B",
        "Readings",
    ]
    assert "253 / 5,525" in text[0]
    assert "Return against meter" in text[1]

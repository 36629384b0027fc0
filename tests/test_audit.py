"""The audit of the rulebook against the regulation: nothing differs, and nothing that is changed goes unseen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pitbook.audit import AuditError, AuditReport, BookSection, Difference, What, audit, book_sections, compare_texts, read_texts
from pitbook.audit.narrow import subsections
from pitbook.audit.wording import wording
from pitbook.catalog import Rulebook, rulebook
from pitbook.rulebook import Edition, Envy, Game, Paytable, PrintedTerms, RulebookError, Wager
from pitbook.tables import Document
from regulation import (
    SECTIONS,
    TEXTS,
    Alteration,
    Form,
    SectionOfFigures,
    TableOfFigures,
    altered_numbers,
    altered_words,
    figures_of,
    render,
)

REAL = sorted(TEXTS.glob("*.txt")) if TEXTS.is_dir() else []


@cache
def sections() -> tuple[BookSection, ...]:
    return book_sections(rulebook())


def compared(text: str, file: str = "text") -> AuditReport:
    return compare_texts({file: text}, sections())


def differences(section: SectionOfFigures, form: Form = Form.PIPES) -> tuple[Difference, ...]:
    return compared(render(section, form)).differences


# No difference -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("name", SECTIONS)
def test_the_rulebook_holds_what_the_figures_of_a_section_say(name: str, form: Form) -> None:
    figures = figures_of(name)
    report = compared(render(figures, form))
    assert report.differences == ()
    assert report.figures == report.compared == figures.figures
    assert report.sections[0].references == figures.references
    assert report.exit_status == 0
    assert all(each.unread_lines == () and not each.left_out for each in report.sections)


def test_all_sections_stand_in_one_file() -> None:
    report = compared("".join(render(figures_of(name)) for name in SECTIONS if "." in name))
    assert [section.section.split()[-1] for section in report.sections] == [name for name in SECTIONS if "." in name]
    assert report.differences == ()


@pytest.mark.skipif(not REAL, reason="the regulation's texts are not beside this checkout")
def test_the_texts_of_the_regulation_agree_with_the_rulebook() -> None:
    report = audit(read_texts([str(path) for path in REAL]))
    assert [(each.clause, each.row, each.in_text, each.in_rulebook) for each in report.differences] == []
    assert report.figures == report.compared
    # The amendments of § 649a.6 are figures that our own files leave out.
    assert report.figures == sum(figures_of(name).figures for name in SECTIONS) + 2
    assert {each.reading for each in report.explained} == {"ante-bonus-akq-straight", "super-royal-column"}


# Any change is seen --------------------------------------------------------------------------------------------------


def unseen(alterations: Iterator[Alteration]) -> list[str]:
    """The alterations that bring no difference on their line (or a line on or off, where a list holds a name twice)."""
    missed: list[str] = []
    for each in alterations:
        try:
            report = compared(each.text)
        except AuditError:
            continue
        if not any(found.line is not None and abs(found.line - each.line) <= 1 for found in report.differences):
            missed.append(f"line {each.line}: {each.was} -> {each.now}")
    return missed


@pytest.mark.parametrize("name", SECTIONS)
def test_every_number_that_is_altered_is_reported(name: str) -> None:
    assert unseen(altered_numbers(render(figures_of(name)))) == []


@pytest.mark.parametrize("name", SECTIONS)
def test_every_word_letter_and_name_that_is_altered_is_reported(name: str) -> None:
    assert unseen(altered_words(render(figures_of(name)))) == []


def test_every_number_that_is_altered_in_broken_rows_is_reported() -> None:
    assert unseen(altered_numbers(render(figures_of("629b.7"), Form.BROKEN))) == []


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_every_number_that_is_altered_in_the_regulation_is_reported(path: Path) -> None:
    assert unseen(altered_numbers(path.read_text(encoding="utf-8"))) == []


def without_last_row(table: TableOfFigures) -> None:
    table.rows.pop()


def with_a_row_twice(table: TableOfFigures) -> None:
    table.rows.append(table.rows[0])


def with_a_row_more(table: TableOfFigures) -> None:
    table.rows.append(("Four aces and a king", [table.rows[0][1][0]] * len(table.rows[0][1])))


def with_rows_swapped(table: TableOfFigures) -> None:
    table.rows[0], table.rows[-1] = table.rows[-1], table.rows[0]


def with_cells_shifted_right(table: TableOfFigures) -> None:
    table.rows[-1] = (table.rows[-1][0], ["-", *table.rows[-1][1]])


def without_first_figure(table: TableOfFigures) -> None:
    table.rows[0][1][0] = "-"


def without_last_column(table: TableOfFigures) -> None:
    width = max(len(cells) for _, cells in table.rows)
    table.headings.pop()
    for _, cells in table.rows:
        del cells[width - 1 :]


def with_columns_swapped(table: TableOfFigures) -> None:
    """Headings and cells change places, so that every paytable keeps its figures."""
    table.headings[-2:] = table.headings[:-3:-1]
    for _, cells in table.rows:
        if len(cells) > 1:
            cells[-2:] = cells[:-3:-1]


def with_headings_swapped(table: TableOfFigures) -> None:
    table.headings[-2:] = table.headings[:-3:-1]


def tables_of(section: SectionOfFigures) -> list[TableOfFigures]:
    return [table for clause in section.clauses for table in clause.tables]


OF_ANY_TABLE = [without_last_row, with_a_row_twice, with_a_row_more, with_cells_shifted_right, without_first_figure]
OF_SEVERAL_ROWS = [with_rows_swapped]
OF_SEVERAL_COLUMNS = [without_last_column, with_columns_swapped, with_headings_swapped]


@pytest.mark.parametrize("change", [*OF_ANY_TABLE, *OF_SEVERAL_ROWS, *OF_SEVERAL_COLUMNS], ids=lambda each: each.__name__)
@pytest.mark.parametrize("name", SECTIONS)
def test_every_table_that_is_changed_is_reported(name: str, change: Callable[[TableOfFigures], None]) -> None:
    figures = figures_of(name)
    missed = []
    for n, table in enumerate(tables_of(figures)):
        paytables = len([heading for heading in table.headings if heading not in {"Hand", "Outcome"}])
        if (change in OF_SEVERAL_ROWS and len(table.rows) < 2) or (change in OF_SEVERAL_COLUMNS and paytables < 2):
            continue
        changed = deepcopy(figures)
        change(tables_of(changed)[n])
        if not differences(changed):
            missed.append(n)
    # The one straight of § 649a.12(c), shifted to another column, is one of the readings of that cell.
    assert missed == ([1] if (name, change) == ("649a.12", with_cells_shifted_right) else [])


@pytest.mark.parametrize("name", SECTIONS)
def test_every_table_and_clause_that_is_left_out_is_reported(name: str) -> None:
    figures = figures_of(name)
    for n, clause in enumerate(figures.clauses):
        without = deepcopy(figures)
        del without.clauses[n]
        assert any(each.clause == clause.label and each.what is What.MISSING for each in differences(without)), clause.label
        for m in range(len(clause.tables)):
            without = deepcopy(figures)
            del without.clauses[n].tables[m]
            assert any(each.clause == clause.label for each in differences(without)), (clause.label, m)


def test_what_a_difference_says() -> None:
    figures = figures_of("649a.12")
    figures.clause("(d)").tables[0].rows[1][1][2] = "31 to 1"
    (found,) = differences(figures)
    assert found.section == "58 Pa. Code § 649a.12"
    assert (found.clause, found.row, found.column) == ("(d)", "Three-of-a-kind", "Paytable C")
    assert (found.what, found.in_text, found.in_rulebook) == (What.VALUE, "31 to 1", "30 to 1")
    assert found.wagers == ("pair-plus",)
    assert render(figures).splitlines()[(found.line or 0) - 1].startswith("| Three-of-a-kind | 25 to 1")


def test_a_row_with_another_name_is_one_difference_and_its_figures_are_compared() -> None:
    figures = figures_of("649a.12")
    table = figures.clause("(f)").tables[0]
    table.rows[3] = ("Fuller house", table.rows[3][1])
    (found,) = differences(figures)
    assert (found.what, found.in_text, found.in_rulebook) == (What.NAME, "Fuller house", "Full house")
    table.rows[3][1][0] = "26 to 1"
    assert [each.what for each in differences(figures)] == [What.VALUE, What.NAME]


def test_a_paytable_more_is_reported_figure_by_figure() -> None:
    figures = figures_of("649a.12")
    table = figures.clause("(b)").tables[0]
    table.headings.append("Paytable D")
    for _, cells in table.rows:
        cells.append("9 to 1")
    found = differences(figures)
    assert [(each.what, each.column, each.in_text) for each in found] == [(What.EXTRA, "Paytable D", "9 to 1")] * 3
    report = compared(render(figures))
    assert report.figures - report.compared == 3


def test_a_clause_more_is_reported_with_what_it_holds() -> None:
    text = render(figures_of("649a.12")).replace("Notes\n", "(k) A tip of $7 is paid.\nNotes\n")
    found = compared(text).differences
    assert [(each.what, each.clause, each.in_text) for each in found] == [(What.EXTRA, "(k)", "(k)"), (What.EXTRA, "(k)", "$7")]


def test_to_and_for_are_not_the_same() -> None:
    figures = figures_of("645a.13")
    figures.clause("(e)").tables[0].rows[2] = ("Royal flush", ["500 to 1"])
    (found,) = differences(figures)
    assert (found.in_text, found.in_rulebook) == ("500 to 1", "500 for 1")


def test_another_wording_of_the_same_share_is_no_difference() -> None:
    figures = figures_of("649a.12")
    figures.clause("(j)(1)").tables[0].rows[1][1][0] = "25% of the progressive meter"
    assert differences(figures) == ()


# Sentences -----------------------------------------------------------------------------------------------------------


def stated(name: str, label: str, *holds: str) -> tuple[Difference, ...]:
    """The differences when the sentences of a clause hold these."""
    figures = figures_of(name)
    figures.clause(label).stated[:] = holds
    return differences(figures)


def test_a_floor_must_be_said_to_be_one() -> None:
    (found,) = stated("649a.12", "(g)(1)", "(b)", "no more than 5 to 1")
    assert (found.row, found.in_text, found.in_rulebook) == (
        "Mini-royal flush, floor for ante-bonus",
        "at most 5 to 1",
        "at least 5 to 1",
    )
    assert stated("649a.12", "(g)(1)", "(b)", "5 to 1")[0].in_text == "5 to 1"
    assert stated("649a.12", "(g)(1)", "(b)", "at least 5 to 1") == ()


def test_a_floor_belongs_to_the_wager_whose_subsection_is_named() -> None:
    assert {each.row for each in stated("649a.12", "(g)(2)", "(b)", "no less than 40 to 1")} >= {
        "Mini-royal flush, floor for ante-bonus",
        "Mini-royal flush, floor for pair-plus",
    }


def test_the_vigorish_and_its_multiple_are_compared() -> None:
    (found,) = stated("645a.13", "(a)", "1 to 1", "4%", "25¢", "25¢")
    assert (found.row, found.in_text, found.in_rulebook) == ("vigorish", "4%", "5%")
    (found,) = stated("645a.13", "(a)", "1 to 1", "5%", "25¢", "50¢")
    assert (found.row, found.in_text, found.in_rulebook) == ("multiple of the vigorish", "50¢", "25¢")
    assert stated("645a.13", "(a)", "1 to 1", "5%", "25¢") != ()
    assert stated("645a.13", "(a)", "1 to 1", "5%") != ()
    assert stated("645a.13", "(a)", "1 to 1", "5%", "25¢", "25¢", "$3") != ()


def test_the_paytables_of_a_variation_are_compared() -> None:
    (found,) = stated("645a.13", "(d)", "§ 601a.2", "paytables a or b", "paytables c or d")
    assert (found.row, found.in_text) == ("paytables of fortune", "paytables c or d")
    assert found.in_rulebook == "paytables C, D or E"
    assert stated("645a.13", "(d)", "§ 601a.2", "paytables a or b") != ()


def test_names_that_hold_a_number_are_no_figures() -> None:
    figures = figures_of("649a.12")
    plain = compared(render(figures))
    named = compared(
        render(figures).replace("Nothing is counted here.", "Of 5 of 6 Progressive\nPayout Wagers: nothing is counted.")
    )
    assert named.differences == ()
    assert named.figures == plain.figures
    assert compared(render(figures).replace("Nothing is counted here.", "Of 5 of 7 Progressive Payout Wagers.")).differences


def test_numbers_outside_the_clauses_are_set_aside() -> None:
    report = compared(render(figures_of("629b.7")))
    assert report.sections[0].set_aside == 4  # 629b and 7 in the heading, 1999 and 7 in the publisher's remark
    assert "4 numbers set aside" in report.table().tables[0].notes[1]


AMENDED = (
    "Provisions amended January 31, 2014, effective February 1, 2014, 44 Pa.B. 619; amended December 12, 2014, effective"
    " December 13, 2014, 44 Pa.B. 7683."
)


def test_amendments_are_compared_where_a_text_lists_them() -> None:
    text = render(figures_of("649a.6"))
    assert compared(text + AMENDED).differences == ()
    (found,) = compared(text + AMENDED.replace("December 13, 2014", "December 14, 2014")).differences
    assert (found.clause, found.in_rulebook) == ("history", "amended 2014-12-12, effective 2014-12-13, 44 Pa.B. 7683")
    later = AMENDED + " Amended again: amended March 3, 2031, effective March 4, 2031, 61 Pa.B. 12."
    (found,) = compared(text + later).differences
    assert (found.what, found.in_text) == (What.EXTRA, "amended 2031-03-03, effective 2031-03-04, 61 Pa.B. 12")


# Readings ------------------------------------------------------------------------------------------------------------


def test_a_difference_that_a_reading_explains_is_listed_apart() -> None:
    report = compared(render(figures_of("649a.12")))
    assert [(each.clause, each.row, each.reading) for each in report.explained] == [
        ("(c)", "Straight", "ante-bonus-akq-straight"),
        ("(f)", "Super Royal of diamonds", "super-royal-column"),
        ("(f)", "Super Royal of hearts, spades or clubs", "super-royal-column"),
    ]
    straight, diamonds, _ = report.explained
    assert straight.in_text == "1 to 1 (1 cell for 3 columns)"
    assert straight.in_rulebook == "1 to 1, no pay, no pay"
    assert (diamonds.column, diamonds.in_text) == ("Paytable D, Paytable E", "$1,000,000, no pay")
    assert diamonds.in_rulebook == "no pay, $1,000,000"
    assert all(each.why for each in report.explained)


def with_row(label: str, table: int, row: int, *cells: str) -> AuditReport:
    figures = figures_of("649a.12")
    held = figures.clause(label).tables[table]
    held.rows[row] = (held.rows[row][0], list(cells))
    return compared(render(figures))


def test_a_reading_explains_only_the_printed_cell() -> None:
    assert with_row("(c)", 0, 4, "2 to 1").differences
    assert with_row("(c)", 0, 4, "-").differences
    assert with_row("(c)", 0, 4, "1 to 1", "1 to 1").differences
    assert with_row("(f)", 1, 0, "$2,000,000", "-").differences
    assert with_row("(f)", 1, 0, "-", "-").differences
    assert with_row("(f)", 1, 0, "$1,000,000", "$1,000,000").differences


def test_a_text_that_prints_what_the_reading_takes_needs_no_explanation() -> None:
    report = with_row("(f)", 1, 0, "-", "$1,000,000")
    assert report.differences == ()
    assert "Super Royal of diamonds" not in {each.row for each in report.explained}


def test_the_other_readings_of_a_cell_are_explained_as_well() -> None:
    report = with_row("(c)", 0, 4, "-", "1 to 1", "-")
    assert report.differences == ()
    assert report.explained[0].in_text == "no pay, 1 to 1, no pay"


# The other way: the rulebook is altered ------------------------------------------------------------------------------


def with_wager(game: str, wager: str, change: Callable[[Wager], Wager]) -> Rulebook:
    """The rulebook with one wager of a game's newest edition changed."""
    return with_edition(
        game,
        lambda edition: replace(edition, wagers=tuple(change(each) if each.id == wager else each for each in edition.wagers)),
    )


def with_edition(game: str, change: Callable[[Edition], Edition]) -> Rulebook:
    book = rulebook()
    old = book.game(game)
    new: Game = replace(old, editions=(*old.editions[:-1], change(old.editions[-1])))
    return Rulebook({**book.games, game: new}, book.policies)


def with_paytable(label: str, change: Callable[[Paytable], Paytable]) -> Callable[[Wager], Wager]:
    return lambda wager: replace(wager, paytables=tuple(change(each) if each.label == label else each for each in wager.paytables))


def first_row_pays(pays: str) -> Callable[[Paytable], Paytable]:
    return lambda table: replace(table, rows=(replace(table.rows[0], pays=pays), *table.rows[1:]))


def terms_print(**cells: str) -> Callable[[Paytable], Paytable]:
    def change(table: Paytable) -> Paytable:
        assert isinstance(table.terms, PrintedTerms)
        return replace(table, terms=replace(table.terms, printed={**table.terms.printed, **cells}))

    return change


def first_envy_prints(printed: dict[str, str]) -> Callable[[Paytable], Paytable]:
    def change(table: Paytable) -> Paytable:
        assert isinstance(table.envy, Envy)
        return replace(table, envy=replace(table.envy, rows=(replace(table.envy.rows[0], printed=printed), *table.envy.rows[1:])))

    return change


def without_envy(table: Paytable) -> Paytable:
    return replace(table, envy=None)


ALTERED: list[tuple[str, str, str, Callable[[Wager], Wager], str, str, str]] = [
    ("649a.12", "three-card-poker", "pair-plus", with_paytable("D", first_row_pays("41 to 1")), "(d)", "40 to 1", "41 to 1"),
    ("649a.12", "three-card-poker", "progressive", with_paytable("B", terms_print(increment="21%")), "(e)(3)", "20%", "21%"),
    (
        "649a.12",
        "three-card-poker",
        "five-card-hand-bonus",
        with_paytable("standard", terms_print(reseed="$1")),
        "(i)(4)",
        "$0",
        "$1",
    ),
    (
        "649a.12",
        "three-card-poker",
        "five-of-six-progressive",
        with_paytable("standard", first_envy_prints({"$1": "$100", "$5": "$501"})),
        "(j)(5)",
        "$500",
        "$501",
    ),
    (
        "649a.12",
        "three-card-poker",
        "five-card-hand-bonus-on-dealer",
        with_paytable("standard", first_row_pays("99% of meter")),
        "(i)(1)",
        "100% of meter",
        "99% of meter",
    ),
    (
        "649a.12",
        "three-card-poker",
        "five-card-hand-bonus",
        lambda wager: replace(wager, extras=(replace(wager.extras[0], pays="21 for 1"), *wager.extras[1:])),
        "(i)(3)",
        "20 for 1",
        "21 for 1",
    ),
    ("649a.12", "three-card-poker", "play", lambda wager: replace_all_pays(wager, "1 to 1", "3 to 2"), "(a)", "1 to 1", "3 to 2"),
    ("645a.13", "pai-gow-poker", "pai-gow", lambda wager: replace(wager, vigorish=Fraction(1, 25)), "(a)", "5%", "4%"),
    ("645a.13", "pai-gow-poker", "pai-gow", lambda wager: replace(wager, vigorish_multiple=500_000), "(a)", "25¢", "50¢"),
    (
        "645a.13",
        "pai-gow-poker",
        "queens-dragon",
        with_paytable("standard", first_row_pays("49 to 1")),
        "(f)",
        "50 to 1",
        "49 to 1",
    ),
    ("645a.13", "pai-gow-poker", "dynasty-bonus", with_paytable("standard", first_envy_prints({"": "$5"})), "(g)", "$500", "$5"),
    ("629b.7", "midibaccarat", "harmony-progressive", with_paytable("H", terms_print(reserve="4%")), "(j)", "5%", "4%"),
    (
        "679b",
        "three-card-prime",
        "five-card-progressive",
        with_paytable("5", terms_print(seed="3,000x")),
        "(k)",
        "2,000x",
        "3,000x",
    ),
    (
        "679b",
        "three-card-prime",
        "five-card-progressive",
        with_paytable("13", first_envy_prints({"": "9x"})),
        "(l)",
        "5,000x",
        "9x",
    ),
]


def replace_all_pays(wager: Wager, old: str, new: str) -> Wager:
    def change(table: Paytable) -> Paytable:
        return replace(table, rows=tuple(replace(row, pays=new if row.pays == old else row.pays) for row in table.rows))

    return replace(wager, paytables=tuple(change(table) for table in wager.paytables))


@pytest.mark.parametrize(("name", "game", "wager", "change", "clause", "in_text", "in_rulebook"), ALTERED)
def test_a_figure_altered_in_the_rulebook_is_reported(
    name: str, game: str, wager: str, change: Callable[[Wager], Wager], clause: str, in_text: str, in_rulebook: str
) -> None:
    report = audit({"text": render(figures_of(name))}, with_wager(game, wager, change))
    found = [each for each in report.differences if (each.in_text, each.in_rulebook) == (in_text, in_rulebook)]
    if clause == "(a)" and wager == "play":  # the sentence agrees with the Ante; the odds of Play stand nowhere
        found = [each for each in report.differences if (each.what, each.in_rulebook) == (What.MISSING, in_rulebook)]
    assert [(each.clause, each.wagers) for each in found] == [(clause, (wager,))] * len(found)
    assert found


def test_a_floor_altered_in_the_rulebook_is_reported() -> None:
    book = with_edition(
        "three-card-poker",
        lambda edition: replace(
            edition, options=tuple(replace(each, floors={**each.floors, "pair-plus": "41 to 1"}) for each in edition.options)
        ),
    )
    (found,) = audit({"text": render(figures_of("649a.12"))}, book).differences
    assert (found.clause, found.in_text, found.in_rulebook) == ("(g)(2)", "at least 40 to 1", "at least 41 to 1")


def test_a_paytable_without_envy_in_the_rulebook_is_reported() -> None:
    book = with_wager("three-card-prime", "five-card-progressive", with_paytable("14", without_envy))
    found = audit({"text": render(figures_of("679b"))}, book).differences
    assert {each.column for each in found} == {"Paytable 14"}
    assert {each.in_text for each in found} == {"1,000x", "250x", None}


# Bad input, and how the report shows itself --------------------------------------------------------------------------


def test_texts_without_a_known_section_are_refused_all_at_once() -> None:
    texts = {"a.txt": "Section 1.1 - Nothing\n(a) 5 to 1.\n", "b.txt": render(figures_of("629b.7")), "c.txt": ""}
    with pytest.raises(AuditError) as caught:
        audit(texts)
    assert [fault.split(":")[0] for fault in caught.value.faults] == ["a.txt", "c.txt"]
    assert "58 Pa. Code § 649a.12" in caught.value.faults[0]
    assert "such as '§ 629b.7. Title" in caught.value.faults[0]
    with pytest.raises(AuditError, match="no text"):
        audit({})


def test_files_that_cannot_be_read_are_refused_all_at_once(tmp_path: Path) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "good.txt").write_bytes("\ufeff(a) text".encode())
    paths = [str(tmp_path / name) for name in ("none.txt", "bytes.txt", "good.txt")] + [str(tmp_path)]
    with pytest.raises(AuditError) as caught:
        read_texts(paths)
    assert len(caught.value.faults) == 3
    assert read_texts([paths[2]]) == {paths[2]: "(a) text"}


def test_a_wording_file_with_faults_is_refused_with_all_of_them(tmp_path: Path) -> None:
    (tmp_path / "wording.toml").write_text('[[section]]\ncited = "§ 1"\nclauses = []\nclause = [{ at = "a", numbers = [1] }]\n')
    with pytest.raises(RulebookError) as caught:
        wording(tmp_path)
    assert len(caught.value.faults) == 3
    assert wording(tmp_path / "none") == ()


def test_the_amendments_known_lead_to_the_edition_in_force() -> None:
    for section in sections():
        if section.section.amended:
            assert section.section.amended[-1].effective == section.edition.effective_from


def test_another_value_comes_before_what_an_excerpt_lacks() -> None:
    figures = figures_of("649a.12")
    figures.clause("(c)").tables[0].rows[0][1][0] = "6 to 1"
    whole = render(figures)
    report = compared(whole[: whole.index("\n(b)")] + whole[whole.index("\n(c)") : whole.index("\n(d)")])
    kinds = [each.what for each in report.differences]
    assert kinds[0] is What.VALUE
    assert kinds == sorted(kinds, key=list(What).index)
    missing = kinds.count(What.MISSING)
    assert missing > 1
    (result,) = report.table().tables[0].figures
    (section,) = report.sections
    assert f"(1 other value, {missing} not in the text, {missing} of them with {len(section.left_out)} clauses" in result[1]


def test_clauses_that_a_text_leaves_out_are_a_line_each_and_json_has_all() -> None:
    figures = figures_of("649a.12")
    figures.clause("(c)").tables[0].rows[0][1][0] = "6 to 1"
    del figures.clause("(e)(3)").tables[0].rows[-1]
    lacking = ("(a)", "(d)", "(e)(2)")
    figures.clauses[:] = [each for each in figures.clauses if each.label not in lacking]
    report = compared(render(figures).replace("(b) ", "(b) ", 1))
    (section,) = report.sections
    assert set(section.left_out) == set(lacking)
    document = report.table()
    _, held, left_out, *_ = document.tables
    assert held.title == "Differences"
    assert held.rows[0].cells[-1] == "other value"
    assert {row.cells[0][len("58 Pa. Code § 649a.12") :] for row in held.rows} == {"(c)", "(e)(3)"}
    assert [row.cells[0][len("58 Pa. Code § 649a.12") :] for row in left_out.rows] == list(lacking)
    counted = sum(int(row.cells[2]) for row in left_out.rows)
    assert counted + len(held.rows) == len(report.to_json()["differences"]) == len(report.differences)
    assert report.to_json()["sections"][0]["left_out"] == {clause: len(each) for clause, each in section.left_out.items()}


def test_lines_like_a_table_are_warned_of_with_their_numbers() -> None:
    text = render(figures_of("649a.12")).splitlines()
    at = next(n for n, line in enumerate(text) if line.startswith("| Straight flush"))
    text[at : at + 2] = [line.strip("| ").replace(" | ", ", ") for line in text[at : at + 2]]
    report = compared("\n".join(text))
    assert report.sections[0].unread_lines == (at + 1, at + 2)
    assert any(f"Warning: text, lines {at + 1}-{at + 2}: like a table" in note for note in report.table().tables[0].notes)


@pytest.mark.parametrize("asked", [("(d)",), ("d",), ("649a.12(d)", "§ 649a.12(c)"), (" (D)", "(d)")])
def test_an_audit_may_be_of_some_subsections(asked: tuple[str, ...]) -> None:
    """Every subsection alone agrees, wherever it stands, and nothing else is missed."""
    figures = figures_of("649a.12")
    figures.clause("(b)").tables[0].rows[0][1][0] = "6 to 1"
    figures.clauses[:] = [each for each in figures.clauses if each.label in {"(b)", "(c)", "(d)"}]
    report = compare_texts({"text": render(figures).replace("(b) ", "(a) ", 1)}, sections(), asked)
    assert report.differences == ()
    assert report.compared == report.figures > 0


@pytest.mark.parametrize("name", SECTIONS)
def test_each_subsection_agrees_alone(name: str) -> None:
    text = render(figures_of(name))
    (whole,) = compared(text).sections
    letters = dict.fromkeys(each.label[:3] for each in figures_of(name).clauses)
    reports = [compare_texts({"text": text}, sections(), [letter]) for letter in letters]
    assert [each for report in reports for each in report.differences] == []
    assert sum(report.figures for report in reports) == whole.figures


@pytest.mark.parametrize(
    ("asked", "labels"),
    [
        ("58 Pa. Code § 649a.12(d)", "d"),
        ("58 Pa.Code §649a.12 (d)", "d"),
        ("58 Pa. Code § 649a.12(e)(1)", "e"),
        ("58 Pa. Code § 649a.12(e)(1), (3), (i)", "ei"),
        ("58 Pa. Code §§ 645a.7 (not held), 649a.12(b) to (d), (g)", "bcdg"),
        ("58 Pa. Code § 649a.6(e), § 649a.12(e)", "e"),
        ("58 Pa. Code § 649a.12", "abcdefghij"),
        ("58 Pa. Code § 649a.12, history", ""),
        ("(d), (e)", "de"),
        ("d e", "de"),
    ],
)
def test_a_citation_names_subsections_as_it_is_printed(asked: str, labels: str) -> None:
    text = render(figures_of("649a.12")) + (render(figures_of("649a.6")) if "649a.6" in asked else "")
    report = compare_texts({"text": text}, sections(), [asked])
    alone = [compare_texts({"text": text}, sections(), [f"649a.12({letter})"]) for letter in labels]
    others = compare_texts({"text": text}, sections(), ["649a.6(e)"]).figures if "649a.6" in asked else 0
    assert report.differences == ()
    assert report.figures == sum(each.figures for each in alone) + others


def test_the_history_is_compared_where_it_is_asked_for() -> None:
    text = render(figures_of("649a.12")) + "Source\n amended December 12, 2014, effective December 14, 2014, 44 Pa.B. 7683\n"
    for asked, count in ((["history"], 1), (["58 Pa. Code § 649a.12, history"], 1), (["649a.12"], 1), (["(d)"], 0)):
        assert [each.clause for each in compare_texts({"text": text}, sections(), asked).differences] == ["history"] * count


def citations(book: Rulebook) -> Iterator[str]:
    """Every clause that the rulebook's readings, wagers and paytables cite."""
    for edition in (edition for game in book for edition in game.editions):
        yield from (each.citation for each in edition.readings)
        yield from (each.citation for each in edition.wagers)
        yield from (table.citation for wager in edition.wagers for table in wager.paytables)


@pytest.mark.parametrize("name", SECTIONS)
def test_every_citation_of_a_section_narrows_an_audit_of_it(name: str) -> None:
    """What the rulebook cites, and what a report prints before a difference."""
    (section,) = (each for each in sections() if f"{each.section.cited},".rpartition(f" {name},")[1])
    cited = section.section.cited
    printed = {f"{cited}{clause.label}" for clause in section.section.clauses} | {cited, f"{cited}, history"}
    printed |= {each for each in citations(rulebook()) if each.startswith(cited) and "§ " not in each[len(cited) :]}
    assert len(printed) > 10
    text = render(figures_of(name))
    for each in sorted(printed):
        asked, faults = subsections([each], [section])
        assert asked, each
        assert faults == []
    assert compare_texts({"text": text}, sections(), sorted(printed)).differences == ()


def test_subsections_that_no_text_has_are_refused_all_at_once() -> None:
    text = render(figures_of("649a.12"))
    with pytest.raises(AuditError) as caught:
        compare_texts({"text": text}, sections(), ["(z)", "(d)", "(d)(1)", "645a.13(d)", ""])
    assert len(caught.value.faults) == 4
    assert all("allowed: 58 Pa. Code § 649a.12: (a), (b), (c)" in fault for fault in caught.value.faults)
    assert "clause '(z)'" in caught.value.faults[0]


def test_the_report_is_json_and_tables() -> None:
    figures = figures_of("649a.12")
    figures.clause("(b)").tables[0].rows[0][1][0] = "6 to 1"
    report = compared(render(figures), "some.txt")
    assert report.exit_status == 1
    data = json.loads(json.dumps(report.to_json()))
    assert data["figures"] == data["compared"] == figures.figures
    assert data["differences"] == [
        {
            "file": "some.txt",
            "line": 7,
            "section": "58 Pa. Code § 649a.12",
            "clause": "(b)",
            "row": "Straight flush",
            "column": "Paytable A",
            "what": "other value",
            "in_text": "6 to 1",
            "in_rulebook": "5 to 1",
            "wagers": ["ante-bonus"],
            "reading": None,
            "why": None,
        }
    ]
    assert next(each["reading"] for each in data["explained"]) == "ante-bonus-akq-straight"
    document = report.table()
    assert isinstance(document, Document)
    counts, differences_, explained = document.tables
    assert counts.figures == (("Result", f"1 difference (1 other value); {figures.figures} of {figures.figures} figures compared"),)
    assert differences_.rows[0].cells[0] == "58 Pa. Code § 649a.12(b)"
    assert explained.rows[0].cells[-1] == "ante-bonus-akq-straight"
    assert all(len(row.cells) == len(table.columns) for table in document.tables for row in table.rows)

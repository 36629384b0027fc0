"""How the audit reads a text: figures in sentences, tables between pipes and tables set off by blanks, pairs of lists."""

from __future__ import annotations

import pytest

from pitbook.audit.align import Match, align
from pitbook.audit.printed import EVERY_HAND, MOST_COLUMNS, PrintedTable, split_tables
from pitbook.audit.sections import sections_of
from pitbook.audit.tokens import TokenKind, labels_of, names_pattern, scan


def kinds(sentence: str, *names: str) -> list[tuple[str, str]]:
    lines = tuple(enumerate(sentence.splitlines(), start=1))
    return [(token.kind.value, token.shown) for token in scan(lines, names_pattern(names))]


def test_a_heading_may_lack_its_sign_where_no_heading_has_one() -> None:
    first, second = sections_of(
        "1a.2. Odds.\n(a) As in\n1a.9. Not this: no clause (a) follows.\n(b) So.\n1a.3. More.\n(a) Other.\n"
    )
    assert (first.number, second.number) == ("1a.2", "1a.3")
    assert [clause.label for clause in first.clauses] == ["(a)", "(b)"]
    (signed,) = sections_of("§ 1a.2. Odds.\n(a) As in §\n1a.9. The dealer.\n")
    assert signed.number == "1a.2"
    (figure,) = sections_of("1.5. Amount\n(a) One.\n")
    assert figure.number is None


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("odds of 1 to 1, less 5% of it", [("odds", "1 to 1"), ("rate", "5%")]),
        ("at 1,500\nfor 1.", [("odds", "1,500 for 1")]),
        ("to 25¢ or $1,000.50, or 10,000x", [("money", "25¢"), ("money", "$1,000.50"), ("multiple", "10,000x")]),
        ("no less than 40 to\n1", [("odds", "at least 40 to 1")]),
        ("of at most 3%", [("rate", "at most 3%")]),
        ("§\n601a.2 and §§ 629a.9 - 629a.11", [("reference", "§ 601a.2"), ("reference", "§ 629a.9-629a.11")]),
        ("§ 649a.11(c)(7), paragraph (1)", [("reference", "§ 649a.11(c)(7)"), ("reference", "(1)")]),
        ("under Chapter 629a", [("reference", "Chapter 629a")]),
        ("from paytables c, d or e", [("paytables", "paytables c, d or e")]),
        ("paytable E in the paytables below", [("paytables", "paytable E")]),
        ("three 2s, two Aces, a third card", [("number", each) for each in ("three", "2", "two", "ace", "third")]),
        ("a three-of-a-kind and 0-value cards", [("number", "three"), ("number", "0")]),
        ("the dealer's hand, one of the tables", []),
    ],
)
def test_the_figures_of_a_sentence(sentence: str, found: list[tuple[str, str]]) -> None:
    assert kinds(sentence) == found


def test_a_name_is_left_out_over_a_line_end_and_in_the_plural() -> None:
    assert kinds("the 5 of 6\nBonus Wagers, 5 of them", "5 of 6 Bonus Wager") == [("number", "5")]


def test_a_figure_knows_its_line() -> None:
    (token,) = scan(((7, "no figure"), (9, "and 12 here")))
    assert (token.kind, token.text, token.line) == (TokenKind.NUMBER, "12", 9)


def test_the_letters_of_paytables() -> None:
    assert labels_of("paytables c, d or e") == ("C", "D", "E")


def tables(text: str) -> tuple[PrintedTable, ...]:
    return split_tables(tuple((n, line.strip()) for n, line in enumerate(text.strip().splitlines(), start=1)))[0]


def grid(table: PrintedTable) -> tuple[list[str], list[list[str]]]:
    headings = [each.text for each in table.headings]
    return headings, [[row.name.text, *(cell.text for cell in row.cells)] for row in table.rows]


def test_a_pipe_behind_a_backslash_is_a_sign_in_a_cell() -> None:
    (table,) = tables(r"""
        | Hand | Payout |
        | --- | --- |
        | Flush \| hearts | 4 to 1 |
        | Pair | 1 to 1 \|
        Straight \| | 3 to 1
    """)
    assert grid(table) == (["Payout"], [["Flush | hearts", "4 to 1"], ["Pair", "1 to 1 |"], ["Straight |", "3 to 1"]])


def test_borders_of_pipes_behind_backslashes_are_none_and_are_warned_of() -> None:
    (section,) = sections_of(r"""§ 1a.2. Odds.
(a) So it is paid:
\| Hand \| Payout \|
\| --- \| --- \|
\| Flush \| 4 to 1 \|
\| Pair \| 1 to 1 \|
(b) And so:
\| Pair \| 1 to 1 \|
""")
    assert [clause.unread for clause in section.clauses] == [(5, 6), (8,)]
    assert all(not row.cells for clause in section.clauses for table in clause.tables for row in table.rows)


def test_a_table_between_pipes() -> None:
    (table,) = tables("""
        So it is paid:
        | Hand | Paytable A | Paytable B |
        | --- | --- | --- |
        | Flush | 4 to 1 | N/A |
        | Pair | 1 to 1 | |
    """)
    assert table.corner is not None
    assert table.corner.text == "Hand"
    assert grid(table) == (["Paytable A", "Paytable B"], [["Flush", "4 to 1", "N/A"], ["Pair", "1 to 1", ""]])


@pytest.mark.parametrize(
    "text",
    [
        "Hand | Paytable A | Paytable B\n--- | --- | ---\nFlush | 4 to 1 | N/A\nPair | 1 to 1 | |",
        "Hand|Paytable A|Paytable B|\nFlush|4 to 1|N/A|\nPair|1 to 1| |",
        "| Hand | Paytable A | Paytable B\n|-----+------+------\n| Flush | 4 to 1 | N/A\n| Pair | 1 to 1 | |",
        "+------+---+\n| Hand | Paytable A | Paytable B |\n+======+===+\n| Flush | 4 to 1 | N/A |\n| Pair | 1 to 1 | |",
    ],
)
def test_pipes_may_be_missing_at_the_ends_and_lines_be_drawn(text: str) -> None:
    """No colon stands before it either."""
    (table,) = tables("So it is paid.\n" + text)
    assert table.corner is not None
    assert grid(table) == (["Paytable A", "Paytable B"], [["Flush", "4 to 1", "N/A"], ["Pair", "1 to 1", ""]])


UNREAD = [
    ("Hand, Paytable A, Paytable B\nFlush, 4 to 1, N/A\nPair, 1 to 1, 2 to 1", [3, 4]),
    ("Hand; A; B\nFlush; 4 to 1; 5 to 1\nPair; 1 to 1; 2 to 1", [3, 4]),
    ("Hand Paytable A Paytable B\nFlush 4:1 5:1\nPair 1 to 1 2 to 1\nTie with 1-5 3 to 1 4 to 1", [3]),
    ("Flush .... 4 to 1\nPair .... 1 to 1", [2, 3]),
    ("Flush 4 to 1 5 to 1 6 to 1", [2]),
    ("Flush 4 to 1", []),
    ("A Flush is paid 4 to 1 or 5 to 1 and a pair at odds of 1 to 1\nor 3 to 1, at the choice of the certificate holder.", []),
    ("Hand | A | B\nFlush | 4:1 | 5:1\nPair | 1 to 1 | 2 to 1", []),
]


@pytest.mark.parametrize(("text", "lines"), UNREAD)
def test_lines_like_a_table_that_are_not_read_as_one_are_told(text: str, lines: list[int]) -> None:
    (section,) = sections_of(f"(a) It is paid so.\n{text}\n")
    assert list(section.clauses[0].unread) == lines


def test_a_heading_that_lost_its_first_cell() -> None:
    (table,) = tables("""
        | Paytable A | Paytable B | |
        | Primary | 14% | 20% |
    """)
    assert table.corner is None
    assert grid(table) == (["Paytable A", "Paytable B"], [["Primary", "14%", "20%"]])


def test_a_table_set_off_by_blanks_with_broken_rows() -> None:
    first, second = tables("""
        So it is paid:
        Outcome Paytable A Paytable B
        Tie with 1-5 6 for 1 5 for 1
        5 card tie

        10 for 1

        8 for 1

        Four 8's (4 cards dealt) 1,000 for 1 100% of Progressive
        Hand Payout Envy Bonus
        Three pair Push
    """)
    assert grid(first) == (
        ["Paytable A", "Paytable B"],
        [
            ["Tie with 1-5", "6 for 1", "5 for 1"],
            ["5 card tie", "10 for 1", "8 for 1"],
            ["Four 8's (4 cards dealt)", "1,000 for 1", "100% of Progressive"],
        ],
    )
    assert grid(second) == (["Payout", "Envy Bonus"], [["Three pair", "Push"]])


def test_a_list_of_paytables_is_a_table_of_columns() -> None:
    (table,) = tables("""
        | Paytable 1 | N/A |
        | Paytable 2 | 5x |
    """)
    assert grid(table) == (["Paytable 1", "Paytable 2"], [[EVERY_HAND, "N/A", "5x"]])


def test_a_caption_belongs_to_the_table_beneath() -> None:
    first, second = tables("""
        So it is paid:
        $1 Wager
        | Hand | Envy Bonus |
        | Flush | $10 |
        $5 Wager
        | Hand | Envy Bonus |
        | Flush | $50 |
    """)
    assert first.caption is not None
    assert second.caption is not None
    assert (first.caption.text, second.caption.text) == ("$1 Wager", "$5 Wager")


def test_a_sentence_that_ends_in_odds_is_no_row() -> None:
    found, sentences = split_tables(((1, "It is paid as follows:"), (2, "The Wager is paid 5 to 1.")))
    assert found == ()
    assert len(sentences) == 2


@pytest.mark.parametrize("more", [0, 1])
def test_a_line_with_more_cells_than_a_table_has_is_a_sentence(more: int) -> None:
    """Its figures are found there, so none goes unseen."""
    values = ["1 to 1"] * (MOST_COLUMNS + more)
    lines = ((1, "x:"), (2, f"|Pair|{'|'.join(values)}|"))
    found, sentences = split_tables(lines)
    assert [len(row.cells) for table in found for row in table.rows] == ([] if more else [MOST_COLUMNS])
    assert len(scan(sentences)) == (len(values) if more else 0)


def test_the_clauses_of_a_section() -> None:
    (section,) = sections_of(
        "Section 1a.2 - Odds\n\n- (a) First.\n(b) Second:\n- (1) One\nmore.\n(2)\nTwo.\n(c) Third.\nNotes\n(d) No."
    )
    assert section.number == "1a.2"
    assert [clause.label for clause in section.clauses] == ["(a)", "(b)", "(b)(1)", "(b)(2)", "(c)"]
    assert [text for _, text in section.clauses[2].sentences if text] == ["One", "more."]


def test_only_a_heading_with_its_first_clause_beneath_starts_a_section() -> None:
    text = "§ 629b.7. One\n§ 629b.8. Two\n(a) x\n§ 629b.9. Three\n(b) y\n§ 629b.10. Four\n(a)(1) z"
    assert [section.number for section in sections_of(text)] == ["629b.7", "629b.8", "629b.10"]


def test_a_sentence_that_begins_with_a_section_sign_starts_no_section() -> None:
    first, second = sections_of("§ 1a.2. Odds.\n(a) As in\n§ 1a.9.\n(b) So.\n§ 1a.3. More.\n(a) Other.\n")
    assert (first.number, second.number) == ("1a.2", "1a.3")
    assert [clause.label for clause in first.clauses] == ["(a)", "(b)"]


@pytest.mark.parametrize(
    ("found", "wanted", "pairs"),
    [
        ("abc", "abc", ["aa", "bb", "cc"]),
        ("abx", "abc", ["aa", "bb", "x~c"]),
        ("addx", "acdx", ["aa", "d~c", "dd", "xx"]),
        ("ba", "ab", ["bb", "a>a"]),
        ("ac", "abc", ["aa", "cc", "-b"]),
        ("abxc", "abc", ["aa", "bb", "x-", "cc"]),
        ("", "a", ["-a"]),
    ],
)
def test_two_lists_are_paired(found: str, wanted: str, pairs: list[str]) -> None:
    signs = {Match.SAME: "", Match.RENAMED: "~", Match.MOVED: ">", Match.EXTRA: "", Match.MISSING: ""}
    shown = [
        ("-" if pair.found is None else found[pair.found])
        + signs[pair.match]
        + ("-" if pair.wanted is None else wanted[pair.wanted])
        for pair in align(found, wanted)
    ]
    assert shown == pairs

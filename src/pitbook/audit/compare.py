"""Compares one section's text with the rulebook: clauses, sentences, history; ``grid`` compares the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitbook.audit.align import Match, align
from pitbook.audit.expected import BookPhrase, BookSection, subsection
from pitbook.audit.findings import Findings, same
from pitbook.audit.grid import compare_tables, report_missing_columns
from pitbook.audit.report import SectionReport, What
from pitbook.audit.sections import TextClause, TextSection
from pitbook.audit.tokens import PAY_KINDS, Token, TokenKind, labels_of, scan
from pitbook.audit.wording import Amendment, WordedClause


def compare_section(file: str, text: TextSection, book: BookSection) -> SectionReport:
    """All differences between a section's text and the rulebook."""
    findings = Findings(file, book)
    met: set[BookPhrase] = set()
    tables: set[str] = set()
    for clause, known, match in _paired(text, book):
        _label(clause, known, match, findings)
        if clause is not None:
            label = clause.label if known is None else known.label
            if clause.tables:
                tables.add(label)
            compare_tables(clause, label, book, findings)
            _sentences(clause, label, known, book, met, findings)
        elif known is not None:
            report_missing_columns(known.label, book, findings)
            _listed([], known.numbers, known.about, known.label, None, findings)
            _references([], known.refers, known.label, None, findings)
    for phrase in book.phrases:
        if phrase not in met:
            findings.phrase(phrase, phrase.clause, What.MISSING, None, None)
    for phrase in book.prose_pays:
        if phrase not in met and phrase.clause not in tables:
            findings.phrase(phrase, phrase.clause, What.MISSING, None, None)
    _history(text.amended, book.section.amended, findings)
    return findings.report(text.set_aside, tuple(line for clause in text.clauses for line in clause.unread))


def _paired(text: TextSection, book: BookSection) -> Iterator[tuple[TextClause | None, WordedClause | None, Match]]:
    worded = book.section.clauses
    for pair in align([clause.label for clause in text.clauses], [clause.label for clause in worded]):
        clause = None if pair.found is None else text.clauses[pair.found]
        yield clause, None if pair.wanted is None else worded[pair.wanted], pair.match


# Clauses -------------------------------------------------------------------------------------------------------------


def _label(clause: TextClause | None, known: WordedClause | None, match: Match, findings: Findings) -> None:
    if clause is None and known is not None:
        findings.differs(known.label, "", "", What.MISSING, None, known.label, None)
    elif clause is not None and known is None:
        findings.names += 1
        findings.differs(clause.label, "", "", What.EXTRA, clause.label, None, clause.line)
    elif clause is not None and known is not None:
        findings.names += 1
        if match is Match.MOVED:
            findings.differs(known.label, "", "", What.ORDER, clause.label, known.label, clause.line)
        elif match is Match.RENAMED and clause.own != known.label[known.label.rindex("(") :]:
            findings.differs(known.label, "", "", What.NAME, clause.label, known.label, clause.line)


# Sentences -----------------------------------------------------------------------------------------------------------


def _sentences(
    clause: TextClause,
    label: str,
    known: WordedClause | None,
    book: BookSection,
    met: set[BookPhrase],
    findings: Findings,
) -> None:
    tokens = scan(clause.sentences, book.names)
    references = [token for token in tokens if token.kind is TokenKind.REFERENCE]
    phrases = _phrases_for(clause, label, [token.text for token in references], book)
    choices = [phrase for phrase in phrases if phrase.kind is TokenKind.PAYTABLES]
    pays = [token for token in tokens if token.kind in PAY_KINDS]
    _pays(pays, phrases, label, met, findings)
    if known is not None and known.stated is not None and len(pays) < known.stated and met.issuperset(phrases):
        count = f"{known.stated} odds, rates and amounts"
        findings.differs(label, "sentence", "repeated figure", What.MISSING, f"{len(pays)} of them", count, clause.line)
    if choices:
        _choices([token for token in tokens if token.kind is TokenKind.PAYTABLES], choices, label, met, findings)
    numbers = {TokenKind.NUMBER} if choices else {TokenKind.NUMBER, TokenKind.PAYTABLES}
    held = [token for token in tokens if token.kind in numbers]
    _listed(held, known.numbers if known else (), known.about if known else "", label, clause.line, findings)
    _references(references, known.refers if known else (), label, clause.line, findings)


def _phrases_for(clause: TextClause, label: str, references: Sequence[str], book: BookSection) -> list[BookPhrase]:
    """What the sentences of a clause should state; a floor belongs to the paragraph that names its wager's subsection."""
    stated = [phrase for phrase in book.phrases if phrase.by_clause is None and phrase.clause == label]
    if not clause.tables:
        stated += [phrase for phrase in book.prose_pays if phrase.clause == label]
    below = [phrase for phrase in book.phrases if phrase.by_clause is not None and phrase.clause == subsection(label) != label]
    return stated + [phrase for phrase in below if phrase.by_clause in references]


def _pays(tokens: Sequence[Token], phrases: Sequence[BookPhrase], label: str, met: set[BookPhrase], findings: Findings) -> None:
    """Odds, rates and amounts in sentences: each must be the one the rulebook has for this clause, however often it is said."""
    other: list[Token] = []
    for token in tokens:
        equal = [phrase for phrase in phrases if _states(token, phrase)]
        met.update(equal)
        findings.figures += 1
        findings.compared += bool(equal)
        if not equal:
            other.append(token)
    for token in other:
        unmet = [phrase for phrase in phrases if phrase not in met and phrase.kind is not TokenKind.PAYTABLES]
        alike = [phrase for phrase in (*unmet, *phrases) if phrase.kind is token.kind] or unmet
        if alike:
            met.add(alike[0])
            findings.compared += 1
            findings.phrase(alike[0], label, What.VALUE, token.shown, token.line)
        else:
            findings.differs(label, "sentence", token.kind.value, What.EXTRA, token.shown, None, token.line)


def _states(token: Token, phrase: BookPhrase) -> bool:
    return token.kind is phrase.kind and token.bound == phrase.bound and same(token.text, phrase.printed)


def _choices(tokens: Sequence[Token], phrases: Sequence[BookPhrase], label: str, met: set[BookPhrase], findings: Findings) -> None:
    """Which paytables go with which variation, in printed order."""
    for n, token in enumerate(tokens):
        findings.figures += 1
        if n >= len(phrases):
            findings.differs(label, "sentence", "paytables", What.EXTRA, token.text, None, token.line)
            continue
        findings.compared += 1
        met.add(phrases[n])
        if labels_of(token.text) != labels_of(phrases[n].printed):
            findings.phrase(phrases[n], label, What.VALUE, token.text, token.line)


def _listed(tokens: Sequence[Token], wanted: Sequence[str], about: str, label: str, line: int | None, findings: Findings) -> None:
    """The numbers of a clause's sentences, in order."""
    findings.figures += len(tokens)
    findings.compared += _in_order(tokens, wanted, about or "sentence", "number", label, line, findings)


def _references(tokens: Sequence[Token], wanted: Sequence[str], label: str, line: int | None, findings: Findings) -> None:
    """The references of a clause's sentences, in order."""
    findings.references += len(tokens)
    _in_order(tokens, wanted, "sentence", "reference", label, line, findings)


def _in_order(
    tokens: Sequence[Token], wanted: Sequence[str], row: str, sort: str, label: str, line: int | None, findings: Findings
) -> int:
    """Notes every difference between two lists; how many of the text's have a counterpart."""
    counterparts = 0
    for pair in align([token.text for token in tokens], wanted):
        token = None if pair.found is None else tokens[pair.found]
        known = None if pair.wanted is None else wanted[pair.wanted]
        counterparts += token is not None and known is not None
        if pair.match is not Match.SAME:
            place = pair.wanted if pair.found is None else pair.found
            column = f"{sort} {(place or 0) + 1}"
            found = None if token is None else token.text
            findings.differs(label, row, column, _WHAT[pair.match], found, known, line if token is None else token.line)
    return counterparts


_WHAT = {
    Match.RENAMED: What.VALUE,
    Match.MOVED: What.ORDER,
    Match.EXTRA: What.EXTRA,
    Match.MISSING: What.MISSING,
}


# History -------------------------------------------------------------------------------------------------------------


def _history(printed: Sequence[Amendment], known: Sequence[Amendment], findings: Findings) -> None:
    """The amendments a copy lists; a copy that lists none says nothing."""
    if not printed:
        return
    findings.figures += len(printed)
    for pair in align([each.text for each in printed], [each.text for each in known]):
        in_text = None if pair.found is None else printed[pair.found].text
        in_book = None if pair.wanted is None else known[pair.wanted].text
        findings.compared += in_text is not None and in_book is not None
        if pair.match is not Match.SAME:
            findings.differs("history", "amendment", "", _WHAT[pair.match], in_text, in_book, None)

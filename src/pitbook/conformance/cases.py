"""Runs a game's expert cases: what each says is due against what the engine settles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

from pitbook.conformance.cases_file import LINE, METER, PAYS, TOTAL, CasePart, CasesFile, ExpectPart, HandPart
from pitbook.errors import InputError
from pitbook.given_files import file_bytes
from pitbook.loading import parse_file
from pitbook.payouts import dollars, parse_money, percent
from pitbook.rounds import RoundError, read_round
from pitbook.rulebook import Game, RulebookError
from pitbook.settlement import Settlement, fixed_award, settle
from pitbook.why import Finding, why

RESULTS = ("win", "lose", "push", "void")


class CasesError(InputError):
    """A ``cases.toml`` that cannot be read."""


def load_cases(folder: Path) -> CasesFile:
    """The cases of a game's folder. Raises :class:`CasesError` with all faults."""
    path = folder / "cases.toml"
    try:
        return parse_file(file_bytes(path), path.name, CasesFile)
    except OSError as fault:
        raise CasesError(f"{path.name}: {fault.strerror}") from fault
    except RulebookError as fault:
        raise CasesError(str(fault)) from fault


# A hand --------------------------------------------------------------------------------------------------------------


def hand_faults(game: Game, part: HandPart) -> list[str]:
    """What of a hand's case is not so; empty where all is."""
    try:
        stake = parse_money(part.stake)
        findings = hand_findings(game, part)
        wanted = _by_paytable(part, [each.offered.label for each in findings])
    except InputError as fault:
        return [str(fault)]
    faults = []
    for each in findings:
        found = _paid(each, stake)
        if found != wanted[each.offered.label]:
            faults.append(f"paytable {each.offered.label}: {found}, not {wanted[each.offered.label]}")
    return faults


def hand_findings(game: Game, part: HandPart) -> list[Finding]:
    """What the cards of a hand's case are paid by, in each paytable. Raises ``InputError`` for cards or names that are none."""
    return why(game.id, part.wager, [part.cards], color=part.color, readings=part.readings, options=part.options)


def _by_paytable(part: HandPart, labels: list[str]) -> dict[str, str]:
    wanted: dict[str, str] = {}
    for names, text in part.pays.items():
        for name in labels if names == "all" else names.split():
            if name not in labels:
                raise CasesError(f"pays: there is no paytable {name!r}; allowed: {', '.join(labels)}")
            if name in wanted:
                raise CasesError(f"pays: paytable {name} is named twice")
            wanted[name] = _normal(text)
    missing = [label for label in labels if label not in wanted]
    if missing:
        raise CasesError(f"pays: nothing is said of paytable {', '.join(missing)}")
    return wanted


def _normal(text: str) -> str:
    match = re.fullmatch(PAYS, text)
    assert match is not None, text
    outcome, amount, share = match.groups()
    if outcome is None:
        return "lose"
    return f"{outcome} {share} of meter" if amount is None else f"{outcome} {dollars(parse_money(amount))}"


def _paid(found: Finding, stake: int) -> str:
    row = found.decision.row
    if row is None or found.decision.outcome == "lose":
        return "lose"
    if row.award.share:
        return f"{row.outcome} {percent(row.award.share)} of meter"
    returned, _ = fixed_award(found.offered, row, stake)
    return f"{row.outcome} {dollars(returned)}"


# A round -------------------------------------------------------------------------------------------------------------


def case_faults(game: Game, part: CasePart) -> list[str]:
    """What of a round's case is not so; empty where all is."""
    expect = part.expect
    try:
        settled = settle(read_round({"game": game.id, **part.round}, today=date.today()))
    except RoundError as fault:
        return _error_faults(expect, fault)
    if expect.error is not None:
        return [f"settled, although a fault is expected ({expect.error})"]
    return [*_line_faults(expect, settled), *_meter_faults(expect, settled), *_total_faults(expect, settled)]


def _error_faults(expect: ExpectPart, fault: RoundError) -> list[str]:
    if expect.error is None:
        return [f"not settled: {text}" for text in fault.faults]
    said = str(fault).lower()
    faults = [f"the fault does not say {word!r}: {fault}" for word in expect.error.lower().split() if word not in said]
    if expect.faults is not None and len(fault.faults) != expect.faults:
        faults.append(f"{len(fault.faults)} faults, not {expect.faults}: {fault}")
    return faults


def _line_faults(expect: ExpectPart, settled: Settlement) -> Iterator[str]:
    left = list(settled.lines)
    for text in expect.lines:
        match = re.fullmatch(LINE, text)
        assert match is not None, text
        seat, wager, from_seat, word, amount, less = match.groups()
        own = (int(seat), wager, None if from_seat is None else int(from_seat))
        meant = [each for each in left if (each.seat, each.wager, each.from_seat) == own]
        if not meant:
            yield f"{text}: no such line"
            continue
        line = next((each for each in meant if word in (each.result, each.outcome)), meant[0])
        left.remove(line)
        found = line.result if word in RESULTS else line.outcome
        if found != word:
            yield f"{text}: {found}"
        if line.returned != parse_money(amount or "0"):
            yield f"{text}: {dollars(line.returned)} returned"
        if line.commission != parse_money(less or "0"):
            yield f"{text}: {dollars(line.commission)} vigorish"
    for line in left:
        if line.kind != "base" and line.returned:
            yield f"not listed: seat {line.seat} {line.wager} {line.outcome} returns {dollars(line.returned)}"


def _meter_faults(expect: ExpectPart, settled: Settlement) -> Iterator[str]:
    for name, text in expect.meters.items():
        match = re.fullmatch(METER, text)
        assert match is not None, text
        before, contributed, awarded, reseeded, after, reserve = (
            Decimal((each or "NaN").replace(",", "")) for each in match.groups()
        )
        if before + contributed - awarded + reseeded != after:
            yield f"meter {name}: {text} does not add up"
        meter = settled.meters.get(name)
        if meter is None:
            yield f"meter {name}: there is none"
            continue
        found = {"before": (before, meter.before), "contributed": (contributed, meter.contributed),
                 "awarded": (awarded, meter.awarded), "reseeded": (reseeded, meter.reseeded), "after": (after, meter.after),
                 "reserve": (reserve, meter.reserve_after)}  # fmt: skip
        for key, (wanted, micros) in found.items():
            if wanted.is_finite() and wanted * 1_000_000 != micros:
                yield f"meter {name}: {key} {dollars(micros)}, not {wanted}"


def _total_faults(expect: ExpectPart, settled: Settlement) -> Iterator[str]:
    for seat, text in expect.totals.items():
        match = re.fullmatch(TOTAL, text)
        assert match is not None, text
        found = settled.totals.get(int(seat))
        if found is None or (found.staked, found.returned) != tuple(parse_money(each) for each in match.groups()):
            yield f"seat {seat}: {found} in all, not {text}"


def outcomes_proven(cases: CasesFile) -> set[tuple[str, str | None]]:
    """The wagers and outcomes that cases show; None where a round shows a wager's win or push without its outcome."""
    shown: set[tuple[str, str | None]] = set()
    for hand in cases.hand:
        shown.update((hand.wager, text.split()[0]) for text in hand.pays.values())
    for case in cases.case:
        for text in case.expect.lines:
            match = re.fullmatch(LINE, text)
            assert match is not None, text
            shown.add((match[2], None if match[4] in ("win", "push") else match[4]))
    return shown

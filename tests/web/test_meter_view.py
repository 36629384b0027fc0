"""What pages show of meters and of the journal: the path, the return now, who must sign, signs, pages of events."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from starlette.requests import Request

from pitbook.ledger.acts import approve_act, list_proposals, propose_adjustment, propose_closing
from pitbook.ledger.awards import list_awards
from pitbook.ledger.daily import read_meter
from pitbook.ledger.desk import Ledger
from pitbook.ledger.errors import RefusedError
from pitbook.ledger.faults import FaultCode, FaultScope, set_fault
from pitbook.ledger.meter_answers import meters_answer
from pitbook.ledger.meters import display, show_meter
from pitbook.ledger.people import Actor, Role
from pitbook.par import Conditions, par
from pitbook.payouts import MICROS, dollars, money
from pitbook.progressive import AdjustmentCause
from pitbook.web.guard.identity import Identity
from pitbook.web.pages import sign
from pitbook.web.pages.award_panel import cannot_sign
from pitbook.web.pages.meter import cents
from pitbook.web.pages.meters import status_tag
from pitbook.web.pages.sign import sign_data
from pitbook.web.progressives.journal_view import PAGE_SIZE, JournalQuery, content_text, event_words, journal_page, query_of
from pitbook.web.progressives.meter_view import (
    Sign,
    SignState,
    all_meters,
    path_of,
    payings,
    proposal_words,
    sign_of,
    thinned,
    wager_name,
    waiting_awards,
    who_signs,
)
from pitbook.web.progressives.path_chart import path_svg

sys.path.insert(0, str(Path(__file__).with_name("browser")))
from house import FIVE_CARD, PROGRESSIVE, TABLE, jackpot_round, make_house, plain_round, record

SAM = Actor("sam", Role.SUPERVISOR)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    made = make_house(tmp_path / "house.db")
    yield made
    made.close()


def test_the_path_ends_where_the_meter_stands(ledger: Ledger) -> None:
    record(ledger, jackpot_round("J1"))
    view = show_meter(ledger, PROGRESSIVE)
    path = path_of(ledger, view)
    assert path[-1].value == view.meter.state.value
    assert [each.move for each in path].count("award") == 1
    assert [each.seq for each in path] == sorted(each.seq for each in path)
    drawn = path_svg(path, PROGRESSIVE)
    assert drawn.count("<circle") == 1
    assert "moves, 1 award." in drawn


def test_a_thinned_path_keeps_its_ends_and_its_peaks(ledger: Ledger) -> None:
    point = path_of(ledger, show_meter(ledger, PROGRESSIVE))[0]
    long = [replace(point, seq=n, value=n % 97 * 1000) for n in range(5_000)]
    kept = thinned(long, 100)
    assert len(kept) <= 110
    assert kept[-1] == long[-1]
    assert max(each.value for each in kept) == 96_000


def test_the_return_now_is_the_sheets(ledger: Ledger) -> None:
    view = show_meter(ledger, PROGRESSIVE)
    (found,) = payings(view)
    asked = Conditions(meter_micros=view.meter.state.value, wager_micros=1_000_000)
    sheet = par("three-card-poker", "progressive", "A", conditions=asked)
    assert sheet.progressive is not None
    assert found.returned(view.meter.state.value) == sheet.progressive.return_at_meter
    assert found.break_even == sheet.progressive.break_even_micros
    assert found.returned(int(found.break_even or 0)) == Fraction(1)


def test_an_award_says_who_signed_and_who_is_needed(ledger: Ledger) -> None:
    record(ledger, jackpot_round("J1"), Actor("dora", Role.DEALER))
    (waiting,) = waiting_awards(ledger, PROGRESSIVE)
    assert waiting.needed == 2
    assert who_signs(waiting.award, 2, ()).startswith("Recorded by dora. 1 more person signs")
    assert who_signs(waiting.award._replace(recorded_by=None), 2, ()).startswith("Recorded by the table’s system. 2 more people")
    assert [each.award_id for each in all_meters(ledger).awards] == [each.award_id for each in list_awards(ledger)]


def test_a_proposal_is_told_in_a_sentence(ledger: Ledger) -> None:
    cause = AdjustmentCause.MALFUNCTION
    propose_adjustment(ledger, PROGRESSIVE, -5_000_000, cause=cause, reference="R 9", actor=SAM)
    (found,) = list_proposals(ledger)
    assert proposal_words(found) == "Correct the meter of progressive-1 down by $5.00, malfunction (R 9)"


def test_a_sign_is_of_a_link_a_table_or_a_meter(ledger: Ledger) -> None:
    assert {each.meter for each in sign_of(ledger, "main").meters} == {PROGRESSIVE, FIVE_CARD}
    assert {each.meter for each in sign_of(ledger, TABLE).meters} == {PROGRESSIVE, FIVE_CARD}
    assert [each.meter for each in sign_of(ledger, PROGRESSIVE).meters] == [PROGRESSIVE]
    assert sign_of(ledger, "nothing") == Sign(SignState.UNKNOWN)
    assert wager_name(show_meter(ledger, PROGRESSIVE)) == "Progressive Payout Wager"
    data = sign_data(sign_of(ledger, PROGRESSIVE))
    assert data["meters"][0]["name"] == "Progressive Payout, $1.00"
    assert data["meters"][0]["working"]


def test_a_closed_meter_is_closed_and_nothing_else(ledger: Ledger) -> None:
    """No reading and no fault makes it out of order, no table feeds it, and its sign says so while it listens on."""
    proposed = propose_closing(ledger, PROGRESSIVE, reference="R 10", actor=SAM).content["proposal"]
    approve_act(ledger, proposed, actor=Actor("ann", Role.ACCOUNTING))
    with pytest.raises(RefusedError, match="is closed; only the sign of an open one is read"):
        read_meter(ledger, PROGRESSIVE, 120_000, actor=Actor("ann", Role.ACCOUNTING))
    with pytest.raises(RefusedError, match="is closed"):
        set_fault(ledger, "main", FaultScope.METER, PROGRESSIVE, FaultCode.OTHER)
    set_fault(ledger, "main", FaultScope.LINK, "main", FaultCode.POWER)
    view = show_meter(ledger, PROGRESSIVE)
    assert "closed" in status_tag(view)
    assert not any("Out of order" in each for each in display(view).notices)
    rows = {row.cells[0]: row.cells for row in meters_answer([view]).tables[0].rows}
    assert rows[PROGRESSIVE][-2:] == ("0", "closed")
    assert sign_of(ledger, PROGRESSIVE).state is SignState.CLOSED
    assert [each.meter for each in sign_of(ledger, TABLE).meters] == [FIVE_CARD]
    assert sign_data(sign_of(ledger, PROGRESSIVE))["said"][0] == "Closed"


def test_a_sign_without_a_meter_is_a_sign_that_listens() -> None:
    request = Request({"type": "http", "query_string": b"theme=light", "headers": []})
    page = sign._page(request, "T<9", sign.SAID[SignState.UNKNOWN], feed="/sign/T?feed=1")
    assert '<body class="quiet">' in page
    assert 'data-look="light"' in page
    assert "there is nothing of this name" in page
    assert 'address = "/sign/T?feed=1"' in page
    assert "T&lt;9" in page


@pytest.mark.parametrize(
    ("scope", "subject", "down"),
    [
        (FaultScope.METER, PROGRESSIVE, {PROGRESSIVE}),
        (FaultScope.LINK, "main", {PROGRESSIVE, FIVE_CARD}),
        (FaultScope.TABLE, TABLE, {PROGRESSIVE, FIVE_CARD}),
    ],
)
def test_a_fault_takes_down_what_it_concerns(ledger: Ledger, scope: FaultScope, subject: str, down: set[str]) -> None:
    set_fault(ledger, "main", scope, subject, FaultCode.OTHER)
    assert {each.meter for each in sign_of(ledger, TABLE).meters if not each.working} == down


def test_the_journal_is_paged_from_its_end_and_filtered(ledger: Ledger) -> None:
    for n in range(PAGE_SIZE):
        record(ledger, plain_round(f"P{n}"))
    first = journal_page(ledger, JournalQuery())
    assert (first.link, len(first.events), first.older) == ("main", PAGE_SIZE, first.events[-1].seq)
    assert [each.seq for each in first.events] == list(range(first.total, first.total - PAGE_SIZE, -1))
    rest = journal_page(ledger, JournalQuery("main", before=first.older))
    assert rest.older is None
    assert rest.events[-1].seq == 1
    assert len(first.events) + len(rest.events) == first.total
    assert journal_page(ledger, JournalQuery("main", round="P7")).total == 1
    assert journal_page(ledger, JournalQuery("house", kind="person-added")).total == 6
    assert journal_page(ledger, JournalQuery("main", text="100%_")).total == 0, "signs of patterns are letters here"
    assert journal_page(ledger, JournalQuery("no such link")).link == "main"


def test_an_address_asks_for_the_same_again() -> None:
    query = JournalQuery("main", "round-recorded", "sam", "T 1", "R&1", "x=y", 40)
    from urllib.parse import parse_qsl

    assert query_of(dict(parse_qsl(query.address()))) == query
    assert query_of({"before": "-3", "link": "x" * 500}).before is None


def test_an_event_is_told_with_money_in_dollars(ledger: Ledger) -> None:
    event = journal_page(ledger, JournalQuery("main", round="R1")).events[0]
    assert "progressive-1 +0.28" in event_words(event)
    assert '"value": "0.28"' in content_text(event)


def test_a_reading_and_a_fault_are_told_with_what_they_found(ledger: Ledger) -> None:
    read_meter(ledger, PROGRESSIVE, 120_000, actor=Actor("ann", Role.ACCOUNTING))
    fault, reading = (event_words(each) for each in journal_page(ledger, JournalQuery(link="main")).events[:2])
    value = dollars(display(show_meter(ledger, PROGRESSIVE)).amount)
    assert reading.startswith(f"{PROGRESSIVE}: sign $0.12, ledger {value}, variance -$")
    assert fault.startswith(f"meter {PROGRESSIVE}, sign variance: sign $0.12, ledger {value} (fault main:")


def test_an_award_and_its_reseed_are_told_apart(ledger: Ledger) -> None:
    record(ledger, jackpot_round("J8"), SAM)
    (won,) = (each.amount for each in list_awards(ledger) if each.award_id == "J8/1")
    assert won > 1_000 * MICROS
    words = event_words(journal_page(ledger, JournalQuery("main", round="J8")).events[0])
    assert f"{PROGRESSIVE} award -{money(won)}" in words
    assert f"{PROGRESSIVE} reseed +1000.00" in words


def test_whoever_recorded_the_result_is_told_why_they_cannot_sign(ledger: Ledger) -> None:
    record(ledger, jackpot_round("J9"), SAM)
    (waiting,) = waiting_awards(ledger, PROGRESSIVE)
    assert "another person" in (cannot_sign(waiting, Identity("sam", Role.SUPERVISOR)) or "")
    assert cannot_sign(waiting, Identity("sue", Role.SUPERVISOR)) is None


def test_break_even_is_shown_in_cents() -> None:
    assert cents(Fraction(8_741_234_567_891, 1000)) == "$8,741.23"

"""People who sign, settings of the house, gaming days, award slips."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from ledger_world import DOLLAR, HASHER, World, micros, win

from pitbook.ledger import awards, house, people, slips, verify
from pitbook.ledger.desk import open_ledger
from pitbook.ledger.errors import NotAllowedError, RefusedError, UnknownNameError
from pitbook.ledger.people import Right, Role
from pitbook.ledger.slips import TaxThreshold, load_thresholds, tax_form

pytest_plugins = ["ledger_fixtures"]


def test_the_first_person_is_an_admin_and_the_next_needs_one(empty_url: str) -> None:
    ledger = open_ledger(empty_url, hasher=HASHER)
    with pytest.raises(RefusedError, match="first person must be an admin"):
        people.add_person(ledger, "dan", "Dan", Role.DEALER, "a good secret", actor=None)
    people.add_person(ledger, "ann", "Ann", Role.ADMIN, "a good secret", actor=None)
    with pytest.raises(NotAllowedError, match="somebody must sign in to add or disable people"):
        people.add_person(ledger, "dan", "Dan", Role.DEALER, "a good secret", actor=None)
    ann = people.authenticate(ledger, "ann", "a good secret")
    people.add_person(ledger, "dan", "Dan", Role.DEALER, "a good secret", actor=ann)
    dan = people.authenticate(ledger, "dan", "a good secret")
    with pytest.raises(NotAllowedError, match="dealer and may not add or disable people; allowed: admin"):
        people.add_person(ledger, "eve", "Eve", Role.ADMIN, "a good secret", actor=dan)
    ledger.close()


@pytest.mark.parametrize(("secret", "good"), [("seven77", False), ("eight888", True), ("nine99999", True)])
def test_secrets_have_eight_characters_or_more(world: World, secret: str, good: bool) -> None:
    if good:
        people.add_person(world.ledger, "new", "New", Role.DEALER, secret, actor=world.actor("ann"))
        assert people.authenticate(world.ledger, "new", secret).role is Role.DEALER
    else:
        with pytest.raises(RefusedError, match="it needs 8 or more"):
            people.add_person(world.ledger, "new", "New", Role.DEALER, secret, actor=world.actor("ann"))


def test_a_wrong_secret_an_unknown_and_a_disabled_person_look_alike(world: World) -> None:
    people.disable_person(world.ledger, "sam", actor=world.actor("ann"))
    said = set()
    for name, secret in (("sue", "wrong secret"), ("nobody", "a secret"), ("sam", "secret of sam")):
        with pytest.raises(NotAllowedError) as refusal:
            people.authenticate(world.ledger, name, secret)
        said.add(str(refusal.value).replace(name, "X"))
    assert len(said) == 1
    kinds = [event.kind for event in world.events("house")]
    assert kinds[-3:] == ["login-failed"] * 3
    assert all("secret of" not in event.body for event in world.events("house"))
    world.all_fits()


def test_somebody_disabled_signs_nothing_even_when_still_signed_in(world: World) -> None:
    world.record(win(2))
    sam = world.actor("sam")
    people.disable_person(world.ledger, "sam", actor=world.actor("ann"))
    with pytest.raises(NotAllowedError, match="'sam' may not sign in"):
        world.approve(world.awards()[0], "sam")
    assert sam.role is Role.SUPERVISOR
    with pytest.raises(RefusedError, match="last admin"):
        people.disable_person(world.ledger, "ann", actor=world.actor("ann"))
    with pytest.raises(RefusedError, match="disabled already"):
        people.disable_person(world.ledger, "sam", actor=world.actor("ann"))
    with pytest.raises(UnknownNameError, match="known: al, ann"):
        people.disable_person(world.ledger, "nobody", actor=world.actor("ann"))


def test_an_auditor_changes_nothing() -> None:
    assert people.RIGHTS[Role.AUDITOR] == frozenset()
    assert {right for rights in people.RIGHTS.values() for right in rights} == set(Right)


def test_a_new_secret(world: World) -> None:
    sue = world.actor("sue")
    people.change_secret(world.ledger, "sue", "another secret", actor=sue)
    assert people.authenticate(world.ledger, "sue", "another secret").person_id == "sue"
    with pytest.raises(NotAllowedError):
        people.authenticate(world.ledger, "sue", "secret of sue")
    with pytest.raises(NotAllowedError, match="may not add or disable people"):
        people.change_secret(world.ledger, "al", "another secret", actor=sue)
    people.change_secret(world.ledger, "al", "another secret", actor=world.actor("ann"))
    with pytest.raises(NotAllowedError, match="somebody must sign in"):
        people.change_secret(world.ledger, "ann", "another secret", actor=None)
    world.all_fits()


def test_secrets_are_in_no_export(world: World) -> None:
    lines = "\n".join(verify.export_lines(world.ledger))
    assert "argon2" not in lines


def test_settings_of_the_house(world: World) -> None:
    ann = world.actor("ann")
    assert house.settings(world.ledger)["gaming-day-start"] == "06:00"
    house.change_setting(world.ledger, "gaming-day-start", "04:30", actor=ann)
    assert house.settings(world.ledger)["gaming-day-start"] == "04:30"
    for name, value in (("time-zone", "Mars/Olympus"), ("gaming-day-start", "25:00"), ("nosuch", "x"), ("facility", "x" * 201)):
        with pytest.raises(RefusedError, match=name):
            house.change_setting(world.ledger, name, value, actor=ann)
    with pytest.raises(NotAllowedError):
        house.change_setting(world.ledger, "facility", "The House", actor=world.actor("sue"))


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(2026, 3, 1, 10, 59, 59, tzinfo=UTC), date(2026, 2, 28)),
        (datetime(2026, 3, 1, 11, 0, 0, tzinfo=UTC), date(2026, 3, 1)),
        (datetime(2026, 3, 1, 11, 0, 1, tzinfo=UTC), date(2026, 3, 1)),
        (datetime(2026, 7, 1, 9, 59, 59, tzinfo=UTC), date(2026, 6, 30)),
        (datetime(2026, 7, 1, 10, 0, 0, tzinfo=UTC), date(2026, 7, 1)),
    ],
)
def test_the_gaming_day_begins_at_six_local_time(at: datetime, day: date) -> None:
    assert house.gaming_day(at, "America/New_York", "06:00") == day
    first, after = house.gaming_day_bounds(day, "America/New_York", "06:00")
    assert first <= at < after


def test_the_day_of_the_clock_change_has_23_hours() -> None:
    first, after = house.gaming_day_bounds(date(2026, 3, 7), "America/New_York", "00:00")
    assert (after - first).total_seconds() == 24 * 3600
    first, after = house.gaming_day_bounds(date(2026, 3, 8), "America/New_York", "00:00")
    assert (after - first).total_seconds() == 23 * 3600


def test_an_award_slip(world: World) -> None:
    house.change_setting(world.ledger, "facility", "The House", actor=world.actor("ann"))
    world.record(win(4), actor=world.actor("dan"), table="T2", round_id="r")
    (award,) = world.awards()
    blank = slips.award_slip(world.ledger, "r/1")
    assert (blank.hand, blank.deck_checked, blank.paid_by, blank.status) == ("", False, None, "pending")
    world.approve(award, "sue", hand="royal flush of spades")
    awards.pay_award(world.ledger, "r/1", actor=world.actor("al"))
    slip = slips.award_slip(world.ledger, "r/1")
    assert (slip.facility, slip.table, slip.seat, slip.round) == ("The House", "T2", 4, "r")
    assert (slip.amount_micros, slip.wager_micros) == (micros("10001.05"), DOLLAR)
    assert Fraction(slip.multiple_of_wager) == Fraction("10001.05")
    assert (slip.recorded_by, slip.approved_by, slip.paid_by) == ("dan", ("sue",), "al")
    assert (slip.hand, slip.deck_checked) == ("royal flush of spades", True)
    assert slip.evidence == {"dealer": "As Ks Qs"}
    assert slip.gaming_day == "2026-03-01"
    with pytest.raises(UnknownNameError, match="known: r/1"):
        slips.award_slip(world.ledger, "r/9")


THRESHOLDS = (
    TaxThreshold(date(2020, 1, 1), "W-2G", micros("600"), Fraction(300)),
    TaxThreshold(date(2026, 1, 1), "W-2G", micros("2000"), Fraction(300)),
)


@pytest.mark.parametrize(
    ("day", "amount", "wager", "form"),
    [
        (date(2025, 12, 31), "600.99", "1", None),
        (date(2025, 12, 31), "601.00", "1", "W-2G"),
        (date(2025, 12, 31), "601.01", "1", "W-2G"),
        (date(2025, 12, 31), "1504.99", "5", None),
        (date(2025, 12, 31), "1505.00", "5", "W-2G"),
        (date(2026, 1, 1), "601.00", "1", None),
        (date(2026, 1, 1), "2000.99", "1", None),
        (date(2026, 1, 1), "2001.00", "1", "W-2G"),
        (date(2026, 1, 1), "2001.01", "1", "W-2G"),
        (date(2019, 12, 31), "9999.00", "1", None),
    ],
)
def test_the_tax_form_by_dated_thresholds(day: date, amount: str, wager: str, form: str | None) -> None:
    assert tax_form(THRESHOLDS, day, micros(amount), micros(wager)) == form


def test_thresholds_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tax.toml"
    file.write_text('[[tax_form]]\nfrom = 2026-01-01\nform = "W-2G"\nwinnings = "2000"\nmultiple = 300\n')
    assert load_thresholds(file) == (THRESHOLDS[1],)
    for text in ("", "[[tax_form]]\n", "not toml", '[[tax_form]]\nfrom = 1\nform = ""\nwinnings = 1\nmultiple = 1\n'):
        file.write_text(text)
        with pytest.raises(RefusedError, match=r"each \[\[tax_form\]\] has from"):
            load_thresholds(file)

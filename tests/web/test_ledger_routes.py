"""Meters, rounds and awards over HTTP: from a wager to its payment by two people. What matters most runs on both databases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ledger_world import DEALERS, OWN, Stores
from web_world import API, Site, problem, site_over

from pitbook.ledger import verify

pytest_plugins = ["ledger_fixtures"]


@pytest.fixture
def site(stores: Stores) -> Iterator[Site]:
    yield from site_over(stores.copy("sqlite"))


def test_an_export_is_written_where_it_was_said_and_removed_when_sent(
    stores: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder of ``--data-dir``, and nothing is left in it."""
    written: list[str] = []
    export_lines = verify.export_lines

    def seen(ledger: Any) -> Iterator[str]:
        written.extend(each.suffix for each in tmp_path.iterdir())
        yield from export_lines(ledger)

    monkeypatch.setattr(verify, "export_lines", seen)
    for site in site_over(stores.copy("sqlite"), data_dir=tmp_path):
        assert site.get("/ledger/export", "aud").text.splitlines()
    assert written == [".jsonl"]
    assert not list(tmp_path.iterdir())


@pytest.fixture
def either(url: str) -> Iterator[Site]:
    """A server over SQLite, and one over PostgreSQL."""
    yield from site_over(url)


def played(round_id: str, *, royal: int | None = None, table: str = "T1", wager: str = OWN) -> dict[str, Any]:
    """A round of two seats with cards; the one who has the royal flush wins the whole meter."""
    hands = {2: "Jd 8c 3h", 5: "7d 6c 2h"}
    if royal is not None:
        hands[royal] = "As Ks Qs"
    seats = [
        {"seat": seat, "cards": each, "wagers": {"ante": "5.00", "play": "5.00", wager: "1.00"}} for seat, each in hands.items()
    ]
    return {
        "game": "three-card-poker",
        "key": round_id,
        "table": table,
        "dealer": "9h 8d 4d",
        "community": "Js Ts" if royal is not None else "5s 5d",
        "seats": seats,
        "choices": {"ante-bonus": "A", wager: "standard"},
    }


def won(site: Site, round_id: str = "jackpot") -> dict[str, Any]:
    """Record a round that wins the meter; gives the award."""
    recorded = site.post("/records", played(round_id, royal=5), by="dan")
    assert recorded.status_code == 200, recorded.text
    [award] = recorded.json()["awards"]
    return dict(award)


def confirmed(award: dict[str, Any]) -> dict[str, Any]:
    return {"hand": "As Ks Qs Js Ts", "wager": "1.00", "amount": award["amount"], "deck_checked": True}


# --- two people -----------------------------------------------------------------------------------------------------


def test_a_jackpot_from_wager_to_payment_by_two_people(either: Site) -> None:
    award = won(either)
    at = f"/awards/{award['award']}"
    assert award["amount"] == "10000.42"
    assert "only an approved one is paid" in problem(either.post(f"{at}/pay", {}, by="sue"), 409)[0]
    assert either.post(f"{at}/approve", confirmed(award), by="sue").json()["status"] == "approved"  # the dealer's signature is one
    assert either.post(f"{at}/pay", {"how": "attendant"}, by="sue").status_code == 200
    assert "paid" in problem(either.post(f"{at}/pay", {"how": "attendant"}, by="al"), 409)[0]
    assert [each["status"] for each in either.get("/awards", "aud").json()] == ["paid"]
    slip = either.get(f"{at}/slip", "aud").json()
    assert (slip["recorded_by"], slip["approved_by"], slip["amount"]) == ("dan", ["sue"], award["amount"])
    either.all_fits()


def test_a_jackpot_that_a_system_recorded_takes_two_logins(either: Site) -> None:
    bearer = {"Authorization": f"Bearer {either.token('dan', 'rounds')}", "Idempotency-Key": "t"}
    recorded = either.client().post(f"{API}/records", json=played("t", royal=5), headers=bearer)
    [award] = recorded.json()["awards"]
    at = f"/awards/{award['award']}"
    assert either.post(f"{at}/approve", confirmed(award), by="sue").json()["status"] == "pending"
    assert "has signed already" in problem(either.post(f"{at}/approve", confirmed(award), by="sue"), 403)[0]
    assert "only an approved one is paid" in problem(either.post(f"{at}/pay", {}, by="sue"), 409)[0]
    assert either.post(f"{at}/approve", confirmed(award), by="al").json()["status"] == "approved"
    assert either.post(f"{at}/pay", {}, by="al").status_code == 200
    either.all_fits()


def test_who_recorded_the_result_does_not_approve_its_award(site: Site) -> None:
    recorded = site.post("/records", played("own", royal=5), by="sam")
    [award] = recorded.json()["awards"]
    refused = site.post(f"/awards/{award['award']}/approve", confirmed(award), by="sam")
    assert "another person approves" in problem(refused, 403)[0]
    assert site.journal("access-refused")[-1]["reason"] == "ledger"
    assert site.journal("access-refused")[-1]["person"] == "sam"


def test_what_does_not_agree_with_the_record_is_refused_with_every_fault(site: Site) -> None:
    award = won(site)
    wrong = {"hand": "Ah Kh", "wager": "2.00", "amount": "10.00", "deck_checked": False}
    faults = problem(site.post(f"/awards/{award['award']}/approve", wrong, by="sue"), 409)
    assert len(faults) == 4
    assert problem(site.post(f"/awards/{award['award']}/approve", {"amount": "1.00"}, by="sue"), 422) == [
        "hand: missing", "wager: missing", "deck_checked: missing",
    ]  # fmt: skip


def test_an_award_that_is_not_to_be_paid_takes_two_people_as_well(site: Site) -> None:
    award = won(site)
    proposed = site.post(f"/awards/{award['award']}/reject", {"reason": "memo 7"}, by="sue").json()["proposal"]
    assert problem(site.post(f"/proposals/{proposed}/approve", by="sue"), 403)
    assert [each["proposal_id"] for each in site.get("/proposals", "al").json()] == [proposed]
    assert site.post(f"/proposals/{proposed}/approve", by="al").status_code == 200
    assert site.get("/awards?status=rejected", "al").json()[0]["award_id"] == award["award"]
    site.all_fits()


def test_a_correction_takes_two_logins(site: Site) -> None:
    body = {"amount": "-0.01", "cause": "malfunction", "reference": "memo 1"}
    proposed = site.post("/meters/hb/adjustments", body, by="sue").json()["proposal"]
    assert problem(site.post(f"/proposals/{proposed}/approve", by="sue"), 403)
    assert site.post(f"/proposals/{proposed}/approve", by="al").status_code == 200
    assert site.get("/meters/hb", "dan").json()["value"] == "9999.99"


# --- rounds, step by step -------------------------------------------------------------------------------------------


def test_a_round_step_by_step(either: Site) -> None:
    new = {"round": "T1/7", "table": "T1", "game": "three-card-poker"}
    assert either.post("/rounds", new, by="dan").status_code == 200
    assert either.post("/rounds/T1/7/wagers", {"seat": 5, "wager": OWN, "amount": "1.00"}, by="dan").status_code == 200
    assert either.post("/rounds/T1/7/wagers", {"seat": 2, "wager": OWN, "amount": "1.00"}, by="dan").status_code == 200
    assert [each["amount"] for each in either.get("/rounds/T1/7", "aud").json()["wagers"]] == ["1.00", "1.00"]
    assert either.post("/rounds/T1/7/lock", by="dan").status_code == 200
    late = either.post("/rounds/T1/7/wagers", {"seat": 3, "wager": OWN, "amount": "1.00"}, by="dan")
    assert "no wager is accepted after lock-out" in problem(late, 409)[0]
    assert either.get("/meters/hb", "dan").json()["value"] == "10000.42"
    assert either.post("/results", played("T1/7"), by="dan").status_code == 200
    assert either.get("/rounds/T1/7", "aud").json()["state"] == "settled"
    assert problem(either.get("/rounds/T1/8", "aud"), 404)
    either.all_fits()


def test_a_void_round_gives_its_contributions_back(site: Site) -> None:
    site.post("/records", played("void"), by="dan")
    assert site.post("/rounds/void/void", {"reason": "misdeal"}, by="sue").status_code == 200
    assert site.get("/meters/hb", "dan").json()["value"] == "10000.00"


# --- keys -----------------------------------------------------------------------------------------------------------


def test_a_key_is_carried_out_once_and_gives_the_first_receipt_again(either: Site) -> None:
    first = either.post("/records", played("once"), by="dan")
    again = either.post("/records", played("once"), by="dan")
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert again.json()["hash"] == first.json()["hash"]
    assert either.get("/meters/hb", "dan").json()["value"] == "10000.42"


def test_a_key_with_other_content_is_refused_with_the_reason(either: Site) -> None:
    """The whole round counts: also a wager that feeds no meter."""
    first = played("one")
    either.post("/records", first, by="dan")
    changed = [dict(first["seats"][0]), first["seats"][1]]
    changed[0]["wagers"] = {**changed[0]["wagers"], "ante": "20.00", "play": "20.00"}
    other = either.post("/records", {**first, "seats": changed}, by="dan")
    assert "the key 'one' was used" in problem(other, 409)[0]
    assert either.get("/meters/hb", "dan").json()["value"] == "10000.42"


def test_the_key_of_a_recorded_round_is_its_own(site: Site) -> None:
    assert problem(site.post("/records", played("one"), by="dan", key="two"), 422) == [
        "Idempotency-Key 'two': the round's own key is 'one'; allowed is that one (header)"
    ]
    assert site.get("/meters/hb", "dan").json()["value"] == "10000.00"


@pytest.mark.parametrize("key", [None, "", "é", "a\tb", "x" * 151])
def test_a_step_needs_a_key_that_can_be_one(site: Site, key: str | None) -> None:
    headers = {} if key is None else {"Idempotency-Key": key.encode()}
    answer = site.client("dan").post(f"{API}/records", json=played("x"), headers=headers)
    assert "Idempotency-Key" in problem(answer, 422)[0]


# --- setting up and changing ----------------------------------------------------------------------------------------


def test_a_meter_is_opened_as_printed_joined_and_left(site: Site) -> None:
    body = {"meter": "p1", "game": "three-card-poker", "wager": "progressive", "paytable": "A", "link": "new", "tables": ["T5"]}
    opened = site.post("/meters", body, by="ann")
    assert opened.status_code == 200, opened.text
    assert "649a" in opened.json()["terms_of"]
    joined = site.post("/meters/p1/tables", {"table": "T6"}, by="ann")
    assert joined.json()["wagers"] == ["progressive"]
    assert [each["table_id"] for each in site.get("/links?meter=p1", "dan").json()] == ["T5", "T6"]
    left = site.client("ann").delete(f"{API}/meters/p1/tables/T6", headers={"Idempotency-Key": "leave"})
    assert left.status_code == 200
    assert [each["table_id"] for each in site.get("/links?meter=p1", "dan").json()] == ["T5"]
    site.all_fits()


def test_a_meter_is_opened_as_filed(site: Site) -> None:
    wager = {"paytable": "A", "amounts": ["1.00"], "meter": {"increment": "14%", "reserve": "3%", "limit": "50000.00"}}
    filing = {
        "certificate_holder": "Example",
        "filing_date": "2026-11-30",
        "games": [{"game": "three-card-poker", "tables": ["T5"], "wagers": {"progressive": wager}}],
    }
    body = {"meter": "p2", "game": "three-card-poker", "wager": "progressive", "submission": filing}
    answer = site.post("/meters", body, by="ann")
    assert answer.status_code == 200, answer.text
    assert [each["table_id"] for each in site.get("/links?meter=p2", "dan").json()] == ["T5"]
    assert "50000" in str(site.get("/meters/p2", "dan").json()["configuration"])
    twice = site.post("/meters", {**body, "meter": "p3", "limit": "1.00"}, by="ann")
    assert "do not go with submission" in problem(twice, 422)[0]
    faulty = site.post("/meters", {**body, "meter": "p3", "submission": {}}, by="ann")
    assert len(problem(faulty, 422)) == 3


def test_other_parameters_wait_for_the_next_start(site: Site) -> None:
    body = {"reference": "memo", "terms": {"increment": "20%"}, "policies": {"tolerance": "1.00"}}
    proposed = site.post("/meters/hb/configuration", body, by="sue").json()["proposal"]
    site.post(f"/proposals/{proposed}/approve", by="al")
    assert site.get("/meters/hb", "dan").json()["pending"] is not None
    assert (
        "no such policy"
        in problem(site.post("/meters/hb/configuration", {"reference": "m", "policies": {"x": "1"}}, by="sue"), 422)[0]
    )


def test_a_sign_is_reconciled_and_a_test_wager_confirmed(site: Site) -> None:
    read = site.post("/meters/hb/readings", {"shown": "10000.00", "table": "T1"}, by="al").json()
    assert read["tolerated"] is True
    made = site.post("/meters/hb/tests", {"table": "T2"}, by="dan").json()["proposal"]
    assert problem(site.post(f"/tests/{made}/confirm", {"shown": "0.21"}, by="dan"), 403)
    assert site.post(f"/tests/{made}/confirm", {"shown": "0.21"}, by="sue").json()["passed"] is True


def test_a_fault_stops_wagers_until_it_is_cleared(site: Site) -> None:
    fault = site.post("/faults", {"scope": "table", "subject": "T1", "code": "power"}, by="sue").json()["fault"]
    assert "T1" in problem(site.post("/records", played("r"), by="dan"), 409)[0]
    assert [each["fault_id"] for each in site.get("/faults", "dan").json()] == [fault]
    assert site.post(f"/faults/{fault}/clear", {"note": "mended"}, by="sue").status_code == 200
    assert site.post("/records", played("r"), by="dan").status_code == 200
    assert site.get("/faults", "dan").json() == []
    assert len(site.get("/faults?all=true", "dan").json()) == 1


def test_money_moves_and_a_meter_ends(site: Site) -> None:
    body = {"to": "far", "amount": "0.01", "reference": "memo"}
    proposed = site.post("/meters/hb/transfers", body, by="sue").json()["proposal"]
    assert site.post(f"/proposals/{proposed}/approve", by="al").status_code == 200
    ending = site.post("/meters/hb/closing", {"reference": "memo"}, by="sue").json()["proposal"]
    assert site.post(f"/proposals/{ending}/reject", {"reason": "no"}, by="sue").status_code == 200
    site.all_fits()


# --- reading --------------------------------------------------------------------------------------------------------


def test_lists_come_in_parts_that_join_without_gap_or_repeat(site: Site) -> None:
    whole = [each["meter"] for each in site.get("/meters", "aud").json()]
    found, path = [], f"{API}/meters?limit=1"
    while path:
        answer = site.client("aud").get(path)
        found += [each["meter"] for each in answer.json()]
        path = answer.links.get("next", {}).get("url", "")
    assert found == whole
    assert len(found) > 1
    assert problem(site.get("/meters?cursor=nowhere", "aud"), 422)
    assert problem(site.get("/meters?limit=0&x=1", "aud"), 422) == [
        "limit: Input should be greater than or equal to 1 (query)",
        "x: not known here; allowed: limit, cursor (query)",
    ]


def test_the_journal_comes_in_parts(either: Site) -> None:
    for n in range(3):
        either.post("/records", played(f"r{n}"), by="dan")
    whole = either.get("/links/main/events", "aud").json()
    found: list[Any] = []
    path = f"{API}/links/main/events?limit=2"
    while path:
        answer = either.client("aud").get(path)
        found += answer.json()
        path = answer.links.get("next", {}).get("url", "")
    assert found == whole
    assert [each["seq"] for each in whole] == list(range(1, len(whole) + 1))
    assert problem(either.get("/links/nowhere/events", "aud"), 404)


def test_reports_heads_checks_and_export(either: Site) -> None:
    won(either)
    names = ("balances", "contributions", "hits", "levels", "pending", "liability", "changes", "falls", "readings", "events")
    for name in names:
        assert either.get(f"/reports/{name}", "aud").json()["link"] == "main", name
    assert either.get("/reports/security?link=house&day=2026-03-01", "aud").json()["rows"]
    assert "no such report" in problem(either.get("/reports/nonsense", "aud"), 422)[0]
    assert problem(either.get("/reports/hits?day=soon", "aud"), 422)
    heads = either.get("/ledger/heads", "aud").json()
    kept = [f"{each['link']}:{each['seq']}:{each['hash']}" for each in heads]
    verified = either.get("/ledger/verification", "aud", params={"head": kept}).json()
    assert verified["good"] is True
    quick = either.get("/ledger/check", "sue").json()
    assert quick["good"] is True
    assert quick["events"] == len(quick["heads"])
    assert quick["events_held"] > quick["events"]
    lines = either.get("/ledger/export", "aud").text.splitlines()
    assert len(lines) >= verified["events"]
    assert {json.loads(line)["link"] for line in lines} == {"house", "main", "second"}
    assert [each["kind"] for each in either.get("/meters/hb/log?last=1", "dan").json()["rows"]] == ["round-recorded"]
    assert either.get("/meters/hb/log?built=true", "dan").json()["rows"]


def test_the_same_json_as_the_command(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    from pitbook.cli.ledger_meters import meter_show

    won(site)
    meter_show("hb", database=site.world.url, as_json=True)
    assert site.get("/meters/hb", "dan").text == capsys.readouterr().out


def test_settings_and_people(either: Site) -> None:
    headers = {"Idempotency-Key": "s"}
    assert either.client("ann").put(f"{API}/settings/facility", json={"value": "Here"}, headers=headers).status_code == 200
    assert either.get("/settings", "dan").json()["facility"] == "Here"
    new = {"person": "new", "role": "dealer", "secret": "a new secret", "name": "Newt"}
    assert either.post("/people", new, by="ann").status_code == 200
    assert "secret" not in either.get("/people", "ann").text
    assert either.post("/people/new/disable", by="ann").status_code == 200
    assert problem(either.client().post(f"{API}/session", json={"person": "new", "secret": "a new secret"}), 401)
    assert "allowed: dealer" in problem(either.post("/people", {**new, "person": "o", "role": "boss"}, by="ann"), 422)[0]
    short = either.post("/people", {**new, "person": "o", "secret": "short"}, by="ann")
    assert "it needs 8 or more" in problem(short, 409)[0]


def test_two_wagers_of_a_meter_are_told_apart(site: Site) -> None:
    recorded = site.post("/records", played("dealer", wager=DEALERS), by="dan")
    assert recorded.status_code == 200, recorded.text
    assert site.get("/meters/hb", "dan").json()["value"] == "10000.42"

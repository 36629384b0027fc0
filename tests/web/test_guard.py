"""Who may do what: every role on every route, origins, sessions, tokens, throttling, bodies, headers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from ledger_world import PEOPLE, Stores
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_world import API, ORIGIN, Site, problem, site_over, started

from pitbook.ledger.access import end_tokens
from pitbook.ledger.people import Role
from pitbook.web.app import create_app
from pitbook.web.forms.hold import HoldAsked
from pitbook.web.guard.queries import PAGES as PAGE_QUERIES
from pitbook.web.guard.roles import API as API_PREFIX
from pitbook.web.guard.roles import DOCUMENTATION, METRICS, PAGES, ROUTES, Access, refusal
from pitbook.web.guard.throttle import Throttle
from pitbook.web.guard.tokens import SCOPES
from pitbook.web.progressives.journal_view import JournalQuery
from pitbook.web.settings import Settings

pytest_plugins = ["ledger_fixtures"]
SECRET = "secret of {}"
PERSON_OF = {role: person for person, role in reversed(PEOPLE.items())}


@pytest.fixture
def site(stores: Stores) -> Iterator[Site]:
    yield from site_over(stores.copy("sqlite"))


@pytest.fixture(scope="module")
def shared(stores: Stores) -> Iterator[Site]:
    """A server for tests that leave nothing behind."""
    yield from site_over(stores.copy("sqlite"))


def filled(path: str) -> str:
    """A path with something in place of each name."""
    return re.sub(r"\{[^}]*\}", "x", path)


def ask(client: TestClient, method: str, path: str, **more: Any) -> Any:
    headers = {"Idempotency-Key": "k", **more.pop("headers", {})}
    return client.request(method, filled(path), headers=headers, **more)


GUARDED = [
    (method, path, access) for (method, path), access in ROUTES.items() if access.roles is not None and access is not METRICS
]
"""Metrics are told apart: they are open to this machine itself."""


# --- the table ------------------------------------------------------------------------------------------------------


def test_every_role_on_every_route_and_each_refusal_in_the_journal(site: Site) -> None:
    for role, person in PERSON_OF.items():
        client = site.client(person)
        for method, path, access in GUARDED:
            answer = ask(client, method, path, json={})
            refused = answer.status_code == 403 and "allowed: " in answer.text and "is " + role in answer.text
            assert access.roles is not None
            assert refused == (role not in access.roles), f"{person} ({role}): {method} {path}: {answer.status_code} {answer.text}"
            if refused:
                last = site.refused()
                assert (last["reason"], last["person"], last["method"], last["route"]) == ("role", person, method, path)
            assert answer.status_code < 500
    site.all_fits()


def test_nobody_who_has_not_signed_in_comes_through(site: Site) -> None:
    for method, path, _ in GUARDED:
        answer = ask(site.client(), method, path, json={})
        assert problem(answer, 401) == ["sign in first"]
        assert answer.headers["www-authenticate"] == "Bearer"
        last = site.refused()
        assert (last["reason"], last["method"], last["route"]) == ("sign-in", method, path)
        assert "person" not in last


def test_a_token_comes_through_where_its_scope_and_its_person_may(site: Site) -> None:
    for person, scope in [*(("sue", scope) for scope in SCOPES), ("dan", "reports"), ("ann", "rounds")]:
        token = site.token(person, scope)
        for method, path, access in GUARDED:
            answer = ask(site.client(), method, path, json={}, headers={"Authorization": f"Bearer {token}"})
            assert access.roles is not None
            may = PEOPLE[person] in access.roles and access.scope == scope
            refused = answer.status_code == 403
            if refused:
                assert (site.refused()["person"], site.refused()["token"]) == (person, token.split("_")[1])
            assert refused != may, f"{person}, {scope}: {method} {path}: {answer.status_code} {answer.text}"


def test_what_two_people_must_sign_takes_no_token() -> None:
    for (method, path), access in ROUTES.items():
        if (
            re.search(r"approve|/pay$|reject|adjust|transfer|closing|configuration|people|tokens|settings/|confirm", path)
            and method != "GET"
        ):
            assert access.scope is None, path


def test_pages_lead_to_the_login_and_back(site: Site) -> None:
    for path, access in PAGES.items():
        asked = "" if access.roles is None else "?a=b"
        answer = site.client().get(filled(path) + asked, headers={"Accept": "text/html"})
        if access.roles is None:
            assert answer.status_code in (404, 405), path  # this server has no pages; the guard lets it through
        else:
            assert answer.status_code == 303
            assert answer.headers["location"] == "/login?next=" + filled(path).replace("/", "%2F") + "%3Fa%3Db"
            assert site.refused()["route"] == path


def test_a_feed_of_a_page_is_not_led_to_the_login(site: Site) -> None:
    """A browser that listens for events wants no page, and takes 401 for the end."""
    answer = site.client().get("/sign/main?feed=1", headers={"Accept": "text/event-stream"})
    assert answer.status_code == 401


def test_a_page_that_is_not_for_a_role_says_so_without_the_inside(shared: Site) -> None:
    answer = shared.client("dan").get("/ledger")
    assert answer.status_code == 403
    assert answer.headers["content-type"].startswith("text/html")
    assert "dan" in answer.text
    assert answer.headers["cache-control"] == "no-store"


def test_a_refusal_is_said_in_words() -> None:
    assert refusal(Access(None), None) is None
    assert refusal(Access(frozenset({Role.ADMIN})), None) == "sign in first"


def test_the_same_refusal_again_is_counted_not_written(site: Site) -> None:
    for _ in range(5):
        site.get("/meters")
    assert len(site.journal("access-refused")) == 1
    site.services.refusals.flush()
    assert site.refused()["again"] == 4


# --- origins --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://testserver.evil.example", "https://testserver"])
def test_a_foreign_origin_changes_nothing(shared: Site, origin: str) -> None:
    headers = {"Origin": origin, "Idempotency-Key": "k"}
    answer = shared.client("ann").put(f"{API}/settings/facility", json={"value": "x"}, headers=headers)
    assert "not taken here" in problem(answer, 403)[0]
    assert shared.refused()["reason"] == "origin"
    assert shared.journal("setting-changed") == []
    assert shared.client().post("/login", content="person=ann", headers={"Origin": origin}).status_code == 403


def test_our_own_origin_and_no_origin_may(site: Site) -> None:
    for n, headers in enumerate(({"Origin": ORIGIN}, {}, {"Sec-Fetch-Site": "same-origin"})):
        answer = site.client("ann").put(
            f"{API}/settings/facility", json={"value": f"{n}"}, headers={**headers, "Idempotency-Key": f"{n}"}
        )
        assert answer.status_code == 200
    cross = {"Sec-Fetch-Site": "cross-site", "Idempotency-Key": "c"}
    assert problem(site.client("ann").put(f"{API}/settings/facility", json={"value": "x"}, headers=cross), 403)


def test_a_foreign_socket_is_refused_at_the_handshake(shared: Site) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        shared.client("ann").websocket_connect("/_nicegui_ws/socket.io", headers={"Origin": "http://evil.example"}),
    ):
        pass
    assert closed.value.code == 1008
    last = shared.refused()
    assert (last["reason"], last["route"]) == ("origin", "/_nicegui_ws/*")
    polling = shared.client("ann").get("/_nicegui_ws/socket.io?transport=polling", headers={"Origin": "http://evil.example"})
    assert polling.status_code == 403


# --- sessions -------------------------------------------------------------------------------------------------------


def test_a_session_is_a_cookie_of_which_only_the_hash_is_kept(site: Site) -> None:
    made = site.client().post(f"{API}/session", json={"person": "sue", "secret": SECRET.format("sue")})
    cookie = made.headers["set-cookie"]
    assert re.fullmatch(r"pitbook=[\w-]{43}; Path=/; HttpOnly; SameSite=Lax", cookie)
    value = cookie.split("=")[1].split(";")[0]
    kept = Path(site.world.url).read_bytes() if Path(site.world.url).exists() else b""
    assert value.encode() not in kept
    assert value not in str(site.journal("logged-in"))
    assert site.get("/session").json() == {"person": "sue", "role": "supervisor", "by": "session", "scopes": None}
    assert site.client().delete(f"{API}/session").status_code == 204
    again = TestClient(site.app, base_url=ORIGIN, cookies={"pitbook": value})
    assert again.get(f"{API}/session").json()["person"] is None
    assert site.journal("logged-out")[-1]["reason"] == "signed out"


def test_under_tls_the_cookie_is_kept_to_this_host_and_to_tls(stores: Stores) -> None:
    settings: dict[str, Any] = {"behind_tls_proxy": True}
    for site in site_over(stores.copy("sqlite"), **settings):
        made = site.client().post(f"{API}/session", json={"person": "sue", "secret": SECRET.format("sue")})
        assert made.headers["set-cookie"].startswith("__Host-pitbook=")
        assert made.headers["set-cookie"].endswith("; Secure")
        assert "max-age" in made.headers["strict-transport-security"]
        assert problem(site.client().get("/metrics"), 401)  # a proxy's address is nobody's own


def test_a_session_ends_when_it_is_not_used_and_in_any_case(site: Site) -> None:
    assert site.get("/meters", "sue").status_code == 200
    for _ in range(3):
        site.clock.now += timedelta(minutes=25)
        assert site.get("/meters", "sue").status_code == 200
    site.clock.now += timedelta(minutes=31)
    assert problem(site.get("/meters", "sue"), 401)
    assert site.journal("logged-out")[-1]["reason"] == "expired"
    site.clients.clear()
    for _ in range(28):
        assert site.get("/meters", "sue").status_code == 200
        site.clock.now += timedelta(minutes=25)
    site.clock.now += timedelta(minutes=25)
    assert problem(site.get("/meters", "sue"), 401)


@pytest.mark.parametrize(("back", "status"), [(29, 200), (31, 401), (60 * 24 * 365, 401)])
def test_a_session_does_not_live_on_because_the_clock_was_put_back(site: Site, back: int, status: int) -> None:
    assert site.get("/meters", "sue").status_code == 200
    site.clock.now -= timedelta(minutes=back)
    assert site.get("/meters", "sue").status_code == status


def test_a_session_ends_with_its_person_and_with_its_secret(site: Site) -> None:
    assert site.get("/meters", "sam").status_code == 200
    assert site.get("/meters", "dan").status_code == 200
    site.post("/people/sam/disable", by="ann")
    assert problem(site.get("/meters", "sam"), 401)
    own = {"secret": "another secret", "old_secret": SECRET.format("dan")}
    assert site.client("dan").put(f"{API}/people/dan/secret", json=own).status_code == 200
    assert problem(site.get("/meters", "dan"), 401)
    refused = site.client("sue").put(f"{API}/people/al/secret", json={"secret": "another secret"})
    assert "may not" in problem(refused, 403)[0]


@pytest.mark.parametrize("person", ["dan", "ann"])
def test_ones_own_secret_is_changed_by_who_knows_the_old_one(site: Site, person: str) -> None:
    """An admin's own as well: a session left open must not be enough to shut its person out."""

    def change(**body: str) -> Any:
        return site.client(person).put(f"{API}/people/{person}/secret", json={"secret": "another secret", **body})

    assert problem(change(), 422) == ["old_secret: missing; who changes their own secret gives the old one"]
    assert problem(change(old_secret="not the old one"), 403) == [f"old_secret: not the secret of {person!r}"]
    assert site.journal("login-failed")[-1] == {"person": person, "reason": "wrong secret"}
    assert (site.refused()["reason"], site.refused()["person"]) == ("ledger", person)
    assert site.journal("secret-changed") == []
    assert change(old_secret=SECRET.format(person)).status_code == 200
    assert [each["person"] for each in site.journal("secret-changed")] == [person]
    new = {"person": person, "secret": "another secret"}
    assert site.client().post(f"{API}/session", json=new).status_code == 200
    site.all_fits()


def test_guesses_at_an_old_secret_wait_as_logins_do(site: Site) -> None:
    path = f"{API}/people/dan/secret"
    wrong = {"secret": "another secret", "old_secret": "not the old one"}
    for _ in range(5):
        assert problem(site.client("dan").put(path, json=wrong), 403)
    right = site.client("dan").put(path, json={**wrong, "old_secret": SECRET.format("dan")})
    assert "wait" in problem(right, 429)[0]
    assert int(right.headers["retry-after"]) >= 1
    assert problem(site.client().post(f"{API}/session", json={"person": "dan", "secret": SECRET.format("dan")}), 429)
    assert site.journal("secret-changed") == []


def test_an_admin_gives_somebody_else_a_secret_without_the_old_one(site: Site) -> None:
    path = f"{API}/people/dan/secret"
    both = {"secret": "another secret", "old_secret": SECRET.format("dan")}
    assert "only for one's own" in problem(site.client("ann").put(path, json=both), 422)[0]
    assert site.client("ann").put(path, json={"secret": "another secret"}).status_code == 200
    assert [each["person"] for each in site.journal("secret-changed")] == ["dan"]


def test_the_login_form_leads_on_and_never_away(site: Site) -> None:
    client = site.client()
    form = {"person": "sue", "secret": SECRET.format("sue"), "next": "/meters?x=1"}
    made = client.post("/login", data=form)
    assert (made.status_code, made.headers["location"]) == (303, "/meters?x=1")
    assert "pitbook=" in made.headers["set-cookie"]
    for away in ("//evil.example", "https://evil.example", "/\\evil.example", "x"):
        assert client.post("/login", data={**form, "next": away}).headers["location"] == "/"
    failed = client.post("/login", data={"person": "sue", "secret": "wrong", "next": "/meters"})
    assert failed.headers["location"] == "/login?failed=1&next=%2Fmeters"
    assert client.post("/logout").headers["location"] == "/"
    assert client.get(f"{API}/session").json()["person"] is None
    assert client.post("/login", content=b"\xff\x00=1").status_code == 303


def test_failed_logins_are_journalled_and_make_the_next_ones_wait(site: Site) -> None:
    wrong = {"person": "sue", "secret": "wrong secret"}
    for _ in range(5):
        assert problem(site.client().post(f"{API}/session", json=wrong), 401) == ["'sue' could not be signed in"]
    answer = site.client().post(f"{API}/session", json={**wrong, "secret": SECRET.format("sue")})
    assert "wait" in problem(answer, 429)[0]
    assert int(answer.headers["retry-after"]) >= 1
    assert site.client().post("/login", data=wrong).headers["location"].startswith("/login?wait=")
    assert len(site.journal("login-failed")) == 5
    assert site.client().post(f"{API}/session", json={"person": "al", "secret": SECRET.format("al")}).status_code == 200


def test_unknown_wrong_and_disabled_are_not_told_apart(site: Site) -> None:
    site.post("/people/sam/disable", by="ann")
    said = set()
    for person, secret in (("nobody", "x" * 9), ("sue", "x" * 9), ("sam", SECRET.format("sam"))):
        faults = problem(site.client().post(f"{API}/session", json={"person": person, "secret": secret}), 401)
        said.add(faults[0].replace(person, "P"))
    assert said == {"'P' could not be signed in"}


def test_a_throttle_counts_by_person_and_by_address() -> None:
    now = [0.0]
    throttle = Throttle(clock=lambda: now[0])
    for _ in range(4):
        throttle.failed("sue", "1")
    assert throttle.wait("sue", "1") == 0
    throttle.failed("sue", "1")
    assert throttle.wait("sue", "2") == 1
    throttle.failed("sue", "1")
    assert throttle.wait("sue", "2") == 2
    now[0] += 2
    assert throttle.wait("sue", "2") == 0
    throttle.succeeded("sue")
    for n in range(20):
        throttle.failed(f"p{n}", "9")
    assert throttle.wait("fresh", "9") >= 1
    assert throttle.wait("fresh", "8") == 0
    for _ in range(50):
        throttle.failed("z", "7")
    assert throttle.wait("z", "6") == 300
    now[0] += 3601
    assert throttle.wait("z", "6") == 0


# --- tokens ---------------------------------------------------------------------------------------------------------


def test_a_token_is_shown_once_and_ends(site: Site) -> None:
    body = {"person": "dan", "name": "table T1", "scopes": ["meters"], "days": 2}
    first = site.post("/tokens", body, by="ann", key="t")
    again = site.post("/tokens", body, by="ann", key="t")
    token, bearer = first.json()["token"], first.json()["bearer"]
    assert again.json()["bearer"] is None
    assert "secret_hash" not in first.text
    [listed] = site.get("/tokens", "aud").json()
    assert (listed["id"], listed["scopes"], listed["revoked"]) == (token, ["meters"], False)
    assert bearer not in site.get("/links/house/events", "aud").text
    headers = {"Authorization": f"Bearer {bearer}"}
    assert site.get("/session", headers=headers).json() == {"person": "dan", "role": "dealer", "by": "token", "scopes": ["meters"]}
    assert site.get("/meters", headers=headers).status_code == 200
    for wrong in (bearer[:-1] + ("A" if bearer[-1] != "A" else "B"), "pbk_000000000000_" + "x" * 43, "nonsense", ""):
        answer = site.get("/meters", headers={"Authorization": f"Bearer {wrong}"})
        assert problem(answer, 401) == ["the token is not valid"]
    site.clock.now += timedelta(days=2)
    assert problem(site.get("/meters", headers=headers), 401)


@pytest.mark.parametrize("seen", ["a request", "housekeeping"])
def test_a_token_that_has_ended_does_not_come_back_with_the_clock(site: Site, seen: str) -> None:
    headers = {"Authorization": f"Bearer {site.token('dan', 'meters', days=2)}"}
    site.clock.now += timedelta(days=2)
    if seen == "a request":
        for _ in range(2):
            assert problem(site.get("/meters", headers=headers), 401)
    else:
        assert end_tokens(site.world.ledger) == 1
        assert end_tokens(site.world.ledger) == 0
    site.clock.now -= timedelta(days=1)
    assert problem(site.get("/meters", headers=headers), 401)
    assert [each["reason"] for each in site.journal("token-revoked")] == ["expired"]
    site.clients.clear()  # sessions have ended, too
    fresh = site.token("dan", "meters", days=2)
    assert site.get("/meters", headers={"Authorization": f"Bearer {fresh}"}).status_code == 200
    site.all_fits()


def test_a_revoked_token_opens_nothing(site: Site) -> None:
    bearer = site.token("dan", "meters")
    headers = {"Authorization": f"Bearer {bearer}"}
    assert site.get("/meters", headers=headers).status_code == 200
    token = bearer.split("_")[1]
    assert site.client("ann").delete(f"{API}/tokens/{token}", headers={"Idempotency-Key": "r"}).status_code == 200
    assert problem(site.get("/meters", headers=headers), 401)
    site.all_fits()


def test_a_token_goes_with_its_person_and_before_a_cookie(site: Site) -> None:
    headers = {"Authorization": f"Bearer {site.token('sam', 'meters')}"}
    assert site.client("ann").get(f"{API}/session", headers=headers).json()["person"] == "sam"
    assert problem(site.client("ann").get(f"{API}/people", headers=headers), 403)
    site.post("/people/sam/disable", by="ann")
    assert problem(site.client("ann").get(f"{API}/meters", headers=headers), 401)


def test_a_token_for_what_there_is_not(site: Site) -> None:
    body = {"person": "dan", "name": "x", "scopes": ["meters", "approve", "all"]}
    assert len(problem(site.post("/tokens", body, by="ann"), 422)) == 2
    assert "known" in problem(site.post("/tokens", {**body, "person": "nobody", "scopes": ["meters"]}, by="ann"), 404)[0]


# --- bodies ---------------------------------------------------------------------------------------------------------


def test_too_large_a_body_is_refused_declared_or_in_chunks(stores: Stores) -> None:
    for site in site_over(stores.copy("sqlite"), body_limit=2000):

        def chunks() -> Iterator[bytes]:
            for _ in range(100):
                yield b" " * 100

        client = site.client()
        assert "2,000 bytes" in problem(client.post(f"{API}/settle", content=b" " * 2001), 413)[0]
        assert "2,000 bytes" in problem(client.post(f"{API}/settle", content=chunks()), 413)[0]
        assert "2,000 bytes" in problem(client.request("GET", f"{API}/games", content=b" " * 2001), 413)[0]
        assert problem(client.post(f"{API}/settle", content=b"{}", headers={"Content-Length": "-1"}), 400)
        assert problem(client.post(f"{API}/settle", content=b'{"a": 1}' + b" " * 1992), 422)


@pytest.mark.parametrize("charset", ["utf-16", "latin-1", '"UTF-32"'])
def test_a_body_in_another_charset_is_refused(shared: Site, charset: str) -> None:
    headers = {"Content-Type": f"application/json; charset={charset}"}
    answer = shared.client().post(f"{API}/settle", content=b"{}", headers=headers)
    assert problem(answer, 415) == [f"content-type: charset {charset.strip(chr(34)).lower()!r}: allowed: utf-8 (header)"]
    for held in ("UTF-8", "utf8", '"us-ascii"'):
        headers = {"Content-Type": f"application/json; charset={held}"}
        assert shared.client().post(f"{API}/settle", content=b"{}", headers=headers).status_code == 422


def test_each_line_of_rounds_is_answered(shared: Site) -> None:
    """A line ends where a newline stands, and nowhere else; one that is no text is at fault alone."""
    coup = '{"game": "midibaccarat", "note": "a\u2028b"}'.encode()
    body = b"\n".join([coup, b'{"game": "\xff"}', b"", b"[", b'{"game": "whist"}\r'])
    answer = shared.client().post(f"{API}/settle", content=body, headers={"Content-Type": "application/x-ndjson"})
    found = [json.loads(line) for line in answer.text.split("\n") if line]
    assert [each["line"] for each in found] == [1, 2, 4, 5]
    assert "note" in found[0]["faults"][0]
    assert found[1]["faults"] == ["the line is not UTF-8 text (invalid start byte at byte 10)"]
    assert "whist" in found[3]["faults"][0]


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b'{"game": ', "application/json", 400),
        (b"\xff\xfe", "application/json", 422),
        (b"[" * 50_000, "application/json", 400),
        (b'{"game": 1, "game": 2}', "application/json", 400),
        (b'{"game": NaN}', "application/json", 422),
        (b'{"game": ' + b"9" * 5000 + b"}", "application/json", 400),
        (b'{"game": "\\ud800"}', "application/json", 400),
        (b'{"house_way": "/etc/way.toml"}', "application/json", 422),
        (b"game = ", "application/toml", 400),
        (b"game = 1", "image/png", 415),
    ],
)
def test_malformed_documents(shared: Site, body: bytes, kind: str, status: int) -> None:
    for path in ("settle", "submission/check", "submission/pack", "submission/par", "hold?rounds=10"):
        answer = shared.client().post(f"{API}/{path}", content=body, headers={"Content-Type": kind})
        assert 400 <= answer.status_code < 500, (path, answer.text)
        if path == "settle":
            assert problem(answer, status)


def test_malformed_json_of_a_step_says_where(shared: Site) -> None:
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
    answer = shared.client("dan").post(f"{API}/rounds", content=b'{"round": "r", "table', headers=headers)
    assert problem(answer, 400)[0].startswith("the body is not JSON")
    answer = shared.client("dan").post(
        f"{API}/rounds", content=b'{"round": 1, "x": 2}', headers={"Content-Type": "application/json"}
    )
    assert len(problem(answer, 422)) == 5  # round, table, game, x, and the key


def test_control_characters_go_nowhere(shared: Site) -> None:
    for text in ("a\x00b", "a\nb", "\u2028"):
        assert problem(shared.post("/rounds", {"round": text, "table": "T1", "game": "three-card-poker"}, by="dan"), 422)
        assert problem(shared.client().post(f"{API}/session", json={"person": "a\x00", "secret": "x"}), 422)
    assert problem(shared.get("/meters/%00", "dan"), 422)


# --- answers --------------------------------------------------------------------------------------------------------


def test_every_answer_has_the_headers_of_its_kind(shared: Site) -> None:
    for path in (f"{API}/games", f"{API}/nothing", "/nothing", "/healthz", "/api/docs", "/api/static/swagger-ui.css"):
        headers = shared.client().get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-request-id"]
    assert "default-src 'none'" in shared.client().get(f"{API}/games").headers["content-security-policy"]
    assert shared.get("/meters", "dan").headers["cache-control"] == "no-store"


def test_a_request_keeps_the_id_it_came_with(shared: Site) -> None:
    answer = shared.get("/nothing", headers={"X-Request-ID": "abc-12345678"})
    assert answer.headers["x-request-id"] == "abc-12345678"
    assert answer.json()["request_id"] == "abc-12345678"
    assert shared.get("/nothing", headers={"X-Request-ID": "a b\n"}).headers["x-request-id"] != "a b\n"


def test_what_is_no_route_is_said_as_a_problem(shared: Site) -> None:
    assert problem(shared.get("/nothing"), 404)
    answer = shared.client().delete(f"{API}/games")
    assert problem(answer, 405) == ["'DELETE' is not a method of this address; allowed: GET, HEAD"]
    assert answer.headers["allow"] == "GET, HEAD"
    answer = shared.client().post("/healthz")
    assert problem(answer, 405) == ["'POST' is not a method of this address; allowed: GET, HEAD"]
    for path in ("/api", "/api/none"):
        assert problem(shared.client().get(path), 404) == ["there is no such route"]


def test_head_is_get_without_its_body(shared: Site) -> None:
    for path in (f"{API}/games", "/healthz", f"{API}/meters"):
        answer, whole = shared.client().head(path), shared.client().get(path)
        assert answer.status_code == whole.status_code
        assert answer.content == b""
        assert answer.headers["content-length"] == str(len(whole.content))


def test_every_parameter_at_fault_is_named(shared: Site) -> None:
    query = "players=many&meter=x&wager-amount=-1&decks=9&terms=a&confidence=2&rounds=0&reserve-target=y&set=z"
    faults = problem(shared.get(f"/games/three-card-poker/wagers/pair-plus/par?{query}"), 422)
    names = ("players", "meter", "wager-amount", "decks", "set", "terms", "confidence", "rounds", "reserve-target")
    assert [fault.split(":")[0].split(" ")[0] for fault in faults] == list(names)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/games?x=1", ["x: not known here; allowed: none (query)"]),
        ("/games/three-card-poker/wagers/pair-plus/hold?rounds=9&rounds=8", ["rounds: given 2 times; allowed: once (query)"]),
        (
            "/games/three-card-poker/wagers/progressive/compare?metr=5&meter=1&meter=2",
            [
                "metr: not known here (did you mean meter?); allowed: set, option, players, bettors, meter",
                "meter: given 2 times; allowed: once (query)",
            ],
        ),
        ("/games?" + "&".join(f"x{n}" for n in range(5_000)), [*(f"x{n}: not known here" for n in range(20)), "and more (query)"]),
    ],
)
def test_a_parameter_not_known_or_given_twice_is_refused_with_what_is_allowed(shared: Site, path: str, said: list[str]) -> None:
    faults = problem(shared.get(path), 422)
    assert len(faults) == len(said)
    for fault, words in zip(faults, said, strict=True):
        assert fault.startswith(words), fault


def test_what_may_be_repeated_may_be(shared: Site) -> None:
    query = "set=mini-royal-suited=yes&set=mini-royal-instead=instead"
    assert shared.get(f"/games/three-card-poker/wagers/pair-plus/par?{query}").status_code == 200


def test_no_route_and_no_page_takes_what_it_does_not_know(shared: Site) -> None:
    checked = shared.app.queries
    places = {*shared.app.rules.routes, *(("GET", page) for page in shared.app.rules.pages)} - DOCUMENTATION
    assert [place for place in places if not checked.faults(*place, b"no-such=1")] == []
    assert set(PAGE_QUERIES) <= set(PAGES)


def test_pages_take_the_addresses_that_they_write() -> None:
    assert PAGE_QUERIES["/hold"].names == tuple(asdict(HoldAsked()))
    written = JournalQuery("main", "k", "p", "t", "r", "x", 7).address()
    assert {name for name, _ in parse_qsl(written)} == set(PAGE_QUERIES["/ledger"].names)


def test_a_failure_of_the_server_says_nothing_of_the_inside(shared: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("secret of the inside")

    monkeypatch.setattr("pitbook.rules_table.games_answer", broken)
    answer = shared.get("/games")
    assert problem(answer, 500)
    assert "inside" not in answer.text
    assert answer.headers["content-security-policy"]


def test_the_documentation_loads_nothing_from_outside(shared: Site) -> None:
    text = shared.client().get("/api/docs").text
    assert not re.findall(r"""(?:src|href)=["']https?://""", text)
    for path in re.findall(r"""(?:src|href)=["'](/[^"']+)""", text):
        assert shared.client().get(path).status_code == 200, path


def test_ready_and_metrics(site: Site) -> None:
    assert site.client().get("/readyz").json()["status"] == "ready"
    site.get("/meters", "dan")
    text = site.client().get("/metrics").text
    assert 'pitbook_requests_total{method="GET",route="/api/v1/meters",status="200"} 1.0' in text
    assert 'pitbook_meter_dollars{link="main",meter="hb"} 10000.0' in text
    with site.world.ledger.store.writing(["main"]) as session:
        session.run("UPDATE meters SET reserve = 1 WHERE name = 'hb'")
    assert "money is not conserved" in problem(site.client().get("/readyz"), 503)[0]
    assert site.client().get("/healthz").json() == {"status": "alive"}


def test_a_server_without_a_ledger_says_so() -> None:
    app = create_app(Settings(origins=(ORIGIN,)), pages=False)
    with started(app) as client:
        assert client.get(f"{API}/games").status_code == 200
        assert client.get("/readyz").json()["ledger"] is False
        assert "no ledger" in problem(client.get(f"{API}/meters"), 404)[0]
        assert "no ledger" in problem(client.post(f"{API}/session", json={"person": "a", "secret": "b"}), 409)[0]


# --- settings -------------------------------------------------------------------------------------------------------


def test_settings_with_faults_name_all_of_them() -> None:
    from pitbook.choices import ChoiceError

    wrong = Settings(host="0.0.0.0", tls_cert=Path("no.pem"), log_format="xml", origins=())
    with pytest.raises(ChoiceError) as refused:
        wrong.checked()
    assert len(str(refused.value).splitlines()) == 4
    with pytest.raises(ChoiceError, match="allowed is a scheme and a host"):
        Settings(origins=("pits.example",)).checked()
    with pytest.raises(ChoiceError, match="behind-tls-proxy"):
        Settings(behind_tls_proxy=True).checked()
    with pytest.raises(ChoiceError, match="--data-dir nowhere: there is no such folder"):
        Settings(data_dir=Path("nowhere")).checked()


def test_origins_follow_from_host_and_port() -> None:
    assert Settings(port=8000).allowed_origins == {"http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"}
    assert Settings(host="pit", port=80).allowed_origins == {"http://pit", "http://pit:80"}
    assert replace(Settings(), origins=("https://A.example/",)).allowed_origins == {"https://a.example"}


def test_the_paths_of_the_table_begin_as_the_guard_expects() -> None:
    for _, path in ROUTES:
        assert path.startswith((API_PREFIX, "/api/", "/healthz", "/readyz", "/metrics", "/login", "/logout"))

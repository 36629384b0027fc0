"""Displays: a token of signs is shown once in the address, and becomes a cookie of that sign alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from ledger_world import Stores
from starlette.testclient import TestClient
from web_world import API, ORIGIN, Site, problem, site_over

from pitbook.ledger.people import Role
from pitbook.web.guard.identity import Identity
from pitbook.web.guard.roles import PAGES, refusal

pytest_plugins = ["ledger_fixtures"]
LET_IN = 404
"""What the guard lets in finds no pages at this server."""


@pytest.fixture
def site(stores: Stores) -> Iterator[Site]:
    yield from site_over(stores.copy("sqlite"))


def display(site: Site) -> TestClient:
    """A browser of its own."""
    made = TestClient(site.app, base_url=ORIGIN, raise_server_exceptions=False, follow_redirects=False)
    made.portal = site.running.portal
    return made


def cookie_of(answer: Any) -> dict[str, str]:
    """The parts of the cookie that an answer sets; its value is under ``value``."""
    first, *others = answer.headers["set-cookie"].split("; ")
    return {"name": first.partition("=")[0], "value": first.partition("=")[2], **dict(each.partition("=")[::2] for each in others)}


def everything(site: Site) -> str:
    """The whole journal as text."""
    return str(site.client("aud").get(f"{API}/ledger/export").text)


def test_a_display_shows_its_token_once(site: Site) -> None:
    token = site.token("dan", "signs", days=300)
    client = display(site)
    answer = client.get(f"/sign/main?theme=light&token={token}&title=Three%20Card&x=")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/sign/main?theme=light&title=Three+Card&x="
    assert answer.headers["cache-control"] == "no-store"
    assert token not in answer.text
    cookie = cookie_of(answer)
    assert (cookie["name"], cookie["value"], cookie["Path"], cookie["SameSite"]) == ("pitbook-sign", token, "/sign/main", "Lax")
    assert "HttpOnly" in cookie
    assert timedelta(seconds=int(cookie["Max-Age"])) == pytest.approx(timedelta(days=300), abs=timedelta(minutes=1))
    assert client.get("/sign/main").status_code == LET_IN
    assert client.get("/sign/main?feed=1", headers={"Accept": "text/event-stream"}).status_code == LET_IN
    assert token not in everything(site)


def test_its_cookie_is_for_that_sign_and_opens_nothing_else(site: Site) -> None:
    client = display(site)
    client.get(f"/sign/main?token={site.token('ann', 'signs')}")
    assert client.get("/sign/second").status_code == 303, "led to the login"
    assert problem(client.get(f"{API}/meters"), 401)
    given = {"Cookie": f"pitbook-sign={next(iter(client.cookies.jar)).value}"}
    for path in ("/meters", "/meters/hb", "/ledger"):
        assert display(site).get(path, headers=given).headers["location"].startswith("/login"), path
    for path in ("/meters", "/people", "/links/main/feed", "/settings"):
        assert problem(display(site).get(API + path, headers=given), 401), path
    assert display(site).get("/sign/main", headers=given).status_code == LET_IN


def test_no_page_but_the_sign_takes_a_token_of_signs() -> None:
    token = Identity("ann", Role.ADMIN, token_id="t", scopes=frozenset({"signs"}))
    assert [path for path, access in PAGES.items() if access.roles and refusal(access, token) is None] == ["/sign/{name}"]
    meters = Identity("ann", Role.ADMIN, token_id="t", scopes=frozenset({"meters"}))
    assert refusal(PAGES["/sign/{name}"], meters) is None
    other = Identity("ann", Role.ADMIN, token_id="t", scopes=frozenset({"reports"}))
    assert refusal(PAGES["/sign/{name}"], other) == "the token has the scopes reports; it needs 'meters' or 'signs'"


def test_a_token_of_signs_may_come_in_the_header(site: Site) -> None:
    headers = {"Authorization": f"Bearer {site.token('dan', 'signs')}"}
    assert display(site).get("/sign/main", headers=headers).status_code == LET_IN
    assert "it needs 'meters'" in problem(display(site).get(f"{API}/meters", headers=headers), 403)[0]


@pytest.mark.parametrize("scopes", [("meters",), ("signs", "meters"), ("signs", "rounds")], ids=" ".join)
def test_a_token_that_may_do_more_is_not_taken_from_an_address(site: Site, scopes: tuple[str, ...]) -> None:
    token = site.token("dan", *scopes)
    answer = display(site).get(f"/sign/main?token={token}")
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert token not in answer.text
    assert (site.refused()["reason"], site.refused()["route"]) == ("sign-in", "/sign/{name}")
    assert token not in everything(site)
    given = {"Cookie": f"pitbook-sign={token}"}
    assert display(site).get("/sign/main", headers=given).status_code == 303, "nor from the cookie"


@pytest.mark.parametrize("token", ["", "x", "pbk_000000000000_" + "x" * 43, "a%0d%0aSet-Cookie:%20b=c"])
def test_a_wrong_token_is_refused_and_never_led_on(site: Site, token: str) -> None:
    for method in ("GET", "HEAD"):
        answer = display(site).request(method, f"/sign/main?token={token}")
        assert (answer.status_code, "set-cookie" in answer.headers, "location" in answer.headers) == (403, False, False)


def test_names_keep_their_form_in_the_address(site: Site) -> None:
    token = site.token("dan", "signs")
    answer = display(site).get(f"/sign/a%20b!%0d%0a;c?token={token}")
    assert answer.headers["location"] == "/sign/a%20b%21%0D%0A%3Bc"
    assert cookie_of(answer)["Path"] == answer.headers["location"]


def test_a_display_ends_with_its_token_and_with_its_person(site: Site) -> None:
    first, second, third = (site.token(person, "signs", days=days) for person, days in (("dan", 300), ("sam", 300), ("dan", 2)))
    clients = []
    for token in (first, second, third):
        clients.append(display(site))
        clients[-1].get(f"/sign/main?token={token}")
        assert clients[-1].get("/sign/main").status_code == LET_IN
    revoked = site.client("ann").delete(f"{API}/tokens/{first.split('_')[1]}", headers={"Idempotency-Key": "r"})
    assert revoked.status_code == 200
    assert site.post("/people/sam/disable", by="ann").status_code == 200
    site.clock.now += timedelta(days=2)
    for client, token in zip(clients, (first, second, third), strict=True):
        assert client.get("/sign/main", headers={"Cookie": f"pitbook-sign={token}"}).status_code == 303
        assert client.get(f"/sign/main?token={token}").status_code == 403


def test_it_outlives_every_session_and_keeps_none_alive(site: Site) -> None:
    client = display(site)
    client.get(f"/sign/main?token={site.token('dan', 'signs', days=300)}")
    site.clock.now += timedelta(days=299)
    assert client.get("/sign/main").status_code == LET_IN
    assert problem(site.get("/meters", "ann"), 401)


def test_under_tls_the_cookie_is_kept_to_tls(stores: Stores) -> None:
    settings: dict[str, Any] = {"behind_tls_proxy": True}
    for site in site_over(stores.copy("sqlite"), **settings):
        signed = site.client().post(f"{API}/session", json={"person": "ann", "secret": "secret of ann"})
        own = {"Cookie": signed.headers["set-cookie"].partition(";")[0], "Idempotency-Key": "k"}
        body = {"person": "dan", "name": "display", "scopes": ["signs"]}
        token = display(site).post(f"{API}/tokens", json=body, headers=own).json()["bearer"]
        header = display(site).get(f"/sign/main?token={token}").headers["set-cookie"]
        assert re.fullmatch(r"__Secure-pitbook-sign=pbk_\S+; Path=/sign/main; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure", header)


def test_a_server_without_a_ledger_knows_no_displays() -> None:
    from web_world import started

    from pitbook.web.app import create_app
    from pitbook.web.settings import Settings

    with started(create_app(Settings(origins=(ORIGIN,)), pages=False)) as client:
        assert client.get("/sign/main?token=x", follow_redirects=False).status_code == 404

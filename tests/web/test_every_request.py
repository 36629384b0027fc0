"""Anything may be asked of any route: nothing fails on the server, every refusal is a problem with its faults, and the ledger fits
afterwards. The requests are generated from the API's own description.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from ledger_world import PEOPLE, Stores
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance
from web_world import API, ORIGIN, Site, problem, site_over

from pitbook.web.app import create_app
from pitbook.web.guard.roles import DOCUMENTATION, OPEN, ROUTES
from pitbook.web.settings import Settings

pytest_plugins = ["ledger_fixtures"]
WITHOUT_END = f"{API}/links/{{link}}/feed"
DESCRIPTION = create_app(Settings(), pages=False).app.openapi()


def of_json(description: dict[str, Any]) -> dict[str, Any]:
    """The description with bodies of JSON alone; other kinds of documents have tests of their own."""
    plain = copy.deepcopy(description)
    for ways in plain["paths"].values():
        for way in ways.values():
            content = way.get("requestBody", {}).get("content", {})
            for kind in [each for each in content if each != "application/json"]:
                del content[kind]
    return plain


CONFIG = schemathesis.Config.from_dict({"phases": {"coverage": {"enabled": False}}})  # its thousands of cases take minutes
schema = schemathesis.openapi.from_dict(of_json(DESCRIPTION), config=CONFIG).exclude(path=WITHOUT_END)


@pytest.fixture(scope="module")
def site(stores: Stores) -> Iterator[Site]:
    for made in site_over(stores.copy("sqlite"), jobs_at_once=0, jobs_waiting=5):
        yield made
        made.all_fits()


def who_may(method: str, path: str) -> str | None:
    """Somebody who may use a route; nobody where nobody need sign in."""
    access = next((each for (way, at), each in ROUTES.items() if (way, at.replace(":path", "")) == (method, path)), OPEN)
    return None if access.roles is None else next(person for person, role in PEOPLE.items() if role in access.roles)


def test_a_body_of_another_kind_is_told_so_on_every_route(site: Site) -> None:
    with_body = [
        (
            method.upper(),
            path,
            {each["name"]: "10" for each in way.get("parameters", ()) if each.get("required") and each["in"] == "query"},
        )
        for path, ways in DESCRIPTION["paths"].items()
        for method, way in ways.items()
        if "requestBody" in way
    ]
    assert len(with_body) > 25
    for method, path, query in with_body:
        headers = {"Idempotency-Key": "k", "Content-Type": "text/plain"}
        at = path.replace("{", "").replace("}", "")
        found = site.client(who_may(method, path)).request(method, at, params=query, content=b"game = 1", headers=headers)
        assert "content-type 'text/plain'" in problem(found, 415)[0], path
    found = site.client().post("/login", content=b"{}", headers={"Content-Type": "application/json"})
    assert problem(found, 415)


@schema.parametrize()
@settings(max_examples=6, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_asked_is_answered_or_refused_with_its_faults(case: Any, site: Site) -> None:
    made = requests.Request(**case.as_transport_kwargs(base_url=ORIGIN)).prepare()
    body = made.body.encode() if isinstance(made.body, str) else made.body
    headers = {name: str(value).encode("latin-1", "replace") for name, value in made.headers.items()}
    client = site.client(who_may(case.operation.method.upper(), case.operation.path))
    answer = client.request(str(made.method), str(made.url), headers=headers, content=body)
    assert answer.status_code < 500, answer.text
    case.validate_response(answer, checks=[status_code_conformance, content_type_conformance])
    if answer.status_code >= 400:
        assert problem(answer, answer.status_code)


def test_the_description_has_every_route_but_the_forms() -> None:
    told = {
        (method.upper(), path.replace("}", "").replace("{", "")) for path, ways in DESCRIPTION["paths"].items() for method in ways
    }
    made = {(method, path.replace(":path", "").replace("}", "").replace("{", "")) for method, path in ROUTES}
    forms = {("POST", "/login"), ("POST", "/logout")}
    plain = {(method, path.replace("}", "").replace("{", "")) for method, path in DOCUMENTATION}
    assert made - plain - forms <= told

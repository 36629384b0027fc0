"""What goes wrong on a page is said without the program's insides, and a program that asks gets values and not a page."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ASK = """
import json, sys
from fastapi.testclient import TestClient
from nicegui import ui
from pitbook.web import logs
from pitbook.web.app import create_app
from pitbook.web.settings import Settings

logs.set_up("text")
app = create_app(Settings())

@ui.page("/boom")
def boom():
    raise ValueError("secret inside")

@ui.page("/boom-later")
async def boom_later():
    raise ValueError("secret inside")

with TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False) as client:
    found = {}
    for path in ("/boom", "/boom-later", "/no-such-page", "/par/no-game/x", "/assets/none.css", "/api/v1/none"):
        answer = client.get(path, headers={"Accept": "text/html"})
        found[path] = [answer.status_code, answer.headers["content-type"], answer.text]
    for path in ("/compare/three-card-poker/progressive?metr=5", "/par/three-card-poker/progressive?meter=5&meter=6",
                 "/audit?clause=d&x=<b>", "/rules?x", "/par/three-card-poker/progressive/sheet.csv?meter=5&meter=6&y=1",
                 "/hold?game=three-card-poker&game=midibaccarat", "/audit?clauses=(d)"):
        answer = client.get(path)
        found[path] = [answer.status_code, answer.headers["content-type"], answer.text]
    for method, path in (("PATCH", "/"), ("POST", "/par/three-card-poker/pair-plus"), ("HEAD", "/"), ("HEAD", "/rules/x")):
        answer = client.request(method, path)
        found[f"{method} {path}"] = [answer.status_code, answer.headers.get("allow"), answer.text]
    from pitbook.web.pages import par, par_desk

    par.is_known = par_desk.is_known = lambda state: False
    for place in ("", "/sheet.csv"):
        path = f"/par/pai-gow-poker/pai-gow{place}?set.house-way=foxwoods"
        answer = client.get(path)
        found[path] = [answer.status_code, len(app.services.jobs.list()), answer.text]
open(sys.argv[1], "w").write(json.dumps(found))
"""
"""Pages belong to a process, so a process of its own has those that fail."""

QUERIES = {
    "/compare/three-card-poker/progressive?metr=5": ["metr: not known here (did you mean meter?); allowed: amount, meter, players"],
    "/par/three-card-poker/progressive?meter=5&meter=6": ["meter: given 2 times; allowed: once (query)"],
    "/audit?clause=d&x=<b>": ["clause: not known here (did you mean clauses?); allowed: clauses (query)", "x: not known here"],
    "/rules?x": ["x: not known here; allowed: none (query)"],
    "/par/three-card-poker/progressive/sheet.csv?meter=5&meter=6&y=1": [
        "meter: given 2 times",
        "y: not known here; allowed: paytable",
    ],
    "/hold?game=three-card-poker&game=midibaccarat": ["game: given 2 times; allowed: once (query)"],
    "/audit?clauses=(d)": [],
}
"""An address, and what is wrong with its query."""


def test_a_page_that_fails_or_is_not_there_says_so_and_no_more(tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    run = subprocess.run([sys.executable, "-c", ASK, str(answers)], capture_output=True, text=True, check=True)
    found = json.loads(answers.read_text("utf-8"))
    for path in ("/boom", "/boom-later"):
        status, kind, text = found[path]
        assert (status, kind) == (500, "text/html; charset=utf-8"), path
        assert "The page could not be made" in text
        assert "secret inside" not in text
        assert "ValueError" not in text
        assert "Traceback" not in text
    for path, (status, jobs, text) in found.items():
        if path.startswith("/par/pai-gow-poker"):
            assert (status, jobs) == (409 if "sheet.csv" in path else 200, 0), path
            assert "Count all deals" in text, "nothing that takes long begins before somebody asks for it"
    assert "secret inside" in run.stdout + run.stderr, "the log has the fault"
    for path, words in QUERIES.items():
        status, kind, text = found[path]
        assert status == (422 if words else 200), path
        assert all(each in text for each in words), (path, text)
        assert "x=<b>" not in text
    for path in ("PATCH /", "POST /par/three-card-poker/pair-plus"):
        status, allow, text = found[path]
        assert (status, allow) == (405, "GET, HEAD")
        assert "is not a method of this address; allowed: GET, HEAD" in text
    assert found["HEAD /"] == [200, None, ""]
    assert found["HEAD /rules/x"] == [404, None, ""]
    for path in ("/no-such-page", "/par/no-game/x"):
        status, kind, text = found[path]
        assert (status, kind) == (404, "text/html; charset=utf-8"), path
        assert "Nothing at this address" in text
    for path in ("/assets/none.css", "/api/v1/none"):
        status, kind, _ = found[path]
        assert status == 404
        assert kind.endswith("json"), path

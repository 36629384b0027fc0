"""Jobs: started, looked after, cancelled, bounded; what they come to is what the commands print."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_world import API, ORIGIN, problem, started

from pitbook.cli.simulate import simulate
from pitbook.web.app import create_app
from pitbook.web.jobs import queue as jobs
from pitbook.web.jobs.process import Result, Task
from pitbook.web.jobs.queue import Jobs, JobState
from pitbook.web.metrics import Metrics
from pitbook.web.problems import TooBusyError
from pitbook.web.settings import Settings

FILING: dict[str, Any] = {
    "certificate_holder": "Example",
    "filing_date": "2026-11-30",
    "games": [{"game": "three-card-poker", "tables": ["T1"], "wagers": {"pair-plus": {"paytable": "A", "minimum": "5.00"}}}],
}


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> Iterator[Jobs]:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    made = Jobs(Settings(jobs_waiting=2), Metrics())
    yield made
    made.stop()


def task(function: str, **request: Any) -> Task:
    return Task("test", f"job_functions:{function}", request)


def ended(runner: Jobs, job: jobs.Job) -> jobs.Job:
    until = time.monotonic() + 300
    while job.state in jobs.UNFINISHED:
        assert time.monotonic() < until
        time.sleep(0.02)
    return runner.get(job.id)


def test_a_job_runs_tells_how_far_it_is_and_keeps_its_result(runner: Jobs) -> None:
    job = runner.start(task("count_up", to=30), "1")
    assert ended(runner, job).state is JobState.DONE
    assert job.result == Result(b"counted")
    assert (job.done, job.whole) == (30, 30)  # also where the last report came too soon after another to be sent


def test_what_a_job_refuses_is_told_and_what_breaks_is_not(runner: Jobs) -> None:
    assert ended(runner, runner.start(task("refuse"), "1")).faults == ("one", "two")
    broken = ended(runner, runner.start(task("break_down"), "1"))
    assert broken.state is JobState.FAILED
    assert "inside" not in str(broken.faults)
    assert ended(runner, runner.start(task("die"), "1")).faults == ("its process ended without a result",)


def test_jobs_are_cancelled_running_or_waiting(runner: Jobs) -> None:
    running = runner.start(task("count_up", to=10_000), "1")
    waiting = runner.start(task("count_up", to=10_000), "1")
    assert {running.state, waiting.state} <= jobs.UNFINISHED
    while not running.done:
        time.sleep(0.02)
    assert runner.cancel(waiting.id).state is JobState.CANCELLED
    runner.cancel(running.id)
    assert ended(runner, running).state is JobState.CANCELLED
    runner.cancel(running.id)
    assert running.state is JobState.CANCELLED


def test_so_many_jobs_and_so_many_of_one_address(runner: Jobs) -> None:
    for _ in range(2):
        runner.start(task("count_up", to=10_000), "1")
    runner.start(task("count_up", to=10_000), "2")
    with pytest.raises(TooBusyError, match="waiting"):
        runner.start(task("count_up", to=1), "3")
    wide = Jobs(Settings(jobs_waiting=100), Metrics())
    for _ in range(3):
        wide.start(task("count_up", to=10_000), "1")
    with pytest.raises(TooBusyError, match="yours"):
        wide.start(task("count_up", to=1), "1")
    wide.stop()


# --- over HTTP ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with started(create_app(Settings(origins=(ORIGIN,)), pages=False)) as client:
        yield client


def fetched(client: TestClient, request: dict[str, Any]) -> Any:
    made = client.post(f"{API}/jobs", json=request)
    assert made.status_code == 202, made.text
    at = made.headers["location"]
    until = time.monotonic() + 300
    while client.get(at).json()["state"] in jobs.UNFINISHED:
        assert time.monotonic() < until
        time.sleep(0.05)
    return client.get(f"{at}/result")


def test_a_simulation_is_the_one_of_the_command(client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "submission.json").write_text(json.dumps(FILING))
    simulate(str(tmp_path / "submission.json"), "500", "7", workers="0", as_json=True)
    by_command = json.loads(capsys.readouterr().out)
    found = fetched(client, {"kind": "simulate", "submission": FILING, "rounds": 500, "seed": 7}).json()
    assert found == by_command


def test_a_simulation_takes_the_options_of_the_command(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = {**FILING, "games": [{**FILING["games"][0], "wagers": {"pair-plus": {"paytable": "C", "minimum": "5.00"}}}]}
    for name, data in (("submission", FILING), ("old", old)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    (tmp_path / "play.toml").write_text('[[play]]\ngame = "three-card-poker"\nwagers = { pair-plus = { stake = "10.00" } }\n')
    simulate(
        str(tmp_path / "submission.json"),
        "500",
        "7",
        play=tmp_path / "play.toml",
        seats="2",
        strategy=["three-card-poker=always"],
        period="100",
        pays="2",
        pays_on=["pair-plus"],
        pays_rounds="50",
        against=tmp_path / "old.json",
        workers="0",
        plots=tmp_path / "plots",
        as_json=True,
    )
    by_command = json.loads(capsys.readouterr().out)
    request = {
        "kind": "simulate",
        "submission": FILING,
        "rounds": 500,
        "seed": 7,
        "play": {"play": [{"game": "three-card-poker", "wagers": {"pair-plus": {"stake": "10.00"}}}]},
        "seats": 2,
        "strategy": {"three-card-poker": "always"},
        "period": 100,
        "pays": 2,
        "pays_on": ["pair-plus"],
        "pays_rounds": 50,
        "against": old,
        "plots": True,
    }
    found = fetched(client, request)
    assert found.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(found.content)) as files:
        assert sorted(files.namelist()) == ["hold.svg", "simulation.json"]
        assert files.read("hold.svg") == (tmp_path / "plots" / "hold.svg").read_bytes()
        assert json.loads(files.read("simulation.json")) == by_command
    assert by_command["new"] != by_command["old"]


def test_a_pack_is_a_zip(client: TestClient) -> None:
    found = fetched(client, {"kind": "pack", "submission": FILING})
    assert found.headers["content-type"] == "application/zip"
    assert found.content == client.post(f"{API}/submission/pack", json=FILING).content


def test_a_sheet_as_a_job_is_the_sheet(client: TestClient) -> None:
    request = {"kind": "par", "game": "three-card-poker", "wager": "pair-plus", "query": {"paytable": "A"}}
    found = fetched(client, request)
    assert found.text == client.get(f"{API}/games/three-card-poker/wagers/pair-plus/par?paytable=A").text


SIMULATED = {"kind": "simulate", "rounds": 10, "seed": 1, "submission": FILING}


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"kind": "nonsense"}, "allowed: simulate, par, pack, perfect-play"),
        ([], "allowed: simulate"),
        ({"kind": "simulate", "rounds": 0, "seed": -1, "submission": FILING}, "rounds"),
        ({"kind": "simulate", "rounds": 10, "seed": 1, "submission": {}}, "certificate_holder"),
        ({"kind": "simulate", "rounds": 10, "seed": 1, "submission": FILING, "play": {"play": [{"game": "no"}]}}, "no"),
        (SIMULATED | {"against": {}}, "against: certificate_holder"),
        (SIMULATED | {"strategy": {"midibaccarat": "always"}}, "strategy midibaccarat: the filing offers no such game"),
        (SIMULATED | {"strategy": {"three-card-poker": "never"}}, "no strategy 'never'"),
        (SIMULATED | {"pays": "x"}, "pays 'x'"),
        (SIMULATED | {"pays_on": ["ante"]}, "pays-on"),
        (SIMULATED | {"seats": 100, "pays": [2], "plot": True}, "did you mean plots"),
        ({"kind": "par", "game": "three-card-poker", "wager": "no"}, "no wager"),
        ({"kind": "par", "game": "three-card-poker", "wager": "pair-plus", "query": {"x": "1"}}, "query.x"),
        ({"kind": "perfect-play", "house_way": "nobodys"}, "nobodys"),
        ({"kind": "perfect-play", "house_way": "/etc/way.toml"}, "is a file"),
    ],
)
def test_faults_of_a_request_are_said_at_once(client: TestClient, request_: Any, words: str) -> None:
    answer = client.post(f"{API}/jobs", json=request_)
    assert answer.status_code in (404, 422)
    assert words in " ".join(problem(answer, answer.status_code))


def test_a_job_that_is_not_there_or_not_done(client: TestClient) -> None:
    assert problem(client.get(f"{API}/jobs/nowhere"), 404)
    made = client.post(f"{API}/jobs", json={"kind": "simulate", "submission": FILING, "rounds": 10**8, "seed": 1})
    at = made.headers["location"]
    assert "no result" in problem(client.get(f"{at}/result"), 409)[0]
    assert client.delete(at).json()["state"] in ("cancelled", "running")
    while client.get(at).json()["state"] in jobs.UNFINISHED:
        time.sleep(0.05)
    assert client.get(at).json()["state"] == "cancelled"

"""Work in a second process: the answer is that of the work done here, and what goes wrong there is met here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from pitbook.beside import beside, in_turns
from pitbook.errors import InputError

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
two_cores = pytest.mark.skipif(CORES < 2, reason="one core: everything is done here")


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second process also where the tests' own process has more threads."""
    monkeypatch.setattr("pitbook.beside._helps", lambda: True)


def wait_for(file: Path) -> None:
    """Wait until a second process has written something."""
    until = time.monotonic() + 120
    while not file.exists() or not file.read_text():
        assert time.monotonic() < until, "the second process does not begin"
        time.sleep(0.01)


@two_cores
@pytest.mark.usefixtures("always")
def test_the_answer_comes_from_another_process() -> None:
    with beside(lambda: (os.getpid(), "x" * 1_000_000)) as answer:
        process, text = answer()
    assert process != os.getpid()
    assert len(text) == 1_000_000


def test_what_goes_wrong_is_met_here(capfd: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise InputError(f"here: {os.getpid()}")

    with beside(work) as answer, pytest.raises(InputError, match=f"here: {os.getpid()}"):
        answer()
    assert capfd.readouterr() == ("", "")


@two_cores
@pytest.mark.usefixtures("always")
def test_a_process_that_dies_and_an_answer_that_cannot_be_sent_are_done_here() -> None:
    here = os.getpid()
    with beside(lambda: os.getpid() if os.getpid() == here else os._exit(0)) as answer:
        assert answer() == here
    with beside(lambda: threading.Lock() if os.getpid() != here else here) as answer:
        assert answer() == here


@two_cores
@pytest.mark.usefixtures("always")
def test_a_process_whose_answer_nobody_wants_is_ended(tmp_path: Path) -> None:
    kept = tmp_path / "pid"

    def work() -> None:
        kept.write_text(str(os.getpid()))
        threading.Event().wait(600)

    with beside(work):
        wait_for(kept)
    with pytest.raises(ProcessLookupError):
        os.kill(int(kept.read_text()), 0)


@two_cores
@pytest.mark.usefixtures("always")
def test_where_somebody_else_waits_for_processes_the_answer_comes_all_the_same() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with beside(os.getpid) as answer:
            assert answer() != os.getpid()
        with beside(lambda: time.sleep(600)):
            pass
    finally:
        signal.signal(signal.SIGCHLD, before)


@two_cores
@pytest.mark.usefixtures("always")
def test_an_interrupt_while_the_answer_is_waited_for_is_one_and_ends_the_process(tmp_path: Path) -> None:
    kept = tmp_path / "pid"

    def work() -> None:
        kept.write_text(str(os.getpid()))
        threading.Event().wait(600)

    def ask() -> None:
        with beside(work) as answer:
            wait_for(kept)
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            answer()

    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            ask()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(ProcessLookupError):
        os.kill(int(kept.read_text()), 0)


def test_beside_threads_nothing_is_forked() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    with beside(os.getpid) as answer:
        assert answer() == os.getpid()
    done.set()
    thread.join()


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("fails", ["pipe", "fork"])
def test_a_system_without_a_process_or_a_pipe_to_give_is_no_fault(monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    opened: list[tuple[int, int]] = []
    pipe = os.pipe

    def noted() -> tuple[int, int]:
        ends = pipe()
        opened.extend((end, os.fstat(end).st_ino) for end in ends)
        return ends

    def refuse() -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "pipe", noted)
    monkeypatch.setattr(os, fails, refuse)
    with beside(os.getpid) as answer:
        assert answer() == os.getpid()
    assert len(opened) == (2 if fails == "fork" else 0)
    for end, file in opened:
        with suppress(OSError):
            assert os.fstat(end).st_ino != file, "no file stays open"


INTERRUPTED = """
import os, signal, time
from pitbook.beside import beside

fork = os.fork
begun = []

def interrupted():
    child = fork()
    if child:
        begun.append(child)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
    return child

os.fork = interrupted
try:
    with beside(lambda: time.sleep(600)):
        print("begun")
except KeyboardInterrupt:
    try:
        os.kill(begun[0], 0)
    except ProcessLookupError:
        print("ended")
"""


@two_cores
def test_an_interrupt_while_the_process_begins_ends_it() -> None:
    """It waits until there is something that ends the second process. In a program of its own: an interrupt ends the tests."""
    run = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False, start_new_session=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "ended\n", "")


# In turns -------------------------------------------------------------------------------------------------------------


@two_cores
@pytest.mark.usefixtures("always")
def test_two_processes_share_tasks_and_the_answers_keep_their_order(tmp_path: Path) -> None:
    here = os.getpid()

    def task(number: int) -> tuple[int, int]:
        if os.getpid() != here:
            (tmp_path / "other").write_text("begun")
        wait_for(tmp_path / "other")
        return number, os.getpid()

    answers = in_turns([partial(task, number) for number in range(20)])
    assert [number for number, _ in answers] == list(range(20))
    assert len({process for _, process in answers}) == 2


@pytest.mark.usefixtures("always")
def test_tasks_of_a_process_that_dies_are_done_here() -> None:
    here = os.getpid()

    def task() -> int:
        time.sleep(0.02)
        if os.getpid() != here:
            os._exit(0)
        return here

    assert in_turns([task] * 4) == [here] * 4


def test_what_goes_wrong_in_a_task_is_met_here() -> None:
    def fault() -> int:
        raise InputError("no such card")

    for _ in range(3):  # whichever process has it
        with pytest.raises(InputError, match="no such card"):
            in_turns([lambda: 1, fault, lambda: 2])


def test_no_task_is_no_answer() -> None:
    assert in_turns([]) == []

"""``pitbook simulate``: whole tables of a Rules Submission, played out."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitbook.asked.simulate import promoted, seated
from pitbook.asked.texts import pairs, whole
from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, one_form
from pitbook.report.output import deliver

if TYPE_CHECKING:
    from pitbook.simulation.order import Order
    from pitbook.simulation.play_file import PlayFile
    from pitbook.simulation.run import NotKeptError, Progress


def simulate(
    submission: Annotated[
        str, typer.Argument(metavar="SUBMISSION", help="A Rules Submission (TOML or JSON); - is standard input.")
    ],
    rounds: Annotated[str, typer.Option("--rounds", help="Rounds at each table.")],
    seed: Annotated[str, typer.Option("--seed", help="A whole number; the same seed gives the same rounds everywhere.")],
    play: Annotated[
        Path | None,
        typer.Option("--play", help="A file of seats, stakes and strategies, or -; default: every wager at its least amount."),
    ] = None,
    seats: Annotated[str | None, typer.Option("--seats", help="Seats taken at every table (default 6, or all there are).")] = None,
    strategy: Annotated[
        list[str] | None, typer.Option("--strategy", help="GAME=NAME: how the players play; repeat for more.")
    ] = None,
    period: Annotated[
        str | None,
        typer.Option("--period", help="Rounds of one result in the distribution (default 28,800: a month at 40 an hour)."),
    ] = None,
    pays: Annotated[
        str | None, typer.Option("--pays", help="A promotion: fixed winnings are paid so many times, as in 2 (double payouts).")
    ] = None,
    pays_on: Annotated[
        list[str] | None, typer.Option("--pays-on", help="A wager the promotion is for; repeat for more; default every one.")
    ] = None,
    pays_rounds: Annotated[
        str | None, typer.Option("--pays-rounds", help="The rounds the promotion lasts, from the first; default all of them.")
    ] = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OLD", help="A filing this one would replace, or -: both, side by side.")
    ] = None,
    workers: Annotated[
        str | None, typer.Option("--workers", help="Processes of this machine; 0 for none beside this one (default: its cores).")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, as in tcp://10.0.0.5:8786.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", help="Keep what is done in this file, to go on from it with --resume.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    plots: Annotated[Path | None, typer.Option("--plots", metavar="DIR", help="Write meters.svg and hold.svg there.")] = None,
    with_sheets: Annotated[
        bool, typer.Option("--with-sheets", help="Also compare wagers whose exact sheet takes long to count (pai-gow).")
    ] = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Play the tables of a filing: seats, wagers, strategies, meters and links, the same result on one core or a cluster."""
    from pitbook.simulation.against import against as compare
    from pitbook.simulation.figures import simulated
    from pitbook.simulation.plots import check_folder, write_plots
    from pitbook.simulation.run import NotKeptError
    from pitbook.simulation.run import simulate as run
    from pitbook.simulation.view import answer

    one_form(as_json, as_csv, output)
    if against is not None and checkpoint is not None:
        raise ChoiceError("--checkpoint is of one simulation; --against runs two")
    number, sown = whole(rounds, "--rounds", 1, 10**10), whole(seed, "--seed", 0, 2**63 - 1)
    assert number is not None
    assert sown is not None
    more = promoted(pays, pays_on, pays_rounds, number)
    more["period"] = whole(period, "--period", 1, number)
    new = _order(submission, number, sown, more)
    taken, strategies = whole(seats, "--seats", 1, 99), pairs(strategy or [], "--strategy")
    new = replace(new, play=seated(new.submission(), _play(play), taken, strategies))
    if plots is not None:
        check_folder(plots)
    where: dict[str, Any] = {"workers": whole(workers, "--workers", 0, 256), "scheduler": scheduler}
    not_kept: NotKeptError | None = None
    if against is not None:
        old = replace(_order(str(against), number, sown, {"period": more["period"]}), play=new.play)
        found = []
        for each in (old, new):
            with _stopping(None), _progress() as progress:
                found.append(simulated(run(each, progress=progress, **where), at_length=with_sheets))
        deliver(compare(found[0], found[1], new.name), as_json=as_json, as_csv=as_csv, output=output)
        result = found[1]
    else:
        with _stopping(checkpoint), _progress() as progress:
            try:
                fold = run(new, checkpoint=checkpoint, resume=resume, progress=progress, warn=_warn, **where)
            except NotKeptError as fault:
                fold, not_kept = fault.fold, fault
        result = simulated(fold, at_length=with_sheets)
        deliver(answer(result, new.name), as_json=as_json, as_csv=as_csv, output=output)
    if plots is not None:
        for path in write_plots(result, plots):
            print(f"written: {path}", file=sys.stderr)
    if not_kept is not None:
        raise not_kept


def _warn(text: str) -> None:
    print(f"pitbook: {text}", file=sys.stderr)


def _order(filing: str, rounds: int, seed: int, more: dict[str, Any]) -> Order:
    """The order of a filing; ``-`` is standard input."""
    from pitbook.given_files import bytes_of, called, is_input
    from pitbook.simulation.order import order_of
    from pitbook.submission import kind_of, parse

    path = Path(filing)
    if not is_input(path):
        return order_of(path, rounds, seed, **more)
    raw = bytes_of(path)
    kind = kind_of(raw)
    parse(raw, kind, called(path))
    return order_of(raw.decode("utf-8-sig"), rounds, seed, kind=kind, **more)


def _play(play: Path | None) -> PlayFile:
    """The play of a file; empty where there is none."""
    from pitbook.simulation.play_file import PlayFile, read_play

    return PlayFile() if play is None else read_play(play)


@contextmanager
def _stopping(checkpoint: Path | None) -> Iterator[None]:
    """Say how far an interrupted simulation came."""
    from pitbook.simulation.run import Stopped

    try:
        yield
    except Stopped as stop:
        kept = "" if checkpoint is None else f"; kept in {checkpoint}, go on with --resume"
        print(f"pitbook: stopped after {stop.fold.done / stop.fold.whole:.0%}{kept}", file=sys.stderr)
        raise typer.Exit(130) from None


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on a terminal; elsewhere a line now and then, for a log."""
    if not sys.stderr.isatty():
        yield _Lines().tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("simulating"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("simulating", total=None)
        yield lambda done, whole_number: bar.update(task, completed=done, total=whole_number)


class _Lines:
    """Says how far it is, at most every ten seconds."""

    def __init__(self) -> None:
        self.said = time.monotonic()

    def tell(self, done: int, whole_number: int) -> None:
        if time.monotonic() - self.said > 10:
            self.said = time.monotonic()
            print(f"pitbook: simulated {done / whole_number:.0%}", file=sys.stderr)

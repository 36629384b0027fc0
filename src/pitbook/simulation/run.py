"""Runs an order: in this process, on the cores of this machine, or on a Dask cluster. The result is the same everywhere.

Blocks are worked out anywhere and in any order; they are folded here, each group's in its order. A worker that dies takes nothing
with it: its blocks are worked out again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from pitbook.choices import ChoiceError
from pitbook.errors import InputError
from pitbook.interrupts import INTERRUPT, held_back
from pitbook.names import shown
from pitbook.simulation.block import BlockResult, run_block
from pitbook.simulation.fold import Fold
from pitbook.simulation.order import Order

Progress = Callable[[int, int], None]
"""Told how many blocks are folded, and how many there are. May raise to stop."""

Warn = Callable[[str], None]
"""Told of a fault that does not end the simulation."""

SMALL: Final = 24
"""So few blocks are worked out here: other processes would take longer to start."""
AHEAD: Final = 4
"""Blocks asked for ahead of the fold, for each worker."""
SAVE_EVERY: Final = 5.0
CONNECT_SECONDS: Final = 10
MOST_DEATHS: Final = 20


class CheckpointError(InputError):
    """A checkpoint that cannot be used."""


class NotKeptError(CheckpointError):
    """The last writing of a checkpoint failed; ``fold`` is the simulation to its end, so that its answer is not lost."""

    def __init__(self, fold: Fold, fault: CheckpointError) -> None:
        self.fold = fold
        super().__init__(f"{fault}; the checkpoint is not that of the end, the answer is whole")


class LostWorkersError(InputError):
    """The workers, or the scheduler they belong to, are gone."""


class Stopped(Exception):  # noqa: N818, it is no fault
    """The simulation was stopped; ``fold`` is what was done."""

    def __init__(self, fold: Fold) -> None:
        self.fold = fold
        super().__init__("stopped")


def simulate(
    order: Order,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    warn: Warn | None = None,
) -> Fold:
    """Simulate an order to its end.

    ``workers`` processes of this machine (default: its cores, for a long run; 0: this process); ``scheduler`` the address of a Dask
    scheduler in their place. ``checkpoint`` is written now and then; with ``resume`` the run goes on from it. Raises an
    :class:`~pitbook.errors.InputError` for bad input, :class:`Stopped` when it is interrupted, after the checkpoint was written,
    :class:`NotKeptError` when everything was played out but the checkpoint could not be written. While the simulation runs a
    writing that fails is told to ``warn`` and tried again.
    """
    if scheduler is not None and workers is not None:
        raise ChoiceError("workers are those of the scheduler; name one of the two")
    fold = Fold(order)
    if checkpoint is not None:
        _take_up(fold, checkpoint, resume)
    elif resume:
        raise ChoiceError("to resume, name the checkpoint")
    saved, fault_told = time.monotonic(), ""
    try:
        with _blocks(fold, workers, scheduler) as blocks:
            for block in blocks:
                fold.add(block)
                if progress is not None:
                    progress(fold.done, fold.whole)
                if checkpoint is not None and time.monotonic() - saved > SAVE_EVERY:
                    fault_told = _save_or_warn(fold, checkpoint, warn, fault_told)
                    saved = time.monotonic()
    except LostWorkersError as fault:
        if checkpoint is None:
            raise
        _save(fold, checkpoint)
        raise LostWorkersError(f"{fault}; what was done is kept in {checkpoint}, go on with --resume") from fault
    except KeyboardInterrupt as stop:
        if checkpoint is not None:
            _save(fold, checkpoint)
        raise Stopped(fold) from stop
    assert fold.done == fold.whole, f"{fold.done} of {fold.whole} blocks were folded"
    if checkpoint is not None:
        try:
            _save(fold, checkpoint)
        except CheckpointError as fault:
            raise NotKeptError(fold, fault) from fault
    return fold


# Where blocks are worked out -----------------------------------------------------------------------------------------


@contextmanager
def _blocks(fold: Fold, workers: int | None, scheduler: str | None) -> Iterator[Iterator[BlockResult]]:
    jobs = list(_jobs(fold))
    if scheduler is not None:
        with _dask(fold, jobs, scheduler) as blocks:
            yield blocks
        return
    number = workers if workers is not None else (0 if len(jobs) <= SMALL else os.cpu_count() or 1)
    if number <= 0:
        yield (run_block(fold.order, *job) for job in jobs)
        return
    with _Pool(number) as pool:
        yield pool.blocks(fold.order, jobs)


def _jobs(fold: Fold) -> Iterator[tuple[int, int]]:
    """Group and block of everything that is not folded yet, a block of each group in turn."""
    for block in range(min(fold.next_block, default=0), fold.order.blocks):
        for group, after in enumerate(fold.next_block):
            if block >= after:
                yield group, block


class _Pool:
    """Processes of this machine; when one dies all are started anew and what was asked for is asked again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = self._start()

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts)

    def _ask(self, order: Order, job: tuple[int, int]) -> Future[BlockResult]:
        """Processes start as work comes; one that is only starting must not be told of an interrupt either."""
        with held_back(INTERRUPT):
            return self.pool.submit(run_block, order, *job)

    def blocks(self, order: Order, jobs: list[tuple[int, int]]) -> Iterator[BlockResult]:
        """Each group's blocks in their order."""
        line = _InOrder(jobs)
        asked: dict[Future[BlockResult], tuple[int, int]] = {}
        left = iter(jobs)
        deaths = 0
        while not line.finished:
            while len(asked) < self.workers * AHEAD and (job := next(left, None)) is not None:
                asked[self._ask(order, job)] = job
            done, _ = wait(asked, return_when=FIRST_COMPLETED)
            broken = False
            for future in done:
                try:
                    line.put(future.result())
                except BrokenProcessPool:
                    broken = True
                    continue
                del asked[future]
            if broken:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise LostWorkersError(f"workers died {deaths} times; is there enough memory for {self.workers} of them?")
                again = list(asked.values())
                self.pool.shutdown(wait=False, cancel_futures=True)
                self.pool = self._start()
                asked = {self._ask(order, job): job for job in again}
            yield from line.take()


class _InOrder:
    """Blocks as they come, given out in the order of each group."""

    def __init__(self, jobs: list[tuple[int, int]]) -> None:
        self.next: dict[int, int] = {}
        for group, block in jobs:
            self.next.setdefault(group, block)
        self.left = len(jobs)
        self.held: dict[tuple[int, int], BlockResult] = {}

    @property
    def finished(self) -> bool:
        return self.left == 0

    def put(self, block: BlockResult) -> None:
        self.held[block.group, block.span.block] = block

    def take(self) -> Iterator[BlockResult]:
        for group in self.next:
            while (block := self.held.pop((group, self.next[group]), None)) is not None:
                self.next[group] += 1
                self.left -= 1
                yield block


def _ignore_interrupts() -> None:
    """Workers leave an interrupt to the process that asked them."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _dask(fold: Fold, jobs: list[tuple[int, int]], scheduler: str) -> Iterator[Iterator[BlockResult]]:
    try:
        from distributed import Client
    except ImportError as fault:
        raise ChoiceError("a cluster needs the extra: pip install 'pitbook[cluster]'") from fault
    if not re.fullmatch(r"([a-z]+://)?(\[[0-9A-Fa-f:.]+\]|[^\s:/]+):[0-9]{1,5}", scheduler):
        raise ChoiceError(f"--scheduler {shown(scheduler)}: allowed is an address with its port, as in tcp://10.0.0.5:8786")
    try:
        client: Any = Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as fault:
        raise ChoiceError(f"--scheduler {scheduler}: no scheduler answers there ({_first_line(fault)})") from fault
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError as fault:
        client.close()
        raise ChoiceError(f"--scheduler {scheduler}: it has no workers; start some (dask worker {scheduler})") from fault
    try:
        yield _from_cluster(client, fold.order, jobs)
    finally:
        client.close()


def _from_cluster(client: Any, order: Order, jobs: list[tuple[int, int]]) -> Iterator[BlockResult]:
    """Blocks from a cluster, until it is gone."""
    try:
        yield from _asked_of_cluster(client, order, jobs)
    except (CancelledError, OSError) as fault:
        raise LostWorkersError(f"the scheduler is gone ({_first_line(fault)})") from fault


def _asked_of_cluster(client: Any, order: Order, jobs: list[tuple[int, int]]) -> Iterator[BlockResult]:
    """Blocks from a cluster: some ahead of the fold, lost ones worked out again by the scheduler."""
    from distributed import KilledWorker, as_completed

    line, left = _InOrder(jobs), iter(jobs)
    cores = max(1, sum(client.ncores().values()))
    shared = client.scatter(order, broadcast=False, hash=False) if jobs else order

    def ask(job: tuple[int, int]) -> Any:
        return client.submit(run_block, shared, *job, pure=False)

    first = [ask(job) for job in islice(left, cores * AHEAD)]
    waiting: Any = as_completed(first, loop=client.loop)  # type: ignore[no-untyped-call]
    for future in waiting:
        try:
            line.put(future.result())
        except KilledWorker as fault:
            raise LostWorkersError(
                f"the cluster's workers die at this work ({_first_line(fault)}); have they enough memory?"
            ) from fault
        job = next(left, None)
        if job is not None:
            waiting.add(ask(job))
        yield from line.take()
        if line.finished:
            return


def _first_line(fault: BaseException) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0]


# Checkpoints ---------------------------------------------------------------------------------------------------------


def _take_up(fold: Fold, path: Path, resume: bool) -> None:
    """Go on from a checkpoint, or make sure that there is none to be overwritten and that one can be written."""
    if not path.exists():
        if resume:
            raise CheckpointError(f"--checkpoint {path}: there is none to resume from")
        _reserve(path)
        try:
            _save(fold, path)
        except CheckpointError:
            path.unlink(missing_ok=True)
            raise
        return
    if not resume:
        raise CheckpointError(f"--checkpoint {path}: it exists; go on from it with --resume, or name another file")
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise CheckpointError(f"--checkpoint {path}: it cannot be read ({_first_line(fault)})") from fault
    if not isinstance(data, dict) or data.get("kind") != "pitbook simulation":
        raise CheckpointError(f"--checkpoint {path}: it is no checkpoint of a simulation")
    if data.get("fingerprint") != fold.order.fingerprint:
        raise CheckpointError(
            f"--checkpoint {path}: it is of another simulation (filing, play, rounds, period, seed, promotion or version differ); "
            "nothing was changed"
        )
    if data.get("digest") != _digest(data.get("fold")):
        raise CheckpointError(f"--checkpoint {path}: it is damaged: what it holds is not what was written; nothing was changed")
    fold.take_up(data["fold"])


def _reserve(path: Path) -> None:
    """Make the file, which must not be there: of two runs that begin at once one is refused."""
    try:
        path.open("x").close()
    except OSError as fault:
        raise CheckpointError(f"--checkpoint {path}: {fault.strerror or fault}") from fault


def _digest(fold: Any) -> str:
    return hashlib.sha256(json.dumps(fold, sort_keys=True).encode()).hexdigest()


def _save_or_warn(fold: Fold, path: Path, warn: Warn | None, told: str) -> str:
    """Write the checkpoint; gives the fault where it cannot be written, which is told once as long as it stays the same."""
    try:
        _save(fold, path)
    except CheckpointError as fault:
        if warn is not None and str(fault) != told:
            warn(f"{fault}; the simulation goes on, and this is tried again")
        return str(fault)
    return ""


def _save(fold: Fold, path: Path) -> None:
    """Write the checkpoint; it appears whole or not at all."""
    known = fold.to_json()
    text = json.dumps(
        {"kind": "pitbook simulation", "fingerprint": fold.order.fingerprint, "digest": _digest(known), "fold": known}
    )
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as fault:
        with suppress(OSError):
            partial.unlink()
        raise CheckpointError(f"--checkpoint {path}: {fault.strerror or fault}") from fault

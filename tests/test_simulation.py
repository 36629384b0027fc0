"""Simulated tables: each round is what the ordinary settlement makes of it, and the whole is the same wherever it is worked out."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitbook.cards import RANKS
from pitbook.choices import ChoiceError
from pitbook.compiled import compile_module
from pitbook.errors import InputError
from pitbook.payouts import PayoutKind
from pitbook.settlement import ENVY, METER, settle
from pitbook.simulation import dealing, run
from pitbook.simulation.block import PlayedTable, run_block
from pitbook.simulation.figures import simulated
from pitbook.simulation.fold import Fold
from pitbook.simulation.order import Order, order_of
from pitbook.simulation.planning import plan_of
from pitbook.simulation.play_file import BetPart, GamePart, PlayFile
from pitbook.simulation.run import CheckpointError, Stopped, simulate
from pitbook.three_cards import LOWEST_PLAYED

ROOT = Path(__file__).parents[1]
HEAD = 'certificate_holder = "A"\nfiling_date = "2026-11-30"\n'

THREE_CARD = f"""{HEAD}
[[games]]
game = "three-card-poker"
tables = ["T1", "T2"]
[games.wagers]
ante = {{ minimum = "10.00" }}
play = {{}}
ante-bonus = {{ paytable = "A" }}
pair-plus = {{ paytable = "A", minimum = "5.00" }}
six-card-bonus = {{ paytable = "E", minimum = "5.00" }}
progressive = {{ paytable = "A", amounts = ["1.00", "5.00"], meter = {{ link = "L" }} }}
five-card-progressive = {{ amounts = ["1.00", "5.00"] }}
five-card-hand-bonus = {{ amounts = ["1.00"] }}
five-card-hand-bonus-on-dealer = {{ amounts = ["1.00"] }}
five-of-six-progressive = {{ amounts = ["1.00"] }}
[[links]]
link = "L"
facility = "here"
members = ["T1", "T2"]
"""

PRIME = f"""{HEAD}
[[games]]
game = "three-card-prime"
tables = ["P1"]
[games.wagers]
ante = {{ minimum = "10.00" }}
five-card-progressive = {{ paytable = "13", amounts = ["1.00", "5.00"] }}
"""

PAI_GOW = f"""{HEAD}
[[games]]
game = "pai-gow-poker"
tables = ["G1"]
aggregate_limit = "60.00"
commission_rounding = "up-to-25-cents"
[games.wagers]
pai-gow = {{ minimum = "7.00" }}
fortune-bonus = {{ paytable = "C", minimum = "5.00" }}
dynasty-bonus = {{ minimum = "5.00" }}
protection = {{ minimum = "1.00" }}
queens-dragon = {{ minimum = "1.00" }}
red-black = {{ minimum = "5.00" }}
progressive = {{ amounts = ["1.00"], meter = {{ seed = "1,000x", increment = "20%" }} }}
"""

BACCARAT = f"""{HEAD}
[[games]]
game = "midibaccarat"
tables = ["B1"]
[games.wagers]
player = {{ minimum = "25.00" }}
banker = {{ minimum = "25.00" }}
tie = {{ minimum = "5.00" }}
harmony-progressive = {{ paytable = "C", amounts = ["1.00"], meter = {{ opening = "10000.00" }} }}
"""

FILINGS = {"three-card-poker": THREE_CARD, "three-card-prime": PRIME, "pai-gow-poker": PAI_GOW, "midibaccarat": BACCARAT}

SOME = {
    "three-card-poker": {
        "pair-plus": BetPart(share="60%"), "six-card-bonus": BetPart(seats=[1, 3]), "progressive": BetPart(share="50%"),
        "five-card-progressive": BetPart(stake="5.00", share="75%"), "five-card-hand-bonus": BetPart(),
        "five-card-hand-bonus-on-dealer": BetPart(share="30%"), "five-of-six-progressive": BetPart(seats=[2, 4]), "ante": BetPart(),
    },
    "three-card-prime": {"ante": BetPart(), "five-card-progressive": BetPart(stake="5.00", share="80%")},
    "pai-gow-poker": {
        "pai-gow": BetPart(), "fortune-bonus": BetPart(share="50%"), "dynasty-bonus": BetPart(seats=[1, 2]),
        "protection": BetPart(), "red-black": BetPart(share="90%"), "progressive": BetPart(),
    },
    "midibaccarat": {"player": BetPart(), "banker": BetPart(seats=[2]), "harmony-progressive": BetPart(share="40%")},
}  # fmt: skip


def ordered(filing: str, rounds: int, seed: int = 1, *parts: GamePart, **more: Any) -> Order:
    return order_of(filing, rounds, seed, play=PlayFile(play=list(parts)), **more)


# Each round is settled as ever ---------------------------------------------------------------------------------------


OTHER_READINGS = {
    "three-card-poker": {
        "progressive-on-fold": "lost", "six-card-bonus-on-fold": "lost", "pair-plus-on-fold": "settled", "envy-after-fold": "never",
        "envy-trigger": "bettors-only", "within-rank-order": "literal-highest-odd-card", "five-card-wheel": "no",
        "five-card-cards": "best-of-six", "super-royal-column": "d",
    },
    "three-card-prime": {"envy-multiple-of": "winner", "envy-trigger": "any-player", "table-13-envy": "as-table-12"},
    "pai-gow-poker": {"red-black-hand": "dealer", "variation": "ez", "envy-min-wager": "any", "aggregate-shortfall": "in-order"},
    "midibaccarat": {"variation": "ez", "same-color-scope": "each-hand"},
}  # fmt: skip


@pytest.mark.parametrize("play", ["all", "some", "other readings"])
@pytest.mark.parametrize("game", FILINGS)
def test_a_block_is_the_sum_of_its_settled_rounds(game: str, play: str) -> None:
    part = GamePart(
        game=game,
        seats=4,
        wagers=None if play == "all" else SOME[game],
        colors={"1": "black"} if game == "pai-gow-poker" else {},
        strategy="any-queen" if play == "other readings" and game.startswith("three") else None,
    )
    filing = with_readings(FILINGS[game], OTHER_READINGS[game]) if play == "other readings" else FILINGS[game]
    order = ordered(filing, 250, 3, part)
    plan = plan_of(order)
    table = plan.tables[0]
    played = PlayedTable(order, table, order.span(0))
    sums: dict[str, Counter[str]] = {wager.id: Counter() for wager in table.wagers}
    for number in range(250):
        game_round = played.round_of(number)
        meters = {name: replace(given, value=10_000_000_000) for name, given in game_round.meters.items()}
        for line in settle(replace(game_round, meters=meters)).lines:
            own = sums[line.wager]
            if line.kind == ENVY:
                own["envy"] += line.returned
            else:
                own["staked"] += line.stake if line.own_stake else 0
                own["returned"] += 0 if line.paid_by == METER else line.returned
                own[f"row {line.outcome}"] += 1
    for wager, found in zip(table.wagers, run_block(order, 0, 0).wagers[0], strict=True):
        own = sums[wager.id]
        assert (found.staked, found.returned, found.envy) == (own["staked"], own["returned"], own["envy"]), wager.id
        for row, count in zip(wager.offered.rows, found.rows, strict=False):
            if row.award.kind is not PayoutKind.NOTHING:  # such a row is settled as a loss
                assert count == own[f"row {row.outcome}"], (wager.id, row.outcome)
    assert any(own["returned"] for own in sums.values())


@pytest.mark.parametrize(
    "readings",
    [{}, {"contribution-time": "after-settlement", "payment-order": "dealer-left"}, {"award-rounding": "dollar-down"}],
    ids=lambda each: "default" if not each else "-".join(each),
)
def test_meters_are_folded_as_the_rounds_are_played(readings: dict[str, str]) -> None:
    """Two tables on a link: every award round settled by hand, in between only contributions."""
    order = ordered(with_readings(THREE_CARD, readings), 9_000, 11, block=2_000)
    fold = simulate(order, workers=0)
    group = plan_of(order).groups[0]
    assert len(group.tables) == 2
    name = "L progressive@1.00"
    value, hits, fed = 1_000_000_000, 0, 0
    for block in range(order.blocks):
        span = order.span(block)
        played = [PlayedTable(order, table, span) for table in group.tables]
        awards = [table.meter_awards() for table in played]
        for number in range(span.rounds):
            for table, by_round in zip(played, awards, strict=True):
                increments = int(table.fed[name][number]) * 14 // 100
                fed += int(table.fed[name][number])
                progressive = [n for n in by_round.get(number, []) if table.table.wagers[n].id == "progressive"]
                if not progressive:
                    value += increments
                    continue
                game_round = table.round_of(number)
                offers = {"progressive": game_round.offers["progressive"]}
                given = replace(game_round.meters["progressive@1.00"], value=value)
                settled = settle(
                    replace(game_round, offers=offers, meters={"progressive@1.00": given}, seats=_only(game_round.seats))
                )
                value = settled.meters["progressive@1.00"].after
                hits += sum(1 for line in settled.lines if line.paid_by == METER)
    state = fold.meters[name].state
    assert hits > 3
    assert (state.value, state.hits, state.wagered) == (value, hits, fed)


def _only(seats: Any) -> Any:
    return tuple(
        replace(seat, placed={name: each for name, each in seat.placed.items() if name == "progressive"}) for seat in seats
    )


def with_readings(filing: str, readings: dict[str, str]) -> str:
    """The filing with readings decided in its first game."""
    lines = "".join(f'{name} = "{value}"\n' for name, value in readings.items())
    return filing.replace("[games.wagers]\n", f"[games.readings]\n{lines}[games.wagers]\n", 1)


@pytest.mark.parametrize(
    "readings",
    [
        {}, {"reseed-source": "reserve-only"}, {"reseed-source": "seed-only"}, {"partial-award-source": "house"},
        {"below-seed": "top-up-to-seed"}, {"award-rounding": "up"}, {"multi-winner": "equal-split"},
        {"low-meter-order": "greater-of"}, {"meter-per-amount": "shared"}, {"progressive-on-fold": "lost"},
        {"contribution-time": "after-settlement", "envy-trigger": "bettors-only", "envy-after-fold": "never"},
    ],
    ids=lambda each: "-".join(each.values()) or "default",
)  # fmt: skip
def test_money_adds_up_under_every_policy(readings: dict[str, str]) -> None:
    order = ordered(with_readings(THREE_CARD, readings), 20_000, 5, poker(seats=7))
    found = simulated(simulate(order, workers=0))
    held = sum(each.state.held - each.state.opening for each in found.meters)
    assert sum(each.state.hits for each in found.meters) > 20
    assert found.paid == found.accrued + held
    assert found.paid == sum(each.paid for each in found.wagers)
    assert found.accrued == sum(each.accrued for each in found.wagers)


def test_money_above_a_limit_goes_where_it_is_filed() -> None:
    for where in ("to-revenue", "to-next-start"):
        limited = THREE_CARD.replace('five-card-progressive = { amounts = ["1.00", "5.00"] }', "").replace(
            'five-of-six-progressive = { amounts = ["1.00"] }',
            'five-of-six-progressive = { amounts = ["1.00"], meter = { limit = "12000.00" } }',
        )
        found = simulated(simulate(ordered(with_readings(limited, {"overflow": where}), 9_000, 5), workers=0))
        meter = next(each for each in found.meters if "five-of-six" in each.id)
        assert max(value for _, value in meter.path) == 12_000_000_000
        assert (meter.state.revenue > 0) == (where == "to-revenue")
        assert (meter.state.overflow > 0) == (where == "to-next-start")
        held = sum(each.state.held - each.state.opening for each in found.meters)
        assert found.paid == found.accrued + held
        assert found.accrued == sum(each.accrued for each in found.wagers)


def test_paid_is_accrued_and_what_stands_on_the_meters() -> None:
    fold = simulate(ordered(THREE_CARD, 6_000, 5, period=1_500), workers=0)
    found = simulated(fold)
    held = sum(each.state.held - each.state.opening for each in found.meters)
    assert found.paid == found.accrued + held
    assert found.paid == sum(each.paid for each in found.wagers)
    assert found.accrued == sum(each.accrued for each in found.wagers)
    for each in found.meters:
        assert each.state.held == each.state.expected
        assert each.state.wagered == sum(
            wager.staked for wager in found.wagers if each.id.endswith(f" {wager.wager.removesuffix('-on-dealer')}@1.00")
        ) or each.id.startswith("T")
    assert [len(each.paid) for each in found.periods] == [8]


# The same wherever ---------------------------------------------------------------------------------------------------

SMALL = {"rounds": 3_000, "block": 250}


def small(**more: Any) -> Order:
    return ordered(THREE_CARD, SMALL["rounds"], 7, block=SMALL["block"], **more)


@pytest.fixture(scope="module")
def expected() -> Any:
    """What one process makes of the small order."""
    return json.loads(json.dumps(simulate(small(), workers=0).to_json()))


def as_json(fold: Fold) -> Any:
    return json.loads(json.dumps(fold.to_json()))


def test_the_result_is_the_same_on_several_processes_and_when_one_dies(expected: Any) -> None:
    killed: list[Any] = []

    def kill_once(done: int, _: int) -> None:
        if done == 2 and not killed:
            killed.append(next(child for child in active_children() if child.pid is not None))
            killed[0].kill()

    assert as_json(simulate(small(), workers=2, progress=kill_once)) == expected
    assert killed


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's list of child processes")
def test_a_worker_that_is_starting_sees_no_interrupt(tmp_path: Path) -> None:
    """Ctrl-C goes to all processes of the terminal; only the first one says anything."""
    kept, filing = tmp_path / "kept.json", tmp_path / "filing.toml"
    filing.write_text(THREE_CARD, "utf-8")
    words = [sys.executable, "-m", "pitbook", "simulate", str(filing), "--rounds", "900000000", "--seed", "1", "--workers", "2"]
    with subprocess.Popen(
        [*words, "--checkpoint", str(kept)], stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as started:  # fmt: skip
        children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
        while started.poll() is None and len(children.read_text("utf-8").split()) < 2:
            time.sleep(0.01)
        os.killpg(started.pid, signal.SIGINT)
        said = started.communicate()[1]
    assert started.returncode == 130
    assert said.startswith("pitbook: stopped after ")
    assert said.count("\n") == 1


def test_the_result_is_the_same_on_a_cluster_and_when_a_worker_dies(expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    killed: list[int] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:

        def kill_once(done: int, _: int) -> None:
            if done == 2 and not killed:
                killed.append(next(iter(cluster.workers.values())).process.process.pid)
                os.kill(killed[0], signal.SIGKILL)

        monkeypatch.setattr(run, "CONNECT_SECONDS", 60)
        assert as_json(simulate(small(), scheduler=cluster.scheduler_address, progress=kill_once)) == expected
    assert killed


def test_a_worker_of_another_version_refuses() -> None:
    with pytest.raises(InputError, match="this worker is pitbook"):
        run_block(replace(small(), program="pitbook 0"), 0, 0)


def test_another_seed_gives_other_rounds(expected: Any) -> None:
    assert as_json(simulate(replace(small(), seed=8), workers=0)) != expected


# Checkpoints ---------------------------------------------------------------------------------------------------------


def test_a_stopped_run_goes_on_from_its_checkpoint(tmp_path: Path, expected: Any) -> None:
    kept = tmp_path / "kept.json"
    blocks = []

    def stop(done: int, whole: int) -> None:
        blocks.append(done)
        if done == whole // 2:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        simulate(small(), workers=0, checkpoint=kept, progress=stop)
    assert stopped.value.fold.done == blocks[-1]
    after: list[int] = []
    fold = simulate(small(), workers=0, checkpoint=kept, resume=True, progress=lambda done, _: after.append(done))
    assert after[0] == blocks[-1] + 1
    assert as_json(fold) == expected


@pytest.mark.parametrize(
    "other",
    [
        lambda order: replace(order, seed=8),
        lambda order: replace(order, rounds=2_000),
        lambda order: replace(order, filing=order.filing.replace('paytable = "E"', 'paytable = "D"')),
        lambda order: replace(order, pays=Fraction(2), pays_rounds=10),
        lambda order: replace(order, play=PlayFile(play=[GamePart(game="three-card-poker", seats=2)])),
    ],
)
def test_a_checkpoint_of_another_simulation_is_refused_and_kept(other: Callable[[Order], Order], tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    simulate(ordered(THREE_CARD, 500, 7), workers=0, checkpoint=kept)
    before = kept.read_bytes()
    with pytest.raises(CheckpointError, match="another simulation"):
        simulate(other(ordered(THREE_CARD, 500, 7)), workers=0, checkpoint=kept, resume=True)
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.pop("fold"),
        lambda data: data.pop("digest"),
        lambda data: data.update(fold=3),
        lambda data: data["fold"].pop("next_block"),
        lambda data: data["fold"].update(next_block=[-1]),
        lambda data: data["fold"]["meters"].clear(),
        lambda data: data["fold"]["totals"]["P1"][0].update(staked=1),
    ],
)
def test_a_damaged_checkpoint_is_refused_and_kept(damage: Callable[[Any], Any], tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    simulate(ordered(PRIME, 100), workers=0, checkpoint=kept)
    data = json.loads(kept.read_text("utf-8"))
    damage(data)
    kept.write_text(json.dumps(data), "utf-8")
    before = kept.read_bytes()
    with pytest.raises(CheckpointError, match="it is damaged"):
        simulate(ordered(PRIME, 100), workers=0, checkpoint=kept, resume=True)
    assert kept.read_bytes() == before


@pytest.mark.parametrize(("text", "words"), [("[" * 100_000, "cannot be read"), ('{"kind": "pitbook simulation"}', "another")])
def test_a_file_that_is_no_checkpoint_is_refused(text: str, words: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(text, "utf-8")
    with pytest.raises(CheckpointError, match=words):
        simulate(ordered(PRIME, 100), workers=0, checkpoint=kept, resume=True)
    assert kept.read_text("utf-8") == text


def test_of_two_runs_that_begin_on_one_checkpoint_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file comes between the look and the first writing: it is not overwritten."""
    kept = tmp_path / "kept.json"
    kept.write_text("of the other", "utf-8")
    monkeypatch.setattr(Path, "exists", lambda _: False)
    with pytest.raises(CheckpointError, match="exists"):
        simulate(ordered(PRIME, 100), workers=0, checkpoint=kept)
    assert kept.read_text("utf-8") == "of the other"


def test_a_checkpoint_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CheckpointError, match="No space left"):
        simulate(ordered(PRIME, 100), workers=0, checkpoint=tmp_path / "kept.json")
    assert not list(tmp_path.iterdir())


def test_a_house_way_in_a_file_is_part_of_the_simulation(tmp_path: Path) -> None:
    """A checkpoint, or a worker, with another house way under the same name is refused."""
    ways = ROOT / "src/pitbook/games/pai_gow_poker/house_ways"
    way, filing, kept = tmp_path / "own.toml", tmp_path / "filing.toml", tmp_path / "kept.json"
    filing.write_text(PAI_GOW.replace("aggregate_limit", 'house_way = "own.toml"\naggregate_limit'), "utf-8")
    way.write_text((ways / "foxwoods.toml").read_text("utf-8"), "utf-8")
    order = order_of(filing, 50, 1)
    simulate(order, workers=0, checkpoint=kept)
    way.write_text((ways / "trump_plaza.toml").read_text("utf-8"), "utf-8")
    with pytest.raises(CheckpointError, match="another simulation"):
        simulate(order_of(filing, 50, 1), workers=0, checkpoint=kept, resume=True)
    with pytest.raises(InputError, match=r"files that the filing names \(own\.toml\) are not here as they were"):
        plan_of(replace(order, seed=2))


def test_checkpoints_are_never_overwritten_or_guessed(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    order = ordered(PRIME, 100)
    with pytest.raises(CheckpointError, match="there is none"):
        simulate(order, workers=0, checkpoint=kept, resume=True)
    kept.write_text("{}", "utf-8")
    with pytest.raises(CheckpointError, match="go on from it with --resume"):
        simulate(order, workers=0, checkpoint=kept)
    with pytest.raises(CheckpointError, match="no checkpoint"):
        simulate(order, workers=0, checkpoint=kept, resume=True)
    kept.write_text("{", "utf-8")
    with pytest.raises(CheckpointError, match="cannot be read"):
        simulate(order, workers=0, checkpoint=kept, resume=True)
    with pytest.raises(CheckpointError, match="No such file"):
        simulate(order, workers=0, checkpoint=tmp_path / "none" / "kept.json")
    with pytest.raises(ChoiceError, match="name the checkpoint"):
        simulate(order, workers=0, resume=True)


# Against the exact odds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rounds"), [("three-card-poker", 40_000), ("three-card-prime", 60_000), ("midibaccarat", 120_000)]
)
def test_simulated_holds_agree_with_the_sheets(game: str, rounds: int) -> None:
    """Within four standard errors, for a fixed seed; few wagers are left uncompared."""
    found = simulated(simulate(ordered(FILINGS[game], rounds, 20, block=2_048), workers=0))
    known = [each for each in found.wagers if each.compared.deviations is not None]
    assert {each.wager for each in found.wagers} - {each.wager for each in known} <= {"ante", "play", "ante-bonus"}
    for each in known:
        assert abs(each.compared.deviations or 0) < 4, each.wager
    for _, _, compared in found.base_games:
        assert abs(compared.deviations or 9) < 4
    assert bool(found.base_games) == (game == "three-card-poker")


def test_rows_come_as_often_as_they_are_counted() -> None:
    """Pai Gow bonus rows over 30,000 hands, each within five standard deviations of its count."""
    found = simulated(simulate(ordered(PAI_GOW.replace('aggregate_limit = "60.00"\n', ""), 5_000, 4), workers=0))
    dynasty = next(each for each in found.wagers if each.wager == "dynasty-bonus")
    chances = {"full-house": 4_188_528, "flush": 6_172_088, "three-of-a-kind": 7_672_500, "straight": 11_034_204}
    for outcome, count in dynasty.rows:
        if outcome in chances:
            chance = chances[outcome] / 154_143_080
            mean = dynasty.placed * chance
            assert abs(count - mean) < 5 * (mean * (1 - chance)) ** 0.5, outcome


# Dealing -------------------------------------------------------------------------------------------------------------


def test_cards_are_dealt_without_repeats_and_alike() -> None:
    compile_module(dealing)
    words = dealing.Words(1, 0, 0)
    rounds, seats = 20_000, 3
    players, others = np.empty((rounds, seats), np.int64), np.empty((rounds, 2), np.int64)
    drawn = words.take(rounds * 14).reshape(rounds, 14)
    used = np.zeros(1, np.int64)
    deck = np.arange(52, dtype=np.int64)
    dealing.deal_hands(drawn, words.take(dealing.SPARE), used, deck, players, others, np.array([3, 3, 2]))
    everything = np.concatenate([players, others], axis=1)
    assert (np.bitwise_or.reduce(everything, axis=1) == everything.sum(axis=1)).all(), "a card was dealt twice"
    for hands, size in ((players[:, 0], 3), (players[:, 2], 3), (others[:, 0], 3), (others[:, 1], 2)):
        counts = np.array([int((hands >> card & 1).sum()) for card in range(52)])
        assert counts.sum() == rounds * size
        mean = rounds * size / 52
        assert (abs(counts - mean) < 5 * mean**0.5).all()


@pytest.mark.parametrize("left", [1, 2, 3, 52, 416])
def test_a_word_that_would_favour_some_places_is_replaced(left: int) -> None:
    spare, used = np.array([5 << 20, 7], np.int64), np.zeros(1, np.int64)
    unfair = dealing.WORDS % left
    place = getattr(dealing.place, "py_func", dealing.place)
    assert place(0, left, spare, used) == (0 if not unfair else (5 << 20) * left >> 32)
    assert used[0] == (1 if unfair else 0)
    used[0] = 0
    assert place(dealing.WORDS - 1, left, spare, used) == left - 1
    assert used[0] == 0


def test_words_are_those_of_seed_block_and_table() -> None:
    first = dealing.Words(1, 2, 3).take(9).tolist()
    assert dealing.Words(1, 2, 3).take(9).tolist() == first
    assert all(dealing.Words(*other).take(9).tolist() != first for other in ((2, 2, 3), (1, 3, 3), (1, 2, 4)))


# Blocks, periods, promotions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "period", "block"), [(10, 10, 4), (10, 3, 8), (25, 10, 4), (1, 1, 100), (30, 10, 10)])
def test_spans_cover_every_round_once_and_cross_no_period(rounds: int, period: int, block: int) -> None:
    order = ordered(PRIME, rounds, period=period, block=block)
    spans = [order.span(n) for n in range(order.blocks)]
    assert [at for span in spans for at in range(span.first, span.first + span.rounds)] == list(range(rounds))
    assert all(span.first // period == (span.first + span.rounds - 1) // period == span.period for span in spans)
    assert all(0 < span.rounds <= block for span in spans)


def test_a_promotion_pays_more_in_its_rounds_and_nothing_else_changes() -> None:
    filing = PAI_GOW.replace('aggregate_limit = "60.00"\n', "")
    usual = simulate(ordered(filing, 1_000, 2, block=300), workers=0)
    double = {"block": 300, "pays": Fraction(2), "pays_on": ("protection",)}
    order = ordered(filing, 1_000, 2, pays_rounds=450, **double)
    promoted = simulate(order, workers=0)
    first = simulate(ordered(filing, 1_000, 2, pays_rounds=1_000, **double), workers=0)
    for one, other, all_rounds, wager in zip(
        usual.totals["G1"], promoted.totals["G1"], first.totals["G1"], plan_of(order).tables[0].wagers, strict=True
    ):
        assert (one.staked, one.rows, one.envy) == (other.staked, other.rows, other.envy)
        if wager.id == "protection":
            assert 0 < other.extra < all_rounds.extra
            won = one.returned - sum(one.rows[:-1]) * 1_000_000
            assert all_rounds.extra == won
        assert other.returned - one.returned == other.extra == (0 if wager.id != "protection" else other.extra)


@pytest.mark.parametrize("times", [Fraction(2), Fraction(1, 2)])
@pytest.mark.parametrize("limit", ["60.00", "1000.00"])
@pytest.mark.parametrize("shortfall", ["pro-rata", "in-order"])
def test_what_a_promotion_adds_is_what_is_paid_more_within_a_limit(times: Fraction, limit: str, shortfall: str) -> None:
    filing = with_readings(PAI_GOW.replace('"60.00"', f'"{limit}"'), {"aggregate-shortfall": shortfall})
    usual = simulate(ordered(filing, 1_500, 2, block=700), workers=0)
    promoted = simulate(ordered(filing, 1_500, 2, block=700, pays=times, pays_rounds=1_000), workers=0)
    pairs = list(zip(usual.totals["G1"], promoted.totals["G1"], strict=True))
    for one, other in pairs:
        assert other.extra == other.returned - one.returned
    assert any(other.extra for _, other in pairs)


@pytest.mark.parametrize("times", [Fraction(2), Fraction(1, 2)])
def test_a_limit_holds_in_the_rounds_after_a_promotion(times: Fraction) -> None:
    """Settled round by round, no hand's bonus wins come to more than the limit."""
    order = ordered(PAI_GOW, 400, 3, pays=times, pays_rounds=1)
    plan = plan_of(order)
    table = plan.tables[0]
    played = PlayedTable(order, table, order.span(0))
    sums: Counter[str] = Counter()
    for number in range(1, 400):
        game_round = played.round_of(number)
        meters = {name: replace(given, value=10_000_000_000) for name, given in game_round.meters.items()}
        for line in settle(replace(game_round, meters=meters)).lines:
            sums[line.wager] += line.returned if line.kind == "bonus" else 0
    first = simulate(replace(order, rounds=1, period=1), workers=0).totals["G1"]
    whole = run_block(order, 0, 0).wagers[0]
    for wager, one, found in zip(table.wagers, first, whole, strict=True):
        if wager.offered.wager.kind.value == "bonus":
            assert found.returned - one.returned == sums[wager.id], wager.id


# Plays that make no sense --------------------------------------------------------------------------------------------


def refused(words: str, filing: str, *parts: GamePart, **more: Any) -> None:
    with pytest.raises(InputError) as raised:
        plan_of(ordered(filing, 10, 1, *parts, **more))
    assert words in str(raised.value)


def poker(**given: Any) -> GamePart:
    return GamePart(game="three-card-poker", **given)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("no strategy 'optimum' (did you mean optimal?); allowed: optimal, q-6-4, any-queen, always", poker(strategy="optimum")),
        ("8 seats; allowed are 1 to 7", poker(seats=8)),
        ("there is no wager in the filing 'pair'", poker(wagers={"pair": BetPart()})),
        ("there is no table 'T9'", poker(tables=["T9"])),
        ("below the minimum of $10.00", poker(wagers={"ante": BetPart(stake="5.00")})),
        ("'much' is no amount", poker(wagers={"ante": BetPart(stake="much")})),
        ("a stake of nothing", poker(wagers={"ante": BetPart(stake="0")})),
        ("'half' is no rate", poker(wagers={"ante": BetPart(share="half")})),
        ("never placed", poker(wagers={"ante": BetPart(share="0%")})),
        ("7; taken are 1 to 2", poker(seats=2, wagers={"ante": BetPart(seats=[7])})),
        ("seat 1, progressive: it needs ante beside it", poker(wagers={"progressive": BetPart()})),
        ("$2.00 is no amount the Rules Submission offers", poker(wagers={"progressive": BetPart(stake="2.00"), "ante": BetPart()})),
        ("never placed", poker(wagers={"ante": BetPart(), "pair-plus": BetPart(share="0.00000000001%")})),
        ("play: it follows ante", poker(wagers={"ante": BetPart(), "play": BetPart(stake="50.00")})),
        ("ante-bonus: it follows ante", poker(wagers={"ante": BetPart(), "ante-bonus": BetPart(share="50%")})),
        ("play: it follows ante, which is not placed", poker(wagers={"pair-plus": BetPart(), "play": BetPart()})),
        ("play[0].wagers: no wager is placed", poker(wagers={})),
        ("play[0].tables: it has no table", poker(tables=[])),
        ("no wager of three-card-poker that is filed has a color", poker(colors={"1": "red"})),
        ("there is no game in the filing 'midibaccarat'", GamePart(game="midibaccarat")),
    ],
)  # fmt: skip
def test_a_play_that_makes_no_sense_is_refused(words: str, part: GamePart) -> None:
    refused(words, THREE_CARD, part)


def test_a_color_that_is_none_and_an_entry_without_a_table_are_refused() -> None:
    refused("colors, seat 1: 'green'; allowed: red, black", PAI_GOW, GamePart(game="pai-gow-poker", colors={"1": "green"}))
    refused("'9' is no seat that is taken; taken are 1 to 4", PAI_GOW, GamePart(game="pai-gow-poker", seats=4, colors={"9": "red"}))
    refused("play[1].tables: it has no table", THREE_CARD, poker(), poker(tables=["T1"]))
    plan = plan_of(ordered(THREE_CARD, 10, 1, poker(tables=["T2"], seats=2), poker(seats=3)))
    assert [table.seats for table in plan.tables] == [3, 2]


def test_linked_tables_stand_in_the_order_of_the_filing() -> None:
    """T1 and T2 share no meter with each other, but both with T3."""
    meter = 'progressive = {{ paytable = "A", amounts = ["1.00"], meter = {{ link = "{0}" }} }}\n'
    hand = 'five-card-hand-bonus = {{ amounts = ["1.00"], meter = {{ link = "{0}" }} }}\n'
    wagers = ('ante = { minimum = "10.00" }\nplay = {}\nante-bonus = { paytable = "A" }\n' + each for each in (
        meter.format("L"), hand.format("M"), meter.format("L") + hand.format("M")))  # fmt: skip
    games = "".join(
        f'[[games]]\ngame = "three-card-poker"\ntables = ["T{n}"]\n[games.wagers]\n{each}' for n, each in enumerate(wagers, 1)
    )
    links = "".join(
        f'[[links]]\nlink = "{link}"\nfacility = "here"\nmembers = ["T{n}", "T3"]\n' for n, link in ((1, "L"), (2, "M"))
    )
    plan = plan_of(ordered(HEAD + games + links, 10))
    assert [[table.id for table in group.tables] for group in plan.groups] == [["T1", "T2", "T3"]]


def test_filings_that_cannot_be_played_are_refused() -> None:
    refused("chooses none of the printed paytables", THREE_CARD.replace('pair-plus = { paytable = "A", ', "pair-plus = { "))
    refused("one replaces the other", THREE_CARD.replace("ante-bonus = {", 'ante-bonus-akq = { paytable = "A" }\nante-bonus = {'))
    refused("an opening amount is required", BACCARAT.replace(', meter = { opening = "10000.00" }', ""))
    refused("it takes none", BACCARAT, GamePart(game="midibaccarat", strategy="optimal"))
    refused("there is no strategy 'mine'", PAI_GOW, GamePart(game="pai-gow-poker", strategy="mine"))
    refused("no wager 'x'", THREE_CARD, pays=Fraction(2), pays_on=("x",))
    refused("gives none", PAI_GOW.replace(', increment = "20%"', ""))


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("allowed are 1 to", {"rounds": 0}),
        ("seed -1", {"seed": -1}),
        ("a period of 11", {"period": 11}),
        ("a promotion of 11 rounds of 10", {"pays_rounds": 11}),
        ("allowed are 1 to", {"rounds": 10**11}),
    ],
)
def test_absurd_numbers_are_refused(words: str, given: dict[str, int]) -> None:
    numbers: dict[str, Any] = {"rounds": 10, "seed": 1, **given}
    with pytest.raises(ChoiceError, match=words):
        order_of(PRIME, numbers.pop("rounds"), numbers.pop("seed"), **numbers)


def test_a_scheduler_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(run, "CONNECT_SECONDS", 1)
    with pytest.raises(ChoiceError, match="no scheduler answers there"):
        simulate(ordered(PRIME, 10), scheduler="tcp://127.0.0.1:9")
    for address in ("", "foo", "tcp://here", "127.0.0.1"):
        with pytest.raises(ChoiceError, match="an address with its port"):
            simulate(ordered(PRIME, 10), scheduler=address)
    with pytest.raises(ChoiceError, match="name one of the two"):
        simulate(ordered(PRIME, 10), scheduler="tcp://127.0.0.1:9", workers=1)


def test_a_scheduler_without_workers_and_one_that_goes_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(run, "CONNECT_SECONDS", 60)
    wait = distributed.Client.wait_for_workers
    monkeypatch.setattr(distributed.Client, "wait_for_workers", lambda client, number, timeout: wait(client, number, timeout / 60))
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=50) as cluster,
        pytest.raises(ChoiceError, match="it has no workers"),
    ):
        simulate(ordered(PRIME, 10), scheduler=cluster.scheduler_address)
    monkeypatch.setattr(distributed.Client, "wait_for_workers", wait)
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:

        def gone(*_: Any) -> Any:
            raise distributed.comm.core.CommClosedError("lost")

        monkeypatch.setattr(run._InOrder, "put", gone)
        kept = tmp_path / "kept.json"
        with pytest.raises(InputError, match=r"the scheduler is gone \(lost\); what was done is kept in"):
            simulate(ordered(PRIME, 10), scheduler=cluster.scheduler_address, checkpoint=kept)
        assert json.loads(kept.read_text("utf-8"))["fold"]["next_block"] == [0]


# Strategies ----------------------------------------------------------------------------------------------------------


def test_the_optimal_strategy_plays_from_queen_six_four() -> None:
    plan = plan_of(ordered(THREE_CARD, 10))
    assert plan.tables[0].plays_from == LOWEST_PLAYED["q-6-4"] == sum(1 << RANKS.index(rank) for rank in "Q64")
    assert plan_of(ordered(THREE_CARD, 10, 1, poker(strategy="always"))).tables[0].plays_from == 0


def test_who_plays_worse_loses_more() -> None:
    def lost(strategy: str) -> Fraction:
        found = simulated(simulate(ordered(THREE_CARD, 20_000, 3, poker(strategy=strategy), block=900), workers=0))
        compared = found.base_games[0][2]
        assert abs(compared.deviations or 9) < 4
        assert compared.expected is not None
        return compared.expected

    assert lost("optimal") < lost("any-queen") < lost("always")

"""The house's result after N rounds: known figures, joint cards, bands refused, changes, and the commands."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from command_runs import Command
from command_runs import refused as refused_command
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, offer
from pitbook.hold import Basis, Bet, Hand, Hold, Promotion, hold, rounds_within, verdict, what_if
from pitbook.hold.change import largest_award
from pitbook.hold.figures import apart, refused
from pitbook.hold.hand import Outcome, _cut, _together, lines_of
from pitbook.hold.mix_file import read_mix
from pitbook.payouts import MICROS

ROOT = Path(__file__).parents[1]


def bet(game: str, wager: str, label: str | None = None, stake: int = 1, **given: Any) -> Bet:
    """A bet of whole dollars."""
    choices = {key: given.pop(key) for key in ("readings", "options", "terms") if key in given}
    return Bet(offer(rulebook().game(game), wager, label, wager_micros=stake * MICROS, **choices), stake * MICROS, **given)


PAIR_PLUS = bet("three-card-poker", "pair-plus", "A")


def alone(found: Hold) -> Any:
    """The only basis."""
    assert len(found.bases) == 1
    return found.bases[0]


# Known figures -------------------------------------------------------------------------------------------------------


def test_the_expected_result_is_the_edge() -> None:
    found = alone(hold([Hand((bet("three-card-poker", "pair-plus", "A", 5),))], 30_000))
    assert found.mean == Fraction(253, 5525) * 5 * MICROS * 30_000


def test_one_round_is_the_paytable() -> None:
    """A straight flush 35 to 1, three-of-a-kind 25, a straight 6, a flush 4, a pair 1; counts of 22,100 hands."""
    spread = alone(hold([Hand((PAIR_PLUS,))], 1)).spread
    counts = {-35: 48, -25: 52, -6: 720, -4: 1_096, -1: 3_744, 1: 16_440}
    function = 0
    for result in sorted(counts):
        function += counts[result]
        low, high = spread.at_most(result * MICROS)
        assert low <= function / 22_100 <= high
    assert spread.error < 1e-9


def test_an_even_wager_is_binomial() -> None:
    """Red/Black pays 1 to 1 but for seven cards; on 20 rounds of Player in a coup without ties nothing is left to the transform."""
    found = alone(hold([Hand((bet("midibaccarat", "player"),))], 2))
    wins, ties, total = 2_230_518_282_592_256, 475_627_426_473_216, 4_998_398_275_503_360
    low, high = found.spread.at_most(-2 * MICROS)
    assert low <= (wins / total) ** 2 <= high
    low, high = found.spread.at_most(0)
    lost = total - wins - ties
    assert low <= 1 - (lost / total) ** 2 - 2 * lost * ties / total**2 <= high


def test_a_result_and_its_verdict() -> None:
    found = hold([Hand((PAIR_PLUS,))], 10_000)
    each = alone(found)
    low, high = found.interval(each)
    for result, inside in ((low - MICROS, False), (low, True), (high, True), (high + MICROS, False)):
        assert verdict(found, each, result).inside is inside
    at_low = verdict(found, each, low)
    assert at_low.at_most[0] <= 0.026
    assert at_low.at_least[1] >= 0.974


def test_rounds_until_the_hold_is_close() -> None:
    found = hold([Hand((PAIR_PLUS,))], 1)
    points = Fraction(5, 100)
    close = rounds_within(found, points)
    assert close.rounds is not None

    def within(rounds: int) -> float:
        spread = alone(hold([Hand((PAIR_PLUS,))], rounds)).spread
        middle = Fraction(253, 5525) * rounds * MICROS
        low, high = -(-(middle - points * rounds * MICROS) // 1), (middle + points * rounds * MICROS) // 1
        return float(spread.between(int(low), int(high)))

    assert within(close.rounds) >= 0.95
    assert within(close.rounds * 97 // 100) < 0.95


# Both bases ----------------------------------------------------------------------------------------------------------


def test_both_bases_of_a_progressive() -> None:
    found = hold([Hand((bet("three-card-poker", "progressive", "A"),))], 20_000)
    accrued, paid = found.on(Basis.ACCRUED), found.on(Basis.PAID)
    # 1 - 9,072/22,100 fixed - 14% - 1,000/22,100 of reseed.
    fixed = Fraction(3 * 500 + 44 * 70 + 52 * 60 + 720 * 6, 22_100)
    assert accrued.mean == 20_000 * MICROS * (1 - fixed - Fraction(14, 100) - Fraction(1_000, 22_100))
    assert paid.mean is not None
    assert accrued.mean is not None
    # What stands on the meter at the end, less the seed: no award yet, or the time since the last one.
    assert 0 < (paid.mean - accrued.mean) / MICROS < Fraction(14, 100) * 22_100
    assert paid.spread is not None
    middle = sum(paid.spread.between(n * 100 * MICROS, (n + 1) * 100 * MICROS - 1) * (n * 100 + 50) for n in range(-100, 200))
    assert float(paid.mean) / MICROS == pytest.approx(middle, rel=0.01)


def test_two_meters_on_the_same_cards_are_refused_when_paid() -> None:
    hand = Hand((bet("three-card-poker", "five-card-progressive"), bet("three-card-poker", "five-card-hand-bonus")))
    found = hold([hand], 100)
    assert found.on(Basis.PAID).spread is None
    assert "several meters" in str(found.on(Basis.PAID).refused)
    assert found.on(Basis.ACCRUED).spread is not None


def test_a_divided_award_is_charged_once() -> None:
    """Three bettors on one coup: three stakes and increments, one reseed, fixed rows paid to each."""
    one, three = (lines_of(Hand((bet("midibaccarat", "harmony-progressive", "A", bettors=n),)))[0] for n in (1, 3))
    assert three.staked == 3 * one.staked
    assert [outcome.returned for outcome in three.outcomes] == [3 * outcome.returned for outcome in one.outcomes]
    assert [outcome.draws for outcome in three.outcomes] == [outcome.draws for outcome in one.outcomes]
    in_turn = bet("midibaccarat", "harmony-progressive", "A", bettors=3, readings={"harmony-jackpot": "in-turn"})
    assert max(len(outcome.draws) for outcome in lines_of(Hand((in_turn,)))[0].outcomes) == 3


# The same cards ------------------------------------------------------------------------------------------------------


def test_wagers_on_the_same_cards_are_taken_together() -> None:
    """Player and Banker on one coup: the house wins or loses the vigorish, and nothing else, but for ties."""
    line = lines_of(Hand((bet("midibaccarat", "player", stake=20), bet("midibaccarat", "banker", stake=20))))
    assert len(line) == 1
    assert {outcome.returned for outcome in line[0].outcomes} == {40 * MICROS, 39 * MICROS}
    apart_lines = [lines_of(Hand((bet("midibaccarat", name, stake=20),)))[0] for name in ("player", "banker")]
    assert all(len(each.outcomes) == 3 for each in apart_lines)


def test_joint_results_spread_wider_than_independent_ones() -> None:
    wagers = (bet("pai-gow-poker", "fortune-bonus", "A", 5), bet("pai-gow-poker", "emperors-treasure", "A", 5))
    joint = alone(hold([Hand(wagers)], 1_000))
    separate = [alone(hold([Hand((each,))], 1_000)) for each in wagers]
    assert joint.mean == sum(each.mean for each in separate)
    assert joint.variance > 1.9 * sum(each.variance for each in separate)


def test_an_aggregate_limit_cuts_the_bonus_wins_of_a_hand() -> None:
    limit = {"aggregate-limit": "50000"}
    wagers = tuple(
        bet("pai-gow-poker", name, label, 25, readings=limit) for name, label in (("fortune-bonus", "A"), ("dynasty-bonus", None))
    )
    line = lines_of(Hand(wagers))[0]
    # 8,000 to 1 and 2,000 to 1 on $25 would be $250,000; $50,000 are paid beside the stakes.
    assert max(outcome.returned for outcome in line.outcomes) == (50_000 + 50) * MICROS
    with pytest.raises(ChoiceError, match="needs the minimum wagers"):
        lines_of(Hand((bet("pai-gow-poker", "fortune-bonus", "A", readings={"aggregate-limit": "code-figure"}),)))


def test_envy_is_charged_to_the_hand_that_brings_it() -> None:
    """Paytable A at $5: four of a kind brings $5 to each of three others."""
    without, with_envy = (lines_of(Hand((bet("pai-gow-poker", "fortune-bonus", "A", 5),), players=n))[0] for n in (0, 3))
    quads = [next(each.returned for each in line.outcomes if each.rows == "four-of-a-kind") for line in (without, with_envy)]
    assert quads[1] - quads[0] == 15 * MICROS


def test_extras_are_paid_with_their_frequency() -> None:
    offered = bet(
        "three-card-poker", "five-card-hand-bonus", readings={"magic-lucky": "offered"}, options={"magic-card-probability": "1%"}
    )
    plain = bet("three-card-poker", "five-card-hand-bonus")
    means = []
    for each in (plain, offered):
        line = lines_of(Hand((each,)))[0]
        means.append(sum(Fraction(outcome.count * outcome.returned, line.deals) for outcome in line.outcomes))
    assert means[1] - means[0] == Fraction(1, 100) * 20 * MICROS


# Normal bands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "given"), [(9_208, False), (9_209, True)])
def test_a_normal_band_needs_twenty_of_a_weighty_row(rounds: int, given: bool) -> None:
    """Pair Plus: 48 straight flushes in 22,100 carry over 5% of the variance; 9,208 rounds expect 19.9994 of them."""
    found = hold([Hand((PAIR_PLUS,))], rounds)
    normal = alone(found).normal
    assert normal is not None
    assert (normal.refused is None) is given
    if not given:
        assert "straight-flush carries" in str(normal.refused)


def test_a_light_row_is_no_reason() -> None:
    found = hold([Hand((bet("midibaccarat", "banker"),))], 100)
    assert refused(found.lines, (), Basis.PAID, 100) is None


# Changes -------------------------------------------------------------------------------------------------------------


def test_a_paytable_changed_costs_the_difference_of_the_edges() -> None:
    before, after = (hold([Hand((bet("three-card-poker", "pair-plus", label),))], 1_000) for label in "AD")
    assert what_if(before, after).cost(Basis.PAID) == Fraction(253 - 128, 5_525) * 1_000 * MICROS


def test_a_promotion_of_double_payouts_for_some_rounds() -> None:
    usual = [Hand((PAIR_PLUS,))]
    before, after = hold(usual, 1_000), hold(usual, 1_000, promotion=Promotion(Fraction(2)), promotion_rounds=100)
    found = what_if(before, after)
    winnings = Fraction(48 * 35 + 52 * 25 + 720 * 6 + 1_096 * 4 + 3_744, 22_100)
    assert found.extra_mean == found.cost(Basis.PAID) == 100 * winnings * MICROS
    assert found.extra is not None
    assert found.extra.at_most(-1)[1] < 1e-9
    assert largest_award(after).amount == (2 * 35 + 1) * MICROS
    assert largest_award(before).amount == 36 * MICROS


@pytest.mark.parametrize(
    ("game", "wager", "dollars", "bettors", "award"),
    [
        ("three-card-poker", "progressive", None, 1, 1_000),  # the seed of $1 wagers
        ("three-card-poker", "progressive", 4_321, 1, 4_321),
        ("midibaccarat", "harmony-progressive", 4_321, 2, 4_321),  # divided: two have together what one would have
    ],
)
def test_the_largest_award_is_that_off_the_meter_as_it_starts(
    game: str, wager: str, dollars: int | None, bettors: int, award: int
) -> None:
    opening = None if dollars is None else dollars * MICROS
    found = largest_award(hold([Hand((bet(game, wager, "A", opening=opening, bettors=bettors),))], 1_000))
    assert (found.amount, found.from_meters) == (award * MICROS, award * MICROS)


def test_a_promotion_leaves_other_wagers_alone() -> None:
    hand = Hand((PAIR_PLUS, bet("three-card-poker", "progressive", "A")))
    lines = [lines_of(hand, promotion)[0] for promotion in (Promotion(), Promotion(Fraction(2), ("pair-plus",)))]
    assert max(outcome.extra for outcome in lines[1].outcomes) == 35 * MICROS
    best = [max(each.returned for each in line.outcomes if "another" not in each.rows) for line in lines]
    assert best[1] - best[0] == 35 * MICROS


# Numbers that make no sense ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, -5, 10**9 + 1])
def test_absurd_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(ChoiceError, match="allowed are 1 to 1,000,000,000"):
        hold([Hand((PAIR_PLUS,))], rounds)


def test_what_has_no_results_of_its_own_is_refused() -> None:
    with pytest.raises(ChoiceError, match="no results of its own"):
        hold([Hand((bet("three-card-poker", "ante"),))], 10)
    with pytest.raises(ChoiceError, match="nothing is bet"):
        hold([], 10)


# Commands ------------------------------------------------------------------------------------------------------------


HOLD = ("hold", "three-card-poker", "pair-plus", "-p", "A")


def test_the_command_and_its_json(pitbook: Command) -> None:
    found = pitbook(*HOLD, "--rounds", "30,000", "--stake", "5", "--result", "-100", "--json")
    assert found.status == 0
    data = json.loads(found.out)
    basis = data["bases"]["paid"]
    assert basis["expected"]["exact"] == str(Fraction(253, 5525) * 150_000)
    assert data["staked"] == "150000.00"
    assert basis["interval"]["low"] == "2330.00"
    assert basis["interval"]["high"] == "11315.00"
    assert basis["result"] == {
        "amount": "-100.00",
        "hold": -100 / 150_000,
        "within": False,
        "at_most": basis["result"]["at_most"],
        "at_least": basis["result"]["at_least"],
    }
    assert basis["error"] < 1e-8
    assert [each["probability"] for each in basis["percentiles"]] == sorted(each["probability"] for each in basis["percentiles"])


def test_the_table_has_percentiles_a_chart_and_the_verdict(pitbook: Command) -> None:
    found = pitbook(*HOLD, "--rounds", "1000", "--result", "50", "--within", "20")
    assert found.status == 0
    for words in ("Percentiles of the result", "█", "within", "Rounds until within 20 points", "no normal band"):
        assert words in found.out


def test_stakes_mixed_and_hands_a_round(pitbook: Command) -> None:
    found = pitbook(*HOLD, "--rounds", "1000", "--stake", "5=60%,25=40%", "--per-round", "2.5", "--json")
    data = json.loads(found.out)
    assert [(each["hands"], each["staked"]) for each in data["hands"]] == [(1_500, "7500.00"), (1_000, "25000.00")]


def test_a_mix_says_what_is_joint(pitbook: Command) -> None:
    found = pitbook("hold", "--mix", str(ROOT / "examples/mixes/three-card-table.toml"), "--rounds", "100", "--basis", "accrued")
    assert found.status == 0
    joined = " ".join(found.out.split())
    assert "Taken together, hand by hand, on the same cards: three-card-poker pair-plus A at $5.00, three-card-poker" in joined
    assert "Taken as independent, although the cards overlap: ante-bonus | pair-plus, progressive" in joined


def test_a_filing_brings_the_wager(pitbook: Command, tmp_path: Path) -> None:
    filing = tmp_path / "filing.toml"
    filing.write_text(
        'certificate_holder = "A"\nfiling_date = "2026-11-30"\n[[games]]\ngame = "three-card-poker"\ntables = ["1"]\n'
        '[games.wagers.pair-plus]\npaytable = "D"\n',
        "utf-8",
    )
    found = pitbook("hold", "three-card-poker", "pair-plus", "--submission", str(filing), "--rounds", "10", "--json")
    assert json.loads(found.out)["hands"][0]["wagers"][0]["paytable"] == "D"


CASINO = ROOT / "examples/submissions/whole-casino.toml"


def test_a_filing_brings_stake_decks_and_opening(pitbook: Command, tmp_path: Path) -> None:
    six = tmp_path / "six.toml"
    six.write_text(CASINO.read_text("utf-8").replace("decks = 8", "decks = 6"), "utf-8")
    filed, plain = (
        json.loads(pitbook("hold", "midibaccarat", "banker", "--rounds", "10", *words, "--json").out)
        for words in (("--submission", str(six)), ("--decks", "6", "--stake", "25"))
    )
    assert filed["bases"] == plain["bases"]
    words = ("hold", "midibaccarat", "harmony-progressive", "--submission", str(CASINO), "--rounds", "10", "--json")
    assert json.loads(pitbook(*words).out)["meters"][0]["opening"] == "25000.00"
    assert json.loads(pitbook(*words, "--meter", "7").out)["meters"][0]["opening"] == "7.00"


def test_a_filing_whose_limit_is_the_figure_of_the_code(pitbook: Command, tmp_path: Path) -> None:
    """The figure is $50,000 here: at $100 all but the wins above it are paid whole."""
    filing = tmp_path / "filing.toml"
    filing.write_text(
        'certificate_holder = "A"\nfiling_date = "2026-11-30"\n[[games]]\ngame = "pai-gow-poker"\ntables = ["1"]\n'
        'aggregate_limit = "code-figure"\n[games.wagers]\npai-gow = { minimum = "10.00" }\n'
        'fortune-bonus = { paytable = "A", minimum = "5.00", maximum = "100.00" }\n',
        "utf-8",
    )
    own = pitbook(
        "hold", "pai-gow-poker", "fortune-bonus", "--submission", str(filing), "--stake", "100", "--rounds", "9", "--json"
    )
    same = pitbook(
        "hold",
        "pai-gow-poker",
        "fortune-bonus",
        "-p",
        "A",
        "--set",
        "aggregate-limit=50000",
        "--stake",
        "100",
        "--rounds",
        "9",
        "--json",
    )
    assert json.loads(own.out)["bases"] == json.loads(same.out)["bases"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("midibaccarat", "banker", "--stake", "3"), "below the minimum of $25.00"),
        (("three-card-poker", "pair-plus"), "choose one with --paytable: D, E"),
        (("three-card-poker", "pair-plus", "--paytable", "A"), "filed with paytable D, E, not 'A'"),
        (("three-card-poker", "six-card-bonus"), "offers no six-card-bonus"),
        (("three-card-poker", "pair-plus", "--set", "mini-royal-instead=on-top"), "cannot stand beside it"),
    ],
)
def test_a_wager_that_is_not_as_filed_is_refused(pitbook: Command, words: tuple[str, ...], said: str) -> None:
    found = pitbook("hold", *words, "--submission", str(CASINO), "--rounds", "10")
    assert (found.status, found.out) == (2, "")
    assert said in found.err


def test_a_filed_limit_of_the_meter_is_refused(pitbook: Command, tmp_path: Path) -> None:
    filing = tmp_path / "filing.toml"
    text = CASINO.read_text("utf-8").replace('opening = "25000.00"', 'opening = "25000.00", limit = "90000.00"')
    filing.write_text(text, "utf-8")
    found = pitbook("hold", "midibaccarat", "harmony-progressive", "--submission", str(filing), "--rounds", "10")
    assert found.status == 2
    assert "limited to $90,000.00" in found.err


def test_a_limit_is_of_each_bettor_and_a_set_of_cards_is_said() -> None:
    """Two bettors on the dealer's cards have a limit each; a limit over wagers on other cards is told."""
    limit = {"aggregate-limit": "10"}
    line = lines_of(Hand((bet("pai-gow-poker", "fortune-bonus", "A", stake=5, readings=limit),)))[0]
    assert max(each.returned for each in line.outcomes) == 15_000_000
    both = Hand(
        (
            bet("three-card-poker", "pair-plus", "A", readings=limit),
            bet("three-card-poker", "six-card-bonus", "A", readings=limit),
        )
    )
    assert any("held to each of these sets by itself" in each for each in apart(hold([both], 10)))
    offered = bet("pai-gow-poker", "fortune-bonus", "A", readings=limit)
    wins = [(12_000_000, 3), (9_000_000, 1)]
    assert _cut((offered,), wins) == 11_000_000 + 2 * 2_000_000


def test_rows_that_pay_the_same_are_named_together() -> None:
    pair = Outcome(1, 5, rows="one"), Outcome(2, 5, rows="two"), Outcome(3, 0, rows="lose")
    assert [(each.count, each.rows) for each in _together(pair)] == [(3, "lose"), (3, "one or two")]


def test_what_if_compares(pitbook: Command) -> None:
    found = pitbook("what-if", *HOLD[1:], "--rounds", "1000", "--to-paytable", "D", "--pays", "2", "--pays-rounds", "10", "--json")
    assert found.status == 0
    data = json.loads(found.out)
    assert data["after"]["hands"][0]["wagers"][0]["paytable"] == "D"
    assert Fraction(data["promotion"]["expected"]["exact"]) > 0
    assert set(data["expected_cost"]) == {"paid"}
    shown = pitbook("what-if", *HOLD[1:], "--rounds", "1000", "--to-stake", "5").out
    assert "Expected cost of the change" in shown
    assert "Worst in 1,000" in shown


OWN = ROOT / "examples/own-pair-plus.toml"
PLAIN = ("three-card-poker", "pair-plus", "--rounds", "1000")


def test_a_paytable_of_ones_own_has_a_hold_and_may_be_the_change_or_what_is_changed(pitbook: Command) -> None:
    data = json.loads(pitbook("hold", *PLAIN, "--paytable-file", OWN, "--stake", "5", "--json").out)
    edge = json.loads(pitbook("par", *PLAIN[:2], "--paytable-file", OWN, "--json").out)["house_edge"]["exact"]
    assert data["bases"]["paid"]["expected_hold"]["exact"] == edge
    assert data["hands"][0]["wagers"][0]["paytable"] == "mini-royal at 100"

    def labels(*words: object) -> list[str]:
        found = pitbook("what-if", *PLAIN, *words, "--json")
        assert found.status == 0, found.err
        both = json.loads(found.out)
        return [both[name]["hands"][0]["wagers"][0]["paytable"] for name in ("before", "after")]

    assert labels("-p", "A", "--to-paytable-file", OWN) == ["A", "mini-royal at 100"]
    assert labels("--paytable-file", OWN, "--to-paytable", "D") == ["mini-royal at 100", "D"]
    assert labels("--paytable-file", OWN, "--to-stake", "5") == ["mini-royal at 100", "mini-royal at 100"]


@pytest.mark.parametrize(
    ("option", "path"),
    [
        ("--paytable-file", OWN),
        ("--submission", ROOT / "examples/submissions/three-card-poker.toml"),
        ("--mix", ROOT / "examples/mixes/three-card-table.toml"),
    ],
)
def test_both_periods_have_what_is_on_standard_input(
    pitbook: Command, monkeypatch: pytest.MonkeyPatch, option: str, path: Path
) -> None:
    words = () if option == "--mix" else PLAIN[:2]
    found = []
    for name in (path, "-"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
        found.append(pitbook("what-if", *words, "--rounds", "100", option, name, "--to-rounds", "50", "--json"))
    assert found[0].status == 0, found[0].err
    # The answer cites the file by its name.
    assert found[0].out == found[1].out.replace("standard input", path.name)


def test_a_paytable_of_ones_own_is_said_to_be_one(pitbook: Command) -> None:
    words = (*PLAIN, "--paytable-file", OWN)
    shown = " ".join(pitbook("hold", *words).out.split())
    assert "Hold: three-card-poker pair-plus with your own paytable 'mini-royal at 100' at $1.00" in shown
    assert "your own, not one the regulation prints. [own-pair-plus.toml, a paytable of your own" in shown
    data = json.loads(pitbook("hold", *words, "--json").out)
    (wager,) = data["hands"][0]["wagers"]
    assert wager["own_paytable"] is True
    assert wager["citation"].startswith("own-pair-plus.toml, a paytable of your own")
    assert any("not one the regulation prints" in note for note in data["notes"])
    mixed = pitbook("hold", *words, "--stake", "1=50%,5=50%").out
    assert "with a paytable of your own" in mixed
    changed = pitbook("what-if", *PLAIN, "-p", "A", "--to-paytable-file", OWN)
    assert "with your own paytable" in changed.out
    assert "not one the regulation prints" in changed.out
    printed = json.loads(pitbook("hold", *PLAIN, "-p", "A", "--json").out)
    assert printed["hands"][0]["wagers"][0]["own_paytable"] is False
    assert not any("regulation prints" in note for note in printed["notes"])


def test_a_paytable_of_ones_own_may_not_pass_for_a_printed_one(pitbook: Command, tmp_path: Path) -> None:
    own = tmp_path / "a.toml"
    own.write_text(OWN.read_text("utf-8").replace('label = "mini-royal at 100"', 'label = "a"'), "utf-8")
    for words in (
        ("hold", *PLAIN, "--paytable-file", own),
        ("what-if", *PLAIN, "--paytable-file", own, "--to-stake", "5"),
        ("what-if", *PLAIN, "-p", "A", "--to-paytable-file", own),
    ):
        refused_command(pitbook(*words), "a.toml: 'a' is the label of a printed paytable")


def test_an_empty_device_is_called_by_its_path(pitbook: Command) -> None:
    refused_command(
        pitbook("hold", *PLAIN, "--paytable-file", "/dev/null"), "--paytable-file /dev/null: nothing is in it; allowed is a TOML"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*HOLD, "--rounds", "10", "--paytable-file", "none.toml"), "in place of --paytable"),
        (("hold", *PLAIN, "--paytable-file", "none.toml"), "--paytable-file none.toml: No such file"),
        (("what-if", *PLAIN, "-p", "A", "--to-paytable-file", "none.toml"), "--to-paytable-file none.toml: No such file"),
        (("what-if", *PLAIN, "-p", "A", "--to-paytable", "B", "--to-paytable-file", OWN), "in place of --to-paytable"),
        (("hold", *PLAIN[:1], "ante", *PLAIN[2:], "--paytable-file", OWN), "takes no paytable of your own"),
        (("hold", "--mix", "none.toml", "--rounds", "10", "--paytable-file", OWN), "cannot stand beside it"),
        (("hold", *PLAIN, "--submission", "none.toml", "--paytable-file", OWN), "not with --submission"),
        ((*HOLD, "--rounds", "0"), "1 to 1,000,000,000"),
        ((*HOLD, "--rounds", "1e3"), "1 to 1,000,000,000"),
        ((*HOLD, "--rounds", "10", "--stake", "-5"), "--stake"),
        ((*HOLD, "--rounds", "10", "--stake", "0"), "more than nothing"),
        ((*HOLD, "--rounds", "10", "--stake", "0.005"), "not a whole number of cents"),
        ((*HOLD, "--rounds", "10", "--stake", "5=50%,10=40%"), "come to 100%"),
        ((*HOLD, "--rounds", "10", "--result", "much"), "--result 'much'"),
        ((*HOLD, "--rounds", "10", "--basis", "cash"), "paid, accrued"),
        ((*HOLD, "--rounds", "10", "--within", "0"), "--within"),
        ((*HOLD, "--rounds", "10", "--confidence", "2"), "between 0 and 1"),
        ((*HOLD, "--rounds", "10", "--meter", "5"), "has no meter"),
        ((*HOLD, "--rounds", "10", "--reserve-target", "5"), "meter with a reserve"),
        ((*HOLD, "--rounds", "10", "--decks", "2"), "allowed: 1"),
        ((*HOLD, "--rounds", "10", "--players", "5"), "brings no Envy Bonus"),
        ((*HOLD, "--rounds", "10", "--bettors", "6"), "each seat has its own cards"),
        ((*HOLD, "--rounds", "1", "--per-round", "0.3"), "not one hand is played"),
        ((*HOLD, "--rounds", "1", "--stake", "5=40%,10=30%,25=30%"), "not one hand is played"),
        ((*HOLD, "--rounds", "10", "--per-round", "1e99999999"), "--per-round '1e99999999'"),
        ((*HOLD, "--rounds", "10", "--per-round", "1/0"), "--per-round '1/0'"),
        (("hold", "--rounds", "10"), "--mix FILE"),
        (("hold", "three-card-poker", "pair-plus", "--rounds", "10"), "a paytable must be chosen"),
        (("hold", "--mix", "none.toml", "--rounds", "10"), "none.toml"),
        (("hold", "--mix", "none.toml", "--rounds", "10", "--stake", "5"), "cannot stand beside it"),
        (("hold", "pai-gow-poker", "progressive", "--rounds", "10"), "prints no increment"),
        (("what-if", *HOLD[1:], "--rounds", "10"), "needs a change"),
        (("what-if", *HOLD[1:], "--rounds", "10", "--pays", "0"), "--pays"),
        (
            ("what-if", *HOLD[1:], "--rounds", "10", "--pays", "2", "--pays-on", "ante"),
            "on 'ante', which is not bet; allowed: pair-plus",
        ),
        (("what-if", *HOLD[1:], "--rounds", "10", "--pays", "2", "--pays-rounds", "11"), "11"),
        (("what-if", *HOLD[1:], "--rounds", "10", "--to-mix", "x.toml"), "goes with --mix"),
    ],
)
def test_bad_input_is_one_clear_message(pitbook: Command, words: tuple[str, ...], said: str) -> None:
    found = pitbook(*words, "--json")
    assert found.status == 2
    assert found.out == ""
    assert said in found.err
    assert "Traceback" not in found.err


def test_a_mix_with_faults_names_them_all(tmp_path: Path) -> None:
    path = tmp_path / "mix.toml"
    path.write_text(
        '[[hand]]\ngame = "three-card-poker"\n[hand.wagers]\npair-plus = { paytable = "Z", stake = "5" }\nnone = { stake = "1" }\n'
        '[[hand]]\ngame = "whist"\n[hand.wagers]\nx = { stake = "1" }\n',
        "utf-8",
    )
    with pytest.raises(Exception, match=r"mix\.toml") as raised:
        read_mix(path)
    text = str(raised.value)
    for words in ("hand[0].wagers.pair-plus", "no paytable 'Z'", "hand[0].wagers.none", "hand[1]", "no game 'whist'"):
        assert words in text


@pytest.mark.parametrize(
    ("hand", "wager", "said"),
    [
        ("players = 5", "", "brings no Envy Bonus"),
        ("", ', meter = "5"', "has no meter"),
        ("", ", bettors = 5", "each seat has its own cards"),
    ],
)
def test_what_a_wager_of_a_mix_has_no_use_for_is_refused(hand: str, wager: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mix.toml"
    path.write_text(
        f'[[hand]]\ngame = "three-card-poker"\n{hand}\n[hand.wagers]\npair-plus = {{ paytable = "A", stake = "5"{wager} }}\n',
        "utf-8",
    )
    with pytest.raises(ChoiceError, match=said):
        hold(read_mix(path), 10)


@pytest.mark.parametrize("name", ["three-card-table.toml"])
def test_example_mixes_are_read(name: str) -> None:
    assert read_mix(ROOT / "examples" / "mixes" / name)

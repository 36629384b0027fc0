"""``pitbook hold`` and ``what-if``: the house's result after a number of rounds, and what a change does to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitbook.asked.hold import HandsAsked, held
from pitbook.asked.what_if import ChangeAsked, compared
from pitbook.cli.common import AsCsv, AsJson, Output, complete_game, complete_wager, one_form
from pitbook.cli.simulate import simulate
from pitbook.report.output import deliver

GameArgument = Annotated[str | None, typer.Argument(help="A game; none with --mix.", autocompletion=complete_game)]
WagerArgument = Annotated[str | None, typer.Argument(help="One of its wagers.", autocompletion=complete_wager)]
PaytableOption = Annotated[str | None, typer.Option("--paytable", "-p", help="The paytable, where the text prints several.")]
Rounds = Annotated[str, typer.Option("--rounds", help="The rounds of the period.")]
Stake = Annotated[
    str | None,
    typer.Option("--stake", help="Dollars staked (default 1, or the least that is filed), or a mix: 5=60%,10=30%,25=10%."),
]
PerRound = Annotated[str | None, typer.Option("--per-round", help="Hands a round on which it is placed, as in 4.5 (default 1).")]
Mix = Annotated[Path | None, typer.Option("--mix", help="A file of wagers and stakes (TOML), or -, in place of game and wager.")]
Bettors = Annotated[str | None, typer.Option("--bettors", help="How many place it on the same cards (a coup, the dealer's hand).")]
Players = Annotated[
    str | None, typer.Option("--players", help="Other bettors who are paid an Envy Bonus for a hand (default none).")
]
Meter = Annotated[str | None, typer.Option("--meter", help="Dollars on the meter at the start; default its seed.")]
Target = Annotated[str | None, typer.Option("--reserve-target", help="Dollars the reserve should reach; default the seed.")]
Decks = Annotated[str | None, typer.Option("--decks", help="Decks in the shoe, where the game has a shoe.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="READING=VALUE; repeat for more.")]
OptionPairs = Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE; repeat for more.")]
Terms = Annotated[str | None, typer.Option("--terms", help="seed=,reseed=,increment=,reserve= of the meter, comma separated.")]
Submission = Annotated[Path | None, typer.Option("--submission", help="A Rules Submission, or -: the wager as it is filed.")]
TableFile = Annotated[
    Path | None, typer.Option("--paytable-file", help="A paytable of your own (TOML), or -, in place of a printed one.")
]
BasisOption = Annotated[str | None, typer.Option("--basis", help="paid or accrued; default both where there is a meter.")]
Confidence = Annotated[str | None, typer.Option("--confidence", help="Confidence of the interval, between 0 and 1 (default 0.95).")]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(hold)
    app.command("what-if")(what_if)
    app.command()(simulate)


def hold(
    rounds: Rounds,
    game: GameArgument = None,
    wager: WagerArgument = None,
    paytable: PaytableOption = None,
    paytable_file: TableFile = None,
    stake: Stake = None,
    per_round: PerRound = None,
    mix: Mix = None,
    bettors: Bettors = None,
    players: Players = None,
    meter: Meter = None,
    reserve_target: Target = None,
    decks: Decks = None,
    readings: Set = None,
    options: OptionPairs = None,
    terms: Terms = None,
    submission: Submission = None,
    basis: BasisOption = None,
    result: Annotated[
        str | None, typer.Option("--result", help="Dollars the house won (or lost: -1200); is that within the interval?")
    ] = None,
    confidence: Confidence = None,
    within: Annotated[
        str | None, typer.Option("--within", help="Rounds until the hold is within so many points (2 or 2%) of its expected value.")
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Print the distribution of the house's result after so many rounds: percentiles, interval, chart, meters."""
    one_form(as_json, as_csv, output)
    asked = HandsAsked(
        game=game,
        wager=wager,
        paytable=paytable,
        stake=stake,
        per_round=per_round,
        mix=mix,
        bettors=bettors,
        players=players,
        meter=meter,
        decks=decks,
        readings=readings,
        options=options,
        terms=terms,
        submission=submission,
        paytable_file=paytable_file,
    )
    answer = held(
        asked.hands(), rounds, basis=basis, result=result, confidence=confidence, within=within, reserve_target=reserve_target
    )
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output)


def what_if(
    rounds: Rounds,
    game: GameArgument = None,
    wager: WagerArgument = None,
    paytable: PaytableOption = None,
    paytable_file: TableFile = None,
    stake: Stake = None,
    per_round: PerRound = None,
    mix: Mix = None,
    bettors: Bettors = None,
    players: Players = None,
    meter: Meter = None,
    decks: Decks = None,
    readings: Set = None,
    options: OptionPairs = None,
    terms: Terms = None,
    submission: Submission = None,
    to_paytable: Annotated[str | None, typer.Option("--to-paytable", help="The paytable it would be.")] = None,
    to_paytable_file: Annotated[
        Path | None, typer.Option("--to-paytable-file", help="The paytable of your own (TOML), or -, it would be.")
    ] = None,
    to_stake: Annotated[str | None, typer.Option("--to-stake", help="The stake, or the mix of stakes, it would be.")] = None,
    to_per_round: Annotated[str | None, typer.Option("--to-per-round", help="The hands a round it would be.")] = None,
    to_readings: Annotated[
        list[str] | None, typer.Option("--to-set", help="READING=VALUE it would be, as in aggregate-limit=5000; repeat for more.")
    ] = None,
    to_options: Annotated[list[str] | None, typer.Option("--to-option", help="NAME=VALUE it would be.")] = None,
    to_terms: Annotated[str | None, typer.Option("--to-terms", help="The meter's terms it would be.")] = None,
    to_submission: Annotated[Path | None, typer.Option("--to-submission", help="The Rules Submission it would be, or -.")] = None,
    to_mix: Annotated[Path | None, typer.Option("--to-mix", help="The file of wagers and stakes it would be, or -.")] = None,
    to_rounds: Annotated[str | None, typer.Option("--to-rounds", help="The rounds it would be.")] = None,
    pays: Annotated[
        str | None, typer.Option("--pays", help="A promotion: fixed winnings are paid so many times, as in 2 (double payouts).")
    ] = None,
    pays_on: Annotated[
        list[str] | None, typer.Option("--pays-on", help="A wager the promotion is for; repeat for more; default every one.")
    ] = None,
    pays_rounds: Annotated[
        str | None, typer.Option("--pays-rounds", help="The rounds the promotion lasts; default all of them.")
    ] = None,
    confidence: Confidence = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Compare a period as it is with what it would be: another paytable, stake, limit, mix, or a promotion."""
    one_form(as_json, as_csv, output)
    now = HandsAsked(
        game=game,
        wager=wager,
        paytable=paytable,
        stake=stake,
        per_round=per_round,
        mix=mix,
        bettors=bettors,
        players=players,
        meter=meter,
        decks=decks,
        readings=readings,
        options=options,
        terms=terms,
        submission=submission,
        paytable_file=paytable_file,
    )
    change = ChangeAsked(
        paytable=to_paytable,
        paytable_file=to_paytable_file,
        stake=to_stake,
        per_round=to_per_round,
        readings=to_readings,
        options=to_options,
        terms=to_terms,
        submission=to_submission,
        mix=to_mix,
        rounds=to_rounds,
        pays=pays,
        pays_on=pays_on,
        pays_rounds=pays_rounds,
    )
    deliver(compared(now, rounds, change, confidence).answer(), as_json=as_json, as_csv=as_csv, output=output)

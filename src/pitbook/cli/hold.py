"""``pitbook hold`` and ``what-if``: the house's result after a number of rounds, and what a change does to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitbook.choices import ChoiceError
from pitbook.cli.common import (
    AsCsv,
    AsJson,
    Output,
    amount,
    comma_pairs,
    complete_game,
    complete_wager,
    one_form,
    pairs,
    whole,
)
from pitbook.cli.simulate import simulate
from pitbook.names import listed, shown
from pitbook.payouts import MICROS, PayoutError, parse_money, parse_rate
from pitbook.report.output import deliver

if TYPE_CHECKING:
    from pitbook.choices import Offer
    from pitbook.cli.hold_filed import AsFiled
    from pitbook.hold import Basis, Hand, Promotion

GameArgument = Annotated[str | None, typer.Argument(help="A game; none with --mix.", autocompletion=complete_game)]
WagerArgument = Annotated[str | None, typer.Argument(help="One of its wagers.", autocompletion=complete_wager)]
PaytableOption = Annotated[str | None, typer.Option("--paytable", "-p", help="The paytable, where the text prints several.")]
Rounds = Annotated[str, typer.Option("--rounds", help="The rounds of the period.")]
Stake = Annotated[
    str | None,
    typer.Option("--stake", help="Dollars staked (default 1, or the least that is filed), or a mix: 5=60%,10=30%,25=10%."),
]
PerRound = Annotated[str | None, typer.Option("--per-round", help="Hands a round on which it is placed, as in 4.5 (default 1).")]
Mix = Annotated[Path | None, typer.Option("--mix", help="A file of wagers and stakes (TOML), in place of game and wager.")]
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
Submission = Annotated[Path | None, typer.Option("--submission", help="A Rules Submission: the wager as it is filed.")]
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
    from pitbook.hold import hold as find
    from pitbook.hold import rounds_within, verdict
    from pitbook.hold.view import answer

    one_form(as_json, as_csv, output)
    asked = Asked(
        game, wager, paytable, stake, per_round, mix, bettors, players, meter, decks, readings, options, terms, submission
    )
    number, sure, bases = rounds_of(rounds), confidence_of(confidence), bases_of(basis)
    won = None if result is None else result_of(result)
    points = None if within is None else points_of(within)
    target = amount(reserve_target, "--reserve-target")
    found = find(asked.hands(), number, bases=bases, confidence=sure)
    if target is not None:
        if not any(each.reserve for each in found.meters):
            raise ChoiceError("--reserve-target: no wager here has a meter with a reserve")
        found = replace(found, meters=tuple(replace(each, target=target) for each in found.meters))
    verdicts = [] if won is None else [(each, verdict(found, each, won)) for each in found.bases if each.spread is not None]
    close = None if points is None else rounds_within(found, points)
    deliver(answer(found, verdicts, close), as_json=as_json, as_csv=as_csv, output=output)


def what_if(
    rounds: Rounds,
    game: GameArgument = None,
    wager: WagerArgument = None,
    paytable: PaytableOption = None,
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
    to_stake: Annotated[str | None, typer.Option("--to-stake", help="The stake, or the mix of stakes, it would be.")] = None,
    to_per_round: Annotated[str | None, typer.Option("--to-per-round", help="The hands a round it would be.")] = None,
    to_readings: Annotated[
        list[str] | None, typer.Option("--to-set", help="READING=VALUE it would be, as in aggregate-limit=5000; repeat for more.")
    ] = None,
    to_options: Annotated[list[str] | None, typer.Option("--to-option", help="NAME=VALUE it would be.")] = None,
    to_terms: Annotated[str | None, typer.Option("--to-terms", help="The meter's terms it would be.")] = None,
    to_submission: Annotated[Path | None, typer.Option("--to-submission", help="The Rules Submission it would be.")] = None,
    to_mix: Annotated[Path | None, typer.Option("--to-mix", help="The file of wagers and stakes it would be.")] = None,
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
    from pitbook.hold import hold as find
    from pitbook.hold import what_if as compare
    from pitbook.hold.change import answer

    one_form(as_json, as_csv, output)
    now = Asked(game, wager, paytable, stake, per_round, mix, bettors, players, meter, decks, readings, options, terms, submission)
    changed = [to_paytable, to_stake, to_per_round, to_readings, to_options, to_terms, to_submission, to_mix, to_rounds, pays]
    if not any(changed):
        raise ChoiceError(
            "what-if needs a change: --to-paytable, --to-stake, --to-per-round, --to-set, --to-option, --to-terms, "
            "--to-submission, --to-mix, --to-rounds or --pays"
        )
    if to_mix is not None and mix is None:
        raise ChoiceError("--to-mix goes with --mix")
    then = replace(
        now,
        paytable=to_paytable or paytable,
        stake=to_stake or stake,
        per_round=to_per_round or per_round,
        readings=[*(readings or []), *(to_readings or [])],
        options=[*(options or []), *(to_options or [])],
        terms=to_terms or terms,
        submission=to_submission or submission,
        mix=to_mix or mix,
        changed=frozenset(pairs(to_readings or [], "--to-set")) | frozenset(pairs(to_options or [], "--to-option")),
    )
    promotion, special = promotion_of(pays, pays_on, pays_rounds)
    number, sure = rounds_of(rounds), confidence_of(confidence)
    later = number if to_rounds is None else rounds_of(to_rounds, "--to-rounds")
    before = find(now.hands(), number, confidence=sure)
    after = find(then.hands(), later, confidence=sure, promotion=promotion, promotion_rounds=special)
    deliver(answer(compare(before, after)), as_json=as_json, as_csv=as_csv, output=output)


# What was asked for --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """The wager, or the mix, that the command line describes. ``changed`` are names whose later value stands."""

    game: str | None
    wager: str | None
    paytable: str | None
    stake: str | None
    per_round: str | None
    mix: Path | None
    bettors: str | None
    players: str | None
    meter: str | None
    decks: str | None
    readings: Sequence[str] | None
    options: Sequence[str] | None
    terms: str | None
    submission: Path | None
    changed: frozenset[str] = frozenset()

    def hands(self) -> list[Hand]:
        """The hands of a round. Raises :class:`~pitbook.choices.ChoiceError`."""
        if self.mix is not None:
            return self._mixed(self.mix)
        if self.game is None or self.wager is None:
            raise ChoiceError("name a game and one of its wagers, or a file of wagers and stakes (--mix FILE)")
        from pitbook.hold import Bet, Hand
        from pitbook.hold.mix_file import per_round_of

        bettors = whole(self.bettors, "--bettors", 1, 1000) or 1
        players = whole(self.players, "--players", 0, 100) or 0
        decks = whole(self.decks, "--decks", 1, 8)
        opening = amount(self.meter, "--meter")
        hands = Fraction(1) if self.per_round is None else per_round_of(self.per_round, "--per-round")
        filed = None if self.submission is None else self._filed(self.submission)
        found = []
        for stake, part in _stakes(self.stake, MICROS if filed is None else filed.least):
            offered = self._offer(stake) if filed is None else filed.offer(stake)
            if opening is not None and offered.wager.meter is None:
                raise ChoiceError(f"--meter: {self.game} {self.wager} has no meter")
            if players and offered.envy is None:
                raise ChoiceError(f"--players: {self.game} {self.wager} brings no Envy Bonus")
            starts = filed.opening(stake) if opening is None and filed is not None else opening
            found.append(
                Hand((Bet(offered, stake, bettors, starts),), hands * part, decks or (filed and filed.decks) or None, players)
            )
        return found

    def _mixed(self, mix: Path) -> list[Hand]:
        from pitbook.hold.mix_file import read_mix

        beside = {
            "a game": self.game, "--paytable": self.paytable, "--stake": self.stake, "--per-round": self.per_round,
            "--bettors": self.bettors, "--players": self.players, "--meter": self.meter, "--decks": self.decks,
            "--set": self.readings, "--option": self.options, "--terms": self.terms, "--submission": self.submission,
        }  # fmt: skip
        given = [name for name, value in beside.items() if value]
        if given:
            raise ChoiceError(f"--mix says it all; {listed(given)} cannot stand beside it")
        return read_mix(mix)

    def _offer(self, stake: int) -> Offer:
        from pitbook.catalog import rulebook
        from pitbook.choices import offer

        return offer(
            rulebook().game(str(self.game)),
            str(self.wager),
            self.paytable,
            readings=self._pairs(self.readings, "--set"),
            options=self._pairs(self.options, "--option"),
            terms=comma_pairs(self.terms, "--terms"),
            wager_micros=stake,
        )

    def _filed(self, path: Path) -> AsFiled:
        from pitbook.cli.hold_filed import wager_as_filed
        from pitbook.submission import read_file

        if self.readings or self.options or self.terms:
            raise ChoiceError("--submission says what is offered; --set, --option and --terms cannot stand beside it")
        try:
            return wager_as_filed(read_file(path), str(self.game), str(self.wager), self.paytable)
        except ChoiceError as fault:
            raise ChoiceError(f"{path.name}: {fault}") from fault

    def _pairs(self, texts: Sequence[str] | None, option: str) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for text in texts or []:
            for name, value in pairs([text], option).items():
                if name in found and name not in self.changed:
                    raise ChoiceError(f"{option}: {name} is given twice")
                found[name] = value
        return found


def _stakes(text: str | None, usual: int) -> list[tuple[int, Fraction]]:
    """Stakes with the part of the hands each is placed on: ``5``, or ``5=60%,10=30%,25=10%``; the usual one where none is said."""
    if text is None:
        return [(usual, Fraction(1))]
    if "=" not in text:
        return [(_stake(text), Fraction(1))]
    found: dict[int, Fraction] = {}
    for stake, part in pairs(re.split(r",\s*(?=[^,]*=)", text), "--stake").items():
        try:
            found[_stake(stake)] = parse_rate(part)
        except PayoutError as fault:
            raise ChoiceError(f"--stake: {fault}") from fault
    if sum(found.values()) != 1 or not all(found.values()):
        raise ChoiceError(f"--stake {shown(text)}: the parts must each be more than nothing and come to 100%")
    return list(found.items())


def _stake(text: str) -> int:
    try:
        value = parse_money(text)
    except PayoutError as fault:
        raise ChoiceError(f"--stake: {fault}") from fault
    if not value:
        raise ChoiceError(f"--stake {shown(text)}: allowed is more than nothing")
    return value


def rounds_of(text: str, option: str = "--rounds") -> int:
    """A number of rounds within what can be worked out."""
    from pitbook.hold.figures import MOST_ROUNDS

    found = whole(text, option, 1, MOST_ROUNDS)
    assert found is not None
    return found


def confidence_of(text: str | None) -> float:
    """A confidence between 0 and 1, default 0.95."""
    if text is None:
        return 0.95
    written = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})(%?)", text.strip())
    value = 0.0 if written is None else float(written[1]) / (100 if written[2] else 1)
    if not 0 < value < 1:
        raise ChoiceError(f"--confidence {shown(text)}: allowed is a number between 0 and 1, such as 0.95")
    return value


def bases_of(text: str | None) -> tuple[Basis, ...]:
    """The bases of spread asked for; both where none is named."""
    from pitbook.hold import Basis

    if text is None:
        return tuple(Basis)
    if text not in set(Basis):
        raise ChoiceError(f"--basis {shown(text)}: allowed: {listed(Basis)}")
    return (Basis(text),)


def result_of(text: str) -> int:
    """Micro-dollars of what the house won, below 0 where it lost."""
    sign, rest = (-1, text.strip()[1:]) if text.strip().startswith("-") else (1, text)
    try:
        return sign * parse_money(rest)
    except PayoutError as fault:
        raise ChoiceError(f"--result {shown(text)}: allowed is an amount of dollars, such as 12500 or -1200.50") from fault


def points_of(text: str) -> Fraction:
    """Points of hold: ``2`` and ``2%`` are both two of a hundred."""
    written = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)\s*%?", text.strip())
    value = Fraction(0) if written is None else Fraction(written[1]) / 100
    if not 0 < value <= 1:
        raise ChoiceError(f"--within {shown(text)}: allowed is a number of points above 0 and up to 100, such as 2")
    return value


def promotion_of(pays: str | None, on: Sequence[str] | None, rounds: str | None) -> tuple[Promotion, int | None]:
    """The promotion of ``--pays``, ``--pays-on`` and ``--pays-rounds``, and for how many rounds (None: all)."""
    from pitbook.hold import Promotion

    if pays is None:
        if on or rounds is not None:
            raise ChoiceError("--pays-on and --pays-rounds go with --pays")
        return Promotion(), None
    written = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,4})?)x?", pays.strip())
    times = Fraction(0) if written is None else Fraction(written[1])
    if not 0 < times <= 100:
        raise ChoiceError(f"--pays {shown(pays)}: allowed is a number above 0 and up to 100, such as 2")
    return Promotion(times, tuple(on or ())), whole(rounds, "--pays-rounds")

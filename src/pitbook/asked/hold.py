"""A period whose hold is asked for: the wager or the mix, its rounds, what is to be judged."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pitbook.asked.texts import Faults, amount, comma_pairs, confidence_of, pairs, whole
from pitbook.choices import ChoiceError
from pitbook.names import listed, shown
from pitbook.payouts import LARGEST, MICROS, PayoutError, dollars, parse_money, parse_rate

if TYPE_CHECKING:
    from pitbook.asked.as_filed import AsFiled
    from pitbook.choices import Offer
    from pitbook.hold import Basis, Hand, Promotion
    from pitbook.hold.mix_file import MixFile
    from pitbook.own_table import GivenTable
    from pitbook.rulebook import Game, Paytable
    from pitbook.submission import Submission
    from pitbook.tables import Document


@dataclass(frozen=True)
class HandsAsked:
    """The wager of a game, or the mix, whose hold is asked for; None where a text is not given.

    ``mix``, ``submission`` and ``paytable_file`` (a paytable of one's own) are files, or were read before. ``changed`` names
    readings and options whose later value stands.
    """

    game: str | None = None
    wager: str | None = None
    paytable: str | None = None
    stake: str | None = None
    per_round: str | None = None
    mix: Path | MixFile | None = None
    bettors: str | None = None
    players: str | None = None
    meter: str | None = None
    decks: str | None = None
    readings: Sequence[str] | None = None
    options: Sequence[str] | None = None
    terms: str | None = None
    submission: Path | Submission | None = None
    paytable_file: Path | GivenTable | None = None
    changed: frozenset[str] = frozenset()

    def hands(self) -> list[Hand]:
        """The hands of a round. Raises an :class:`~pitbook.errors.InputError` with every fault."""
        if self.mix is not None:
            return self._mixed(self.mix)
        if self.game is None or self.wager is None:
            raise ChoiceError("name a game and one of its wagers, or a file of wagers and stakes (--mix FILE)")
        from pitbook.hold import Bet, Hand
        from pitbook.hold.mix_file import per_round_of

        faults = Faults()
        bettors = faults.of(whole, self.bettors, "--bettors", 1, 1000) or 1
        players = faults.of(whole, self.players, "--players", 0, 100) or 0
        decks = faults.of(whole, self.decks, "--decks", 1, 8)
        opening = faults.of(amount, self.meter, "--meter")
        hands = Fraction(1) if self.per_round is None else faults.of(per_round_of, self.per_round, "--per-round")
        filed = None if self.submission is None else faults.of(self._filed, self.submission)
        own = None if self.paytable_file is None else faults.of(self._own, self.paytable_file)
        if self.paytable_file is not None and own is None:
            faults.say()
        stakes = faults.of(_stakes, self.stake, MICROS if filed is None else filed.least)
        if self.submission is not None and filed is None:
            faults.say()
        found = []
        for stake, part in stakes or [(MICROS, Fraction(1))]:
            offered = faults.of(partial(self._offer, own) if filed is None else filed.offer, stake)
            if offered is None:
                continue
            if opening is not None and offered.wager.meter is None:
                faults.add(f"--meter: {self.game} {self.wager} has no meter")
            if players and offered.envy is None:
                faults.add(f"--players: {self.game} {self.wager} brings no Envy Bonus")
            starts = filed.opening(stake) if opening is None and filed is not None else opening
            bet = Bet(offered, stake, bettors, starts)
            found.append(Hand((bet,), (hands or 1) * part, decks or (filed and filed.decks) or None, players))
        faults.say()
        return found

    def _mixed(self, mix: Path | MixFile) -> list[Hand]:
        from pitbook.hold.mix_file import mix_of, read_mix

        beside = {
            "a game": self.game, "--paytable": self.paytable, "--stake": self.stake, "--per-round": self.per_round,
            "--bettors": self.bettors, "--players": self.players, "--meter": self.meter, "--decks": self.decks,
            "--set": self.readings, "--option": self.options, "--terms": self.terms, "--submission": self.submission,
            "--paytable-file": self.paytable_file,
        }  # fmt: skip
        given = [name for name, value in beside.items() if value]
        if given:
            raise ChoiceError(f"--mix says it all; {listed(given)} cannot stand beside it")
        return read_mix(mix) if isinstance(mix, Path) else mix_of(mix)

    def _own(self, given: Path | GivenTable) -> GivenTable:
        from pitbook.own_table import given_table

        if self.paytable is not None or self.submission is not None:
            raise ChoiceError("--paytable-file goes in place of --paytable, and not with --submission")
        return given_table(given)

    def _offer(self, own: GivenTable | None, stake: int) -> Offer:
        from pitbook.catalog import rulebook
        from pitbook.choices import offer

        game = rulebook().game(str(self.game))
        return offer(
            game,
            str(self.wager),
            self.paytable,
            own_table=None if own is None else self._own_table(own, game, stake),
            readings=self._pairs(self.readings, "--set"),
            options=self._pairs(self.options, "--option"),
            terms=comma_pairs(self.terms, "--terms"),
            wager_micros=stake,
        )

    def _own_table(self, own: GivenTable, game: Game, stake: int) -> Paytable:
        from pitbook.own_table import check_label

        edition = game.edition()
        wager = edition.wager(str(self.wager))
        table = own.paytable(game, wager, edition, stake)
        check_label(table.label, wager, own.place)
        return table

    def _filed(self, given: Path | Submission) -> AsFiled:
        from pitbook.asked.as_filed import wager_as_filed
        from pitbook.given_files import called
        from pitbook.submission import read_given

        if self.readings or self.options or self.terms:
            raise ChoiceError("--submission says what is offered; --set, --option and --terms cannot stand beside it")
        filing, name = (read_given(given), called(given)) if isinstance(given, Path) else (given, "submission")
        try:
            return wager_as_filed(filing, str(self.game), str(self.wager), self.paytable)
        except ChoiceError as fault:
            raise ChoiceError(f"{name}: {fault}") from fault

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
        value = parse_money(text, whole_cents=True)
    except PayoutError as fault:
        raise ChoiceError(f"--stake: {fault}") from fault
    if not value:
        raise ChoiceError(f"--stake {shown(text)}: allowed is more than nothing")
    return value


def held(
    hands: Sequence[Hand],
    rounds: str,
    *,
    basis: str | None = None,
    result: str | None = None,
    confidence: str | None = None,
    within: str | None = None,
    reserve_target: str | None = None,
) -> Document:
    """The distribution of the house's result over a period of these hands, with the answers to what is asked beside it."""
    from pitbook.hold import hold, rounds_within, verdict
    from pitbook.hold.view import answer

    number, sure, bases = rounds_of(rounds), confidence_of(confidence), bases_of(basis)
    won = None if result is None else result_of(result)
    points = None if within is None else points_of(within)
    target = amount(reserve_target, "--reserve-target")
    found = hold(hands, number, bases=bases, confidence=sure)
    if target is not None:
        if not any(each.reserve for each in found.meters):
            raise ChoiceError("--reserve-target: no wager here has a meter with a reserve")
        found = replace(found, meters=tuple(replace(each, target=target) for each in found.meters))
    verdicts = [] if won is None else [(each, verdict(found, each, won)) for each in found.bases if each.spread is not None]
    close = None if points is None else rounds_within(found, points)
    return answer(found, verdicts, close)


def rounds_of(text: str, option: str = "--rounds") -> int:
    """A number of rounds within what can be worked out."""
    from pitbook.hold.figures import MOST_ROUNDS

    found = whole(text, option, 1, MOST_ROUNDS)
    assert found is not None
    return found


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
        allowed = f"an amount of dollars up to {dollars(LARGEST)}, such as 12500 or -1200.50"
        raise ChoiceError(f"--result {shown(text)}: allowed is {allowed}") from fault


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

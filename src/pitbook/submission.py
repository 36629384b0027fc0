"""A Rules Submission as a value: read, resolved against the edition in force, wager by wager.

``checks`` looks for broken rules in it and ``pack`` prints its PAR pack; sheets, settlements and meters take their choices from
it. What has no meaning at all (a key, a name, a day, an amount) is a fault of the file and is refused here; what has a meaning
and breaks a rule is a finding of the check.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from pitbook.catalog import rulebook
from pitbook.choices import TERM_NAMES, ChoiceError, EnvyTerms, Offer, allowed_options, offer, reading_values
from pitbook.errors import InputError
from pitbook.file_faults import form_of
from pitbook.filed_wording import (
    filed_amount,
    filed_by_amount,
    filed_envy,
    filed_frequency,
    filed_payout,
    filed_rate,
    filed_seed,
    multiple_text,
)
from pitbook.names import listed, slug
from pitbook.payouts import Award, EnvyAmount, PayoutError, dollars, parse_money, parse_rate, payout_text
from pitbook.rulebook import Edition, EnvyRow, Game, Paytable, UnknownNameError, Wager
from pitbook.submission_file import EnvyPart, GamePart, LinkPart, MeterPart, SubmissionFile, WagerPart

LARGEST_FILE: Final = 4_000_000
JACKPOT_ONE_IN: Final = 100_000_000


class SubmissionError(InputError):
    """A filing that cannot be read; ``faults`` lists each with its key."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


# Values --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FiledPay:
    """A payout as filed: its wording and its meaning."""

    text: str
    award: Award


@dataclass(frozen=True)
class FiledTerm:
    """A term of a meter as filed: its wording and its value (a multiple of the wager, or a rate); None is N/A."""

    text: str
    value: Fraction | None


@dataclass(frozen=True)
class FiledEnvy:
    """Envy Bonuses as filed for one wager amount (micro-dollars; None: for all), by outcome, with their wordings."""

    wager_micros: int | None
    amounts: Mapping[str, EnvyAmount | None]
    texts: Mapping[str, str]
    place: str


@dataclass(frozen=True)
class FiledMeter:
    """A meter as filed. Openings and limits are micro-dollars by wager amount, under None for all amounts."""

    terms: Mapping[str, FiledTerm]
    openings: Mapping[int | None, int]
    limits: Mapping[int | None, int]
    link: str | None

    def opening(self, wager_micros: int) -> int | None:
        """The first start filed for a wager amount."""
        return self.openings.get(wager_micros, self.openings.get(None))

    def limit(self, wager_micros: int) -> int | None:
        """The ceiling filed for a wager amount."""
        return self.limits.get(wager_micros, self.limits.get(None))


@dataclass(frozen=True)
class FiledWager:
    """A wager of the filing. Money is micro-dollars; ``paytable`` and ``offered`` are None where the choice has no table.

    ``options`` are those that the wager has, as texts. ``offered`` has the printed rows and terms, with what the filing supplies
    where the text prints none.
    """

    id: str
    place: str
    part: WagerPart
    wager: Wager
    paytable: Paytable | None
    offered: Offer | None
    minimum: int | None
    maximum: int | None
    denomination: int | None
    amounts: tuple[int, ...]
    options: Mapping[str, str]
    pays: Mapping[str, FiledPay]
    envy: tuple[FiledEnvy, ...]
    meter: FiledMeter | None

    @property
    def least(self) -> int | None:
        """The least amount that can be staked, if the filing says one."""
        return min(self.amounts) if self.amounts else self.minimum

    def refusal(self, stake: int) -> str | None:
        """Why a stake is not accepted, or None."""
        if self.amounts and stake not in self.amounts:
            allowed = listed(dollars(each) for each in sorted(self.amounts))
            return f"{dollars(stake)} is no amount the Rules Submission offers; allowed: {allowed}"
        if self.minimum is not None and stake < self.minimum:
            return f"{dollars(stake)} is below the minimum of {dollars(self.minimum)} of the Rules Submission"
        if self.maximum is not None and stake > self.maximum:
            return f"{dollars(stake)} is above the maximum of {dollars(self.maximum)} of the Rules Submission"
        if self.denomination is not None and stake % self.denomination:
            return f"{dollars(stake)} is no multiple of {dollars(self.denomination)}, as the Rules Submission has it"
        return None


@dataclass(frozen=True)
class FiledGame:
    """A game of the filing with the edition it is held against.

    ``in_force`` tells whether that edition is in force on the filing's day. ``readings`` are those the filing decides, ``values``
    all of them. ``recorded`` names wagers offered whose odds the rulebook does not hold; ``own_way`` is a house way in a file of
    its own.
    """

    game: Game
    edition: Edition
    in_force: bool
    part: GamePart
    place: str
    readings: Mapping[str, str]
    values: Mapping[str, str]
    wagers: tuple[FiledWager, ...]
    recorded: tuple[str, ...]
    own_way: Path | None

    @property
    def own_values(self) -> Mapping[str, str]:
        """Readings for which the filing has a value of its own that no text prints: a house way in a file."""
        return {} if self.own_way is None else {"house-way": str(self.own_way)}

    def wager(self, name: str) -> FiledWager:
        """A wager the filing offers. Raises :class:`~pitbook.choices.ChoiceError` when it does not."""
        for each in self.wagers:
            if each.id == name:
                return each
        offers = listed(each.id for each in self.wagers)
        raise ChoiceError(f"the Rules Submission offers no {name} at {self.game.id}; offered: {offers}")

    def offers(self, name: str) -> bool:
        """Whether the filing offers a wager, also one whose odds are not held."""
        return name in self.recorded or any(each.id == name for each in self.wagers)


@dataclass(frozen=True)
class Submission:
    """A filing that was read: its file, the day it takes effect, its games in order."""

    file: SubmissionFile
    day: date
    games: tuple[FiledGame, ...]
    name: str = "submission"
    long_run_return: Fraction | None = None
    links: Mapping[str, LinkPart] = field(default_factory=dict)

    @property
    def jackpot_one_in(self) -> int:
        """The rarest whole-meter award that is not warned of, as one in so many."""
        return self.file.thresholds.jackpot_one_in or JACKPOT_ONE_IN

    def games_of(self, name: str) -> tuple[FiledGame, ...]:
        """The parts of the filing on a game. Raises :class:`~pitbook.choices.ChoiceError` when there is none."""
        found = tuple(each for each in self.games if each.game.id == name)
        if not found:
            offered = listed(dict.fromkeys(each.game.id for each in self.games))
            raise ChoiceError(f"the Rules Submission offers no {name}; offered: {offered}")
        return found

    def game_at(self, name: str, table: str | None) -> FiledGame:
        """The part of the filing on a game at a table. Raises :class:`~pitbook.choices.ChoiceError`."""
        found = self.games_of(name)
        if table is None:
            if len(found) > 1:
                tables = listed(each for part in found for each in part.part.tables)
                raise ChoiceError(f"the Rules Submission has {name} in {len(found)} parts; name a table: {tables}")
            return found[0]
        for each in found:
            if table in each.part.tables:
                return each
        tables = listed(each for part in found for each in part.part.tables)
        raise ChoiceError(f"the Rules Submission has no {name} at table {table}; its tables: {tables}")

    def wagers(self) -> Iterator[tuple[FiledGame, FiledWager]]:
        """Every wager of every game."""
        for game in self.games:
            for wager in game.wagers:
                yield game, wager


# Reading -------------------------------------------------------------------------------------------------------------


def read_file(path: Path) -> Submission:
    """The filing of a TOML or JSON file. Raises :class:`SubmissionError` with every fault."""
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise SubmissionError([f"{path}: {fault.strerror or fault}"]) from fault
    kind = "json" if path.suffix.lower() == ".json" else "toml"
    return read_submission(parse(raw, kind, path.name), folder=path.parent, name=path.stem)


def parse(raw: bytes, kind: str, place: str) -> Any:
    """The plain values of a filing's text; ``kind`` is ``toml`` or ``json``. Raises :class:`SubmissionError`."""
    if len(raw) > LARGEST_FILE:
        raise SubmissionError([f"{place}: {len(raw):,} bytes; allowed are up to {LARGEST_FILE:,}"])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise SubmissionError([f"{place}: not UTF-8 text ({fault.reason} at byte {fault.start})"]) from fault
    try:
        return tomllib.loads(text) if kind == "toml" else json.loads(text)
    except RecursionError as fault:
        raise SubmissionError([f"{place}: lists or tables too deep inside each other"]) from fault
    except ValueError as fault:
        raise SubmissionError([f"{place}: not {kind.upper()}: {fault}"]) from fault


def read_submission(data: Any, *, folder: Path | None = None, name: str = "submission") -> Submission:
    """The filing of plain values; ``folder`` is where the files it names are looked for.

    Raises :class:`SubmissionError` with every fault of its form: unknown keys and names, wrong types, days and amounts.
    """
    file = form_of(SubmissionFile, data, SubmissionError)
    return _Reader(file, folder or Path(), name).read()


class _Reader:
    """Resolves a filing and collects its faults; each step goes on as far as it can."""

    def __init__(self, file: SubmissionFile, folder: Path, name: str) -> None:
        self.file, self.folder, self.name = file, folder, name
        self.day = file.effective_date or file.filing_date
        self.faults: list[str] = []

    def read(self) -> Submission:
        games = [found for n, part in enumerate(self.file.games) if (found := self.game(part, f"games[{n}]")) is not None]
        names = [each.link for each in self.file.links]
        for each in sorted({name for name in names if names.count(name) > 1}):
            self.fault("links", f"{each!r} is given {names.count(each)} times")
        floor = self.attempt("thresholds.long_run_return", parse_rate, self.file.thresholds.long_run_return)
        if self.faults:
            raise SubmissionError(list(dict.fromkeys(self.faults)))
        links = {each.link: each for each in self.file.links}
        return Submission(self.file, self.day, tuple(games), self.name, floor, links)

    def fault(self, place: str, text: str) -> None:
        self.faults.append(f"{place}: {text}")

    def attempt(self, place: str, meaning: Any, given: Any, otherwise: Any = None) -> Any:
        """What a text means; ``otherwise`` where there is none or it has no meaning, which is then a fault."""
        if given is None:
            return otherwise
        try:
            return meaning(given)
        except PayoutError as fault:
            self.fault(place, str(fault))
            return otherwise

    # Games

    def game(self, part: GamePart, place: str) -> FiledGame | None:
        try:
            game = rulebook().game(part.game)
        except UnknownNameError as fault:
            self.fault(f"{place}.game", fault.message)
            return None
        try:
            edition, in_force = game.edition(self.day), True
        except UnknownNameError:
            edition, in_force = game.edition(), False
        own_way = self.own_way(part, game, place)
        readings = self.readings(part, edition, place)
        if any(wager.extras for wager in part.wagers.values()) and any(each.id == "magic-lucky" for each in edition.readings):
            readings.setdefault("magic-lucky", "offered")
        values = reading_values(edition, readings)
        wagers = []
        for name, wager in part.wagers.items():
            at = f"{place}.wagers.{name}"
            if name in edition.recorded:
                self.amounts_of(wager, at)
                continue
            try:
                printed = edition.wager(name)
            except UnknownNameError as fault:
                self.fault(at, fault.message)
                continue
            wagers.append(self.wager(game, edition, printed, wager, values, own_way, at))
        recorded = tuple(name for name in part.wagers if name in edition.recorded)
        return FiledGame(game, edition, in_force, part, place, readings, values, tuple(wagers), recorded, own_way)

    def own_way(self, part: GamePart, game: Game, place: str) -> Path | None:
        """A house way in a file of its own, read once so that its faults are known."""
        if part.house_way is None or not part.house_way.endswith(".toml"):
            return None
        path = self.folder / part.house_way
        load = getattr(import_module(f"{game.package}.play"), "house_way", None)
        if load is None:
            self.fault(f"{place}.house_way", f"{game.id} has no house way")
            return None
        try:
            load({"house-way": path})
        except (OSError, ValueError) as fault:
            for each in getattr(fault, "faults", (str(fault),)):
                self.fault(f"{place}.house_way", str(each))
        return path

    def readings(self, part: GamePart, edition: Edition, place: str) -> dict[str, str]:
        """The readings decided in the file, under ``readings`` or by a key of their own."""
        given = [(f"{place}.readings.{name}", name, value) for name, value in part.readings.items()]
        own_way = part.house_way is not None and part.house_way.endswith(".toml")
        for key in ("variation", "house_way", "aggregate_limit", "commission_rounding", "payment_order"):
            value = getattr(part, key)
            if value is not None and not (key == "house_way" and own_way):
                given.append((f"{place}.{key}", key.replace("_", "-"), value))
        good: dict[str, str] = {}
        for at, name, value in given:
            try:
                checked = edition.reading(name).check(value)
            except UnknownNameError as fault:
                self.fault(at, fault.message)
                continue
            if good.setdefault(name, checked) != checked:
                self.fault(at, f"{value!r}, but readings.{name} is {good[name]!r}; say it once")
        return good

    # Wagers

    def amounts_of(self, part: WagerPart, place: str) -> dict[str, Any]:
        """The limits and amounts of a wager in micro-dollars."""
        amounts = [self.attempt(f"{place}.amounts[{n}]", filed_amount, text) for n, text in enumerate(part.amounts)]
        return {
            "minimum": self.attempt(f"{place}.minimum", filed_amount, part.minimum),
            "maximum": self.attempt(f"{place}.maximum", filed_amount, part.maximum),
            "denomination": self.attempt(f"{place}.denomination", filed_amount, part.denomination),
            "amounts": tuple(each for each in amounts if each is not None),
        }

    def wager(
        self,
        game: Game,
        edition: Edition,
        printed: Wager,
        part: WagerPart,
        values: Mapping[str, str],
        own_way: Path | None,
        place: str,
    ) -> FiledWager:
        limits = self.amounts_of(part, place)
        table = self.table(printed, part)
        meter = None if part.meter is None else self.meter(part.meter, limits["amounts"], f"{place}.meter")
        options = self.options(edition, printed, part, place)
        if own_way is not None and "house-way" in printed.options:
            options.setdefault("house-way", str(own_way))
        envy = tuple(self.envy(each, f"{place}.envy[{n}]") for n, each in enumerate(part.envy))
        found = FiledWager(
            id=printed.id,
            place=place,
            part=part,
            wager=printed,
            paytable=table,
            offered=None,
            **limits,
            options=options,
            pays=self.pays(part, place),
            envy=envy,
            meter=meter,
        )
        if table is None:
            return found
        return replace(found, offered=self.offer(game, edition, found, values))

    def table(self, printed: Wager, part: WagerPart) -> Paytable | None:
        """The paytable chosen, or the only one; None where the check has something to say."""
        if part.paytable is None:
            return printed.paytables[0] if len(printed.paytables) == 1 else None
        try:
            return printed.paytable(part.paytable)
        except UnknownNameError:
            return None

    def options(self, edition: Edition, printed: Wager, part: WagerPart, place: str) -> dict[str, str]:
        """The options that the wager has, with the frequencies of its extras; one it has not is left to the check."""
        allowed = allowed_options(edition, printed)
        rows = {option.id for option in edition.options}
        good: dict[str, str] = {}
        for name, text in part.options.items():
            at = f"{place}.options.{name}"
            if name in rows:
                if self.attempt(at, filed_payout, text) is not None and name in allowed:
                    good[name] = text
            elif name.endswith("-probability"):
                rate = self.attempt(at, filed_frequency, text)
                if rate is not None and name in allowed:
                    good[name] = str(rate)
            elif name in allowed:
                good[name] = text
        for name, text in part.extras.items():
            rate = self.attempt(f"{place}.extras.{name}", filed_frequency, text)
            if rate is not None and f"{name}-probability" in allowed:
                good[f"{name}-probability"] = str(rate)
        return good

    def pays(self, part: WagerPart, place: str) -> dict[str, FiledPay]:
        found: dict[str, FiledPay] = {}
        for key, text in part.pays.items():
            award = self.attempt(f"{place}.pays.{key}", filed_payout, text)
            if slug(key) in found:
                self.fault(f"{place}.pays.{key}", "the outcome is given twice")
            if award is not None:
                found[slug(key)] = FiledPay(text, award)
        return found

    def envy(self, part: EnvyPart, place: str) -> FiledEnvy:
        amounts = {slug(key): self.attempt(f"{place}.pays.{key}", filed_envy, text) for key, text in part.pays.items()}
        texts = {slug(key): text for key, text in part.pays.items()}
        return FiledEnvy(self.attempt(f"{place}.wager", filed_amount, part.wager), amounts, texts, place)

    def meter(self, part: MeterPart, amounts: tuple[int, ...], place: str) -> FiledMeter:
        terms: dict[str, FiledTerm] = {}
        for name in TERM_NAMES:
            text = getattr(part, name)
            if text is not None:
                meaning = filed_rate if name in {"increment", "reserve"} else lambda given: filed_seed(given, amounts)
                terms[name] = FiledTerm(text, self.attempt(f"{place}.{name}", meaning, text))
        return FiledMeter(
            terms,
            self.attempt(f"{place}.opening", filed_by_amount, part.opening, {}),
            self.attempt(f"{place}.limit", filed_by_amount, part.limit, {}),
            part.link,
        )

    def offer(self, game: Game, edition: Edition, found: FiledWager, values: Mapping[str, str]) -> Offer | None:
        try:
            return resolved(game, edition, found, values)
        except InputError as fault:
            self.fault(found.place, str(fault))
            return None


# What a filing offers and supplies -----------------------------------------------------------------------------------


def resolved(
    game: Game, edition: Edition, found: FiledWager, values: Mapping[str, str], options: Mapping[str, str] | None = None
) -> Offer:
    """The offer of a filed wager: its printed table, with the terms and the envy that the filing supplies where the text has none.

    ``values`` are the readings in force, ``options`` more options than the filing's. Raises
    :class:`~pitbook.choices.ChoiceError`.
    """
    if found.paytable is None:
        labels = listed(table.label for table in found.wager.paytables)
        raise ChoiceError(f"{found.place}: the filing chooses none of the printed paytables; allowed: {labels} (pitbook check)")
    rows = {option.id for option in edition.options}
    chosen = {name: _as_odds(text) if name in rows else text for name, text in found.options.items()}
    offered = offer(
        game,
        found.id,
        found.paytable.label,
        readings=values,
        options={name: text for name, text in chosen.items() if name not in rows or " to " in text} | dict(options or {}),
        terms=supplied_terms(found, values),
        edition=edition,
    )
    if found.options.get("house-way", "").endswith(".toml"):
        offered = replace(offered, values={**offered.values, "house-way": found.options["house-way"]})
    return with_filed_envy(offered, found)


def as_filed(offered: Offer, game: FiledGame) -> Offer:
    """An offer of one of the filing's wagers with what only the filing knows: its own house way, its own envy table."""
    return with_filed_envy(replace(offered, values={**offered.values, **game.own_values}), game.wager(offered.wager.id))


def _as_odds(text: str) -> str:
    """An optional row's odds in the printed wording."""
    return payout_text(filed_payout(text))


def supplied_terms(found: FiledWager, values: Mapping[str, str]) -> dict[str, str]:
    """The filed terms that the text leaves to the filing, as texts for :func:`~pitbook.choices.offer`."""
    if found.meter is None or found.wager.meter is None or found.paytable is None:
        return {}
    texts: dict[str, str] = {}
    for name, term in found.meter.terms.items():
        if term.value is not None and is_left_to_filing(found.paytable, name, values):
            texts[name] = multiple_text(term.value) if name in {"seed", "reseed"} else str(term.value)
    return texts


def is_left_to_filing(table: Paytable, name: str, values: Mapping[str, str]) -> bool:
    """Whether the text prints no such term for a paytable, not even N/A, or a reading asks the filing for it."""
    if name == "reseed" and values.get("seed-not-applicable") == "reseed-parameter" and printed_term(table, "seed") is None:
        return True
    if table.terms is None:
        return True
    printed = table.terms.printed
    return name not in printed and printed_term(table, name) is None and not (name == "reseed" and "seed" in printed)


def printed_term(table: Paytable, name: str) -> Fraction | None:
    """A term as the paytable prints it: a multiple of the wager or a rate; None for N/A or nothing."""
    value: Fraction | None = None if table.terms is None else getattr(table.terms, name)
    return value


def with_filed_envy(offered: Offer, found: FiledWager) -> Offer:
    """The offer with the filed envy table, where a reading leaves the table to the filing and the text prints none."""
    if not found.envy or offered.envy is not None or offered.values.get(f"{found.id}-envy") != "filed":
        return offered
    outcomes = dict.fromkeys(outcome for each in found.envy for outcome in each.amounts)
    rows = []
    for outcome in outcomes:
        amounts = {each.wager_micros: amount for each in found.envy if (amount := each.amounts.get(outcome)) is not None}
        texts = {_column(each.wager_micros): each.texts[outcome] for each in found.envy if outcome in each.texts}
        if amounts:
            rows.append(EnvyRow(outcome, amounts, texts, outcome))
    reading = offered.edition.reading("envy-min-wager")
    touched = not reading.wagers or found.id in reading.wagers
    least = offered.values[reading.id] if touched else ""
    terms = EnvyTerms(
        citation=f"{offered.citation}, as filed",
        trigger=offered.values["envy-trigger"],
        minimum_micros=parse_money(least) if least.lstrip("$")[:1].isdigit() else 0,
        other_amounts=offered.values["envy-other-amounts"],
        rows=tuple(rows),
    )
    return replace(offered, envy=terms)


def _column(wager_micros: int | None) -> str:
    return "" if wager_micros is None else f"${wager_micros // 1_000_000:,}"

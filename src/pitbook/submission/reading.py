"""A Rules Submission read from a file, every fault of its form found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitbook.catalog import rulebook
from pitbook.choices import TERM_NAMES, Offer, allowed_options, reading_values
from pitbook.choices.picked import extras_reading
from pitbook.errors import InputError
from pitbook.file_faults import form_of, json_values, toml_values
from pitbook.game_modules import play_part
from pitbook.given_files import GivenFileError, bytes_of, called, file_bytes, is_input
from pitbook.names import slug
from pitbook.payouts import PayoutError, parse_rate
from pitbook.rulebook import Edition, Game, Paytable, UnknownNameError, Wager
from pitbook.submission.offers import resolved
from pitbook.submission.submission_file import EnvyPart, GamePart, MeterPart, SubmissionFile, WagerPart
from pitbook.submission.values import (
    LARGEST_FILE,
    FiledEnvy,
    FiledGame,
    FiledMeter,
    FiledPay,
    FiledTerm,
    FiledWager,
    Submission,
    SubmissionError,
)
from pitbook.submission.wording import (
    filed_amount,
    filed_by_amount,
    filed_envy,
    filed_frequency,
    filed_payout,
    filed_rate,
    filed_seed,
)


def read_file(path: Path) -> Submission:
    """The filing of a TOML or JSON file. Raises :class:`SubmissionError` with every fault."""
    try:
        raw = file_bytes(path)
    except OSError as fault:
        raise SubmissionError([f"{path}: {fault.strerror or fault}"]) from fault
    except GivenFileError as fault:
        raise SubmissionError([str(fault)]) from fault
    kind = "json" if path.suffix.lower() == ".json" else "toml"
    return read_submission(parse(raw, kind, path.name), folder=path.parent, name=path.stem)


def read_given(path: Path) -> Submission:
    """The filing of a file named on a command line; ``-`` is standard input. Raises :class:`SubmissionError` with every fault."""
    if not is_input(path):
        return read_file(path)
    raw = bytes_of(path)
    return read_submission(parse(raw, kind_of(raw), called(path)))


def kind_of(raw: bytes) -> str:
    """What a filing without a file's name is written in: ``json`` or ``toml``."""
    return "json" if raw.lstrip()[:1] == b"{" else "toml"


def parse(raw: bytes, kind: str, place: str) -> Any:
    """The plain values of a filing's text; ``kind`` is ``toml`` or ``json``. Raises :class:`SubmissionError`."""
    if len(raw) > LARGEST_FILE:
        raise SubmissionError([f"{place}: {len(raw):,} bytes; allowed are up to {LARGEST_FILE:,}"])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise SubmissionError([f"{place}: not UTF-8 text ({fault.reason} at byte {fault.start})"]) from fault
    try:
        return toml_values(text) if kind == "toml" else json_values(text)
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
        of_extras = extras_reading(edition)
        if of_extras is not None and any(wager.extras for wager in part.wagers.values()):
            readings.setdefault(of_extras.id, of_extras.pays_extras[0])
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
        load = play_part(game.package, "house_way")
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

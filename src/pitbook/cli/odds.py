"""``pitbook par`` and ``compare``: PAR sheets."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from pitbook.names import shown
from pitbook.report.output import deliver
from pitbook.tables import Document

if TYPE_CHECKING:
    from pitbook.par import Conditions, ParSheet
    from pitbook.rulebook import Game, Paytable

PaytableOption = Annotated[str | None, typer.Option("--paytable", "-p", help="One paytable; default all of them.")]
Players = Annotated[
    str | None, typer.Option("--players", help="Other hands that can bring an Envy Bonus; it then counts in the edge.")
]
Bettors = Annotated[list[str] | None, typer.Option("--bettors", help="WAGER=K: how many share a divided award (default 1).")]
Meter = Annotated[str | None, typer.Option("--meter", help="Dollars on the meter; default its seed, else nothing.")]
WagerAmount = Annotated[str | None, typer.Option("--wager-amount", help="Dollars staked (default 1).")]
Decks = Annotated[str | None, typer.Option("--decks", help="Decks in the shoe, where the game has a shoe.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="READING=VALUE; repeat for more.")]
OptionPairs = Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE; repeat for more.")]
Terms = Annotated[str | None, typer.Option("--terms", help="seed=,reseed=,increment=,reserve= of the meter, comma separated.")]
PaytableFile = Annotated[Path | None, typer.Option("--paytable-file", help="A paytable of your own (TOML).")]
FiledIn = Annotated[Path | None, typer.Option("--submission", help="A Rules Submission: only what it offers, as it offers it.")]
Confidence = Annotated[str | None, typer.Option("--confidence", help="Confidence of bands, between 0 and 1 (default 0.95).")]
Rounds = Annotated[str | None, typer.Option("--rounds", help="Show the band of the edge after so many rounds.")]
ReserveTarget = Annotated[str | None, typer.Option("--reserve-target", help="Dollars the reserve should reach; default the seed.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(par)
    app.command()(compare)


def par(
    game: Annotated[str | None, typer.Argument(help="A game.", autocompletion=complete_game)] = None,
    wager: Annotated[str | None, typer.Argument(help="One of its wagers; default all.", autocompletion=complete_wager)] = None,
    every: Annotated[bool, typer.Option("--all", help="Every wager and paytable of every game.")] = False,
    paytable: PaytableOption = None,
    players: Players = None,
    bettors: Bettors = None,
    meter: Meter = None,
    wager_amount: WagerAmount = None,
    decks: Decks = None,
    readings: Set = None,
    options: OptionPairs = None,
    terms: Terms = None,
    paytable_file: PaytableFile = None,
    submission: FiledIn = None,
    confidence: Confidence = None,
    rounds: Rounds = None,
    reserve_target: ReserveTarget = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Print exact PAR sheets: of a wager and paytable, of a game, of everything (--all), or of a filing (--submission)."""
    from pitbook.par_table import sheet_table

    one_form(as_json, as_csv, output)
    if (every and game is not None) or (game is None and not every and submission is None):
        raise ChoiceError("par takes a game, or --all or --submission and no game")
    if paytable_file is not None and (wager is None or paytable is not None):
        raise ChoiceError("--paytable-file goes with one wager and in place of --paytable")
    asked = Asked(
        wager=wager,
        paytable=paytable,
        players=whole(players, "--players", 0, 100),
        bettors=pairs(bettors or [], "--bettors"),
        meter=amount(meter, "--meter"),
        wager_amount=amount(wager_amount, "--wager-amount"),
        decks=whole(decks, "--decks", 1, 8),
        readings=pairs(readings or [], "--set"),
        options=pairs(options or [], "--option"),
        terms=comma_pairs(terms, "--terms"),
        paytable_file=paytable_file,
        confidence=confidence_of(confidence),
        rounds=whole(rounds, "--rounds"),
        reserve_target=amount(reserve_target, "--reserve-target"),
    )
    if submission is not None:
        sheets = asked.of_filing(submission, game)
    else:
        sheets = asked.of_every_game() if every else asked.of_game(game or "")
    data: Any = [sheet.to_json() for sheet in sheets] if as_json or output is not None else None
    if data is not None and len(sheets) == 1 and not every:
        data = data[0]
    answer = Document("PAR sheets", [sheet_table(sheet) for sheet in sheets], data)
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output, own=_own_files(sheets, output))


def _own_files(sheets: list[ParSheet], output: Path | None) -> Any:
    """The forms of PAR sheets as files: a workbook with live formulas, a typeset page each."""
    if output is None:
        return None
    from pitbook.report.par_files import par_files

    return par_files(sheets)


def compare(
    game: Annotated[str, typer.Argument(help="A game.", autocompletion=complete_game)],
    wager: Annotated[str, typer.Argument(help="One of its wagers.", autocompletion=complete_wager)],
    players: Players = None,
    bettors: Bettors = None,
    meter: Meter = None,
    wager_amount: WagerAmount = None,
    decks: Decks = None,
    readings: Set = None,
    options: OptionPairs = None,
    terms: Terms = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Put all paytables of a wager side by side; the best for the player is marked."""
    from pitbook.par_table import best_for_player, compare_tables, rank

    one_form(as_json, as_csv, output)
    asked = Asked(
        wager=wager,
        players=whole(players, "--players", 0, 100),
        bettors=pairs(bettors or [], "--bettors"),
        meter=amount(meter, "--meter"),
        wager_amount=amount(wager_amount, "--wager-amount"),
        decks=whole(decks, "--decks", 1, 8),
        readings=pairs(readings or [], "--set"),
        options=pairs(options or [], "--option"),
        terms=comma_pairs(terms, "--terms"),
    )
    sheets = asked.of_game(game)
    best = best_for_player(sheets)
    data = {
        "game": sheets[0].game,
        "wager": sheets[0].wager,
        "ranked_by": "theoretical_hold" if sheets[0].progressive is not None else "house_edge",
        "order": [sheet.paytable for sheet in rank(sheets)],
        "best_for_player": [sheet.paytable for sheet in sheets if sheet.paytable in best],
        "sheets": [sheet.to_json() for sheet in sheets],
    }
    answer = Document(f"{game} {wager}: paytables compared", compare_tables(sheets), data)
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output)


def confidence_of(text: str | None) -> float:
    """A confidence between 0 and 1, default 0.95."""
    if text is None:
        return 0.95
    written = re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{1,12})?%?", text.strip())
    value = float(text.strip().removesuffix("%")) / (100 if "%" in text else 1) if written else 0.0
    if not 0 < value < 1:
        raise ChoiceError(f"--confidence {shown(text)}: allowed is a number between 0 and 1, such as 0.95")
    return value


class Asked:
    """What the command line asked for, applied to each wager it concerns."""

    def __init__(
        self,
        *,
        wager: str | None = None,
        paytable: str | None = None,
        players: int | None = None,
        bettors: Mapping[str, str] | None = None,
        meter: int | None = None,
        wager_amount: int | None = None,
        decks: int | None = None,
        readings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        terms: Mapping[str, str] | None = None,
        paytable_file: Path | None = None,
        confidence: float = 0.95,
        rounds: int | None = None,
        reserve_target: int | None = None,
    ) -> None:
        self.wager, self.paytable, self.paytable_file = wager, paytable, paytable_file
        self.players, self.bettors, self.meter = players, dict(bettors or {}), meter
        self.wager_amount, self.decks = wager_amount, decks
        self.readings, self.options, self.terms = dict(readings or {}), dict(options or {}), dict(terms or {})
        self.confidence, self.rounds, self.reserve_target = confidence, rounds, reserve_target
        self.left_out: dict[str, ChoiceError] = {}

    def of_every_game(self) -> list[ParSheet]:
        """The sheets of every game; a reading, an option or a term is used where it exists, and must exist somewhere."""
        from pitbook.catalog import rulebook

        games = list(rulebook())
        self.must_exist(games)
        if any(each.id == "pai-gow" for game in games for each in game.wagers):
            _say_left_out()
        return self._some([sheet for game in games for sheet in self._sheets(game)])

    def of_game(self, name: str) -> list[ParSheet]:
        """The sheets of one game or of one wager."""
        from pitbook.catalog import rulebook

        game = rulebook().game(name)
        if self.wager is not None:
            game.edition().wager(self.wager)
        elif any(each.id == "pai-gow" for each in game.wagers):
            _say_left_out()
        self.must_exist([game])
        return self._some(self._sheets(game))

    def of_filing(self, path: Path, name: str | None) -> list[ParSheet]:
        """The sheets of what a filing offers; what it does not offer is refused."""
        from pitbook.filed_sheets import LONG_COUNTS, Wanted, offered_sheets
        from pitbook.submission import read_file

        for option, given in (("--terms", self.terms), ("--paytable-file", self.paytable_file)):
            if given:
                raise ChoiceError(f"{option} does not go with --submission, which says it itself")
        filing = read_file(path)
        games = filing.games if name is None else filing.games_of(name)
        self.must_exist([each.game for each in games])
        if self.wager is None and any(wager.id in LONG_COUNTS for game in games for wager in game.wagers):
            _say_left_out()
        bettors = {wager: whole(text, f"--bettors {wager}", 1, 1000) or 1 for wager, text in self.bettors.items()}
        return offered_sheets(
            filing,
            Wanted(
                game=name,
                wager=self.wager,
                paytable=self.paytable,
                readings=self.readings,
                options=self.options,
                decks=self.decks,
                bettors=bettors,
                conditions=self.conditions_of(games[0].game, "", has_meter=True),
                any_stake=self.wager_amount is None,
            ),
        )

    def must_exist(self, games: list[Game]) -> None:
        """Refuse readings, options and divided wagers that are nowhere in the games."""
        from pitbook.choices import allowed_options
        from pitbook.rulebook import UnknownNameError

        editions = [game.edition() for game in games]
        wagers = [(each, wager) for each in editions for wager in each.wagers if self.wager in (None, wager.id)]
        options = {name for edition, wager in wagers for name in allowed_options(edition, wager)}
        divided = {wager.id for _, wager in wagers if wager.divided}
        known = {reading.id for edition in editions for reading in edition.readings}
        for kind, given, allowed in (
            ("reading", self.readings, known),
            ("option", self.options, options),
            ("wager with a divided award", self.bettors, divided),
        ):
            for name in given:
                if name not in allowed:
                    raise UnknownNameError(kind, name, sorted(allowed), self.wager or "")

    def _sheets(self, game: Game) -> list[ParSheet]:
        from pitbook.choices import AmountError
        from pitbook.par import par as par_sheet

        edition = game.edition()
        if self.wager is not None:
            wagers = [edition.wager(self.wager)]
        else:
            wagers = [each for each in edition.wagers if each.no_sheet is None and each.id != "pai-gow"]
        found: list[ParSheet] = []
        for wager in wagers:
            own: Paytable | None = None
            if self.paytable_file is not None:
                from pitbook.own_table import read_own_table

                try:
                    own = read_own_table(self.paytable_file, game, wager, edition)
                except OSError as fault:
                    raise ChoiceError(f"--paytable-file {self.paytable_file}: {fault.strerror or fault}") from fault
            labels: list[str | None] = [table.label for table in wager.paytables]
            if own is not None:
                labels = [None]
            elif self.paytable is not None and self.wager is not None:
                labels = [self.paytable]
            elif self.paytable is not None:
                labels = [table.label for table in wager.paytables if table.label.lower() == self.paytable.lower()]
            for label in labels:
                try:
                    sheet = par_sheet(
                        game.id,
                        wager.id,
                        label,
                        readings={name: value for name, value in self.readings.items() if self._has_reading(edition, name)},
                        options=self._options(edition, wager),
                        terms=self.terms if self.wager is not None or wager.meter is not None else {},
                        own_table=own,
                        conditions=self.conditions_of(game, wager.id, wager.meter is not None),
                    )
                except AmountError as fault:
                    # Such a wager is not accepted, so there is no sheet of it; only where it is named is that a fault.
                    if self.wager is not None:
                        raise
                    self.left_out[f"{game.id} {wager.id}"] = fault
                    continue
                found.append(sheet)
        return found

    def _some(self, sheets: list[ParSheet]) -> list[ParSheet]:
        for name, fault in self.left_out.items():
            if not sheets:
                raise fault
            print(f"pitbook: {name} is left out: {fault}", file=sys.stderr)
        if not sheets:
            raise ChoiceError(f"no wager has a paytable {self.paytable!r}; pitbook show GAME lists them")
        return sheets

    @staticmethod
    def _has_reading(edition: Any, name: str) -> bool:
        return any(reading.id == name for reading in edition.readings)

    def _options(self, edition: Any, wager: Any) -> dict[str, str]:
        from pitbook.choices import allowed_options

        if self.wager is not None:
            return self.options
        allowed = allowed_options(edition, wager)
        return {name: value for name, value in self.options.items() if name in allowed}

    def conditions_of(self, game: Game, wager: str, has_meter: bool) -> Conditions:
        """The conditions of a wager's sheet."""
        from pitbook.par import Conditions
        from pitbook.payouts import MICROS

        alone = self.wager is not None
        return Conditions(
            wager_micros=MICROS if self.wager_amount is None else self.wager_amount,
            meter_micros=self.meter if has_meter or alone else None,
            players=self.players,
            bettors=whole(self.bettors.get(wager), f"--bettors {wager}", 1, 1000) or 1,
            decks=self.decks if len(game.decks) > 1 or alone else None,
            confidence=self.confidence,
            rounds=self.rounds,
            reserve_target_micros=self.reserve_target,
        )


def _say_left_out() -> None:
    print("pitbook: pai-gow-poker pai-gow is left out; name it to compute it (pitbook par pai-gow-poker pai-gow)", file=sys.stderr)

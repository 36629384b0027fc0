"""PAR sheets that are asked for: of a wager, a game, every game or a filing, under what conditions; and paytables compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pitbook.asked.texts import Faults, amount, comma_pairs, confidence_of, pairs, whole
from pitbook.beside import in_turns
from pitbook.choices import ChoiceError

if TYPE_CHECKING:
    from pitbook.own_table import GivenTable
    from pitbook.par import Conditions, ParSheet
    from pitbook.rulebook import Edition, Game, Paytable, Wager


def sheets_asked(
    *,
    wager: str | None,
    paytable: str | None = None,
    players: str | None = None,
    bettors: Sequence[str] | None = None,
    meter: str | None = None,
    wager_amount: str | None = None,
    decks: str | None = None,
    readings: Sequence[str] | None = None,
    options: Sequence[str] | None = None,
    terms: str | None = None,
    paytable_file: Path | GivenTable | None = None,
    confidence: str | None = None,
    rounds: str | None = None,
    reserve_target: str | None = None,
) -> SheetsAsked:
    """What the texts of options or parameters ask for. Raises :class:`~pitbook.choices.ChoiceError` with all faults."""
    faults = Faults()
    asked = SheetsAsked(
        wager=wager,
        paytable=paytable,
        players=faults.of(whole, players, "--players", 0, 100),
        bettors=faults.of(pairs, bettors or (), "--bettors"),
        meter=faults.of(amount, meter, "--meter"),
        wager_amount=faults.of(amount, wager_amount, "--wager-amount"),
        decks=faults.of(whole, decks, "--decks", 1, 8),
        readings=faults.of(pairs, readings or (), "--set"),
        options=faults.of(pairs, options or (), "--option"),
        terms=faults.of(comma_pairs, terms, "--terms"),
        paytable_file=paytable_file,
        confidence=faults.of(confidence_of, confidence) or 0.95,
        rounds=faults.of(whole, rounds, "--rounds"),
        reserve_target=faults.of(amount, reserve_target, "--reserve-target"),
    )
    faults.say()
    return asked


class _Refused(NamedTuple):
    """A wager, with its game, of which there is no sheet under these conditions."""

    wager: str
    fault: ChoiceError


class _Counted(NamedTuple):
    """Wagers of a game that one count prices, over so many cards: the more, the longer it takes."""

    game: Game
    wagers: list[Wager]
    cards: int


class SheetsAsked:
    """What was asked for, applied to each wager it concerns; ``notes`` then say what is left out of the answer."""

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
        paytable_file: Path | GivenTable | None = None,
        confidence: float = 0.95,
        rounds: int | None = None,
        reserve_target: int | None = None,
    ) -> None:
        self.wager, self.paytable, self.paytable_file = wager, paytable, paytable_file
        self.players, self.bettors, self.meter = players, dict(bettors or {}), meter
        self.wager_amount, self.decks = wager_amount, decks
        self.readings, self.options, self.terms = dict(readings or {}), dict(options or {}), dict(terms or {})
        self.confidence, self.rounds, self.reserve_target = confidence, rounds, reserve_target
        self.notes: list[str] = []

    def compared(self, name: str) -> list[ParSheet]:
        """The sheets of all paytables of the wager, a table of one's own after the printed ones."""
        from pitbook.own_table import check_label

        own, self.paytable_file = self.paytable_file, None
        sheets = self.of_game(name)
        if own is None:
            return sheets
        self.paytable_file = own
        (mine,) = self.of_game(name)
        assert mine.offer is not None
        check_label(mine.paytable, mine.offer.wager, "--paytable-file")
        return [*sheets, mine]

    def of_every_game(self) -> list[ParSheet]:
        """The sheets of every game; a reading, an option or a term is used where it exists, and must exist somewhere."""
        from pitbook.catalog import rulebook

        games = list(rulebook())
        self.must_exist(games)
        self._note_long_counts((game.id, each) for game in games for each in game.wagers)
        groups = sorted((group for game in games for group in self._by_count(game)), key=lambda group: -group.cards)
        found: dict[tuple[str, str], list[ParSheet | _Refused]] = {}
        for sheets in in_turns([partial(self._of_group, group) for group in groups]):
            found.update(sheets)
        return self._some([each for game in games for wager in self._priced(game) for each in found[game.id, wager.id]])

    def of_game(self, name: str) -> list[ParSheet]:
        """The sheets of one game or of one wager."""
        from pitbook.catalog import rulebook

        game = rulebook().game(name)
        if self.wager is not None:
            game.edition().wager(self.wager)
        else:
            self._note_long_counts((game.id, each) for each in game.wagers)
        self.must_exist([game])
        return self._some(self._sheets(game))

    def of_filing(self, path: Path, name: str | None) -> list[ParSheet]:
        """The sheets of what a filing offers; what it does not offer is refused."""
        from pitbook.submission import read_given
        from pitbook.submission.sheets import Wanted, offered_sheets

        for option, given in (("--terms", self.terms), ("--paytable-file", self.paytable_file)):
            if given:
                raise ChoiceError(f"{option} does not go with --submission, which says it itself")
        filing = read_given(path)
        games = filing.games if name is None else filing.games_of(name)
        self.must_exist([each.game for each in games])
        if self.wager is None:
            self._note_long_counts((game.game.id, each.wager) for game in games for each in game.wagers)
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

    def _priced(self, game: Game) -> list[Wager]:
        """The wagers that are priced: the one asked for, or all but those whose count takes long."""
        edition = game.edition()
        if self.wager is not None:
            return [edition.wager(self.wager)]
        return [each for each in edition.wagers if each.no_sheet is None and not each.long_count]

    def _by_count(self, game: Game) -> Iterator[_Counted]:
        """The priced wagers of a game in groups that one count prices."""
        from pitbook.families import families

        groups: dict[str | None, list[Wager]] = {}
        for wager in self._priced(game):
            groups.setdefault(wager.family, []).append(wager)
        for family, wagers in groups.items():
            cards = sum(game.cards.values()) if family is None else families(game.package)[family].cards
            yield _Counted(game, wagers, cards)

    def _of_group(self, group: _Counted) -> dict[tuple[str, str], list[ParSheet | _Refused]]:
        game, edition = group.game, group.game.edition()
        return {(game.id, wager.id): list(self._sheets_of_wager(game, edition, wager)) for wager in group.wagers}

    def _sheets(self, game: Game) -> list[ParSheet | _Refused]:
        edition = game.edition()
        return [sheet for wager in self._priced(game) for sheet in self._sheets_of_wager(game, edition, wager)]

    def _sheets_of_wager(self, game: Game, edition: Edition, wager: Wager) -> Iterator[ParSheet | _Refused]:
        from pitbook.choices import AmountError
        from pitbook.par import par

        own = self._own_table(game, edition, wager)
        for label in [None] if own is not None else self._labels(wager):
            try:
                yield par(
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
                yield _Refused(f"{game.id} {wager.id}", fault)

    def _own_table(self, game: Game, edition: Edition, wager: Wager) -> Paytable | None:
        if self.paytable_file is None:
            return None
        from pitbook.own_table import given_table
        from pitbook.payouts import MICROS

        self.paytable_file = given_table(self.paytable_file)  # standard input can be read once
        return self.paytable_file.paytable(game, wager, edition, MICROS if self.wager_amount is None else self.wager_amount)

    def _labels(self, wager: Wager) -> list[str]:
        """The paytables wanted; a label that is asked of one wager must be there, of several it may be."""
        if self.paytable is not None and self.wager is not None:
            return [self.paytable]
        labels = [table.label for table in wager.paytables]
        return labels if self.paytable is None else [each for each in labels if each.lower() == self.paytable.lower()]

    def _note_long_counts(self, wagers: Iterable[tuple[str, Wager]]) -> None:
        """Say which of these wagers, each with its game's id, are left out for the time they take."""
        for name in dict.fromkeys(f"{game} {wager.id}" for game, wager in wagers if wager.long_count):
            self.notes.append(f"{name} is left out; name it to compute it (pitbook par {name})")

    def _some(self, found: list[ParSheet | _Refused]) -> list[ParSheet]:
        """The sheets; a wager that has none is noted once, and is the fault where nothing else is left."""
        refused = {each.wager: each.fault for each in found if isinstance(each, _Refused)}
        sheets = [each for each in found if not isinstance(each, _Refused)]
        for name, fault in refused.items():
            if not sheets:
                raise fault
            self.notes.append(f"{name} is left out: {fault}")
        if not sheets:
            raise ChoiceError(f"no wager has a paytable {self.paytable!r}; pitbook show GAME lists them")
        return sheets

    @staticmethod
    def _has_reading(edition: Edition, name: str) -> bool:
        return any(reading.id == name for reading in edition.readings)

    def _options(self, edition: Edition, wager: Wager) -> dict[str, str]:
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


def comparison_json(sheets: Sequence[ParSheet]) -> dict[str, Any]:
    """The paytables of a wager ranked, the best for the player named, each sheet in full: as JSON values."""
    from pitbook.par_table import best_for_player, rank

    best = best_for_player(sheets)
    return {
        "game": sheets[0].game,
        "wager": sheets[0].wager,
        "ranked_by": "theoretical_hold" if sheets[0].progressive is not None else "house_edge",
        "order": [sheet.paytable for sheet in rank(sheets)],
        "best_for_player": [sheet.paytable for sheet in sheets if sheet.paytable in best],
        "sheets": [sheet.to_json() for sheet in sheets],
    }

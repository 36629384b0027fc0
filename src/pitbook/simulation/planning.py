"""The tables of a simulation: seats, wagers, stakes, meters, links, resolved from the filing and the play, every fault at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Final

from pitbook.choices import Offer, required_wagers
from pitbook.choices.picked import more_than_one_of, touching
from pitbook.errors import InputError
from pitbook.families import Deal, families
from pitbook.game_modules import optional_module
from pitbook.names import listed
from pitbook.payouts import MICROS, PayoutError, dollars, money, parse_money, parse_rate
from pitbook.progressive import MeterError, MeterPolicies, Terms, increments, open_meter
from pitbook.rulebook import UnknownNameError
from pitbook.settlement import fold_outcome, meter_policies
from pitbook.settlement.order import withholding
from pitbook.simulation.dealing import WORDS
from pitbook.simulation.order import Order, files_of, this_program
from pitbook.simulation.plan import Extra, Group, MeterPlan, Plan, Source, TablePlan, WagerPlan
from pitbook.simulation.play_file import BetPart, GamePart
from pitbook.simulation.strategies import threshold
from pitbook.submission import FiledGame, FiledWager, as_filed
from pitbook.three_cards import NEVER_FOLD

USUAL_SEATS: Final = 6
USUAL_STAKE: Final = 5 * MICROS
USUAL_PROGRESSIVE: Final = 1 * MICROS


class PlanError(InputError):
    """A filing or a play that cannot be simulated, one fault a line."""


_plans: dict[str, Plan] = {}


def plan_of(order: Order) -> Plan:
    """The plan of an order, kept for the next block. Raises :class:`PlanError` with every fault."""
    key = order.fingerprint
    if order.program != this_program():
        raise PlanError(f"this worker is {this_program()}; the simulation was made by {order.program}")
    if key not in _plans:
        _plans[key] = _Planner(order).plan()
    return _plans[key]


class _Planner:
    """Builds the plan and collects its faults."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.submission = order.submission()
        self.faults: list[str] = []
        self.notes: list[str] = []
        self.meters: dict[str, MeterPlan] = {}

    def plan(self) -> Plan:
        self.check_names()
        if files_of(self.submission) != self.order.files:
            names = listed(name for name, _ in self.order.files) or "none"
            raise PlanError(f"the files that the filing names ({names}) are not here as they were when the simulation was made")
        tables = [
            table for filed in self.submission.games for name in filed.part.tables if (table := self.table(filed, name)) is not None
        ]
        if self.faults:
            raise PlanError("\n".join(dict.fromkeys(self.faults)))
        return Plan(self.submission, tuple(_groups(tables, self.meters)), tuple(dict.fromkeys(self.notes)))

    def fault(self, place: str, text: str) -> None:
        self.faults.append(f"{place}: {text}")

    def check_names(self) -> None:
        games = {filed.game.id: filed for filed in self.submission.games}
        wagers = [each.id for filed in self.submission.games for each in filed.wagers]
        for name in self.order.pays_on:
            if name not in wagers:
                self.fault("--pays-on", UnknownNameError("wager", name, dict.fromkeys(wagers)).message)
        for n, part in enumerate(self.order.play.play):
            if part.game not in games:
                self.fault(f"play[{n}].game", UnknownNameError("game in the filing", part.game, games).message)
                continue
            known = [name for filed in self.submission.games if filed.game.id == part.game for name in filed.part.tables]
            for name in part.tables or []:
                if name not in known:
                    self.fault(f"play[{n}].tables", UnknownNameError("table", name, known).message)
            taken = [name for each in self.order.play.play[:n] if each.game == part.game for name in each.tables or known]
            if not set(known if part.tables is None else part.tables) - set(taken):
                self.fault(f"play[{n}].tables", "it has no table: those before it have them all; name tables, or leave it out")
            if part.wagers is not None and not part.wagers:
                self.fault(f"play[{n}].wagers", "no wager is placed; name some, or leave out wagers for all of them")
            offered = {each.id for filed in self.submission.games if filed.game.id == part.game for each in filed.wagers}
            for name in part.wagers or {}:
                if name not in offered:
                    self.fault(f"play[{n}].wagers", UnknownNameError("wager in the filing", name, sorted(offered)).message)

    # A table

    def table(self, filed: FiledGame, name: str) -> TablePlan | None:
        usual = -1, GamePart(game=filed.game.id)
        number, part = next(
            (
                (n, each)
                for n, each in enumerate(self.order.play.play)
                if each.game == filed.game.id and (each.tables is None or name in each.tables)
            ),
            usual,
        )
        place = f"table {name}"
        seats = part.seats if part.seats is not None else min(USUAL_SEATS, filed.game.seats)
        if seats > filed.game.seats:
            self.fault(place, f"{seats} seats; allowed are 1 to {filed.game.seats}")
            return None
        before = len(self.faults)
        self.check_colors(filed, part, place, seats)
        wagers, sources = self.wagers(filed, part, place, seats, name)
        strategy, plays_from, way = self.strategy(filed, part, place, wagers)
        if len(self.faults) > before:
            return None
        return TablePlan(
            id=name,
            alike=f"{filed.place}, play {number}",
            filed=filed,
            seats=seats,
            strategy=strategy,
            plays_from=plays_from,
            player_way=way,
            sources=tuple(sources),
            wagers=tuple(wagers),
            decks=filed.part.decks or filed.game.default_decks,
            key=int.from_bytes(sha256(f"{filed.game.id}/{name}".encode()).digest()[:8], "little"),
        )

    def check_colors(self, filed: FiledGame, part: GamePart, place: str, seats: int) -> None:
        """Colors of seats that are not taken, or that no wager has."""
        allowed = dict.fromkeys(color for each in filed.wagers for color in each.wager.player_choice or {})
        for seat, color in part.colors.items():
            if not allowed:
                self.fault(f"{place}, colors", f"no wager of {filed.game.id} that is filed has a color")
                return
            if seat not in {str(n + 1) for n in range(seats)}:
                self.fault(f"{place}, colors", f"{seat!r} is no seat that is taken; taken are 1 to {seats}")
            if color not in allowed:
                self.fault(f"{place}, colors, seat {seat}", f"{color!r}; allowed: {listed(allowed)}")

    def wagers(self, filed: FiledGame, part: GamePart, place: str, seats: int, table: str) -> tuple[list[WagerPlan], list[Source]]:
        sources: list[Source] = []
        wagers: list[WagerPlan] = []
        for each in filed.wagers:
            wanted = part.wagers is None or each.id in part.wagers or each.wager.stakeless or each.wager.equals is not None
            if not wanted:
                continue
            at = f"{place}, {each.id}"
            if each.offered is None:
                self.fault(at, "the filing chooses none of the printed paytables")
                continue
            offered = as_filed(each.offered, filed)
            source = self.source(offered, at)
            stakes = self.stakes(filed, part, each, at, seats)
            if source is None or stakes is None:
                continue
            if source not in sources:
                sources.append(source)
            bet = (part.wagers or {}).get(each.id, BetPart())
            wagers.append(
                WagerPlan(
                    offered=offered,
                    source=sources.index(source),
                    stakes=stakes,
                    threshold=self.threshold(bet.share, f"{at}, share"),
                    survives=fold_outcome(offered) not in {"lost", "not due"},
                    after_play=each.wager.equals is not None or (each.wager.stakeless and bool(each.wager.requires)),
                    meters=tuple(self.meter(filed, each, offered, stake, table, at) if stake else None for stake in stakes),
                    colors=tuple(
                        part.colors.get(str(seat + 1), "red") if each.wager.player_choice else "" for seat in range(seats)
                    ),
                    extras=tuple(self.extras(offered, at)),
                )
            )
        self.check_together(filed, wagers, place, seats)
        return wagers, sources

    def source(self, offered: Offer, at: str) -> Source | None:
        """Where a wager's result comes from."""
        own = optional_module(offered.game.package, "many")
        if offered.family is None:
            if hasattr(own, "EVENTS"):
                return Source(offered.wager.id, offered.reads, None, True)
            self.fault(at, "its result comes from no hand family; it is not simulated")
            return None
        deal = families(offered.game.package)[offered.family].deal
        if deal is Deal.COUP and own is None:
            self.fault(at, "the game has no code for many coups; it is not simulated")
            return None
        if offered.wager.stakeless and withholding(offered) is not None:
            read = [each.id for each in touching(offered.edition, offered.wager) if each.withholds]
            under = "".join(f"under {name} = {offered.values[name]} " for name in read)
            self.fault(at, f"{under}the bonus hangs on two hands; it is not simulated")
        return Source(offered.family, offered.reads, deal, "player" in offered.reads)

    def stakes(self, filed: FiledGame, part: GamePart, each: FiledWager, at: str, seats: int) -> tuple[int, ...] | None:
        """A stake a seat, 0 where the wager is not placed; stakes of other wagers where it has none or an equal one."""
        basis = each.wager.basis or each.wager.equals
        if basis is not None:
            if (part.wagers or {}).get(each.id, BetPart()) != BetPart():
                self.fault(at, f"it follows {basis}: its stake, seats and share are those of {basis}; say them there")
            offered = next((other for other in filed.wagers if other.id == basis), None)
            if offered is None or (part.wagers is not None and basis not in part.wagers):
                if each.id in (part.wagers or {}):
                    self.fault(at, f"it follows {basis}, which is not placed; place that, or leave it out")
                return None
            return self.stakes(filed, part, offered, at, seats)
        bet = (part.wagers or {}).get(each.id, BetPart())
        stake = self.stake(each, bet, at)
        if stake is None:
            return None
        wrong = [seat for seat in bet.seats or [] if seat > seats]
        if wrong:
            self.fault(f"{at}, seats", f"{listed(str(seat) for seat in wrong)}; taken are 1 to {seats}")
        return tuple(stake if bet.seats is None or seat + 1 in bet.seats else 0 for seat in range(seats))

    def stake(self, each: FiledWager, bet: BetPart, at: str) -> int | None:
        if bet.stake is None:
            if each.least is not None:
                return each.least
            usual = USUAL_PROGRESSIVE if each.wager.meter is not None else USUAL_STAKE
            self.notes.append(f"{each.id}: the filing names no amount; {dollars(usual)} is staked.")
            return usual
        try:
            stake = parse_money(bet.stake, whole_cents=True)
        except PayoutError as fault:
            self.fault(f"{at}, stake", str(fault))
            return None
        refusal = each.refusal(stake) if stake else "a stake of nothing; leave the wager out instead"
        if refusal is not None:
            self.fault(f"{at}, stake", refusal)
            return None
        return stake

    def threshold(self, share: str, at: str) -> int:
        try:
            rate = parse_rate(share)
        except PayoutError as fault:
            self.fault(at, str(fault))
            return 0
        threshold = round(rate * WORDS)
        if not threshold:
            self.fault(at, "never placed; leave the wager out instead")
        return threshold

    def extras(self, offered: Offer, at: str) -> Iterator[Extra]:
        for extra in offered.extras:
            given = offered.options.get(f"{extra.outcome}-probability")
            if given is None:
                self.notes.append(f"{offered.wager.id}: the filing gives no frequency for {extra.outcome}; it is left out.")
            else:
                yield Extra(extra.outcome, extra.award.multiple, round(parse_rate(given) * WORDS))

    def check_together(self, filed: FiledGame, wagers: Sequence[WagerPlan], place: str, seats: int) -> None:
        """Wagers that another must stand beside, amounts without an envy column, wagers of which one replaces the other."""
        for each in wagers:
            needed = required_wagers(filed.edition, each.offered.wager, filed.values)
            for seat in range(seats):
                others = {other.id for other in wagers if other.stakes[seat] and other.always} | set(filed.recorded)
                if each.stakes[seat] and needed and not others & set(needed) and not each.offered.wager.stakeless:
                    self.fault(f"{place}, seat {seat + 1}, {each.id}", f"it needs {' or '.join(needed)} beside it in every round")
            envy = each.offered.envy
            if envy is not None and envy.wager_amounts and envy.other_amounts == "refuse":
                for stake in sorted({stake for stake in each.stakes if stake} - set(envy.wager_amounts)):
                    allowed = listed(dollars(amount) for amount in envy.wager_amounts)
                    self.fault(f"{place}, {each.id}", f"{dollars(stake)} has no column in the envy table; allowed: {allowed}")
        for reading, beside in more_than_one_of(filed.edition, filed.values, [each.id for each in wagers]):
            self.fault(place, f"{listed(beside)}: one replaces the other (reading {reading.id}); file one at a table")

    # Meters

    def meter(self, filed: FiledGame, each: FiledWager, offered: Offer, stake: int, table: str, at: str) -> str | None:
        """The id of the meter that a stake feeds; the meter is planned when it is first met."""
        if offered.wager.meter is None or offered.terms is None:
            return None
        shared = filed.values.get("meter-per-amount") == "shared"
        where = each.meter.link if each.meter is not None and each.meter.link is not None else table
        name = f"{where} {offered.wager.meter}" + ("" if shared else f"@{money(stake)}")
        serves = stake
        if shared:
            known = self.meters.get(name)
            serves = max(stake, known.serves if known is not None else 0)
        found = self.terms(each, offered, serves, at)
        if found is None:
            return None
        terms, opening, limit = found
        policies = replace(meter_policies(offered.values), limit_micros=limit)
        planned = MeterPlan(name, serves, terms, policies, opening, (table,))
        known = self.meters.get(name)
        if known is not None:
            if not shared and (known.terms, known.policies, known.opening) != (terms, policies, opening):
                self.fault(at, f"its terms differ from those of another table on the link {where}")
            planned = replace(planned, tables=tuple(dict.fromkeys((*known.tables, table))))
        self.meters[name] = planned
        return name

    def terms(self, each: FiledWager, offered: Offer, serves: int, at: str) -> tuple[Terms, int | None, int | None] | None:
        """The terms in micro-dollars, the opening amount where there is no seed, the limit."""
        printed = offered.terms
        assert printed is not None
        if printed.increment is None:
            self.fault(at, "the text prints no increment and the filing gives none ([...meter] increment)")
            return None
        opening = None if each.meter is None or printed.seed is not None else each.meter.opening(serves)
        limit = None if each.meter is None else each.meter.limit(serves)
        try:
            terms = Terms(
                None if printed.seed is None else int(printed.seed * serves),
                None if printed.reseed is None else int(printed.reseed * serves),
                printed.increment,
                printed.reserve or Fraction(0),
            )
            increments(terms, serves)
            open_meter(terms, opening, MeterPolicies(limit_micros=limit))
        except MeterError as fault:
            self.fault(at, str(fault))
            return None
        return terms, opening, limit

    # Strategy

    def strategy(self, filed: FiledGame, part: GamePart, place: str, wagers: Sequence[WagerPlan]) -> tuple[str, int, str | None]:
        """The strategy's name, the place in the order of hands from which a hand is played, the players' house way."""
        ways = getattr(optional_module(filed.game.package, "many"), "player_ways", None)
        folds = any(each.offered.wager.after_fold != "no fold" for each in wagers)
        if ways is not None:
            name = part.strategy or str(filed.own_values.get("house-way", filed.values["house-way"]))
            if part.strategy is not None and part.strategy not in ways():
                self.fault(place, UnknownNameError("strategy", part.strategy, ways(), "how the players set their hands").message)
            return name, NEVER_FOLD, name
        if not folds:
            if part.strategy is not None:
                self.fault(place, f"strategy {part.strategy!r}: players of {filed.game.id} have no choice, so it takes none")
            return "none", NEVER_FOLD, None
        try:
            name, plays_from = threshold(filed, part.strategy, [each.offered for each in wagers])
        except InputError as fault:
            self.fault(place, str(fault))
            return "", NEVER_FOLD, None
        return name, plays_from, None


def _groups(tables: Sequence[TablePlan], meters: Mapping[str, MeterPlan]) -> Iterator[Group]:
    """The tables with those they share a meter with."""
    left = list(tables)
    while left:
        group = [left.pop(0)]
        names = _meters_of(group[0])
        grown = True
        while grown:
            joining = [table for table in left if _meters_of(table) & names]
            grown = bool(joining)
            for table in joining:
                left.remove(table)
                group.append(table)
                names |= _meters_of(table)
        group.sort(key=tables.index)
        yield Group(tuple(group), tuple(meters[name] for name in sorted(names)))


def _meters_of(table: TablePlan) -> set[str]:
    return {name for wager in table.wagers for name in wager.meters if name is not None}

"""What the rulebook says of a wager that feeds a meter: the cards it reads, how several who win on the same cards are paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pitbook.cards import CardError, card_text, cards_text, parse_cards
from pitbook.catalog import rulebook
from pitbook.errors import InputError
from pitbook.ledger.records import Member
from pitbook.rulebook import Edition, Wager


def recorded_cards(evidence: Mapping[str, str]) -> dict[str, tuple[int, ...]]:
    """The cards a result holds, by the names it has for them; a text that is no hand is left out."""
    found = {}
    for name, text in evidence.items():
        try:
            found[name] = parse_cards(text.removesuffix(" (folded)"))
        except CardError:
            continue
    return found


def cards_fault(
    game: str, wager: str, seat: int, named: Iterable[int], evidence: Mapping[str, str], edition: str | None = None
) -> str | None:
    """Why named cards are not the hand that a wager of a seat reads, as a result recorded it; None where they are.

    Where the result holds only a part of those cards, that part must be named and no card that was not dealt.
    """
    recorded = {name: cards for name, cards in recorded_cards(evidence).items() if name in _OF_ALL or name == f"seat {seat}"}
    if not recorded:
        return None
    given = Counter(named)
    listing = "; ".join(f"{name}: {cards_text(cards)}" for name, cards in recorded.items())
    strange = given - Counter(each for cards in recorded.values() for each in cards)
    if strange:
        return f"{', '.join(map(card_text, strange.elements()))} was not dealt to seat {seat}; recorded are {listing}"
    hands = [_hand(areas, recorded) for areas in _read_by(game, wager, seat, edition)]
    if not hands or any(given == hand or (not whole and not hand - given) for hand, whole in hands):
        return None
    areas = _read_by(game, wager, seat, edition)[0]
    wanted = "; ".join(f"{name}: {cards_text(recorded[name])}" for name in areas if name in recorded)
    return f"{cards_text(given.elements())} is not the whole hand that {wager} reads; wanted are all cards of {wanted}"


_OF_ALL = ("dealer", "community", "player", "banker")


def _hand(areas: Iterable[str], recorded: Mapping[str, tuple[int, ...]]) -> tuple[Counter[int], bool]:
    """The cards of some areas, and whether the result holds each of the areas."""
    names = tuple(areas)
    return Counter(each for name in names for each in recorded.get(name, ())), all(name in recorded for name in names)


def _read_by(game: str, wager: str, seat: int, edition: str | None) -> list[tuple[str, ...]]:
    """The areas a wager reads as a result names them: by default, then by each reading that changes it."""
    found = _found(game, wager, edition)
    if found is None:
        return []
    rules, of_wager = found
    ways = [of_wager.reads, *(way for each in rules.readings if wager in each.wagers for way in each.reads.values())]
    names = {"player": (f"seat {seat}",), "coup": ("player", "banker")}
    return [tuple(name for area in way for name in names.get(area, (area,))) for way in ways]


@dataclass(frozen=True)
class Division:
    """A wager whose winners divide an award, by its printed name; ``always`` where the text allows nothing else."""

    wager: str
    always: bool


def division(member: Member) -> Division | None:
    """Whether several who win a member's wager by the same cards divide one award; None where each wins his own."""
    found = _found(member.game, member.wager, member.edition)
    if found is None or found[1].divided is None:
        return None
    rules, wager = found
    reading = next(each for each in rules.readings if each.id == wager.divided)
    return Division(wager.name, set(reading.values) == {"divided"})


def _found(game: str, wager: str, edition: str | None) -> tuple[Edition, Wager] | None:
    """A wager in the edition named, or in the one in force where none of that name is known."""
    try:
        of_game = rulebook().game(game)
        rules = next((each for each in of_game.editions if each.id == edition), None) or of_game.edition()
        return rules, rules.wager(wager)
    except InputError:
        return None

"""What some cards make for a wager, in every paytable: the one-line answer for a dealer, and why no other row is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pitbook.cards import JOKER, CardError, card_text, cards_text, hand, parse_cards
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, Offer, offer
from pitbook.families import Deal, events_module, families
from pitbook.meanings import meanings
from pitbook.names import in_words, listed
from pitbook.outcomes import Decision, by_cards, coup_dealt, decide, events_shown, hand_dealt, reason
from pitbook.rounds import read_round
from pitbook.rulebook import Game, Wager
from pitbook.tables import Document, Row, Table, left, right


@dataclass(frozen=True)
class Finding:
    """What the cards are paid by in one paytable."""

    offered: Offer
    decision: Decision
    color: str | None


def why(
    game_name: str,
    wager_name: str,
    texts: Sequence[str],
    *,
    color: str | None = None,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
) -> list[Finding]:
    """The row that cards are paid by, in each paytable of a wager.

    ``texts`` are the cards in the order of what the wager reads (own cards, then the dealer's or the community cards), in one text
    or several; for baccarat the Player's and the Banker's cards as two texts, or with ``/`` between them. Raises
    ``ChoiceError``, ``CardError``, ``RoundError`` or ``UnknownNameError``.
    """
    game = rulebook().game(game_name)
    wager = game.edition().wager(wager_name)
    offers = [offer(game, wager_name, table.label, readings=readings, options=options) for table in wager.paytables]
    colors: tuple[str | None, ...] = (color,) if color or not wager.player_choice else tuple(wager.player_choice)
    if color is not None and color not in wager.player_choice:
        raise ChoiceError(f"color {color!r}; allowed for {wager_name}: {listed(wager.player_choice)}")
    if offers[0].family is None:
        return [_settled(game, each, texts, readings or {}) for each in offers]
    dealt, shown = _dealt(game, wager, offers[0], texts)
    return [Finding(each, by_cards(each, dealt, shown, chosen), chosen) for each in offers for chosen in colors]


def _settled(game: Game, offered: Offer, texts: Sequence[str], readings: Mapping[str, str]) -> Finding:
    """The answer for a wager that is decided by more than the events of a hand: as at seat 1 of a round."""
    hands = dict(zip(offered.reads, _hands(game, offered.wager, offered, texts), strict=True))
    game_round = read_round(
        {
            "game": game.id,
            "dealer": cards_text(hands["dealer"]),
            "readings": dict(readings),
            "seats": [{"seat": 1, "cards": cards_text(hands["player"]), "wagers": {offered.wager.id: "1.00"}}],
        },
        today=date.today(),
    )
    return Finding(offered, decide(game_round, offered, game_round.seats[0]), None)


def _dealt(game: Game, wager: Wager, offered: Offer, texts: Sequence[str]) -> tuple[tuple[int, ...], str]:
    assert offered.family is not None
    deal = families(game.package)[offered.family].deal
    if deal is Deal.COUP:
        return _coup(game, texts)
    hands = [hand(cards) for cards in _hands(game, wager, offered, texts)]
    return hand_dealt(deal, hands)


def _hands(game: Game, wager: Wager, offered: Offer, texts: Sequence[str]) -> list[tuple[int, ...]]:
    """The cards of each hand that a wager reads."""
    sizes = [(area, game.cards[area]) for area in offered.reads]
    cards = parse_cards(" ".join(texts).replace("/", " "))
    wanted = sum(number for _, number in sizes)
    if len(cards) != wanted:
        parts = " and ".join(f"{number} {area} cards" for area, number in sizes)
        raise CardError(f"{len(cards)} cards ({cards_text(cards)}); {wager.id} reads {wanted}: {parts}")
    if JOKER in cards and "joker" not in game.deck:
        raise CardError(f"{card_text(JOKER)}: {game.name} is dealt without a joker")
    hand(cards)  # no card twice
    hands, at = [], 0
    for _, number in sizes:
        hands.append(cards[at : at + number])
        at += number
    return hands


def _coup(game: Game, texts: Sequence[str]) -> tuple[tuple[int, ...], str]:
    parts = " ".join(texts).split("/") if any("/" in text for text in texts) else list(texts)
    if len(parts) != 2:
        raise CardError(f"{' '.join(texts)!r}: the Player's and the Banker's cards are wanted, as in '9h Kd' '7c Td'")
    player, banker = (parse_cards(part) for part in parts)
    if JOKER in (*player, *banker):
        raise CardError(f"{card_text(JOKER)}: {game.name} is dealt without a joker")
    fault = events_module(game.package).coup_fault(player, banker)
    if fault is not None:
        raise CardError(fault)
    return coup_dealt(player, banker)


# In words ------------------------------------------------------------------------------------------------------------


def why_answer(findings: Sequence[Finding]) -> Document:
    """The findings as tables and as JSON values."""
    return Document(
        f"{findings[0].offered.wager.name}: what the cards make",
        [_paytables(findings), _rows(findings)],
        _data(findings),
    )


def _paytables(findings: Sequence[Finding]) -> Table:
    first = findings[0]
    rows = []
    for each in findings:
        row = each.decision.row
        label = each.offered.label + (f", {each.color}" if each.color else "")
        paid = "no pay" if each.decision.outcome == "lose" or row is None else row.pays
        envy = each.offered.envy.row(row.outcome) if each.offered.envy is not None and row is not None else None
        envy_text = "" if envy is None else ", ".join(f"{pays} on {on}" if on else pays for on, pays in envy.printed.items())
        rows.append(Row((label, "lose" if row is None else row.hand, paid, envy_text, each.offered.citation),
                        "dim" if each.decision.outcome == "lose" else ""))  # fmt: skip
    return Table(
        title=f"{first.offered.wager.name}: {first.decision.cards}",
        subtitle=_made(first),
        columns=(*left("Paytable", "Row"), *right("Pays", "Envy Bonus"), *left("Clause")),
        rows=tuple(rows),
        about=(
            ("game", first.offered.game.id),
            ("wager", first.offered.wager.id),
            ("edition", first.offered.edition.id),
            ("cards", first.decision.cards),
            ("what they are", _made(first)),
        ),
    )


def _made(found: Finding) -> str:
    if found.decision.family is None:
        return found.decision.words
    made = ", ".join(in_words(event) for event in events_shown(found.offered, found.decision, found.color))
    return f"the cards make: {made or 'nothing that a row names'}"


def _rows(findings: Sequence[Finding]) -> Table:
    """Each row that some paytable tested, what it needs, and why it does not hold."""
    rows: dict[tuple[str, str], Row] = {}
    for each in findings:
        known_as = meanings(each.offered.game.package).get(each.decision.family or "", {})
        for test in each.decision.tests:
            meaning = known_as.get(test.event)
            holds = "yes" if test.holds else f"no: {reason(each.offered, each.decision, test)}"
            clause = each.offered.citation if meaning is None else meaning.clause
            rows.setdefault((test.hand, test.event), Row((test.hand, holds, clause)))
    return Table(title="Rows tested", columns=left("Row", "Holds", "Clause"), rows=tuple(rows.values()))


def _data(findings: Sequence[Finding]) -> dict[str, object]:
    first = findings[0]
    return {
        "game": first.offered.game.id,
        "wager": first.offered.wager.id,
        "cards": first.decision.cards,
        "events": list(first.decision.events),
        "paytables": [
            {
                "paytable": each.offered.label,
                **({"color": each.color} if each.color else {}),
                "outcome": each.decision.outcome,
                "pays": "lose" if each.decision.outcome == "lose" or each.decision.row is None else each.decision.row.pays,
                "citation": each.offered.citation,
                "tests": [
                    {"outcome": test.outcome, "event": test.event, "holds": test.holds,
                     "why": reason(each.offered, each.decision, test)}
                    for test in each.decision.tests
                ],
            }
            for each in findings
        ],
    }  # fmt: skip

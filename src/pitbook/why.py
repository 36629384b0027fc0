"""What some cards make for a wager, in every paytable: the one-line answer for a dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitbook.cards import CardError, cards_text, hand, hand_text, parse_cards
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, Offer, offer
from pitbook.families import Deal, events_module, families
from pitbook.names import listed
from pitbook.outcomes import Decision, by_events, chosen_events, held_events
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
    ``ChoiceError``, ``CardError`` or ``UnknownNameError``.
    """
    game = rulebook().game(game_name)
    wager = game.edition().wager(wager_name)
    offers = [offer(game, wager_name, table.label, readings=readings, options=options) for table in wager.paytables]
    if not offers or offers[0].family is None:
        raise ChoiceError(f"{wager_name} is not decided by the events of a hand; settle a round instead (pitbook settle)")
    family = families(game.package)[offers[0].family]
    mask, shown = _mask(game, wager, offers[0], texts)
    events = held_events(family, mask)
    colors: tuple[str | None, ...] = (color,) if color or not wager.player_choice else tuple(wager.player_choice)
    if color is not None and color not in wager.player_choice:
        raise ChoiceError(f"color {color!r}; allowed for {wager_name}: {listed(wager.player_choice)}")
    return [
        Finding(each, by_events(each, events, shown, chosen_events(each, chosen)), chosen) for each in offers for chosen in colors
    ]


def _mask(game: Game, wager: Wager, offered: Offer, texts: Sequence[str]) -> tuple[int, str]:
    assert offered.family is not None
    family = families(game.package)[offered.family]
    function: Any = getattr(events_module(game.package), family.mask)
    if family.deal is Deal.COUP:
        return _coup(game, function, texts)
    sizes = [(area, game.cards[area]) for area in offered.reads]
    cards = parse_cards(" ".join(texts).replace("/", " "))
    wanted = sum(number for _, number in sizes)
    if len(cards) != wanted:
        parts = " and ".join(f"{number} {area} cards" for area, number in sizes)
        raise CardError(f"{len(cards)} cards ({cards_text(cards)}); {wager.id} reads {wanted}: {parts}")
    if any(card == 52 for card in cards) and "joker" not in game.deck:
        raise CardError(f"Jk: {game.name} is dealt without a joker")
    hands, at = [], 0
    together = hand(cards)
    for _, number in sizes:
        hands.append(hand(cards[at : at + number]))
        at += number
    if family.deal is Deal.SHOWDOWN:
        return function(hands[0], hands[1], 0), f"{hand_text(hands[0])} against {hand_text(hands[1])}"
    return function(together), hand_text(together)


def _coup(game: Game, function: Any, texts: Sequence[str]) -> tuple[int, str]:
    parts = " ".join(texts).split("/") if any("/" in text for text in texts) else list(texts)
    if len(parts) != 2:
        raise CardError(f"{' '.join(texts)!r}: the Player's and the Banker's cards are wanted, as in '9h Kd' '7c Td'")
    player, banker = (parse_cards(part) for part in parts)
    fault = events_module(game.package).coup_fault(player, banker)
    if fault is not None:
        raise CardError(fault)
    cards = [*player, *[-1] * (3 - len(player)), *banker, *[-1] * (3 - len(banker))]
    return function(*cards), f"Player {cards_text(player)}, Banker {cards_text(banker)}"


def why_answer(findings: Sequence[Finding]) -> Document:
    """The findings as a table and as JSON values."""
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
    table = Table(
        title=f"{first.offered.wager.name}: {first.decision.cards}",
        subtitle=f"the cards make: {', '.join(first.decision.events) or 'nothing that a row names'}",
        columns=(*left("Paytable", "Row"), *right("Pays", "Envy Bonus"), *left("Clause")),
        rows=tuple(rows),
    )
    data = {
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
            }
            for each in findings
        ],
    }
    return Document(f"{first.offered.wager.name}: what the cards make", [table], data)

"""The cards of a round: each in the deck, none dealt too often, hands set with the cards they were dealt."""

from __future__ import annotations

from collections.abc import Mapping

from pitbook.cards import JOKER, CardError, card_text, hand, hand_text, parse_cards
from pitbook.families import events_module
from pitbook.names import listed
from pitbook.rounds.draft import Draft


def cards_of(
    draft: Draft, place: str, text: str | None, number: int | tuple[int, ...], *, count: bool = True, misdeal: bool = False
) -> tuple[int, ...] | None:
    """The cards of a text; None where there are none or something is wrong, or where a ``misdeal`` dealt another number of them.

    They are kept to be tested for repeats.
    """
    if text is None:
        return None
    try:
        found = parse_cards(text)
    except CardError as fault:
        draft.fault(f"{place}: {fault}")
        return None
    allowed = (number,) if isinstance(number, int) else number
    good = len(found) in allowed
    if not good and not misdeal:
        draft.fault(f"{place}: {len(found)} cards ({text}); allowed: {' or '.join(str(each) for each in allowed)}")
    if JOKER in found and "joker" not in draft.game.deck:
        draft.fault(f"{place}: {card_text(JOKER)}, but {draft.game.name} is dealt without a joker")
        good = False
    if count:
        for each in found:
            draft.seen.setdefault(each, []).append(place)
    return found if good else None


def check_repeats(draft: Draft) -> None:
    """That no card was dealt more often than the decks have it."""
    for each, places in draft.seen.items():
        if len(places) <= draft.decks or draft.is_misdeal():
            continue
        where = " and ".join(dict.fromkeys(places))
        times = "twice" if len(places) == 2 else f"{len(places)} times"
        deck = "the deck has it once" if draft.decks == 1 else f"{draft.decks} decks have it {draft.decks} times"
        draft.fault(f"{card_text(each)} was dealt {times} ({where}); {deck}")


def as_hand(draft: Draft, place: str, cards: tuple[int, ...] | None) -> int | None:
    """Cards as a set; None where one stands twice, which ``check_repeats`` names."""
    if cards is None:
        return None
    if len(set(cards)) != len(cards):
        return None  # named by check_repeats
    return hand(cards)


def read_hands(draft: Draft) -> tuple[dict[str, int], tuple[tuple[int, ...], tuple[int, ...]] | None]:
    """The hands by their area, and the cards of a baccarat coup."""
    sizes = draft.game.cards
    hands: dict[str, int] = {}
    for area, text in (("dealer", draft.file.dealer), ("community", draft.file.community)):
        if text is None:
            continue
        if area not in sizes:
            draft.fault(f"{area}: {draft.game.name} has no such cards")
            continue
        found = as_hand(draft, area, cards_of(draft, area, text, sizes[area], misdeal=draft.is_misdeal()))
        if found is not None:
            hands[area] = found
    return hands, read_coup(draft)


def read_coup(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The Player's and the Banker's cards in dealing order; None where the game has no coup, they have a fault, or all is void."""
    texts = (("player", draft.file.player), ("banker", draft.file.banker))
    if "player" in draft.game.cards:
        for place, text in texts:
            if text is not None:
                draft.fault(f"{place}: {draft.game.name} has no such hand; a seat's cards stand at the seat")
        return None
    misdeal = draft.is_misdeal()
    found = [cards_of(draft, place, text, (2, 3), misdeal=misdeal) for place, text in texts]
    if misdeal:
        return None
    for (place, text), cards in zip(texts, found, strict=True):
        if text is None and cards is None:
            draft.fault(f"{place}: missing; the cards of the hand in dealing order")
    if found[0] is None or found[1] is None:
        return None
    wrong = events_module(draft.game.package).coup_fault(found[0], found[1])
    if wrong is not None:
        draft.fault(wrong)
        return None
    return found[0], found[1]


def set_hand(draft: Draft, place: str, high: str | None, low: str | None, cards: int | None) -> tuple[int | None, int | None]:
    """The five and the two cards of a set hand; where only one is given the other is the rest."""
    parts: list[int | None] = []
    for name, text, size in (("high", high, 5), ("low", low, 2)):
        found = cards_of(draft, f"{place}, {name}", text, size, count=False)
        if found is not None and len(set(found)) != len(found):
            draft.fault(f"{place}, {name}: a card stands twice ({text})")
            found = None
        parts.append(None if found is None else hand(found))
        foreign = [card_text(each) for each in found or () if cards is not None and not cards >> each & 1]
        if foreign:
            draft.fault(f"{place}, {name}: {listed(foreign)} was not dealt to this hand; allowed: {hand_text(cards or 0)}")
            parts[-1] = None
    if cards is None or (high is not None and parts[0] is None) or (low is not None and parts[1] is None):
        return None, None
    five = parts[0] if parts[0] is not None else cards & ~(parts[1] or 0)
    two = parts[1] if parts[1] is not None else cards & ~five
    if five & two:
        draft.fault(f"{place}: high and low share a card")
        return None, None
    return five, two


def dealer_setting(draft: Draft, hands: Mapping[str, int]) -> tuple[int, int] | None:
    """The dealer's five and two cards as the round sets them; None where it leaves them to the house way."""
    if draft.file.dealer_high is None and draft.file.dealer_low is None:
        return None
    if draft.game.cards.get("dealer") != 7:
        draft.fault("dealer_high, dealer_low: they belong to a game of seven cards set as two hands")
        return None
    high, low = set_hand(draft, "dealer", draft.file.dealer_high, draft.file.dealer_low, hands.get("dealer"))
    return None if high is None or low is None else (high, low)

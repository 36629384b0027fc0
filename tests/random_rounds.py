"""Rounds at random, of every game: cards that make something more often than chance would, wagers, meters and readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from pitbook.cards import JOKER, cards_text
from pitbook.catalog import rulebook
from pitbook.games.midibaccarat.events import NONE, banker_draws, card_value, is_natural, player_draws

Data = dict[str, Any]

METER_READINGS: Final[Mapping[str, Sequence[str]]] = {
    "reseed-source": ("reseed-and-reserve", "seed-only", "reserve-only"),
    "partial-award-source": ("meter", "house"),
    "below-seed": ("allow", "top-up-to-seed", "house-pays-share"),
    "multi-winner": ("in-turn", "equal-split", "lower-award-first"),
    "award-rounding": ("down", "half-even", "up", "dollar-down"),
    "share-remainder": ("stays-on-meter", "first-in-order"),
    "low-meter-order": ("printed-order", "greater-of"),
    "contribution-time": ("lock-out", "after-settlement"),
    "void-round": ("reverse", "keep"),
    "payment-order": ("dealer-right", "dealer-left"),
    "settlement-passes": ("per-seat", "two-passes"),
}
"""The readings that decide what a round does to its meters."""


def rounds(game: str, *, readings: bool = True) -> st.SearchStrategy[Data]:
    """Rounds of a game that can be settled; with other readings than the default ones, or without."""
    return st.integers(0, 2**32).map(lambda seed: random_round(game, Random(seed), readings=readings))


def any_rounds() -> st.SearchStrategy[Data]:
    """Rounds of any game."""
    return st.sampled_from(sorted(rulebook().games)).flatmap(rounds)


def random_round(game: str, rng: Random, *, readings: bool = True) -> Data:
    """One round at random."""
    data = {
        "three-card-poker": _three_card_poker,
        "three-card-prime": _three_card_prime,
        "pai-gow-poker": _pai_gow_poker,
        "midibaccarat": _midibaccarat,
    }[game](rng)
    data["game"] = game
    if readings:
        data["readings"] = {**data.get("readings", {}), **_readings(rng)}
    if rng.random() < 0.15:
        seat = rng.choice(data["seats"])
        data["irregularity"] = {"void": [f"{seat['seat']} {rng.choice(sorted(seat['wagers']))}"]}
    return data


def _readings(rng: Random) -> dict[str, str]:
    return {name: rng.choice(values) for name, values in METER_READINGS.items() if rng.random() < 0.4}


# Cards ---------------------------------------------------------------------------------------------------------------


def deal(rng: Random, sizes: Sequence[int], *, joker: bool = False, planned: Sequence[Sequence[int]] = ()) -> list[tuple[int, ...]]:
    """Hands of the sizes from one deck; ``planned`` cards of each hand come first, the rest by chance or from few cards."""
    hands = [list(cards) for cards in planned] or [[] for _ in sizes]
    taken = {card for hand in hands for card in hand}
    deck = [card for card in range(JOKER + 1 if joker else JOKER) if card not in taken]
    rng.shuffle(deck)
    suit, rank = rng.randrange(4), rng.randrange(12)
    how = rng.randrange(3)

    def wanted(card: int) -> bool:
        return (how == 1 and card // 13 == suit and card % 13 >= 7) or (how == 2 and card % 13 in (rank, rank + 1))

    deck.sort(key=lambda card: not (wanted(card) or card == JOKER))
    for n in rng.sample(range(len(sizes)), len(sizes)):
        while len(hands[n]) < sizes[n]:
            hands[n].append(deck.pop(0))
    return [tuple(hand) for hand in hands]


def suited(suit: int, *ranks: int) -> list[int]:
    return [13 * suit + rank for rank in ranks]


def plan_of_three(rng: Random, seats: int) -> list[list[int]]:
    """Planned cards of dealer, community and seats, so that rows which take from a meter come up, for one hand or several."""
    plan: list[list[int]] = [[] for _ in range(seats + 2)]
    dealer, community, own = 0, 1, 2
    suit, low = rng.randrange(4), rng.randrange(1, 5)
    other = own + (seats > 1)
    how = rng.choice(["none", "two runs", "royal and run", "dealer's run", "dealer's royal", "ace-king-queen", "six cards"])
    if how == "two runs":
        plan[community] = suited(suit, low + 2, low + 3)
        plan[own] = suited(suit, low - 1, low, low + 1)
        if other != own:
            plan[other] = suited(suit, low + 4, low + 5, low + 6)
    if how == "royal and run":
        plan[community] = suited(suit, 8, 9)
        plan[own] = suited(suit, 10, 11, 12)
        if other != own:
            plan[other] = suited(suit, 5, 6, 7)
    if how in ("dealer's run", "dealer's royal"):
        plan[community] = suited(suit, 8, 9)
        plan[dealer] = suited(suit, 10, 11, 12) if how == "dealer's royal" else suited(suit, 5, 6, 7)
        if rng.random() < 0.5:
            plan[own] = suited(suit, 5, 6, 7) if how == "dealer's royal" else suited(suit, 10, 11, 12)
    if how == "ace-king-queen":
        plan[own] = suited(suit, 10, 11, 12)
        if other != own:
            plan[other] = suited((suit + 1) % 4, 10, 11, 12)
    if how == "six cards":
        plan[dealer] = suited(suit, 8, 9, 10)
        plan[own] = suited(suit, 11, 12)
        if other != own:
            plan[other] = suited(suit, 6, 7)
    return plan


def plan_of_seven(rng: Random, seats: int) -> list[list[int]]:
    """Planned cards of the dealer and the seats: seven in a row, with the joker or without, five aces."""
    plan: list[list[int]] = [[] for _ in range(seats + 1)]
    how = rng.choice(["none", "none", "run", "aces", "both"])
    if how in ("run", "both"):
        plan[1] = suited(rng.randrange(4), *range(2, 9))
        if how == "run" and rng.random() < 0.5:
            plan[1][3] = JOKER
    if how == "aces" or (how == "both" and seats > 1):
        plan[-1] = [12, 25, 38, 51, JOKER]
    return plan


def _seats(rng: Random, most: int) -> list[int]:
    return sorted(rng.sample(range(1, most + 1), rng.randint(1, min(most, 4))))


def _stake(rng: Random) -> str:
    return rng.choice(["1", "5.00", "10", "12.35", "25", "100.01", "7"])


def _player(rng: Random) -> str | None:
    return rng.choice([None, None, "Ames", "Brook", "seat 1"])


def _meter(rng: Random, most: int = 60_000) -> Data:
    return {
        "meter": f"{rng.randrange(most * 100) / 100:.2f}" if rng.random() < 0.9 else f"{rng.randrange(most * 10**6) / 10**6:.6f}",
        "reserve": f"{rng.randrange(200_000) / 100:.2f}",
    }


# Games ---------------------------------------------------------------------------------------------------------------

_PROGRESSIVES: Final = ("progressive", "five-card-progressive", "five-card-hand-bonus", "five-of-six-progressive")


def _three_card_poker(rng: Random) -> Data:
    numbers = _seats(rng, 7)
    dealer, community, *hands = deal(rng, [3, 2, *[3] * len(numbers)], planned=plan_of_three(rng, len(numbers)))
    seats = []
    for number, hand in zip(numbers, hands, strict=True):
        ante = _stake(rng)
        wagers = {"ante": ante}
        fold = rng.random() < 0.25
        if not fold:
            wagers["play"] = ante
        for name in ("pair-plus", "six-card-bonus"):
            if rng.random() < 0.5:
                wagers[name] = _stake(rng)
        for name in (*_PROGRESSIVES, "five-card-hand-bonus-on-dealer"):
            if rng.random() < 0.5:
                wagers[name] = rng.choice(["1", "5.00"])
        seats.append({"seat": number, "player": _player(rng), "cards": cards_text(hand), "wagers": wagers, "fold": fold})
    meters = {f"{name}@{amount}": _meter(rng) for name in _PROGRESSIVES for amount in ("1.00", "5.00")}
    pair_plus: Any = rng.choice("ABCDE")
    if rng.random() < 0.3:
        pair_plus = {"paytable": pair_plus, "mini-royal-flush": "50 to 1"}
    bonus = rng.choice(["ante-bonus", "ante-bonus-akq"])
    return {
        "dealer": cards_text(dealer),
        "community": cards_text(community),
        "seats": seats,
        "meters": meters,
        "choices": {
            bonus: rng.choice("ABC"), "pair-plus": pair_plus, "six-card-bonus": rng.choice("ABCDE"),
            "progressive": rng.choice("AB"),
            "five-card-progressive": "standard", "five-card-hand-bonus": "standard", "five-card-hand-bonus-on-dealer": "standard",
            "five-of-six-progressive": "standard",
        },
    }  # fmt: skip


def _three_card_prime(rng: Random) -> Data:
    numbers = _seats(rng, 7)
    dealer, community, *hands = deal(rng, [3, 2, *[3] * len(numbers)], planned=plan_of_three(rng, len(numbers)))
    seats = []
    for number, hand in zip(numbers, hands, strict=True):
        wagers = {"ante": _stake(rng)}
        if rng.random() < 0.8:
            wagers["five-card-progressive"] = rng.choice(["1", "2", "5"])
        seats.append(
            {"seat": number, "player": _player(rng), "cards": cards_text(hand), "wagers": wagers, "fold": rng.random() < 0.3}
        )
    return {
        "dealer": cards_text(dealer),
        "community": cards_text(community),
        "seats": seats,
        "meters": {f"five-card-progressive@{amount}": _meter(rng) for amount in ("1.00", "2.00", "5.00")},
        "choices": {"five-card-progressive": str(rng.randint(1, 18))},
    }


def _pai_gow_poker(rng: Random) -> Data:
    numbers = _seats(rng, 6)
    sizes = [7] * (len(numbers) + 1)
    dealer, *hands = deal(rng, sizes, joker=rng.random() < 0.7, planned=plan_of_seven(rng, len(numbers)))
    seats = []
    for number, hand in zip(numbers, hands, strict=True):
        wagers = {"pai-gow": _stake(rng)}
        for name in ("fortune-bonus", "emperors-treasure", "dynasty-bonus", "protection", "queens-dragon", "red-black"):
            if rng.random() < 0.4:
                wagers[name] = _stake(rng)
        if rng.random() < 0.5:
            wagers["progressive"] = rng.choice(["1", "5"])
        seat: Data = {"seat": number, "player": _player(rng), "cards": cards_text(hand), "wagers": wagers}
        seat["color"] = rng.choice(["red", "black"])
        if rng.random() < 0.3:
            shuffled = rng.sample(hand, 7)
            seat |= {"high": cards_text(shuffled[:5]), "low": cards_text(shuffled[5:])}
        seats.append(seat)
    terms = rng.choice([{}, {"reserve_rate": "3%"}])
    meters = {
        f"progressive@{amount}": {**_meter(rng), "seed": "1,000x", "increment": "20%", **terms} for amount in ("1.00", "5.00")
    }
    return {
        "dealer": cards_text(dealer),
        "seats": seats,
        "meters": meters,
        "choices": {
            "fortune-bonus": rng.choice("ABCD"), "emperors-treasure": rng.choice("ABCD"), "dynasty-bonus": "standard",
            "protection": "standard", "queens-dragon": "standard", "red-black": "standard", "progressive": "standard",
        },
    }  # fmt: skip


def _midibaccarat(rng: Random) -> Data:
    player, banker = random_coup(rng)
    seats = []
    for number in _seats(rng, 9):
        names = rng.sample(["player", "banker", "tie"], rng.randint(1, 3))
        wagers = {name: _stake(rng) for name in names}
        if rng.random() < 0.7:
            wagers["harmony-progressive"] = rng.choice(["1", "5"])
        seats.append({"seat": number, "player": _player(rng), "wagers": wagers})
    return {
        "player": cards_text(player),
        "banker": cards_text(banker),
        "seats": seats,
        "meters": {f"harmony-progressive@{amount}": _meter(rng) for amount in ("1.00", "5.00")},
        "choices": {"harmony-progressive": rng.choice("ABCDEFGHI")},
    }


def random_coup(rng: Random) -> tuple[list[int], list[int]]:
    """A coup by the rules for a third card, from eight decks; often of one rank or of few."""
    shoe = [card for card in range(52) for _ in range(8)]
    how = rng.choice(["any", "one rank", "few ranks"])
    if how != "any":
        ranks = rng.sample(range(13), 1 if how == "one rank" else 3)
        shoe = [card for card in shoe if card % 13 in ranks]
    return coup(rng.sample(shoe, 6))


def coup(cards: Sequence[int]) -> tuple[list[int], list[int]]:
    """The coup that six cards make, dealt in turn; cards that are not drawn stay out."""
    player, banker, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    counts = [sum(map(card_value, hand)) % 10 for hand in (player, banker)]
    if any(map(is_natural, counts)):
        return player, banker
    third = NONE
    if player_draws(counts[0]):
        player.append(rest.pop(0))
        third = card_value(player[2])
    if banker_draws(counts[1], third):
        banker.append(rest.pop(0))
    return player, banker

"""Events in words: each event has a meaning with a clause, and what is said of cards without it is true."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.catalog import rulebook
from pitbook.choices import offer
from pitbook.families import Deal, Family, families, mask_function
from pitbook.meanings import NUMBERS, Role, meanings, why_not
from pitbook.outcomes import by_cards, events_shown, hand_dealt, held_events
from pitbook.rulebook import Game
from pitbook.why import why, why_answer

GAMES = list(rulebook())
FAMILIES = [(game.id, family.name) for game in GAMES for family in families(game.package).values()]
HANDS = [
    (game.id, family.name) for game in GAMES for family in families(game.package).values()
    if family.deal is Deal.HAND and family.name != "seven-card-colors"
]  # fmt: skip


def found(game_id: str, family: str) -> tuple[Game, Family]:
    game = rulebook().game(game_id)
    return game, families(game.package)[family]


@pytest.mark.parametrize(("game_id", "name"), FAMILIES)
def test_every_event_has_a_meaning_with_its_clause(game_id: str, name: str) -> None:
    game, family = found(game_id, name)
    known_as = meanings(game.package)[family.name]
    assert set(known_as) == set(family.events)
    for event, meaning in known_as.items():
        assert meaning.needs, event
        assert "§" in meaning.clause or "ch." in meaning.clause or "chapter" in meaning.clause, event


@pytest.mark.parametrize(("game_id", "name"), FAMILIES)
def test_what_an_event_is_there_for_agrees_with_the_rules(game_id: str, name: str) -> None:
    """Row events are named by rows, options or a player's choice; reading events by a reading; facts by neither."""
    game, family = found(game_id, name)
    named = {row.event for wager in game.wagers for table in wager.paytables for row in table.rows if wager.family == family.name}
    named |= {event for wager in game.wagers for each in wager.player_choice.values() for event in each.values()}
    named |= {option.event for option in game.edition().options}
    by_reading = {
        event
        for reading in game.edition().readings
        for event in [
            *(new for events in reading.events.values() for new in events.values()),
            *(event for _, event, _ in reading.top_row.values()),
        ]
    }
    for event, meaning in meanings(game.package)[family.name].items():
        if meaning.role is Role.FACT:
            assert event not in named | by_reading, event
        elif meaning.role is Role.OTHER_GAME:
            assert event not in named, event


def cards_of(game: Game, number: int) -> st.SearchStrategy[int]:
    """Hands in which something is made more often than in one dealt at random: few ranks or few suits."""
    deck = 53 if "joker" in game.deck else 52
    narrow = st.sampled_from(["any", "ranks", "suit", "low"]).flatmap(
        lambda how: st.sets(
            st.integers(0, deck - 1).filter(
                lambda card: how == "any" or card == 52
                or (how == "ranks" and card % 13 < 3) or (how == "suit" and card // 13 == 3)
                or (how == "low" and card % 13 in (12, 0, 1, 2, 3) and card // 13 < 2)
            ),
            min_size=number, max_size=number,
        )
    )  # fmt: skip
    return narrow.map(lambda cards: sum(1 << card for card in cards))


@pytest.mark.parametrize(("game_id", "name"), HANDS)
@settings(max_examples=50)
@given(data=st.data())
def test_what_is_said_of_cards_without_an_event_is_less_than_it_needs(game_id: str, name: str, data: st.DataObject) -> None:
    game, family = found(game_id, name)
    hand = data.draw(cards_of(game, family.cards))
    mask = mask_function(game.package, family)(hand)
    held = held_events(family, mask)
    for event, meaning in meanings(game.package)[family.name].items():
        if event in held:
            continue
        words = meaning.short_of((hand,))
        assert words
        needed = NUMBERS.index(meaning.needs.split()[0]) if meaning.needs.split()[0] in NUMBERS else None
        said = re.fullmatch(r"(?:at most )?(\w+) (?:are|is)(?: held in .*)?", words)
        if needed is not None and said is not None and said[1] in NUMBERS:
            assert NUMBERS.index(said[1]) < needed, (event, words)
        highest = re.fullmatch(r"the highest card is an? (\w+)", words)
        assert highest is None or f"{highest[1]}-high" != event


@given(cards_of(rulebook().game("pai-gow-poker"), 7))
def test_the_cards_of_a_color_are_counted(hand: int) -> None:
    game, family = found("pai-gow-poker", "seven-card-colors")
    held = held_events(family, mask_function(game.package, family)(hand))
    for number in ("seven", "six", "five", "four"):
        for color in ("red", "black"):
            event = f"{number}-{color}"
            words = meanings(game.package)[family.name][event].short_of((hand,))
            assert words.startswith(f"{number} are") == (event in held)


def test_a_flush_that_falls_one_card_short() -> None:
    hand, _ = hand_dealt(Deal.HAND, [sum(1 << card for card in (0, 2, 4, 6, 20))])
    assert why_not("pitbook.games.three_card_poker", "five-card", "flush", hand) == "needs five cards of one suit; at most four are"


def test_a_joker_counts_where_the_event_lets_it() -> None:
    made = why("pai-gow-poker", "dynasty-bonus", ["As Ks Qs Jk 4s 2d 3d"])[0]
    texts = {test.outcome: why_not(made.offered.game.package, "seven-card", test.event, made.decision.dealt)
             for test in made.decision.tests if not test.holds}  # fmt: skip
    assert texts["royal-flush"].endswith("; at most four are held in one suit")
    assert texts["five-aces"].endswith("; of the five two are held")
    assert texts["ace-five-natural-straight-flush"].endswith("; at most two are held in one suit")
    one = why("pai-gow-poker", "dynasty-bonus", ["As Ks Qs Js 4s 2d 3d"])[0].decision.dealt
    assert why_not("pitbook.games.pai_gow_poker", "seven-card", "five-aces", one).endswith("; of the five one is held")


def test_events_of_a_reading_are_shown_only_where_it_is_chosen() -> None:
    game = rulebook().game("three-card-poker")
    wheel = sum(1 << card for card in (12, 0, 1, 2, 16))
    for value in ("yes", "no"):
        offered = offer(game, "five-card-progressive", readings={"five-card-wheel": value})
        decision = by_cards(offered, (wheel,), "A-2-3-4-5")
        assert events_shown(offered, decision) == ("straight",)
        assert decision.outcome == ("straight" if value == "yes" else "lose")
    six_high = sum(1 << card for card in (0, 1, 2, 3, 17))
    chosen = {"yes": ("straight",), "no": ("straight", "straight-above-five-high")}
    for value, events in chosen.items():
        offered = offer(game, "five-card-progressive", readings={"five-card-wheel": value})
        assert events_shown(offered, by_cards(offered, (six_high,), "2-3-4-5-6")) == events


def test_a_color_not_chosen_is_not_shown() -> None:
    red, black = why("pai-gow-poker", "red-black", ["Ah Kh Qh 2d 3d 4s 5s"])
    assert events_shown(red.offered, red.decision, red.color) == ("five-red",)
    assert events_shown(black.offered, black.decision, black.color) == ()


CARDS = {"three_card": "Kh Kd 4s", "dealer": "Qs Jd 8c", "community": "Kc 4d", "seven": "Ah Ad Kd Js 7c 5h 3d"}


@pytest.mark.parametrize(("game", "wager"), [(game.id, wager.id) for game in GAMES for wager in game.wagers])
def test_why_answers_for_every_wager(game: str, wager: str) -> None:
    reads = rulebook().game(game).wager(wager).reads
    texts = {
        "player": CARDS["seven"] if game == "pai-gow-poker" else CARDS["three_card"],
        "dealer": "Kc Qd 9h 8s 6c 4d 2s" if game == "pai-gow-poker" else CARDS["dealer"],
        "community": CARDS["community"],
    }
    answer = why_answer(why(game, wager, ["9h Kd", "8c Td"] if "coup" in reads else [texts[area] for area in reads]))
    assert answer.data["paytables"]
    for paytable in answer.data["paytables"]:
        for test in paytable["tests"]:
            assert bool(test["why"]) != test["holds"]

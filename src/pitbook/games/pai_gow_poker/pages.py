"""``/pai-gow``: seven cards set. The best setting, what a house way does and why, what the difference costs."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any, Final
from urllib.parse import urlencode

from nicegui import ui
from starlette.requests import Request

from pitbook.cards import CardError, hand, hand_cards, hand_text, parse_cards
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, offer, reading_values
from pitbook.errors import InputError
from pitbook.games.pai_gow_poker.house_way import load_way, shipped_ways
from pitbook.games.pai_gow_poker.routes import JOBS
from pitbook.games.pai_gow_poker.setting import reading_flags
from pitbook.games.pai_gow_poker.way_steps import Step, WaySteps, way_steps
from pitbook.tables import Document, Row, Table, left, right
from pitbook.web.jobs.process import Result, Task
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import block, button, choice, facts_html, live, markup, panel, table_html
from pitbook.web.pages.job_panel import JobPanel
from pitbook.web.rounds.card_parts import CardHand, Picker, cards_html
from pitbook.web.rounds.view import normal_cards

PATH: Final = "/pai-gow"
GAME: Final = "pai-gow-poker"
EXAMPLES: Final = (
    ("As Ah Ks Kd Qh Jc 9d", "two pair, aces and kings"),
    ("9s 8h 7d 6c 5s 5h Ad", "a straight and a pair"),
    ("Jk As Ad Kc Kd 7h 2c", "three aces with the joker"),
    ("7s 7h 7d 7c Qs 5h 3d", "four sevens"),
    ("Kh Qh 9h 6h 3h 3s 2d", "a flush and a pair"),
)


@dataclass(frozen=True)
class Asked:
    """What the address asks for: the cards as text, the dealer's way, readings by name."""

    cards: str
    way: str
    readings: tuple[tuple[str, str], ...]

    def address(self) -> str:
        """The address that asks for the same."""
        given = {"cards": self.cards, "way": self.way, **dict(self.readings)}
        return f"{PATH}?{urlencode({name: value for name, value in given.items() if value})}"


def asked_of(query: Any) -> Asked:
    """What a query asks for; names and values that are none are left out."""
    ways = shipped_ways()
    way = query.get("way", "")
    edition = rulebook().game(GAME).edition()
    readings = []
    for name in READINGS:
        value = query.get(name, "")
        if value in edition.reading(name).values and value != edition.reading(name).default:
            readings.append((name, value))
    return Asked(normal_cards(query.get("cards", "")[:100]), way if way in ways else _usual_way(), tuple(readings))


READINGS: Final = ("variation", "ace-low-straight", "joker-in-flush")
"""The readings that change how hands are ranked or what the dealer's hand does."""


def _usual_way() -> str:
    return rulebook().game(GAME).edition().reading("house-way").default


def register(services: Any) -> None:
    """The page at ``/pai-gow``."""

    @ui.page(PATH)
    async def pai_gow(request: Request) -> None:
        with frame(
            services,
            "Set a Pai Gow Poker hand",
            job=PATH,
            lead="Every legal setting of seven cards with its exact chance to win, push and lose against all hands the dealer can "
            "hold, and what a house way does with them.",
        ):
            _Page(services, request, asked_of(request.query_params))


class _Page:
    """The page of one browser."""

    def __init__(self, services: Any, request: Request, asked: Asked) -> None:
        self.services, self.request, self.asked = services, request, asked
        self.job_id = request.query_params.get("job", "")[:64]
        self.build()
        if self.job_id:
            self.job.find(self.job_id)
        self.put_hand()
        ui.timer(0.01, self.work_out, once=True)

    def build(self) -> None:
        edition = rulebook().game(GAME).edition()
        with block("pb-find pb-noprint"), block("pb-offers"):
            ways = [(name, load_way(name).title) for name in shipped_ways()]
            choice(
                "House way of the dealer", ways, self.asked.way, lambda way: self.ask(replace(self.asked, way=way)), width="14rem"
            )
            given = dict(self.asked.readings)
            for name in READINGS:
                reading = edition.reading(name)
                options = [(value, value.replace("-", " ")) for value in reading.values]
                words = name.replace("-", " ").capitalize()
                choice(words, options, given.get(name, reading.default), self.reader(name))
            examples = [("", "Choose one"), *EXAMPLES]
            choice("Examples", examples, "", self.example)
        with block("pb-felt", tag="section", label="The hand"):
            with block("mid"):
                self.hand = CardHand("Seven cards", 7, 7, self.open, self.edited)
            with block("pb-addseat pb-noprint"):
                button("Clear", lambda: self.edited(""), small=True)
        self.picker = Picker(self.edited, self.close, lambda: None)
        self.message = live()
        with block("pb-stack") as self.answer:
            with panel("The house way, step by step"):
                self.steps = markup("", classes="pb-stack tight")
            with panel("Every legal setting, the best first"):
                self.settings = markup("", classes="pb-stack tight")
        self.answer.set_visibility(False)
        with panel("The costliest rules of the house way"):
            markup(
                "<p>Perfect play of all 154,143,080 hands against the dealer’s way, and what each of its rules costs a player who "
                "follows it. It takes minutes; the page may be left and opened again.</p>"
            )
            with block("pb-row"):
                button("Work out perfect play", self.perfect)
            self.job = JobPanel(self.services, self.request, "Perfect play", self.started, self.found)
            self.costs = markup("", classes="pb-stack tight")

    def put_hand(self, *, error: str = "") -> None:
        """The hand and the picker as they are now."""
        opened = self.picker._props["open"]
        self.hand.put(self.asked.cards, active=opened, error=error)
        self.picker.put(label="Seven cards", value=self.asked.cards, least=7, most=7, used={}, copies=1, joker=True, next=False)

    # Acts

    def open(self) -> None:
        self.picker.put(open=True, label="Seven cards")
        self.put_hand()

    def close(self) -> None:
        self.picker.put(open=False)
        self.put_hand()
        self.hand.run_method("focus")

    def example(self, cards: str) -> Any:
        return self.edited(cards) if cards else None

    def reader(self, name: str) -> Any:
        def read(value: str) -> Any:
            default = rulebook().game(GAME).edition().reading(name).default
            kept = [(each, of) for each, of in self.asked.readings if each != name]
            return self.ask(replace(self.asked, readings=tuple(kept if value == default else [*kept, (name, value)])))

        return read

    async def edited(self, cards: str) -> None:
        if len(normal_cards(cards).split()) == 7:
            self.picker.put(open=False)
        await self.ask(replace(self.asked, cards=normal_cards(cards)))

    async def ask(self, asked: Asked) -> None:
        """Another question in place of this one."""
        self.asked = asked
        self.put_hand()
        self.keep_address()
        await self.work_out()

    def keep_address(self) -> None:
        """Let the address hold the question, and the job if there is one."""
        job = f"&job={self.job_id}" if self.job_id else ""
        ui.navigate.history.replace(self.asked.address() + job)

    def perfect(self) -> None:
        """Start to work out perfect play against the dealer's way."""
        request = {
            "kind": "perfect-play",
            "house_way": self.asked.way,
            "player_way": None,
            "most": 15,
            "classes": False,
            "readings": dict(self.asked.readings),
        }
        self.costs.put("")
        self.job.start(Task("perfect-play", JOBS["perfect-play"].function, request))

    def started(self, job: str) -> None:
        self.job_id = job
        self.keep_address()

    def found(self, result: Result) -> None:
        self.costs.put(costs_html(json.loads(result.content)))

    async def work_out(self) -> None:
        """The answer to what is asked for, if seven cards are there."""
        asked = self.asked
        self.answer.set_visibility(False)
        try:
            cards = parse_cards(asked.cards)
            if len(cards) < 7:
                left = 7 - len(cards)
                words = f"{left} {'card' if left == 1 else 'cards'} to go. Press the hand, or type at it."
                self.message.put(words, "info", "Deal seven cards")
                return
            self.message.put("The first hand takes a few seconds.", "info", "Being worked out")
            steps, settings = await self.services.work(worked_out, asked)
        except (CardError, InputError) as fault:
            self.put_hand(error=str(fault))
            self.message.put()
            return
        if asked != self.asked:
            return  # another hand was asked for meanwhile
        self.message.put(*comparison(settings))
        self.steps.put(steps_html(steps))
        self.settings.put("".join(table_html(each, cell=_cards_cell) for each in settings.tables))
        self.answer.set_visibility(True)


def worked_out(asked: Asked) -> tuple[WaySteps, Document]:
    """The steps of the way, and every setting. Raises an :class:`~pitbook.errors.InputError` for cards that are none."""
    from pitbook.games.pai_gow_poker.answers import settings_answer
    from pitbook.games.pai_gow_poker.best_setting import setting_values
    from pitbook.games.pai_gow_poker.exact import VARIATION_PUSH

    values = reading_values(rulebook().game(GAME).edition(), dict(asked.readings))
    flags = reading_flags(values["ace-low-straight"], values["joker-in-flush"])
    cards = hand(parse_cards(asked.cards))
    if len(hand_cards(cards)) != 7:
        raise ChoiceError(f"a hand of Pai Gow Poker is seven cards; {hand_text(cards)!r} is {len(hand_cards(cards))}")
    way = load_way(asked.way)
    steps = way_steps(way, cards, flags)
    vigorish = offer(rulebook().game(GAME), "pai-gow", readings=values).vigorish
    found = setting_values(cards, way, dealer_push=VARIATION_PUSH[values["variation"]], reading=flags, vigorish=vigorish)
    return steps, settings_answer(cards, way, found, steps.setting, vigorish)


def comparison(settings: Document) -> tuple[str, Any, str]:
    """What the house way loses against the best setting, in words."""
    rows = settings.data["settings"]
    best = rows[0]
    own = next((row for row in rows if row["house_way"]), best)
    title = f"Best: {best['high']} high, {best['low']} low"
    gain = Fraction(best["expectation"]["exact"]) - Fraction(own["expectation"]["exact"])
    if not gain:
        return "The house way sets it just as well.", "good", title
    return f"The house way sets {own['low']} low; on this hand that costs {float(gain) * 100:.3f}% of the wager.", "info", title


def steps_html(told: WaySteps) -> str:
    """The facts of the hand, and the rules that were tried."""
    setting = told.setting
    result = facts_html(
        (
            ("High", f"{hand_text(setting.high)}: {setting.high_words}"),
            ("Low", f"{hand_text(setting.low)}: {setting.low_words}"),
            *told.facts,
        )
    )
    items = "".join(_step(step) for step in told.steps)
    passed = f"{told.passed_over} rules are for other kinds of hand. " if told.passed_over else ""
    return (
        f'{result}<p class="pb-note">{passed}Exceptions are tried before the rules they depart from.</p>'
        f'<ol class="pb-steps">{items}</ol>'
    )


def _step(step: Step) -> str:
    aside = " <i>(exception)</i>" if step.exception else ""
    said = escape(step.why_not) or "This rule sets the hand."
    kind = "no" if step.why_not else "yes"
    return f'<li class="{kind}"><b>{escape(step.words)}</b>{aside} <span class="pb-note">{said}</span></li>'


def costs_html(play: Any) -> str:
    """Perfect play beside the way: the edges, the rules by what they cost, and the kinds of hand set otherwise."""

    def share(value: Any, places: int = 4) -> str:
        return f"{value['value'] * 100:.{places}f}%"

    facts = facts_html(
        (
            ("House edge, perfect play", share(play["house_edge"])),
            (f"House edge, {play['player_way']}", share(play["way_house_edge"])),
            ("Hands set otherwise", f"{play['hands_set_otherwise']:,} of {play['hands']:,}"),
        )
    )
    rules = Table(
        "Rules, the costliest first",
        (*left("Rule"), *right("Hands", "Set otherwise", "Cost")),
        tuple(
            Row((each["words"], f"{each['hands']:,}", f"{each['set_otherwise']:,}", share(each["cost"], 5)))
            for each in play["rules"][:15]
        ),
    )
    kinds = Table(
        "Where perfect play departs from the way",
        (*left("Hand", "The way plays low", "Perfect play plays low"), *right("Hands", "Cost"), *left("Example")),
        tuple(
            Row(
                (
                    " ".join(part for part in (each["hand_type"].replace("-", " "), each["made"]) if part),
                    each["way"],
                    each["best"],
                    f"{each['hands']:,}",
                    share(each["cost"], 5),
                    each["example"],
                )
            )
            for each in play["deviations"][:15]
        ),
    )
    return facts + table_html(rules) + table_html(kinds)


def _cards_cell(words: str, row: int, column: int) -> str | None:
    """Cards with their suits as signs, on one line."""
    del row
    return cards_html(words) if column < 2 else None

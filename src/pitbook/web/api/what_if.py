"""What a change to a period does: another paytable, stake, limit or mix, a promotion."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema
from starlette.responses import Response

from pitbook.asked.hold import HandsAsked
from pitbook.asked.texts import Faults
from pitbook.asked.what_if import ChangeAsked, compared
from pitbook.file_parts import Part, whole_as_text
from pitbook.hold.mix_file import MixFile
from pitbook.own_table import GivenTable, OwnTableFile
from pitbook.web.api.hold import refuse_long_hold
from pitbook.web.api.inputs import PLAIN, BodyError, RequestBody, answer, body_of, document
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

CHANGE = {
    "rounds": "28800",
    "game": "three-card-poker",
    "wager": "pair-plus",
    "paytable": "A",
    "stake": "5.00",
    "to-paytable": "D",
}

Said = Annotated[
    str,
    BeforeValidator(whole_as_text),
    StringConstraints(max_length=1000, pattern=PLAIN),
    WithJsonSchema({"type": ["string", "integer"]}),
]
Pairs = Annotated[list[Said], Field(max_length=50)]
Mix = Annotated[MixFile, WithJsonSchema({"type": "object"})]
OwnTable = Annotated[OwnTableFile, WithJsonSchema({"type": "object"})]
Filing = Annotated[dict[str, Any], WithJsonSchema({"type": "object"})]


class WhatIfRequest(Part):
    """A period and its change: keys are named as the options of the command; what is a file there is an object here."""

    rounds: Annotated[Said, Field(description="The rounds of the period.")]
    game: Annotated[Said | None, Field(description="A game; none with a mix.")] = None
    wager: Annotated[Said | None, Field(description="One of its wagers.")] = None
    paytable: Annotated[Said | None, Field(description="The paytable, where the text prints several.")] = None
    stake: Annotated[Said | None, Field(description="Dollars staked, or a mix of stakes: 5=60%,10=30%,25=10%.")] = None
    per_round: Annotated[Said | None, Field(alias="per-round", description="Hands a round on which it is placed.")] = None
    mix: Annotated[Mix | None, Field(description="Wagers and stakes, in place of game and wager.")] = None
    bettors: Annotated[Said | None, Field(description="How many place it on the same cards.")] = None
    players: Annotated[Said | None, Field(description="Other bettors who are paid an Envy Bonus for a hand.")] = None
    meter: Annotated[Said | None, Field(description="Dollars on its meter at the start.")] = None
    decks: Annotated[Said | None, Field(description="Decks in the shoe.")] = None
    readings: Annotated[Pairs, Field(alias="set", description="READING=VALUE.")] = []
    options: Annotated[Pairs, Field(alias="option", description="NAME=VALUE.")] = []
    terms: Annotated[Said | None, Field(description="seed=,reseed=,increment=,reserve= of the meter.")] = None
    submission: Annotated[Filing | None, Field(description="A Rules Submission: the wager as it is filed.")] = None
    paytable_file: Annotated[
        OwnTable | None, Field(alias="paytable-file", description="A paytable of your own, in place of a printed one.")
    ] = None
    to_paytable: Annotated[Said | None, Field(alias="to-paytable", description="The paytable it would be.")] = None
    to_paytable_file: Annotated[
        OwnTable | None, Field(alias="to-paytable-file", description="The paytable of your own it would be.")
    ] = None
    to_stake: Annotated[Said | None, Field(alias="to-stake", description="The stake, or mix of stakes, it would be.")] = None
    to_per_round: Annotated[Said | None, Field(alias="to-per-round", description="The hands a round it would be.")] = None
    to_readings: Annotated[Pairs, Field(alias="to-set", description="READING=VALUE it would be.")] = []
    to_options: Annotated[Pairs, Field(alias="to-option", description="NAME=VALUE it would be.")] = []
    to_terms: Annotated[Said | None, Field(alias="to-terms", description="The meter's terms it would be.")] = None
    to_submission: Annotated[Filing | None, Field(alias="to-submission", description="The Rules Submission it would be.")] = None
    to_mix: Annotated[Mix | None, Field(alias="to-mix", description="The wagers and stakes it would be.")] = None
    to_rounds: Annotated[Said | None, Field(alias="to-rounds", description="The rounds it would be.")] = None
    pays: Annotated[Said | None, Field(description="A promotion: fixed winnings are paid so many times, as in 2.")] = None
    pays_on: Annotated[Pairs, Field(alias="pays-on", description="Wagers the promotion is for; default every one.")] = []
    pays_rounds: Annotated[Said | None, Field(alias="pays-rounds", description="The rounds it lasts; default all.")] = None
    confidence: Annotated[Said | None, Field(description="Confidence of the interval (default 0.95).")] = None


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["odds"])

    @router.post(
        "/what-if",
        summary="What a change does to a period (`pitbook what-if`)",
        openapi_extra=body_of("A period and what would be otherwise.", None, CHANGE, form=WhatIfRequest),
    )
    async def what_if(request: Request) -> Response:
        """The distribution of the house's result as it is and as it would be, and what the change is expected to cost."""
        return answer(await services.count(_compared, await document(request)))

    return router


def _compared(given: RequestBody) -> Any:
    from pitbook.file_faults import form_of

    form = form_of(WhatIfRequest, given.values(), lambda texts: BodyError("\n".join(texts)))
    faults = Faults()
    filing = faults.of(_filing, form.submission, "submission")
    other = faults.of(_filing, form.to_submission, "to-submission")
    faults.say()
    now = HandsAsked(
        game=form.game,
        wager=form.wager,
        paytable=form.paytable,
        stake=form.stake,
        per_round=form.per_round,
        mix=form.mix,
        bettors=form.bettors,
        players=form.players,
        meter=form.meter,
        decks=form.decks,
        readings=form.readings,
        options=form.options,
        terms=form.terms,
        submission=filing,
        paytable_file=_table(form.paytable_file, "paytable-file"),
    )
    change = ChangeAsked(
        paytable=form.to_paytable,
        stake=form.to_stake,
        per_round=form.to_per_round,
        readings=form.to_readings,
        options=form.to_options,
        terms=form.to_terms,
        submission=other,
        paytable_file=_table(form.to_paytable_file, "to-paytable-file"),
        mix=form.to_mix,
        rounds=form.to_rounds,
        pays=form.pays,
        pays_on=form.pays_on,
        pays_rounds=form.pays_rounds,
    )
    periods = compared(now, form.rounds, change, form.confidence)
    refuse_long_hold(periods.before)
    refuse_long_hold(periods.after)
    return periods.answer().data


def _table(file: OwnTableFile | None, place: str) -> GivenTable | None:
    """A paytable of the body; nothing where there is none."""
    return None if file is None else GivenTable(file, place)


def _filing(data: dict[str, Any] | None, place: str) -> Any:
    """A filing of the body; nothing where there is none."""
    from pitbook.submission import SubmissionError, read_submission

    try:
        return None if data is None else read_submission(data, name=place)
    except SubmissionError as fault:
        raise BodyError("\n".join(f"{place}: {each}" for each in str(fault).splitlines())) from fault

"""The shape of a Rules Submission: what a certificate holder files for its games, tables, wagers, meters and links."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from pitbook.rules_file import Part, Text


def _as_date(value: Any) -> Any:
    return datetime.date.fromisoformat(value) if isinstance(value, str) else value


Day = Annotated[datetime.date, BeforeValidator(_as_date), Field(description="A day, as in 2026-11-30.")]
Dollars = Annotated[str, StringConstraints(max_length=40), Field(description='Dollars as text, as in "5.00".')]
Printed = Annotated[str, StringConstraints(max_length=60)]


class EnvyPart(Part):
    """Envy Bonuses as filed for a wager amount."""

    wager: Annotated[str | None, Field(description="The receiver's wager, where the table has a column for it.")] = None
    pays: Annotated[dict[str, Printed], Field(description="Outcome to amount, as filed.")]


class MeterPart(Part):
    """The progressive terms as filed. What is left out is taken as the paytable prints it."""

    seed: Annotated[Printed | None, Field(description='As printed, as in "$1,000 for 1", "10,000x" or "N/A".')] = None
    reseed: Printed | None = None
    increment: Annotated[Printed | None, Field(description='A rate, as in "14%".')] = None
    reserve: Printed | None = None
    opening: Annotated[Dollars | None, Field(description="The first start where the text has no seed.")] = None
    limit: Annotated[Dollars | None, Field(description="The ceiling of the display, if there is one.")] = None
    link: Annotated[str | None, Field(description="The link that the wager's meters belong to.")] = None


class WagerPart(Part):
    """A wager as offered."""

    paytable: Text
    minimum: Dollars | None = None
    maximum: Dollars | None = None
    amounts: Annotated[list[Dollars], Field(description="The only amounts accepted, as progressive wagers have them.")] = []
    options: Annotated[dict[str, str], Field(description='Options such as mini-royal-flush = "50 to 1".')] = {}
    pays: Annotated[dict[str, Printed], Field(description="Outcome to payout as the filing prints it.")] = {}
    envy: list[EnvyPart] = []
    meter: MeterPart | None = None


class GamePart(Part):
    """A game as offered."""

    game: Text
    tables: Annotated[list[Text], Field(min_length=1, description="The numbers of the tables it is offered at.")]
    variation: str | None = None
    decks: Annotated[int, Field(ge=1, le=8)] | None = None
    house_way: str | None = None
    systems: Annotated[
        list[Literal["605a.7", "605a.8"]],
        Field(description="Progressive table game systems at the tables: 605a.7 for one table, 605a.8 for linked tables."),
    ] = []
    aggregate_limit: Annotated[str | None, Field(description='The limit on one hand\'s bonus pays: "off", an amount.')] = None
    readings: Annotated[dict[str, str], Field(description="Readings decided, by their ids.")] = {}
    wagers: Annotated[dict[str, WagerPart], Field(min_length=1)]


class LinkPart(Part):
    """Tables, games and wagers on common meters."""

    link: Text
    facility: Text
    members: Annotated[list[Text], Field(min_length=1, description="Table numbers on the link.")]


class ThresholdPart(Part):
    """Figures of the filer's own below or above which a check warns."""

    long_run_return: Annotated[str | None, Field(description='The least long-run return, as in "70%".')] = None
    jackpot_one_in: Annotated[int | None, Field(ge=1, description="The rarest top award, as one in so many.")] = None


class SubmissionFile(Part):
    """A Rules Submission."""

    certificate_holder: Text
    facility: str | None = None
    filing_date: Day
    effective_date: Day | None = None
    reference: str | None = None
    preparer: str | None = None
    notes: str | None = None
    games: Annotated[list[GamePart], Field(min_length=1)]
    links: list[LinkPart] = []
    thresholds: ThresholdPart = ThresholdPart()

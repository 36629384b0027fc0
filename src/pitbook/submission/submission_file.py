"""The shape of a Rules Submission: what a certificate holder files for its games, tables, wagers, meters and links."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, WithJsonSchema

from pitbook.file_parts import Amount, Day, Part, Text

Dollars = Annotated[Amount, WithJsonSchema({"type": ["string", "integer"]})]
Printed = Annotated[str, StringConstraints(max_length=80)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]

AMOUNT = 'Dollars as text, as in "5.00".'
BY_AMOUNT = 'Dollars as text, or for each wager amount its own, as in { "1.00" = "5000.00", "5.00" = "25000.00" }.'


class EnvyPart(Part):
    """Envy Bonuses as filed, for one wager amount or for all."""

    wager: Annotated[Dollars | None, Field(description="The receiver's wager, where the table has a column for it.")] = None
    pays: Annotated[dict[str, Printed], Field(description='Outcome to Envy Bonus, as in royal-flush = "$1,000" or "1,000x".')]


class MeterPart(Part):
    """The progressive terms as filed. What is left out is taken as the paytable prints it."""

    seed: Annotated[Printed | None, Field(description='The seed as printed: "$1,000 for 1", "10,000x" or "N/A".')] = None
    reseed: Annotated[Printed | None, Field(description="What the house puts on once the whole meter was won.")] = None
    increment: Annotated[Printed | None, Field(description='The part of each wager that goes on the meter, as in "14%".')] = None
    reserve: Annotated[Printed | None, Field(description='The part that goes to the reserve, as in "3%"; "N/A" for none.')] = None
    opening: Annotated[
        Dollars | dict[str, Dollars] | None, Field(description=f"The first start where the text has no seed. {BY_AMOUNT}")
    ] = None
    limit: Annotated[
        Dollars | dict[str, Dollars] | None, Field(description=f"The ceiling of the display, if there is one. {BY_AMOUNT}")
    ] = None
    link: Annotated[Name | None, Field(description="The link (of [[links]]) that the wager's meters belong to.")] = None


class WagerPart(Part):
    """A wager as offered."""

    paytable: Annotated[Name | None, Field(description="The paytable chosen; may be left out where the text prints one.")] = None
    minimum: Annotated[Dollars | None, Field(description=f"The least wager. {AMOUNT}")] = None
    maximum: Annotated[Dollars | None, Field(description=f"The highest wager. {AMOUNT}")] = None
    denomination: Annotated[Dollars | None, Field(description=f"Wagers are multiples of this. {AMOUNT}")] = None
    amounts: Annotated[list[Dollars], Field(description="The only amounts accepted, as progressive wagers have them.")] = []
    options: Annotated[dict[str, Printed], Field(description='Options, as in mini-royal-flush = "50 to 1".')] = {}
    extras: Annotated[
        dict[str, Printed],
        Field(description='Pays that the table\'s system decides, with their frequency: magic-card = "1 in 500" or "0.2%".'),
    ] = {}
    pays: Annotated[
        dict[str, Printed],
        Field(description='The paytable as the filing prints it: outcome to payout, as in straight-flush = "40 to 1".'),
    ] = {}
    envy: Annotated[list[EnvyPart], Field(description="The Envy Bonuses as the filing prints them.")] = []
    meter: Annotated[MeterPart | None, Field(description="The progressive terms, the meter's opening, limit and link.")] = None


class GamePart(Part):
    """A game as offered."""

    game: Annotated[Name, Field(description="The game's id, as listed by `pitbook games`.")]
    tables: Annotated[list[Name], Field(min_length=1, description="The numbers of the tables it is offered at.")]
    variation: Annotated[Name | None, Field(description="The variation of the game, where it has some.")] = None
    decks: Annotated[int | None, Field(ge=1, le=8, description="Decks in the shoe, where the game has a shoe.")] = None
    house_way: Annotated[
        Printed | None, Field(description="The house way: the name of one that is held, or a file of your own (ends in .toml).")
    ] = None
    commission_rounding: Annotated[Name | None, Field(description="Whether a vigorish is rounded up.")] = None
    payment_order: Annotated[Name | None, Field(description="The order in which the seats are paid.")] = None
    aggregate_limit: Annotated[
        Printed | None, Field(description='The limit on what the bonus wagers of one hand pay: "off", "code-figure" or an amount.')
    ] = None
    systems: Annotated[
        list[Literal["605a.7", "605a.8"]],
        Field(description="Progressive table game systems at the tables: 605a.7 for one table, 605a.8 for linked tables."),
    ] = []
    readings: Annotated[dict[str, Printed], Field(description="How unclear clauses are read: reading to value.")] = {}
    wagers: Annotated[dict[str, WagerPart], Field(min_length=1, description="The wagers offered, by their ids.")]


class LinkPart(Part):
    """Tables on common meters."""

    link: Annotated[Name, Field(description="The link's name.")]
    facility: Annotated[Name, Field(description="The licensed facility where all its tables stand.")]
    members: Annotated[list[Name], Field(min_length=1, description="The numbers of the tables on the link.")]


class ThresholdPart(Part):
    """Figures of the filer's own at which a check warns."""

    long_run_return: Annotated[Printed | None, Field(description='The least long-run return, as in "70%".')] = None
    jackpot_one_in: Annotated[
        int | None, Field(ge=1, description="The rarest whole-meter award, as one in so many (default 100 million).")
    ] = None


class SubmissionFile(Part):
    """A Rules Submission: what a certificate holder chose among the printed rules."""

    certificate_holder: Annotated[Text, Field(description="The certificate holder.")]
    facility: Annotated[Name | None, Field(description="The licensed facility.")] = None
    filing_date: Annotated[Day, Field(description="The day of filing, as in 2026-11-30.")]
    effective_date: Annotated[Day | None, Field(description="The day it takes effect; default the day of filing.")] = None
    reference: Annotated[str | None, Field(description="The filing's own number.")] = None
    preparer: Annotated[str | None, Field(description="Who prepared it.")] = None
    notes: Annotated[str | None, Field(description="Anything the reader should know.")] = None
    games: Annotated[list[GamePart], Field(min_length=1, description="The games offered.")]
    links: Annotated[list[LinkPart], Field(description="Tables on common meters.")] = []
    thresholds: Annotated[ThresholdPart, Field(description="Figures of your own at which the check warns.")] = ThresholdPart()

"""The shape of the rulebook's TOML files. Unknown keys are refused, and all faults are reported at once."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from pitbook.file_parts import Citation, Part, Text

Area = Literal["player", "dealer", "community", "coup"]


class RowPart(Part):
    """A printed row; ``pays`` has a cell per column, or one list per value of ``reading``.

    ``clause`` is the row's own where the table's does not say it.
    """

    hand: Text
    event: Text
    pays: list[str] | dict[str, list[str]]
    envy: list[str] = []
    reading: str | None = None
    printed: list[str] | None = None
    clause: Citation | None = None


class TablePart(Part):
    """Paytables printed side by side."""

    clause: Citation
    columns: Annotated[list[Text], Field(min_length=1)]
    rows: Annotated[list[RowPart], Field(min_length=1)]


class TermsPart(Part):
    """Meter terms of the paytables named in ``columns``."""

    clause: Citation
    columns: Annotated[list[Text], Field(min_length=1)]
    seed: list[str] | None = None
    reseed: list[str] | None = None
    increment: list[str] | None = None
    reserve: list[str] | None = None


class EnvyRowPart(Part):
    """A printed envy row; ``row`` names the paytable's row where the wording differs."""

    hand: Text
    pays: list[str]
    row: str | None = None


class EnvyPart(Part):
    """An envy table printed apart: a column per paytable, or per wager amount."""

    clause: Citation
    columns: Annotated[list[Text], Field(min_length=1)]
    rows: Annotated[list[EnvyRowPart], Field(min_length=1)]
    paytables: list[str] = []
    reading: str | None = None
    reading_paytables: list[str] = []
    by_reading: dict[str, list[EnvyRowPart]] = {}


class ExtraPart(Part):
    """A pay beside the rows; ``draws`` is what the table's system draws for it."""

    hand: Text
    draws: Literal["card", "seats"] = "card"
    pays: Text
    clause: Citation


class WagerPart(Part):
    """A wager."""

    id: Text
    name: Text
    clause: Citation
    kind: Literal["base", "bonus", "progressive"]
    family: str | None = None
    reads: Annotated[list[Area], Field(min_length=1)]
    requires: list[str] = []
    requires_reading: str | None = None
    equals: str | None = None
    basis: str | None = None
    placed: Text
    after_fold: Literal["lost", "settled", "not due", "no fold"]
    fold_reading: str | None = None
    meter: str | None = None
    divided: str | None = None
    vigorish: str | None = None
    vigorish_multiple: str | None = None
    vigorish_reading: str | None = None
    variations: dict[str, list[str]] = {}
    player_choice: dict[str, dict[str, str]] = {}
    table: list[TablePart] = []
    terms: list[TermsPart] = []
    envy: list[EnvyPart] = []
    extra: list[ExtraPart] = []
    notes: list[str] = []
    no_sheet: str | None = None
    long_count: bool = False
    options: list[str] = []


class TopRowPart(Part):
    """A row that a value of a reading puts on top of a table."""

    hand: Text
    event: Text
    pays: Text


class ReadingPart(Part):
    """A point on which the text is unclear."""

    id: Text
    clause: Citation
    asks: Text
    default: Text
    values: Annotated[dict[str, Text], Field(min_length=1)]
    why: Text
    wagers: list[str] = []
    scope: Literal["wagers", "all", "bonus", "meter", "share", "divided", "envy"] = "wagers"
    affects: list[Literal["odds", "settlement", "filing", "meter"]]
    accepts: Literal["rate", "payout", "amount"] | None = None
    events: dict[str, dict[str, str]] = {}
    reads: dict[str, list[Area]] = {}
    family: dict[str, str] = {}
    top_row: dict[str, TopRowPart] = {}
    vigorish: dict[str, Text] = {}
    requires: dict[str, list[str]] = {}
    records: dict[str, list[str]] = {}
    amounts: dict[str, Text] = {}
    belongs: dict[str, list[str]] = {}
    keeps_stake: list[str] = []
    withholds: list[str] = []
    pays_extras: list[str] = []
    one_of: list[str] = []
    any_variation: list[str] = []
    warns: list[str] = []
    files_reseed: list[str] = []
    files_envy: list[str] = []
    envy_by_winner: list[str] = []
    envy_on_link: list[str] = []
    award_turn: dict[str, Literal["first", "last"]] = {}
    asked_when: Text = "always"
    effect: str = ""


class OptionPart(Part):
    """A row that a filing may add on top of a table; ``adds_to`` names, for a value of ``reading``, a row whose pay is added."""

    id: Text
    clause: Citation
    hand: Text
    event: Text
    floors: Annotated[dict[str, Text], Field(min_length=1)]
    reading: str | None = None
    adds_to: dict[str, Text] = {}


class PolicyDefaultPart(Part):
    """A shared policy's default in this game, with the clause that says so."""

    value: Text
    clause: Citation
    why: Text


class EditionPart(Part):
    """The rules of one period."""

    id: Text
    effective_from: date | Literal["unknown"] = Field(alias="from")
    effective_until: date | Literal["open"] = Field(alias="until")
    source: Text
    wager: Annotated[list[WagerPart], Field(min_length=1)]
    reading: list[ReadingPart] = []
    option: list[OptionPart] = []
    policy_defaults: dict[str, str | PolicyDefaultPart] = {}
    recorded: list[str] = []
    system_clause: str | None = None


class GamePart(Part):
    """The game itself."""

    id: Text
    name: Text
    chapter: Text
    deck: Literal["52", "52 and a joker", "shoe"]
    decks: Annotated[list[Annotated[int, Field(ge=1, le=8)]], Field(min_length=1)]
    seats: Annotated[int, Field(ge=1, le=14)]
    cards: dict[Literal["player", "dealer", "community"], Annotated[int, Field(ge=1, le=7)]] = {}
    summary: Text


class RulesFile(Part):
    """A game's ``rules.toml``."""

    game: GamePart
    edition: Annotated[list[EditionPart], Field(min_length=1)]


class PoliciesFile(Part):
    """``policies.toml``: the readings that all games share."""

    policy: list[ReadingPart]

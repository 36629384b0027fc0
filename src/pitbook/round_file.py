"""The shape of a round as it is written in TOML or JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from pitbook.file_parts import Amount, Day, Part


def _as_lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _printable(value: str) -> str:
    if not value.isprintable():
        raise ValueError("allowed: characters that can be printed")
    return value


Name = Annotated[str, StringConstraints(max_length=80)]
Short = Annotated[str, StringConstraints(max_length=200)]
Printable = Annotated[Short, AfterValidator(_printable)]
CardsText = Annotated[str, StringConstraints(max_length=200)]


def _field(description: str, **bounds: Any) -> Any:
    return Field(description=description, **bounds)


class SeatPart(Part):
    """A seat: who sits there, the cards, the wagers, what was done and what was paid."""

    seat: Annotated[int, _field("The seat's number, counted from the dealer's left.", ge=1, le=14)]
    player: Annotated[Printable | None, _field("Who sits there, for one person at two seats.")] = None
    cards: Annotated[CardsText | None, _field('The own cards, as in "As Td 9c".')] = None
    wagers: Annotated[dict[Name, Amount], _field('Wager to stake in dollars, as in ante = "10.00".', max_length=40)] = {}
    fold: Annotated[bool, _field("Whether the hand was folded.")] = False
    color: Annotated[Literal["red", "black"] | None, BeforeValidator(_as_lower), _field("The color named, for a wager on one.")] = (
        None
    )
    high: Annotated[CardsText | None, _field("The five-card hand as set; the house way sets it where nothing is said.")] = None
    low: Annotated[CardsText | None, _field("The two-card hand as set.")] = None
    paid: Annotated[
        Amount | dict[Name, Amount] | None, _field("What was paid, in all or for each wager; it is compared with what is owed.")
    ] = None


class MeterPart(Part):
    """A meter before the round, with terms where the text prints none."""

    meter: Annotated[Amount, _field("Dollars on the meter before the round.")]
    reserve: Annotated[Amount, _field("Dollars in the reserve before the round.")] = "0"
    seed: Annotated[Short | None, _field("The seed, where the text prints none.")] = None
    reseed: Annotated[Short | None, _field("The reseed, where the text prints none.")] = None
    increment: Annotated[Short | None, _field('The increment rate, where the text prints none, as in "20%".')] = None
    reserve_rate: Annotated[Short | None, _field("The reserve rate, where the text prints none.")] = None
    amount: Annotated[Amount | None, _field("The wager amount that the meter serves.")] = None


class IrregularityPart(Part):
    """What went wrong: the wagers that are void, at all seats or (``3 ante``) at one."""

    void: Annotated[list[Short], _field('Wagers that are void: "ante", "all", or "3 ante" at one seat.', max_length=200)] = []


class RoundFile(Part):
    """A round of play at one table."""

    game: Annotated[Name, _field("The game's id, as listed by `pitbook games`.")]
    date: Annotated[Day | None, _field("The day of the round, which decides the edition; default today.")] = None
    dealer: Annotated[CardsText | None, _field("The dealer's cards.")] = None
    community: Annotated[CardsText | None, _field("The community cards.")] = None
    player: Annotated[CardsText | None, _field("The Player's cards of a baccarat coup, in dealing order.")] = None
    banker: Annotated[CardsText | None, _field("The Banker's cards of a baccarat coup, in dealing order.")] = None
    dealer_high: Annotated[CardsText | None, _field("The dealer's five-card hand as set.")] = None
    dealer_low: Annotated[CardsText | None, _field("The dealer's two-card hand as set.")] = None
    decks: Annotated[int | None, _field("Decks in the shoe.", ge=1, le=8)] = None
    magic_card: Annotated[Short | None, _field("The Magic Card that the table's system drew.")] = None
    lucky: Annotated[
        Literal["dealer"] | list[int | Literal["dealer"]], _field('The seats drawn for the Lucky Bonus, or "dealer".')
    ] = []
    bank: Annotated[int | Short | None, _field("A player who banks; such rounds are not settled.")] = None
    seats: Annotated[list[SeatPart], _field("The seats that play.", max_length=28)] = []
    choices: Annotated[
        dict[Name, Short | dict[Name, Short]],
        _field(
            'Wager to paytable, or to a table with paytable and options; submission = "file" takes them from a filing.',
            max_length=40,
        ),
    ] = {}
    meters: Annotated[
        dict[Name, MeterPart],
        _field(
            "The meters before the round by their ids, as `pitbook show GAME WAGER` has them, or ID@5.00 where amounts differ.",
            max_length=80,
        ),
    ] = {}
    irregularity: Annotated[IrregularityPart, _field("What went wrong.")] = IrregularityPart()
    readings: Annotated[dict[Name, Short], _field("How unclear clauses are read: reading to value.", max_length=80)] = {}
    key: Annotated[Printable | None, _field("The client's own key, for a round that the ledger records.")] = None
    table: Annotated[Printable | None, _field("The table's number.")] = None

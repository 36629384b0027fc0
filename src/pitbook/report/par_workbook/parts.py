"""What a computing worksheet is made of: inputs, figures with their formulas, and the forms in which numbers are shown.

Formulas name inputs, figures and ranges in braces; the worksheet puts their addresses in. ``docs/mathematics.md`` defines the
figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitbook.par import ParSheet, has_base_game
from pitbook.payouts import VigorishRounding

PERCENT: Final = "0.000000%"
PROBABILITY: Final = "0.00000000%"
RATE: Final = "0.####%"
FACTOR: Final = "#,##0.00000000"
DOLLAR: Final = '"$"#,##0.00'
COUNT: Final = "#,##0"
PLAIN: Final = "#,##0.000000"
MULTIPLE: Final = "#,##0.####"
UNDEFINED: Final = "undefined"

LONG_COUNTS: Final = 10**15
"""From this total on counts have more digits than a spreadsheet keeps."""

_LONGEST_EXACT: Final = 46

Value = Fraction | float | int | str


@dataclass(frozen=True)
class Input:
    """A cell the reader may change. None is an empty cell; a ``formula`` stands there until it is overwritten."""

    key: str
    label: str
    value: Value | None
    form: str
    note: str = ""
    formula: str = ""
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Figure:
    """A computed figure: its formula and, as filed, its exact value. A ``leading`` one also heads the sheet."""

    key: str
    name: str
    formula: str
    value: Value
    form: str
    words: str
    leading: bool = False

    @property
    def exact(self) -> str:
        """The exact quotient, where there is one that a reader can use."""
        if isinstance(self.value, str):
            return ""
        if isinstance(self.value, float):
            return "a decimal; no exact quotient"
        value = Fraction(self.value)
        text = f"{value.numerator:,}" if value.denominator == 1 else f"{value.numerator:,} / {value.denominator:,}"
        return text if len(text) <= _LONGEST_EXACT else "long quotient: see the JSON file"


def known(value: Value | None) -> Value:
    """The value, or the word that stands for None."""
    return UNDEFINED if value is None else value


@dataclass(frozen=True)
class EnvyLine:
    """An envy row for one amount of the receiver's wager (dollars; None: any). ``at`` is the paytable row that causes it.

    It is None where no count of the sheet says how often: the probability stays as filed.
    """

    hand: str
    printed: str
    pay: Fraction
    unit: str
    wager: Fraction | None
    at: int | None
    probability: Fraction
    due: Fraction
    linear: bool

    def due_formula(self, pay: str, wager: str, places: Mapping[str, str]) -> str:
        """Dollars due at the sheet's wager amount."""
        amount = places["amount"]
        if self.wager is None:
            due = pay if self.unit == "dollars" else f"{pay}*{amount}"
        else:
            column = places["envy_wagers"]
            lowest = f"AND(COUNTIF({column},{amount})=0,{wager}=MIN({column}))"
            between = f"IF({lowest},{pay}*{amount}/{wager},0)" if self.linear else "0"
            due = f"IF(ROUND({amount}-{wager},6)=0,{pay},{between})"
        return f"IF({amount}<{places['envy_minimum']},0,{due})"


@dataclass(frozen=True)
class EnvyBlock:
    """The Envy Bonus block: its rows, the sheet's wager amount in dollars, the value per other hand and unit of stake."""

    rows: tuple[EnvyLine, ...]
    amount: Fraction
    value: Fraction


# What a sheet is -----------------------------------------------------------------------------------------------------


def is_base_game(sheet: ParSheet) -> bool:
    """Whether the sheet has a row per net result of all money staked, and not a row per row of a paytable."""
    return sheet.offer is None or has_base_game(sheet.offer)


def vigorish(sheet: ParSheet) -> Fraction:
    """The vigorish that the rows' payouts are lessened by; nothing in a base game, whose results have it in them."""
    return Fraction(0) if sheet.offer is None or is_base_game(sheet) else sheet.offer.vigorish


def vigorish_rounding(sheet: ParSheet) -> VigorishRounding:
    """How the vigorish is rounded."""
    value = sheet.offer.values.get("commission-rounding") if sheet.offer else None
    return VigorishRounding(value or VigorishRounding.EXACT)


def divided(sheet: ParSheet) -> bool:
    """Whether a share of the meter is divided among the bettors."""
    return sheet.offer is not None and sheet.offer.wager.divided is not None


def average_stake(sheet: ParSheet) -> Fraction | None:
    """Units of the first wager staked on average in a base game; None elsewhere."""
    if not is_base_game(sheet) or not sheet.element_of_risk:
        return None
    return sheet.house_edge / sheet.element_of_risk


def mean(sheet: ParSheet) -> Fraction:
    """What the rows hand over on average per unit of stake."""
    return sum((row.contribution for row in sheet.rows), Fraction(0))

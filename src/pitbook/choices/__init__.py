"""Resolved choices: what a filing, a round or a command picked among the printed rules.

:func:`offer` takes a wager, a paytable and the readings and options in force and returns an :class:`Offer`: the rows in the
order in which they are tested, each with its event and its award, and the meter and envy terms. Odds, settlement and filing
checks all start from an offer.
"""

from pitbook.choices.offers import AmountError, ChoiceError, EnvyTerms, MeterTerms, Offer, OfferRow, ReadingInForce
from pitbook.choices.picked import allowed_options, check_options, reading_values, required_wagers, requires_citation
from pitbook.choices.resolving import below_floor, offer, with_terms
from pitbook.choices.terms import TERM_NAMES

__all__ = [
    "TERM_NAMES",
    "AmountError",
    "ChoiceError",
    "EnvyTerms",
    "MeterTerms",
    "Offer",
    "OfferRow",
    "ReadingInForce",
    "allowed_options",
    "below_floor",
    "check_options",
    "offer",
    "reading_values",
    "required_wagers",
    "requires_citation",
    "with_terms",
]

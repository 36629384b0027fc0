"""A round of play as a value, checked whole: every fault of it is found before anything is settled.

``values`` is the round, ``form`` the shape of its text; ``reading`` puts it together from ``cards``, ``seats``, ``offers``,
``meters`` and ``wagers``, each of which notes its faults in a ``draft``.
"""

from pitbook.rounds.draft import Under
from pitbook.rounds.form import round_data, round_file
from pitbook.rounds.meters import meter_offer
from pitbook.rounds.offers import is_coup
from pitbook.rounds.reading import read_round, read_round_file
from pitbook.rounds.values import FILED, GivenMeter, Placed, Round, RoundError, Seat

__all__ = [
    "FILED",
    "GivenMeter",
    "Placed",
    "Round",
    "RoundError",
    "Seat",
    "Under",
    "is_coup",
    "meter_offer",
    "read_round",
    "read_round_file",
    "round_data",
    "round_file",
]

"""A round as the ledger takes it: accepted wagers and the result, resolved; and the forms in which events hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final


@dataclass(frozen=True)
class Wager:
    """A wager accepted by the device of a position: seat number, wager id, amount in micro-dollars, who sits there.

    ``paytable``, where it is said, must be the one the table was joined with. A ``void`` wager was returned: it wins
    nothing, and feeds a meter only where the policy ``void-round`` is ``keep``.
    """

    seat: int
    wager: str
    amount_micros: int
    player: str = ""
    paytable: str = ""
    void: bool = False


@dataclass(frozen=True)
class ResultAward:
    """A win that is a share of a meter: 1 is the whole meter; with several seats the award is divided equally among
    them.

    ``share`` is the printed one; ``seats`` are in payment order, one for each player. The order of awards in a result
    is the payment order. ``fallback_micros`` and ``fallback_outcome`` are the fixed row beneath that each is paid by
    the house instead if the share is worth less at that turn (policy ``low-meter-order`` = ``greater-of``).
    """

    wager: str
    outcome: str
    share: Fraction
    seats: tuple[int, ...]
    fallback_micros: int | None = None
    fallback_outcome: str | None = None


@dataclass(frozen=True)
class FixedAward:
    """A fixed award on a wager that feeds a meter, paid by the house; with ``from_seat`` an Envy Bonus for that hand."""

    seat: int
    wager: str
    outcome: str
    amount_micros: int
    from_seat: int | None = None


@dataclass(frozen=True)
class RoundResult:
    """What a round came to, resolved from its cards: meter awards in payment order, fixed awards, and the evidence.

    ``evidence`` are texts to keep with the result (hands, settlement), ``edition`` and ``rulebook`` name the edition
    of the rules used and the hash of the rulebook. ``fingerprint`` is a digest of the whole round as it was given, base
    wagers too: it tells another round under the same key from the same one sent again.
    """

    awards: tuple[ResultAward, ...] = ()
    fixed: tuple[FixedAward, ...] = ()
    evidence: Mapping[str, str] = field(default_factory=dict)
    edition: str | None = None
    rulebook: str | None = None
    fingerprint: str | None = None


def wager_json(wager: Wager) -> dict[str, Any]:
    """A wager as requests and events hold it. A later field stands in it only where it is used: old digests stay the
    same.
    """
    data: dict[str, Any] = {
        "seat": wager.seat,
        "wager": wager.wager,
        "amount": wager.amount_micros,
        "player": wager.player,
        "paytable": wager.paytable,
    }
    if wager.void:
        data["void"] = True
    return data


def wager_of(data: Mapping[str, Any]) -> Wager:
    """The wager that :func:`wager_json` wrote."""
    return Wager(data["seat"], data["wager"], data["amount"], data["player"], data["paytable"], data.get("void", False))


def fixed_json(each: FixedAward) -> dict[str, Any]:
    """A fixed award as requests and events hold it; the amount is in micro-dollars."""
    return {
        "seat": each.seat,
        "wager": each.wager,
        "outcome": each.outcome,
        "amount": each.amount_micros,
        "from_seat": each.from_seat,
    }


def result_json(result: RoundResult) -> dict[str, Any]:
    """A result as requests hold it; shares are texts of fractions, amounts micro-dollars. A fingerprint stands in it where there
    is one.
    """
    data: dict[str, Any] = {
        "awards": [
            {
                "wager": each.wager,
                "outcome": each.outcome,
                "share": str(each.share),
                "seats": list(each.seats),
                "fallback": each.fallback_micros,
                "fallback_outcome": each.fallback_outcome,
            }
            for each in result.awards
        ],
        "fixed": [fixed_json(each) for each in result.fixed],
        "evidence": dict(result.evidence),
        "edition": result.edition,
        "rulebook": result.rulebook,
    }
    return data | fingerprint_json(result)


FINGERPRINT: Final = "fingerprint"


def fingerprint_json(result: RoundResult) -> dict[str, str]:
    """The fingerprint as requests and events hold it; nothing where the result has none."""
    return {} if result.fingerprint is None else {FINGERPRINT: result.fingerprint}


def without_fingerprint(request: Mapping[str, Any]) -> dict[str, Any] | None:
    """A request as it was before results had fingerprints; None where it has none."""
    result = request.get("result")
    if not isinstance(result, Mapping) or FINGERPRINT not in result:
        return None
    return {**request, "result": {name: value for name, value in result.items() if name != FINGERPRINT}}

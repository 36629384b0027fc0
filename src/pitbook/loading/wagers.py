"""Wagers of an edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitbook import rules_file as file
from pitbook.loading.faults import Faults, check_unique
from pitbook.loading.paytables import NO_AWARD, check_envy_reading, paytables_of, with_terms_and_envy
from pitbook.names import listed, slug
from pitbook.payouts import CENT, parse_money, parse_payout, parse_rate
from pitbook.rulebook import Extra, Kind, Paytable, Reading, Wager


def wager_of(
    part: file.WagerPart,
    key: str,
    events: Mapping[str, Sequence[str]],
    readings: Sequence[Reading],
    faults: Faults,
) -> Wager:
    """The wager of a block of the file with all its paytables."""
    known = {reading.id for reading in readings}
    for name in (part.fold_reading, part.divided, part.requires_reading, part.vigorish_reading):
        if name is not None and name not in known:
            faults.missing(key, f"no reading {name!r}")
    if part.family is not None and part.family not in events:
        faults.add(f"{key}.family", f"no event family {part.family!r}; allowed: {listed(events)}")
    paytables: list[Paytable] = []
    for n, table in enumerate(part.table):
        paytables.extend(paytables_of(part, table, f"{key}.table[{n}]", events, readings, faults))
    check_unique([each.label for each in paytables], f"{key}.table.columns", faults)
    labels = [each.label for each in paytables]
    for name, chosen in part.variations.items():
        for label in (each for each in chosen if each not in labels):
            faults.missing(f"{key}.variations.{name}", f"no paytable {label!r}; allowed: {listed(labels)}")
    paytables = with_terms_and_envy(part, paytables, key, faults)
    for n, envy in enumerate(part.envy):
        check_envy_reading(envy, f"{key}.envy[{n}]", readings, [each.label for each in paytables], faults)
    return Wager(
        id=part.id,
        name=part.name,
        citation=part.clause,
        kind=Kind(part.kind),
        family=part.family,
        reads=tuple(part.reads),
        requires=tuple(part.requires),
        requires_reading=part.requires_reading,
        equals=part.equals,
        basis=part.basis,
        placed=part.placed,
        after_fold=part.after_fold,
        fold_reading=part.fold_reading,
        meter=part.meter,
        divided=part.divided,
        vigorish=None if part.vigorish is None else faults.attempt(f"{key}.vigorish", parse_rate, part.vigorish, None),
        vigorish_multiple=_cents_or_dollars(part.vigorish_multiple, f"{key}.vigorish_multiple", faults),
        vigorish_reading=part.vigorish_reading,
        variations={name: tuple(labels) for name, labels in part.variations.items()},
        player_choice={name: dict(names) for name, names in part.player_choice.items()},
        paytables=tuple(paytables),
        extras=tuple(
            Extra(
                slug(each.hand),
                each.hand,
                each.pays,
                faults.attempt(f"{key}.extra {each.hand!r}.pays", parse_payout, each.pays, NO_AWARD),
                each.clause,
                each.draws,
            )
            for each in part.extra
        ),
        notes=tuple(part.notes),
        no_sheet=part.no_sheet,
        long_count=part.long_count,
        options=tuple(part.options),
    )


def _cents_or_dollars(printed: str | None, key: str, faults: Faults) -> int | None:
    """Micro-dollars of ``25¢`` or ``$0.25``."""
    if printed is None:
        return None
    cents = printed.removesuffix("¢").strip()
    if cents != printed and cents.isascii() and cents.isdigit():
        return int(cents) * CENT
    micros: int | None = faults.attempt(key, parse_money, printed, None)
    return micros

"""What was picked: paytables, options, variations, wagers beside each other, table systems."""

from __future__ import annotations

from collections.abc import Iterator

from pitbook.checks.codes import finding
from pitbook.choices import allowed_options, required_wagers, requires_citation
from pitbook.choices.picked import extras_reading, in_any_variation, more_than_one_of, pays_extras
from pitbook.findings import Finding
from pitbook.names import listed
from pitbook.payouts import PayoutKind, parse_payout
from pitbook.rulebook import Reading
from pitbook.submission import FiledGame, FiledWager, Submission
from pitbook.submission.wording import filed_payout


def check(filing: Submission) -> Iterator[Finding]:
    """Findings on the choices of each game."""
    for game in filing.games:
        yield from _decks(game)
        yield from _systems(game)
        yield from _ante_bonus(game)
        yield from _recorded(game)
        for wager in game.wagers:
            yield from _paytable(wager)
            yield from _options(game, wager)
            yield from _extras(game, wager)
            yield from _variation(game, wager)
            yield from _bonus_variation(game, wager)
            yield from _beside(game, wager)


def _decks(game: FiledGame) -> Iterator[Finding]:
    decks, allowed = game.part.decks, game.game.decks
    if decks is not None and decks not in allowed:
        yield finding("decks-not-allowed", f"{game.place}.decks", str(decks), listed(str(each) for each in allowed))
    if decks is None and len(allowed) > 1:
        yield finding("missing-choice", f"{game.place}.decks", "no number of decks", listed(str(each) for each in allowed))


def _systems(game: FiledGame) -> Iterator[Finding]:
    clause = game.edition.system_clause
    progressive = [each for each in game.wagers if each.wager.meter is not None]
    linked = [each for each in progressive if each.meter is not None and each.meter.link is not None]
    present = listed(game.part.systems)
    if progressive and "605a.7" not in game.part.systems:
        found = f"{listed(each.id for each in progressive)}; systems: {present}"
        yield finding("missing-table-system", f"{game.place}.systems", found, "605a.7 beside a progressive wager", citation=clause)
    if linked and "605a.8" not in game.part.systems:
        found = f"{listed(each.id for each in linked)} on a link; systems: {present}"
        yield finding("missing-link-system", f"{game.place}.systems", found, "605a.8 beside a link", citation=clause)


def _ante_bonus(game: FiledGame) -> Iterator[Finding]:
    """A pay that is due on another wager must be chosen where that wager is offered."""
    due = [each for each in game.edition.wagers if each.stakeless]
    chosen = [each for each in game.wagers if each.wager.stakeless]
    basis = {each.basis for each in due}
    if any(game.offers(name) for name in basis if name is not None) and not chosen:
        yield finding(
            "missing-choice",
            f"{game.place}.wagers",
            "no Ante Bonus",
            listed(each.id for each in due),
            citation=due[0].citation,
        )
    for _, beside in more_than_one_of(game.edition, game.values, [each.id for each in game.wagers]):
        yield finding("both-ante-bonuses", f"{game.place}.wagers", listed(beside), "one of them")


def _recorded(game: FiledGame) -> Iterator[Finding]:
    for name in game.recorded:
        yield finding(
            "odds-not-held",
            f"{game.place}.wagers.{name}",
            name,
            f"wagers whose odds are held: {listed(each.id for each in game.edition.wagers)}",
            citation=f"{game.game.chapter}; {game.edition.source}",
        )


# One wager -----------------------------------------------------------------------------------------------------------


def _paytable(wager: FiledWager) -> Iterator[Finding]:
    if wager.paytable is not None:
        return
    labels = listed(table.label for table in wager.wager.paytables)
    if wager.part.paytable is None:
        yield finding("missing-choice", f"{wager.place}.paytable", "no paytable", labels, citation=wager.wager.citation)
    else:
        yield finding("paytable-not-printed", f"{wager.place}.paytable", wager.part.paytable, labels, citation=wager.wager.citation)


def _options(game: FiledGame, wager: FiledWager) -> Iterator[Finding]:
    allowed = allowed_options(game.edition, wager.wager)
    floors = {each.id: each for each in game.edition.options if wager.id in each.floors}
    for name, text in wager.part.options.items():
        place = f"{wager.place}.options.{name}"
        if name not in allowed:
            anywhere = next((each.citation for each in game.edition.options if each.id == name), wager.wager.citation)
            yield finding("option-not-offered", place, f"{name} = {text}", listed(allowed), citation=anywhere)
        elif name in floors:
            floor = floors[name].floors[wager.id]
            award = filed_payout(text)
            if award.kind is not PayoutKind.TO_ONE or award.multiple < parse_payout(floor).multiple:
                yield finding("option-below-floor", place, text, f"{floor} or more", citation=floors[name].citation)


def _extras(game: FiledGame, wager: FiledWager) -> Iterator[Finding]:
    known = {each.outcome: each for each in wager.wager.extras}
    reading, offered = extras_reading(game.edition), pays_extras(game.edition, game.values)
    given = {name for name in known if f"{name}-probability" in wager.options}
    for name, text in wager.part.extras.items():
        place = f"{wager.place}.extras.{name}"
        if name not in known:
            yield finding("option-not-offered", place, f"{name} = {text}", listed(known), citation=wager.wager.citation)
        elif not offered and reading is not None:
            said = f"{name} = {text}, and {reading.id} = {game.values[reading.id]}"
            yield finding("extra-not-offered", place, said, "one or the other")
    for name, extra in known.items():
        if offered and name not in given:
            yield finding(
                "extra-without-frequency",
                f"{wager.place}.extras",
                f"no {name}",
                "its probability in a round",
                citation=extra.citation,
            )


def _variation(game: FiledGame, wager: FiledWager) -> Iterator[Finding]:
    tables = wager.wager.variations
    variation = game.values.get("variation")
    if not tables or variation is None or wager.paytable is None:
        return
    place = f"{wager.place}.paytable"
    if variation in tables:
        if wager.paytable.label not in tables[variation]:
            yield finding(
                "paytable-against-variation",
                place,
                f"{wager.paytable.label} with {variation}",
                f"{listed(tables[variation])} with {variation}",
                citation=wager.wager.citation,
            )
    elif not in_any_variation(game.edition, wager.wager, game.values):
        yield finding(
            "wager-against-variation",
            wager.place,
            f"{wager.id} with variation {variation}",
            "; ".join(f"{listed(labels)} with {name}" for name, labels in tables.items()),
            citation=wager.wager.citation,
        )


def _bonus_variation(game: FiledGame, wager: FiledWager) -> Iterator[Finding]:
    reading = _belonging(game)
    if reading is None or game.values[reading.id] not in reading.warns:
        return
    homes = [variation for variation, wagers in reading.belongs.items() if wager.id in wagers]
    variation = game.values.get("variation")
    if homes and variation not in homes:
        yield finding(
            "bonus-of-another-variation",
            wager.place,
            f"{wager.id} with variation {variation}",
            f"{wager.id} with variation {' or '.join(homes)}",
            citation=reading.citation,
        )


def _belonging(game: FiledGame) -> Reading | None:
    return next((each for each in game.edition.readings if each.belongs), None)


def _beside(game: FiledGame, wager: FiledWager) -> Iterator[Finding]:
    """A wager that another must stand beside, and one that must be equal to another."""
    needed = required_wagers(game.edition, wager.wager, game.values)
    if needed and not any(game.offers(name) for name in needed):
        yield finding(
            "missing-prerequisite",
            wager.place,
            f"{wager.id} without {' or '.join(needed)}",
            f"{' or '.join(needed)} beside it",
            citation=requires_citation(game.edition, wager.wager),
        )
    for other in game.edition.wagers:
        if other.equals == wager.id and not game.offers(other.id):
            yield finding(
                "missing-prerequisite",
                wager.place,
                f"{wager.id} without {other.id}",
                f"{other.id}, of the same amount, to stay in the round",
                citation=other.citation,
            )

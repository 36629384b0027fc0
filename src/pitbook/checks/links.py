"""Linked meters: tables of one facility, the same winning hands at the same odds, the same terms."""

from __future__ import annotations

from collections.abc import Iterator

from pitbook.checks.codes import finding
from pitbook.choices import Offer
from pitbook.findings import Finding
from pitbook.names import listed
from pitbook.payouts import dollars, number_text, percent
from pitbook.submission import FiledGame, FiledWager, Submission
from pitbook.submission.submission_file import LinkPart


def check(filing: Submission) -> Iterator[Finding]:
    """Findings on the filing's links and the wagers that belong to them."""
    linked = _linked(filing)
    for name, wagers in linked.items():
        if name not in filing.links:
            for _, wager in wagers:
                yield finding("link-unknown", f"{wager.place}.meter.link", name, listed(filing.links))
    for n, link in enumerate(filing.file.links):
        place = f"links[{n}]"
        if link.link not in linked:
            yield finding("link-unused", place, link.link, listed(linked))
            continue
        yield from _facility(filing, link, place)
        yield from _members(filing, link, place, linked[link.link])
        yield from _alike(link, linked[link.link])


def _linked(filing: Submission) -> dict[str, list[tuple[FiledGame, FiledWager]]]:
    found: dict[str, list[tuple[FiledGame, FiledWager]]] = {}
    for game, wager in filing.wagers():
        if wager.meter is not None and wager.meter.link is not None and wager.wager.meter is not None:
            found.setdefault(wager.meter.link, []).append((game, wager))
    return found


def _facility(filing: Submission, link: LinkPart, place: str) -> Iterator[Finding]:
    facility = filing.file.facility
    if facility is None:
        yield finding(
            "missing-choice", "facility", "no facility of the filing", f"the facility of link {link.link}, {link.facility}"
        )
    elif facility != link.facility:
        yield finding("link-outside-facility", f"{place}.facility", link.facility, facility)


def _members(filing: Submission, link: LinkPart, place: str, wagers: list[tuple[FiledGame, FiledWager]]) -> Iterator[Finding]:
    tables = [table for game in filing.games for table in game.part.tables]
    feeding = {table for game, _ in wagers for table in game.part.tables}
    for n, member in enumerate(link.members):
        at = f"{place}.members[{n}]"
        if member not in tables:
            yield finding("link-member-unknown", at, member, listed(dict.fromkeys(tables)))
        elif member not in feeding:
            yield finding("link-member-without-wager", at, f"{member} has no wager on {link.link}", listed(sorted(feeding)))
    for table in sorted(feeding - set(link.members)):
        found = f"{table} has a wager on {link.link} and is no member"
        yield finding("link-member-without-wager", f"{place}.members", found, listed(sorted(feeding)))


def _alike(link: LinkPart, wagers: list[tuple[FiledGame, FiledWager]]) -> Iterator[Finding]:
    """Every wager of a link against the first one."""
    known = [(wager, wager.offered) for _, wager in wagers if wager.offered is not None]
    for (wager, offered), (first_wager, first) in ((each, known[0]) for each in known[1:]):
        if _odds(offered) != _odds(first):
            yield finding(
                "link-odds-differ",
                f"{wager.place}.paytable",
                f"{offered.game.id} {wager.id} {offered.label}: {_top(offered)}",
                f"as {first.game.id} {first_wager.id} {first.label} on link {link.link}: {_top(first)}",
            )
        elif _terms(wager, offered) != _terms(first_wager, first):
            yield finding(
                "link-terms-differ",
                f"{wager.place}.meter",
                f"{offered.game.id} {wager.id} {offered.label}: {_terms_text(wager, offered)}",
                f"as {first.game.id} {first_wager.id} {first.label} on link {link.link}: {_terms_text(first_wager, first)}",
                citation=offered.terms.citation if offered.terms is not None else offered.citation,
            )


def _odds(offered: Offer) -> tuple[object, ...]:
    """What makes two wagers alike for a player: the cards they read, the hands that win and what each hands over."""
    reads = tuple(sorted("own" if area in {"player", "dealer"} else area for area in offered.reads))
    return offered.family, reads, tuple((row.event, row.award) for row in offered.rows if row.pays and row.pays != "N/A")


def _top(offered: Offer) -> str:
    return listed(f"{row.outcome} {row.pays}" for row in offered.rows[:3])


def _terms(wager: FiledWager, offered: Offer) -> tuple[object, ...]:
    terms = offered.terms
    assert terms is not None
    return terms.seed, terms.reseed, terms.increment, terms.reserve, frozenset(wager.amounts)


def _terms_text(wager: FiledWager, offered: Offer) -> str:
    terms = offered.terms
    assert terms is not None
    parts = [
        f"{name} {number_text(value)}x" for name, value in (("seed", terms.seed), ("reseed", terms.reseed)) if value is not None
    ]
    parts += [f"{name} {percent(rate)}" for name, rate in (("increment", terms.increment), ("reserve", terms.reserve)) if rate]
    parts.append(f"amounts {listed(dollars(each) for each in wager.amounts)}")
    return "; ".join(parts)

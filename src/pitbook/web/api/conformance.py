"""Whether the rulebook is right: held against the regulation's text, and the game folders against themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.file_parts import Part
from pitbook.names import shown
from pitbook.web.api.inputs import BodyError, GameName, Query, RequestBody, Word, answer, body_of, document
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

if TYPE_CHECKING:
    from pitbook.audit import AuditReport

TEXTS: Final = {"texts": {"629b.7.txt": "§ 629b.7. Title of the section\n(a) A winning wager on the Player: 1 to 1.\n"}}
TEXTS_LIMIT: Final = 256 * 1024
"""Bytes of a body of texts. A section has some 10,000, and what differs is told at length."""
LONGEST_LINE: Final = 20_000
"""Characters; a line is searched as a whole, and meanwhile nobody else is answered."""
MOST_SECTIONS: Final = 100
"""Sections of all texts; every figure that one does not print is a difference."""


class AuditRequest(Part):
    """Texts of the regulation by their names; a text holds one section or several, as published. ``clauses`` narrows the audit."""

    texts: Annotated[dict[Word, str], Field(min_length=1, max_length=50, description="Name to text.")]
    clauses: Annotated[
        list[Word],
        Field(max_length=100, description="Subsections to compare, (d) of every section or 649a.12(d) of one; default all."),
    ] = []


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["rules"])

    @router.post(
        "/audit",
        summary="The rulebook against the regulation's text (`pitbook audit`)",
        openapi_extra=body_of("Texts of the regulation.", None, TEXTS, form=AuditRequest),
    )
    async def audit(request: Request) -> Response:
        """Figure by figure: how many were compared, every difference, and those that a reading explains. Texts with differences are
        no fault; one that holds no section of the rulebook is.
        """
        return await services.count(_audited, await document(request, limit=TEXTS_LIMIT, may_name_files=True))

    @router.get("/check-game", summary="The check of every game (`pitbook check-game`)")
    async def check_games(query: Annotated[Query, InQuery()], request: Request) -> Response:
        """Whether the games' rules, events, counts and expert cases hold together: what was checked, and every finding."""
        return await services.pure(request, _checked, None)

    @router.get("/games/{game}/check-game", summary="The check of a game (`pitbook check-game GAME`)")
    async def check_game(game: GameName, query: Annotated[Query, InQuery()], request: Request) -> Response:
        """Whether a game's rules, events, counts and expert cases hold together: what was checked, and every finding."""
        return await services.pure(request, _checked, game)

    return router


def _audited(given: RequestBody) -> Response:
    """The whole answer: it may be long, and is not written where others are answered."""
    from pitbook.file_faults import form_of

    form = form_of(AuditRequest, given.values(), lambda texts: BodyError("\n".join(texts)))
    return answer(audited(form.texts, form.clauses).to_json())


def audited(texts: Mapping[str, str], clauses: Sequence[str]) -> AuditReport:
    """The audit of texts by their names, which may not hold more than is compared at a time.

    Raises an :class:`~pitbook.errors.InputError` with every fault.
    """
    from pitbook.audit import audit

    faults = list(_too_much(texts))
    if faults:
        raise BodyError("\n".join(faults))
    return audit(texts, clauses=clauses)


def _too_much(texts: Mapping[str, str]) -> Iterator[str]:
    """What in the texts is more than is compared at a time."""
    from pitbook.audit.sections import sections_of

    for name, text in texts.items():
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line) > LONGEST_LINE:
                yield f"texts: {shown(name)}, line {number}: found {len(line):,} characters; allowed are {LONGEST_LINE:,}"
    count = sum(len(sections_of(text)) for text in texts.values())
    if count > MOST_SECTIONS:
        yield f"texts: found {count:,} sections; allowed are {MOST_SECTIONS} at a time"


def _checked(game: str | None) -> Any:
    from pitbook.conformance.check import examine_games
    from pitbook.conformance.report import conformance

    return conformance(examine_games(game)).data

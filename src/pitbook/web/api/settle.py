"""Settling rounds: what every seat is owed, with the clause."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.errors import InputError
from pitbook.web.api.inputs import BodyError, Query, RequestBody, answer, body_of, document, text_of
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

ROUND = {
    "game": "three-card-poker",
    "dealer": "Kd 8c 4h",
    "choices": {"ante-bonus": "A", "pair-plus": "A"},
    "seats": [{"seat": 1, "cards": "Ah Kh Qh", "wagers": {"ante": "5.00", "play": "5.00", "pair-plus": "5.00"}}],
}
MOST_LINES = 2_000


class SettleQuery(Query):
    """How much is said."""

    explain: Annotated[bool, Field(description="Show every row that was tested.")] = False


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["settlement"])

    @router.post(
        "/settle",
        summary="Settle a round, or many (`pitbook settle`)",
        openapi_extra=body_of(
            "A round; or {round, submission}: a round under a filing; or rounds as JSON lines.",
            "round",
            ROUND,
            lines=True,
        ),
    )
    async def settle(query: Annotated[SettleQuery, InQuery()], request: Request) -> Response:
        """What every seat is owed, in payment order, with the clause; what the meters do. Of JSON lines each is answered by one, a
        faulty one by `{line, faults}`.
        """
        given = await document(request, lines=True)
        if given.kind == "lines":
            text = await services.count(lambda: "".join(_lines(given, query.explain)))
            return Response(text, media_type="application/x-ndjson")
        return answer(await services.count(_settled, given, query.explain))

    return router


def _settled(given: RequestBody, explain: bool) -> Any:
    data = given.values()
    if isinstance(data, dict) and "round" in data:
        return _under_filing(data, explain)
    return settled(data, explain)


def settled(data: Any, explain: bool, filing: Any = None) -> Any:
    """The settlement of a round's plain values, as ``settle --json`` prints it."""
    from pitbook.settlement import settle
    from pitbook.settlement_json import settlement_json
    from pitbook.submission.rounds import read_filed_round

    return settlement_json(settle(read_filed_round(data, today=date.today(), filing=filing)), explain=explain)


def _under_filing(data: dict[str, Any], explain: bool) -> Any:
    from pitbook.submission import read_submission

    if set(data) != {"round", "submission"}:
        raise BodyError("the body has 'round': allowed beside it is 'submission', and both are needed")
    return settled(data["round"], explain, read_submission(data["submission"]))


def _lines(given: RequestBody, explain: bool) -> Iterator[str]:
    from pitbook.rounds import round_data

    lines = given.lines()
    if len(lines) > MOST_LINES:
        raise BodyError(f"{len(lines):,} rounds; allowed are {MOST_LINES:,} at a time")
    for number, line in lines:
        try:
            found: Any = settled(round_data(text_of(line, "line"), "json"), explain)
        except InputError as fault:
            found = {"line": number, "faults": str(fault).splitlines()}
        yield json.dumps(found, ensure_ascii=False) + "\n"

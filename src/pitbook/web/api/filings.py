"""Rules Submissions: their check, and their PAR pack."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.choices import ChoiceError
from pitbook.web.api.inputs import BodyError, Line, Query, RequestBody, answer, body_of, document
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

FILING = {
    "certificate_holder": "Example Casino",
    "filing_date": "2026-11-30",
    "games": [{"game": "three-card-poker", "tables": ["T1"], "wagers": {"pair-plus": {"paytable": "A", "minimum": "5.00"}}}],
}


class PackQuery(Query):
    """What the pack leaves out."""

    without: Annotated[list[Line], Field(max_length=50, description="A wager that gets no PAR sheet; repeat for more.")] = []


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["filings"])

    @router.post(
        "/submission/check",
        summary="Check a filing (`pitbook check`)",
        openapi_extra=body_of("A Rules Submission; or {submission, against}: also what changes.", "submission", FILING),
    )
    async def check(request: Request) -> Response:
        """Every rule it breaks, with clause and remedy. The verdict is in the answer; a filing with violations is no fault."""
        return answer(await services.count(_checked, await document(request)))

    @router.post(
        "/submission/pack",
        summary="The PAR pack of a filing (`pitbook pack`)",
        openapi_extra=body_of("A Rules Submission.", "submission", FILING),
        response_class=Response,
        responses={200: {"content": {"application/zip": {}}, "description": "The files of the pack."}},
    )
    async def pack(query: Annotated[PackQuery, InQuery()], request: Request) -> Response:
        """Workbook, PDF, CSV, JSON, findings and effective rules as one ZIP; the same filing gives the same bytes."""
        content = await services.count(_packed, await document(request), query.without)
        name = {"Content-Disposition": 'attachment; filename="par-pack.zip"'}
        return Response(content, media_type="application/zip", headers=name)

    return router


def filing_of(given: RequestBody) -> Any:
    """The filing of a body."""
    from pitbook.submission import parse, read_submission

    return read_submission(parse(given.raw, given.kind, "body"))


def _checked(given: RequestBody) -> Any:
    from pitbook.checks.answer import check_answer
    from pitbook.submission import parse, read_submission

    data = parse(given.raw, given.kind, "body")
    old = None
    if isinstance(data, dict) and "against" in data:
        if set(data) != {"submission", "against"}:
            raise BodyError("the body has 'against': allowed beside it is 'submission', and both are needed")
        old, data = read_submission(data["against"], name="against"), data["submission"]
    return check_answer(read_submission(data), old)[1].data


def _packed(given: RequestBody, without: list[str]) -> bytes:
    from pitbook.checks import check
    from pitbook.pack.folder import pack_contents
    from pitbook.pack.of_submission import long_counts, pack_filing

    filing = filing_of(given)
    for each in long_counts(filing):
        if each not in without:
            raise ChoiceError(f"{each} takes long to count: leave it out (without={each}), or start a job of kind 'pack'")
    return zipped(pack_contents(pack_filing(filing, leave_out=without), check(filing)))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files as a ZIP with no date of its own."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()

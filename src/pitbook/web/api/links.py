"""The links: the tables that feed meters, and every event of a link as it happens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response, StreamingResponse

from pitbook.web.api.inputs import Paging, Query, Word, answer, page, refuse_files
from pitbook.web.api.steps import Body, Dollars, Key, Texts, receipt_of, signer, step
from pitbook.web.guard.identity import Identity, identity_of, still_valid
from pitbook.web.guard.roles import API
from pitbook.web.progressives.feed import Message
from pitbook.web.services import Services


class NewMember(Body):
    """A table that is to feed a meter; what is not said is as at its other tables."""

    table: Word
    game: Word | None = None
    wager: Word | None = None
    paytable: Word | None = None
    amount: Dollars | None = None
    terms: Texts = {}
    readings: Texts = {}


class MembersQuery(Paging):
    """Which tables."""

    meter: Annotated[Word | None, Field(description="Of one meter.")] = None
    former: Annotated[bool, Field(description="Those that have left as well.")] = False


class LeaveQuery(Query):
    """Which wager leaves."""

    wager: Annotated[Word | None, Field(description="The wager, where several feed the meter.")] = None


class FeedQuery(Query):
    """Where a feed begins."""

    after: Annotated[int | None, Field(ge=0, le=2**62, description="The number of the last event known.")] = None


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["meters"])
    _tables(router, services)
    _feed(router, services)
    return router


def _tables(router: APIRouter, services: Services) -> None:
    """The tables that feed meters."""

    @router.get("/links", summary="The tables that feed meters (`pitbook link list`)")
    async def members(query: Annotated[MembersQuery, InQuery()], request: Request) -> Response:
        """The wagers of tables that feed meters."""
        from pitbook.ledger.meter_answers import members_answer

        found = await services.read(_members, services.the_ledger(), query)
        part, headers = page(found, lambda each: f"{each.link}:{each.seq}", query, request)
        return answer(members_answer(part).data, headers=headers)

    @router.post("/meters/{meter}/tables", summary="Let a table feed a meter (`pitbook link add`)")
    async def join(meter: Word, body: NewMember, key: Key, request: Request) -> Response:
        """The terms its paytable prints must be those of the meter. The receipt of the last wager, and the wagers."""
        from pitbook.asked.texts import micros
        from pitbook.ledger.asked import TableAsked, join_table

        refuse_files(body.model_dump())
        asked = TableAsked(
            body.table,
            body.game,
            body.wager,
            body.paytable,
            None if body.amount is None else micros(body.amount, "amount"),
            body.terms,
            body.readings,
        )
        receipts = await services.work(join_table, services.the_ledger(), meter, asked, actor=signer(request), key=key)
        services.feed.nudge()
        return receipt_of(receipts[-1], wagers=[each.content["wager"] for each in receipts])

    @router.delete("/meters/{meter}/tables/{table}", summary="Let a table feed a meter no more (`pitbook link remove`)")
    async def leave(meter: Word, table: Word, query: Annotated[LeaveQuery, InQuery()], key: Key, request: Request) -> Response:
        """Not in the middle of a round."""
        from pitbook.ledger.meters import remove_member

        return await step(services, remove_member, meter, table_id=table, wager=query.wager, actor=signer(request), key=key)


def _feed(router: APIRouter, services: Services) -> None:
    """The events of a link as they happen."""

    @router.get(
        "/links/{link}/feed",
        summary="Every event of a link as it happens (server-sent events)",
        response_class=StreamingResponse,
        responses={200: {"content": {"text/event-stream": {}}, "description": "Messages `snapshot` and `event`."}},
    )
    async def feed(
        link: Word,
        query: Annotated[FeedQuery, InQuery()],
        request: Request,
        last: Annotated[int | None, Header(alias="Last-Event-ID", ge=0, le=2**62)] = None,
    ) -> Response:
        """First a snapshot of the link's meters, then an event for each step, numbered without gaps: `id` is the number of the
        journal. A reader that goes on with `Last-Event-ID` (or `after`) gets what it missed, and no snapshot.
        """
        services.may_read_feed()
        after = query.after if last is None else last
        batches = services.feed.batches(link, after)
        first = await anext(batches)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        stream = _stream(services, identity_of(request), first, batches)
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def _stream(
    services: Services, identity: Identity | None, first: list[Message] | None, batches: AsyncIterator[list[Message] | None]
) -> AsyncIterator[bytes]:
    """The messages as server-sent events; a comment now and then as a sign of life. It ends with the session."""
    yield _sent(first)
    async for batch in batches:
        if batch is None and await services.read(still_valid, services, identity, used=False) is None:
            yield b"event: end\ndata: {}\n\n"
            return
        yield _sent(batch)


def _sent(batch: list[Message] | None) -> bytes:
    return b": alive\n\n" if batch is None else b"".join(each.sent for each in batch)


def _members(ledger: Any, query: MembersQuery) -> list[Any]:
    from pitbook.ledger.meters import list_meters, show_meter

    views = [show_meter(ledger, query.meter)] if query.meter else list_meters(ledger)
    return [each for view in views for each in view.members if query.former or each.removed_seq is None]

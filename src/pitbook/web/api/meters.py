"""Meters: opened, shown, read, tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.web.api.inputs import Paging, Query, Word, answer, page, refuse_files
from pitbook.web.api.steps import Body, Dollars, Key, Texts, receipt_of, signer, step
from pitbook.web.guard.roles import API
from pitbook.web.services import Services

if TYPE_CHECKING:
    from pitbook.ledger.asked import MeterAsked


class NewMeter(Body):
    """A meter to be opened: by the terms its paytable prints, or as a filing has it."""

    meter: Annotated[Word, Field(description="Its name.")]
    game: Word
    wager: Annotated[Word, Field(description="The wager that feeds it.")]
    paytable: Annotated[Word | None, Field(description="The paytable; its printed terms are the meter's.")] = None
    amount: Annotated[Dollars, Field(description="The wager amount it serves, in dollars.")] = "1.00"
    terms: Annotated[Texts, Field(description="seed, reseed, increment, reserve where the text prints none.")] = {}
    opening: Annotated[Dollars | None, Field(description="The filed opening amount where the seed is N/A.")] = None
    limit: Annotated[Dollars | None, Field(description="The most the sign shows, in dollars.")] = None
    policies: Annotated[Texts, Field(description="Policies by name.")] = {}
    readings: Annotated[Texts, Field(description="Readings of the rulebook by name.")] = {}
    link: Annotated[Word | None, Field(description="The controller it is on; default the filed link, else main.")] = None
    tables: Annotated[list[Word], Field(max_length=100, description="The tables that feed it.")] = []
    submission: Annotated[dict[str, Any] | None, Field(description="A Rules Submission: the meter as it is filed.")] = None


class Reading(Body):
    """What a sign shows."""

    shown: Annotated[Dollars, Field(description="Dollars.")]
    table: Annotated[Word | None, Field(description="The table whose sign was read.")] = None


class TestWager(Body):
    """A test wager."""

    table: Annotated[Word, Field(description="The table that makes it.")]
    wager: Annotated[Word | None, Field(description="Its wager, where several feed the meter.")] = None


class Confirmation(Body):
    """What a second person saw of a test wager."""

    shown: Annotated[Dollars, Field(description="By how much the sign rose, in dollars.")]


class LogQuery(Query):
    """What of a meter's events."""

    last: Annotated[int, Field(ge=1, le=1000, description="The last so many events.")] = 20
    built: Annotated[bool, Field(description="How the amount was built since the present start.")] = False


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["meters"])
    _meters(router, services)
    _daily(router, services)
    return router


def _meters(router: APIRouter, services: Services) -> None:
    """The meters, opening one, what became of it."""

    @router.get("/meters", summary="The meters (`pitbook meter list`)")
    async def meters(paging: Annotated[Paging, InQuery()], request: Request) -> Response:
        """Every meter: what the sign shows, its parts, terms, tables, hits and faults."""
        from pitbook.ledger.meter_answers import meters_answer
        from pitbook.ledger.meters import list_meters

        views = await services.read(list_meters, services.the_ledger())
        part, headers = page(views, lambda each: each.meter.name, paging, request)
        return answer(meters_answer(part).data, headers=headers)

    @router.post("/meters", summary="Open a meter (`pitbook meter open`)")
    async def open_meter(body: NewMeter, key: Key, request: Request) -> Response:
        """Open a meter for a wager amount, at its seed or its filed opening amount."""
        from pitbook.ledger.asked import open_as_printed

        refuse_files(body.model_dump())
        asked = await services.work(_meter_asked, body)
        receipt, citation = await services.work(open_as_printed, services.the_ledger(), asked, actor=signer(request), key=key)
        services.feed.nudge()
        return receipt_of(receipt, terms_of=citation)

    @router.get("/meters/{meter}", summary="A meter (`pitbook meter show`)")
    async def meter(meter: Word) -> Response:
        """What the sign shows and says, its parts, terms, tables, hits and faults."""
        from pitbook.ledger.meter_answers import meter_answer
        from pitbook.ledger.meters import show_meter

        return answer(meter_answer(await services.read(show_meter, services.the_ledger(), meter)).data)

    @router.get("/meters/{meter}/log", summary="A meter's events (`pitbook meter log`)")
    async def log(meter: Word, query: Annotated[LogQuery, InQuery()]) -> Response:
        """The last events, or how the amount was built since the present start."""
        return answer(await services.read(_log, services.the_ledger(), meter, query))


def _daily(router: APIRouter, services: Services) -> None:
    """Daily readings of signs, and test wagers."""

    @router.post("/meters/{meter}/readings", summary="Reconcile a sign with the ledger (`pitbook meter read`)")
    async def read(meter: Word, body: Reading, key: Key, request: Request) -> Response:
        """The variance is in the receipt; beyond the tolerance the meter is out of order until the fault is cleared."""
        from pitbook.asked.texts import micros
        from pitbook.ledger.daily import read_meter

        shown = micros(body.shown, "shown")
        return await step(services, read_meter, meter, shown, table_id=body.table, actor=signer(request), key=key)

    @router.post("/meters/{meter}/tests", summary="Make a test wager (`pitbook meter test`)")
    async def test(meter: Word, body: TestWager, key: Key, request: Request) -> Response:
        """Another person watches the sign and confirms; `proposal` in the receipt is the test's id."""
        from pitbook.ledger.daily import make_test_wager

        return await step(services, make_test_wager, meter, table_id=body.table, wager=body.wager, actor=signer(request), key=key)

    @router.post("/tests/{test}/confirm", summary="Confirm a test wager (`pitbook meter test --confirm`)")
    async def confirm(test: Word, body: Confirmation, key: Key, request: Request) -> Response:
        """As the second person; the test wager is taken off again."""
        from pitbook.asked.texts import micros
        from pitbook.ledger.daily import confirm_test

        return await step(services, confirm_test, test, micros(body.shown, "shown"), actor=signer(request), key=key)


def _meter_asked(body: NewMeter) -> MeterAsked:
    from pitbook.asked.texts import micros
    from pitbook.ledger.asked import MeterAsked, as_filed

    asked = MeterAsked(
        body.meter,
        body.game,
        body.wager,
        micros(body.amount, "amount"),
        paytable=body.paytable,
        terms=body.terms,
        opening_micros=None if body.opening is None else micros(body.opening, "opening"),
        limit=body.limit,
        policies=body.policies,
        readings=body.readings,
        link=body.link,
        tables=tuple(body.tables),
    )
    if body.submission is None:
        return asked
    from pitbook.submission import read_submission

    return as_filed(asked, read_submission(body.submission))


def _log(ledger: Any, name: str, query: LogQuery) -> Any:
    from pitbook.ledger.event_log import build_up, event_log
    from pitbook.ledger.meters import show_meter
    from pitbook.ledger.report_answers import report_answer

    meter = show_meter(ledger, name).meter
    return report_answer(
        build_up(ledger, meter) if query.built else event_log(ledger, meter.link, meter=name, last=query.last)
    ).data

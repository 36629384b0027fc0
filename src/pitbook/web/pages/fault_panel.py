"""Faults of a meter, its link or its tables: set and cleared by those who may."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from pitbook.ledger.faults import FaultCode, FaultScope, clear_fault, set_fault
from pitbook.ledger.meters import MeterView
from pitbook.ledger.records import Fault
from pitbook.web.look.widgets import block, button, choice, markup, more, panel, text_field
from pitbook.web.pages.meter_panels import OpenList
from pitbook.web.progressives.meter_view import standing_members

if TYPE_CHECKING:
    from pitbook.web.pages.meter import MeterPage


class FaultPanel:
    """The faults of a meter's page."""

    def __init__(self, page: MeterPage) -> None:
        self.page = page
        view = page.found.view
        tables = sorted({each.table_id for each in standing_members(view)})
        with panel("Faults"):
            self.standing: OpenList[Fault] = OpenList(page, self.fault, "None.", "pb-stack tight")
            with more("Declare something out of order"):
                with block("pb-offers"):
                    subjects = [
                        (f"meter {view.meter.name}", f"this meter, {view.meter.name}"),
                        (f"link {view.meter.link}", f"the link {view.meter.link}"),
                        *((f"table {each}", f"table {each}") for each in tables),
                    ]
                    self.subject = choice("What", subjects, subjects[0][0])
                    codes = [(each.value, each.value.replace("-", " ")) for each in FaultCode]
                    self.code = choice("Code", codes, FaultCode.OTHER.value)
                    self.note = text_field("What happened", limit=200, optional=True)
                with block("pb-row"):
                    button("Set the fault", self.set, kind="danger")

    def show(self, view: MeterView) -> None:
        """The faults that stand."""
        self.standing.show(view.faults)

    def fault(self, fault: Fault) -> None:
        """A fault that stands, and how it is cleared."""
        with block("pb-row center"):
            markup(f"<b>{escape(fault.fault_id)}</b> {escape(fault.scope)} {escape(fault.subject)}: {escape(fault.code)}", tag="p")
            button("Clear", self.clearer(fault), small=True, label=f"Clear fault {fault.fault_id}")

    async def set(self) -> None:
        """Set what the form says."""
        scope, _, subject = self.subject.value.partition(" ")

        await self.standing.sign(
            lambda receipt: ("The wagers it concerns are refused.", "warn", f"Fault {receipt.content['fault']} is set"),
            set_fault,
            self.page.link,
            FaultScope(scope),
            subject,
            FaultCode(self.code.value),
            self.note.value.strip(),
        )

    def clearer(self, fault: Fault) -> Callable[[], Any]:
        async def clear() -> None:
            await self.standing.sign(
                lambda _: ("Wagers are accepted again.", "good", f"Fault {fault.fault_id} is cleared"), clear_fault, fault.fault_id
            )

        return clear

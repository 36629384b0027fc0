"""Faults of a meter, its link or its tables: set and cleared by those who may."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from pitbook.ledger.faults import FaultCode, FaultScope, clear_fault, set_fault
from pitbook.ledger.meters import MeterView
from pitbook.ledger.people import Actor
from pitbook.ledger.records import Fault
from pitbook.web.look.widgets import block, button, choice, live, markup, more, panel, text_field
from pitbook.web.pages.acts import signed_act
from pitbook.web.progressives.meter_view import standing_members

if TYPE_CHECKING:
    from pitbook.web.pages.meter import MeterPage


class FaultPanel:
    """The faults of a meter's page."""

    def __init__(self, page: MeterPage) -> None:
        self.page = page
        self.known: tuple[Fault, ...] | None = None
        view = page.found.view
        tables = sorted({each.table_id for each in standing_members(view)})
        with panel("Faults"):
            self.message = live()
            self.holder = block("pb-stack tight")
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
        if view.faults == self.known:
            return
        self.known = view.faults
        self.holder.clear()
        with self.holder:
            if not view.faults:
                markup('<p class="pb-note">None.</p>')
            for each in view.faults:
                with block("pb-row center"):
                    markup(
                        f"<b>{escape(each.fault_id)}</b> {escape(each.scope)} {escape(each.subject)}: {escape(each.code)}", tag="p"
                    )
                    button("Clear", self.clearer(each), small=True, label=f"Clear fault {each.fault_id}")

    async def set(self) -> None:
        """Set what the form says."""
        scope, _, subject = self.subject.value.partition(" ")

        def act(actor: Actor) -> Any:
            return set_fault(
                self.page.services.ledger,
                self.page.link,
                FaultScope(scope),
                subject,
                FaultCode(self.code.value),
                self.note.value.strip(),
                actor=actor,
            )

        receipt = await signed_act(self.page.services, self.page.request, self.message, act)
        if receipt is not None:
            self.message.put("The wagers it concerns are refused.", "warn", f"Fault {receipt.content['fault']} is set")
            await self.page.again()

    def clearer(self, fault: Fault) -> Callable[[], Any]:
        async def clear() -> None:
            def act(actor: Actor) -> Any:
                return clear_fault(self.page.services.ledger, fault.fault_id, actor=actor)

            if await signed_act(self.page.services, self.page.request, self.message, act) is not None:
                self.message.put("Wagers are accepted again.", "good", f"Fault {fault.fault_id} is cleared")
                await self.page.again()

        return clear

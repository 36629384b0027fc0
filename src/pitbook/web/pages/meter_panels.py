"""What the panels of a meter's page share: a list of what stands open, signed acts on it, amounts read from fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from nicegui.element import Element

from pitbook.ledger.desk import Receipt
from pitbook.ledger.people import Actor
from pitbook.payouts import PayoutError, parse_money
from pitbook.progressive import MeterError
from pitbook.web.look.widgets import Tone, block, live, markup
from pitbook.web.pages.acts import signed_act

if TYPE_CHECKING:
    from pitbook.web.pages.meter import MeterPage

T = TypeVar("T")

Said = Callable[[Receipt], tuple[str, Tone, str]]
"""What is said of an act that was done: words, tone and title."""


class OpenList(Generic[T]):
    """What stands open at a meter, each put on the page by ``put``, below a message on the last act; ``none`` if nothing does."""

    def __init__(self, page: MeterPage, put: Callable[[T], None], none: str, classes: str = "pb-stack") -> None:
        self.page, self.put, self.none = page, put, none
        self.known: Sequence[T] | None = None
        self.message = live()
        self.holder = block(classes)

    def show(self, found: Sequence[T]) -> None:
        """Put what was found on the page; what somebody is typing stays while nothing has changed."""
        if found == self.known:
            return
        self.known = found
        self.holder.clear()
        with self.holder:
            if not found:
                markup(f'<p class="pb-note">{self.none}</p>')
            for each in found:
                self.put(each)

    async def sign(self, said: Said, function: Callable[..., Receipt], *args: Any, **more: Any) -> None:
        """Carry out an act of the ledger for whoever is signed in, say so and look again; a refusal is said in its place."""

        def act(actor: Actor) -> Receipt:
            return function(self.page.services.ledger, *args, actor=actor, **more)

        receipt = await signed_act(self.page.services, self.page.request, self.message, act)
        if receipt is not None:
            self.message.put(*said(receipt))
            await self.page.again()


def read_amounts(*fields: Any) -> list[int] | None:
    """The amounts of fields as micro-dollars; None where one is none, and its field says so."""
    found: list[int] = []
    for field in fields:
        try:
            found.append(parse_money(field.value))
            field.fault(None)
        except (PayoutError, MeterError) as fault:
            field.fault(str(fault))
    return found if len(found) == len(fields) else None


def page_timer(again: Callable[[], Any]) -> Element:
    """Look for the first time as soon as the page is there."""
    from nicegui import ui

    return ui.timer(0.01, again, once=True)

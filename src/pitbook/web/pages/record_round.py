"""Recording a round that was laid out on the felt: its wagers go on the meters, its awards become pending."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from pitbook.ledger.desk import Receipt
from pitbook.ledger.people import Actor, Right
from pitbook.payouts import dollars
from pitbook.web.guard.identity import identity_of
from pitbook.web.look.widgets import button, live, markup, panel
from pitbook.web.pages.acts import may, signed_act, who_may

if TYPE_CHECKING:
    from pitbook.web.pages.adjudicate import Desk


class RecordPanel:
    """The part of the adjudication page that writes into the ledger."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        with panel("Record in the ledger"):
            markup(
                "<p>The round’s wagers feed the table’s meters and its meter awards become pending, in one step. It needs the "
                "table and the number of the round above; the meters are the ledger’s own, not those typed here.</p>"
            )
            self.message = live()
            if identity_of(desk.request) is None:
                markup('<p><a href="/login?next=/settle">Sign in</a> to record a round.</p>')
            elif not may(desk.request, Right.PLAY):
                markup(f"<p>Your role may not record rounds; allowed: {who_may(Right.PLAY)}.</p>")
            else:
                button("Record this round", self.record)

    async def record(self) -> None:
        """Write the round."""
        values = {name: value for name, value in self.desk.data.items() if name != "meters"}
        services = self.desk.services

        def act(actor: Actor) -> Receipt:
            return _record(services.ledger, values, actor)

        receipt = await signed_act(services, self.desk.request, self.message, act)
        if receipt is None:
            return
        awards = receipt.content.get("awards", ())
        said = [f"Event {receipt.link}:{receipt.seq}, {receipt.at[:19]}."]
        if receipt.repeated:
            said.append("It was recorded before: this is the first receipt.")
        said += [f"Award {each['award']}: {dollars(each['amount'])} to seat {each['seat']}, pending." for each in awards]
        self.message.put("\n".join(said), "good", f"Round {receipt.key} is recorded")


def _record(ledger: Any, values: dict[str, Any], actor: Actor) -> Receipt:
    from pitbook.ledger.from_cards import played_round
    from pitbook.ledger.rounds import record_round

    played = played_round(values, today=date.today())
    return record_round(ledger, played.round_id, played.table_id, played.game, played.wagers, played.result, actor=actor)

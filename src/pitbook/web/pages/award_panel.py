"""Awards of a meter that are not paid: a second person checks and approves, then somebody pays; or two people turn it down."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from pitbook.ledger.acts import propose_rejection
from pitbook.ledger.answer_parts import share_words
from pitbook.ledger.answers import slip_answer
from pitbook.ledger.awards import PaidHow, approve_award, pay_award
from pitbook.ledger.desk import Receipt
from pitbook.ledger.people import Right
from pitbook.payouts import dollars
from pitbook.web.guard.identity import Identity, identity_of
from pitbook.web.look.widgets import (
    Tone,
    block,
    button,
    choice,
    download,
    facts_html,
    heading,
    markup,
    money_field,
    more,
    panel,
    tag_html,
    text_field,
    tick,
)
from pitbook.web.pages.acts import may, who_may
from pitbook.web.pages.meter_panels import OpenList, page_timer, read_amounts
from pitbook.web.progressives.meter_view import WaitingAward, waiting_awards, who_signs

if TYPE_CHECKING:
    from pitbook.web.pages.meter import MeterPage


class AwardPanel:
    """The awards of a meter's page."""

    def __init__(self, page: MeterPage) -> None:
        self.page = page
        with panel("Awards not yet paid") as outer:
            outer._props["id"] = "awards"
            self.waiting: OpenList[WaitingAward] = OpenList(page, self.award, "None.")
        page_timer(self.again)

    async def again(self) -> None:
        """Look again."""
        self.waiting.show(await self.page.services.read(waiting_awards, self.page.services.ledger, self.page.name))

    def award(self, waiting: WaitingAward) -> None:
        """One award: what was won, who signed, and what can be done."""
        award, slip = waiting.award, waiting.slip
        with block("pb-award", tag="article", label=f"Award {award.award_id}"):
            markup(
                f"<h3>{escape(award.award_id)}: {dollars(award.amount)} "
                f"{tag_html(award.status, 'warn' if award.status == 'pending' else 'info')}</h3>"
            )
            markup(
                facts_html(
                    (
                        ("Outcome", f"{award.outcome.replace('-', ' ')}, {share_words(slip.share, slip.players, ' of the meter')}"),
                        ("Table, seat", f"{award.table_id}, {award.seat}"),
                        *((("Player", slip.player),) if slip.player else ()),
                        ("Wager", f"{award.wager}, {dollars(award.wager_amount)}"),
                        ("Won", f"{award.won_at[:19].replace('T', ' ')} UTC, gaming day {slip.gaming_day}"),
                        *((f"Cards, {name}", text) for name, text in slip.evidence.items()),
                    )
                )
            )
            markup(f"<p>{escape(who_signs(award, waiting.needed, slip.approved_by))}</p>")
            self.acts(waiting)

    def acts(self, waiting: WaitingAward) -> None:
        """What whoever looks may do."""
        request = self.page.request
        if waiting.award.status == "pending":
            signed = cannot_sign(waiting, identity_of(request))
            if signed is not None:
                markup(f'<p class="pb-note">{escape(signed)}</p>')
            elif may(request, Right.APPROVE_AWARD):
                self.approval(waiting)
            else:
                markup(f'<p class="pb-note">Your role may not approve awards; allowed: {who_may(Right.APPROVE_AWARD)}.</p>')
        elif may(request, Right.PAY):
            self.payment(waiting)
        else:
            markup(f'<p class="pb-note">Your role may not pay awards; allowed: {who_may(Right.PAY)}.</p>')
        with block("pb-row"):
            button("Slip (PDF)", self.slip_of(waiting), small=True, label=f"Slip of award {waiting.award.award_id}")
        if may(request, Right.PROPOSE):
            self.rejection(waiting)

    def approval(self, waiting: WaitingAward) -> None:
        """The form of a second person: the hand, the accepted wager, the amount and the deck are each confirmed."""
        heading("Check and approve", 3)
        with block("pb-offers"):
            hand = text_field("Hand, as shown at the table", hint="cards such as As Ks Qs, or in words", limit=200)
            wager = money_field("Accepted wager", pause=None)
            amount = money_field("Amount of the award", pause=None)
        deck = tick("The deck was checked")

        async def approve() -> None:
            figures = read_amounts(wager, amount)
            if figures is not None:
                await self.waiting.sign(
                    _signed,
                    approve_award,
                    waiting.award.award_id,
                    hand=hand.value,
                    wager_micros=figures[0],
                    amount_micros=figures[1],
                    deck_checked=deck.value,
                )

        with block("pb-row"):
            button("Approve", approve, kind="primary", label=f"Approve award {waiting.award.award_id}")

    def payment(self, waiting: WaitingAward) -> None:
        """The form of whoever hands the money over."""

        async def pay() -> None:
            await self.waiting.sign(
                lambda _: (f"{dollars(waiting.award.amount)} to seat {waiting.award.seat}.", "good", "Paid"),
                pay_award,
                waiting.award.award_id,
                how=PaidHow(how.value),
            )

        with block("pb-row end"):
            how = choice("Handed over by", [(each.value, each.value) for each in PaidHow], PaidHow.ATTENDANT.value, width="11rem")
            button(f"Pay {dollars(waiting.award.amount)}", pay, kind="primary", label=f"Pay award {waiting.award.award_id}")

    def rejection(self, waiting: WaitingAward) -> None:
        """A proposal not to pay; another person approves it."""
        with more("Do not pay it"):
            reason = text_field("Reason and document", limit=200)

            async def propose() -> None:
                await self.waiting.sign(
                    lambda receipt: ("Another person approves it below.", "good", f"Proposed: {receipt.content['proposal']}"),
                    propose_rejection,
                    waiting.award.award_id,
                    reason.value,
                )

            with block("pb-row"):
                button("Propose not to pay", propose, kind="danger", small=True)

    def slip_of(self, waiting: WaitingAward) -> Callable[[], Any]:
        async def hand_over() -> None:
            from pitbook.report.pdf import document

            made = await self.page.services.work(document, slip_answer(waiting.slip))
            download(made, f"award-{waiting.award.award_id.replace('/', '-')}.pdf", "application/pdf")

        return hand_over


def _signed(receipt: Receipt) -> tuple[str, Tone, str]:
    if receipt.content["status"] == "approved":
        return "It may be paid.", "good", "Approved"
    return "One more person must sign.", "good", "Signed"


def cannot_sign(waiting: WaitingAward, who: Identity | None) -> str | None:
    """Why somebody's signature does not count for an award, whatever the role; None where it may."""
    if who is None:
        return None
    if who.person_id == waiting.award.recorded_by:
        return "You recorded the result; another person checks and approves the award."
    if who.person_id in waiting.slip.approved_by:
        return "You have signed already; another person is needed."
    return None

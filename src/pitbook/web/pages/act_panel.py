"""Controlled acts on a meter: corrections are proposed here; what waits is approved or turned down by another person."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from pitbook.ledger.acts import approve_act, list_proposals, propose_adjustment, reject_act
from pitbook.ledger.people import Right
from pitbook.ledger.records import Proposal
from pitbook.progressive import AdjustmentCause, Pool
from pitbook.web.guard.identity import identity_of
from pitbook.web.look.widgets import block, button, choice, markup, money_field, more, panel, text_field
from pitbook.web.pages.acts import may, who_may
from pitbook.web.pages.meter_panels import OpenList, page_timer, read_amounts
from pitbook.web.progressives.meter_view import proposal_words

if TYPE_CHECKING:
    from pitbook.web.pages.meter import MeterPage


class ActPanel:
    """The acts of a meter's page."""

    def __init__(self, page: MeterPage) -> None:
        self.page = page
        with panel("Acts that need two people"):
            self.waiting: OpenList[Proposal] = OpenList(page, self.proposal, "None waits.")
            if may(page.request, Right.PROPOSE):
                self.form()
            else:
                markup(f'<p class="pb-note">Your role may not propose a correction; allowed: {who_may(Right.PROPOSE)}.</p>')
        page_timer(self.again)

    def form(self) -> None:
        """A correction."""
        with more("Propose a correction"):
            markup(
                '<p class="pb-note">A meter is corrected only for a documented cause. Another person approves the correction '
                "before anything moves.</p>"
            )
            with block("pb-offers"):
                self.way = choice("Way", [("up", "upwards"), ("down", "downwards")], "up")
                self.amount = money_field("Amount of the correction", pause=None)
                self.pool = choice(
                    "Where", [(each.value, each.value) for each in Pool if each in (Pool.METER, Pool.RESERVE)], "meter"
                )
                causes = [("", "Choose one"), *((each.value, each.value.replace("-", " ")) for each in AdjustmentCause)]
                self.cause = choice("Cause", causes, "")
                self.reference = text_field("Document", hint="what shows it, such as a report’s number", limit=200)
            with block("pb-row"):
                button("Propose", self.propose, kind="primary")

    async def propose(self) -> None:
        """Propose what the form says."""
        figures = read_amounts(self.amount)
        if figures is not None:
            await self.waiting.sign(
                lambda receipt: (
                    "Nothing moves until another person approves it.",
                    "good",
                    f"Proposed: {receipt.content['proposal']}",
                ),
                propose_adjustment,
                self.page.name,
                figures[0] if self.way.value == "up" else -figures[0],
                cause=AdjustmentCause(self.cause.value) if self.cause.value else None,
                reference=self.reference.value,
                pool=Pool(self.pool.value),
            )

    async def again(self) -> None:
        """Look again."""
        services = self.page.services
        awards = {each.award.award_id for each in self.page.awards.waiting.known or ()}
        waiting = await services.read(list_proposals, services.ledger)
        self.waiting.show([each for each in waiting if each.subject == self.page.name or each.subject in awards])

    def proposal(self, proposal: Proposal) -> None:
        """An act that waits: who proposed it and what can be done."""
        identity = identity_of(self.page.request)
        mine = identity is not None and identity.person_id == proposal.proposed_by
        with block("pb-award", tag="article", label=f"Act {proposal.proposal_id}"):
            markup(f"<p><b>{escape(proposal_words(proposal))}</b></p><p>Proposed by {escape(proposal.proposed_by)}.</p>")
            with block("pb-row end"):
                if may(self.page.request, Right.APPROVE_ACT):
                    button(
                        "Approve", self.approver(proposal), kind="primary", small=True, label=f"Approve act {proposal.proposal_id}"
                    )
                elif not mine:
                    markup(f'<p class="pb-note">Your role may not approve it; allowed: {who_may(Right.APPROVE_ACT)}.</p>')
                if mine or may(self.page.request, Right.APPROVE_ACT):
                    reason = text_field("Why it is turned down", limit=200, width="16rem")
                    words = "Withdraw" if mine else "Turn down"
                    button(words, self.rejecter(proposal, reason), small=True, label=f"{words} act {proposal.proposal_id}")

    def approver(self, proposal: Proposal) -> Callable[[], Any]:
        async def approve() -> None:
            await self.waiting.sign(
                lambda _: (proposal_words(proposal) + ".", "good", "Approved and carried out"), approve_act, proposal.proposal_id
            )

        return approve

    def rejecter(self, proposal: Proposal, reason: Any) -> Callable[[], Any]:
        async def reject() -> None:
            why = reason.value.strip()
            if not why:
                reason.fault("a reason is wanted")
                return
            await self.waiting.sign(
                lambda _: (proposal_words(proposal) + ".", "info", "Turned down"), reject_act, proposal.proposal_id, why
            )

        return reject

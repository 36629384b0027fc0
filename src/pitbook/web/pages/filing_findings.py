"""What the check of a filing says, as HTML: the verdict, the list of findings, and each finding at its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from pitbook.findings import Finding, Severity
from pitbook.web.forms.filing.check import UNREAD, Checked, finding_text, placed
from pitbook.web.look.widgets import Control, Markup, Tone, notice_html, tag_html


def verdict_html(found: Checked) -> str:
    """The verdict and how many findings of each kind there are."""
    if found.filing is None:
        return notice_html(found.verdict, "bad", f"{len(found.findings)} faults of form")
    counts = [f"{count} {each.value}{'s' if count != 1 else ''}" for each, count in found.counts.items() if count]
    return notice_html(found.verdict, "good" if found.clean else "bad", ", ".join(counts) or "Nothing found")


def findings_html(found: Checked, anchors: Mapping[str, str]) -> str:
    """All findings, the gravest first, each with a link to its field."""
    if not found.findings:
        return '<p class="pb-muted">None.</p>'
    order = list(Severity)
    by_place, _ = placed(found.findings, anchors)
    at = {id(each): anchors[place] for place, those in by_place.items() for each in those}
    items = []
    for each in sorted(found.findings, key=lambda one: order.index(one.severity)):
        code = "" if each.code == UNREAD else f" <code>{escape(each.code)}</code>"
        anchor = at.get(id(each))
        place = f'<a href="#{anchor}">{escape(each.place)}</a>' if anchor else f"<code>{escape(each.place)}</code>"
        allowed = f"<p>Allowed: {escape(each.allowed)}</p>" if each.allowed else ""
        cite = f'<p class="pb-cite">{escape(each.citation)}</p>' if each.citation else ""
        items.append(
            f"<li>{tag_html(_title(each), _tone(each))}{code}<p>{place}</p><p>{escape(each.found)}</p>{allowed}"
            f"<p>{escape(each.remedy)}</p>{cite}</li>"
        )
    return f'<ol class="pb-findings">{"".join(items)}</ol>'


@dataclass(frozen=True)
class FieldSpot:
    """A field of the form; findings are said beside it: violations as its fault, others as a remark."""

    field: Control

    @property
    def anchor(self) -> str:
        """Its id in the page."""
        return self.field.html_id

    def say(self, found: Sequence[Finding]) -> None:
        """Show the findings of this place, or none."""
        grave = [finding_text(each) for each in found if each.severity is Severity.VIOLATION]
        light = [finding_text(each) for each in found if each.severity is not Severity.VIOLATION]
        self.field.fault(" ".join(grave))
        self.field.say("remark", " ".join(light) or None)


@dataclass(frozen=True)
class HeadSpot:
    """The head of a section; findings are said there as notices."""

    head: Markup

    @property
    def anchor(self) -> str:
        """Its id in the page."""
        return self.head.html_id

    def say(self, found: Sequence[Finding]) -> None:
        """Show the findings of this place, or none."""
        self.head.put("".join(notice_html(finding_text(each), _tone(each), _title(each)) for each in found))


Spot = FieldSpot | HeadSpot


_TONES: Final[dict[Severity, Tone]] = {Severity.VIOLATION: "bad", Severity.WARNING: "warn", Severity.NOTE: "info"}


def _tone(found: Finding) -> Tone:
    return _TONES[found.severity]


def _title(found: Finding) -> str:
    return found.severity.value.capitalize()

"""What the page of a wager answers: the edge, the rows with fields for their payouts, files, the meter, all figures, notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from pitbook.par import ParSheet
from pitbook.par_table import sheet_table
from pitbook.web.forms.par import LONGEST, ParState, path, query
from pitbook.web.look.widgets import block, button, facts_html, link, markup, notes_html, panel, print_button
from pitbook.web.pages.par_answer import FORMS, edge_facts, file_name, meter_html, moved_html, named_figures, sheet_rows


class AnswerPanel:
    """The parts that show a sheet. ``on_pay`` is told an outcome and its payout as typed, ``on_as_printed`` to take all back."""

    def __init__(self, state: ParState, on_pay: Callable[[str, str], Any], on_as_printed: Callable[[], Any]) -> None:
        with panel("The edge"):
            self.edge = markup("")
            self.change = block("pb-row center")
            with self.change:
                self.moved = markup("", classes="pb-grow")
                button("Payouts as printed", on_as_printed, small=True)
        self.rows = _PayTable(on_pay)
        with block("pb-row pb-noprint"):
            self.files = {
                kind: link(words, "", as_button=True, small=True, download_as=file_name(state, kind)) for kind, words in FORMS
            }
            link("Compare paytables", f"/compare/{state.game}/{state.wager}", as_button=True, small=True)
            link("Rules as printed", f"/rules/{state.game}/{state.wager}", as_button=True, small=True)
            print_button()
        self.meter = markup("")
        with panel("All figures"):
            self.figures = markup("")
        with panel("Notes and readings"):
            self.notes = markup("")

    def put(
        self,
        state: ParState,
        sheet: ParSheet,
        printed: ParSheet,
        editable: Mapping[str, str],
        unread: Mapping[str, tuple[str, str]],
    ) -> None:
        """Show a sheet beside the one as ``printed``.

        ``editable`` are the payouts that can be changed, as printed, by outcome; none where its rows are net results.
        ``unread`` are payouts as typed that have no meaning, each with what is wrong.
        """
        self.edge.put(facts_html(edge_facts(sheet), big=True))
        self.change._props.set_bool("hidden", not state.pays)
        self.moved.put(moved_html(sheet, printed, len(state.pays)) if state.pays else "")
        note = sheet.citation + (" · a payout can be changed in its field" if editable else "")
        self.rows.put(f"{sheet.name}, paytable {sheet.paytable}", note, sheet_rows(sheet, editable, unread))
        for kind, each in self.files.items():
            each.put(f"{path(state)}/sheet.{kind}{query(state)}")
        self.meter.put(meter_html(sheet))
        table = sheet_table(sheet)
        self.figures.put(facts_html(named_figures(table.figures)))
        self.notes.put(notes_html(table.notes) if table.notes else '<p class="pb-muted">None.</p>')


class _PayTable(Element, component="../look/parts/pay_table.js"):
    """The rows of the sheet, with fields for the payouts."""

    def __init__(self, on_edit: Any) -> None:
        super().__init__()
        self._on_edit = on_edit
        self._props.update({"caption": "", "note": "", "rows": []})
        self.on("edit", self._edited)

    def put(self, caption: str, note: str, rows: list[dict[str, Any]]) -> None:
        with self._props.suspend_updates():
            self._props.update({"caption": caption, "note": note, "rows": rows})
        self.update()

    def _edited(self, event: GenericEventArguments) -> Any:
        args = event.args
        if isinstance(args, list) and len(args) == 2 and all(isinstance(each, str) and len(each) <= LONGEST for each in args):
            return self._on_edit(*args)
        return None

"""The labelled parts that pages are made of: fields, choices, buttons, tables, dialogs, files, notices, progress.

Each has a label that a screen reader says, its hint and its fault tied to it, and works by keyboard; ``../parts/*.js`` has those
that hold a value in the browser. A handler is called with the new value, which has the type and the bounds of its part: a browser
that sends another is not heard. All text is escaped; :func:`markup` alone takes HTML.
"""

from pitbook.web.look.widgets.blocks import block, more, panel
from pitbook.web.look.widgets.buttons import Button, Link, button, link, print_button
from pitbook.web.look.widgets.choosing import Choice, Option, Slider, Tick, choice, slider, tick
from pitbook.web.look.widgets.control import TEXT_LIMIT, Control, Handler
from pitbook.web.look.widgets.dialogs import Dialog, dialog
from pitbook.web.look.widgets.fields import Field, money_field, number_field, text_field
from pitbook.web.look.widgets.files import FILE_LIMIT, FilePick, download, file_pick
from pitbook.web.look.widgets.html_text import Markup, Tone, heading, markup, tag_html, text
from pitbook.web.look.widgets.notices import Live, error_list_html, live, notice, notice_html
from pitbook.web.look.widgets.progress_bar import Progress, progress
from pitbook.web.look.widgets.tables import facts_html, notes_html, table_html

__all__ = [
    "FILE_LIMIT",
    "TEXT_LIMIT",
    "Button",
    "Choice",
    "Control",
    "Dialog",
    "Field",
    "FilePick",
    "Handler",
    "Link",
    "Live",
    "Markup",
    "Option",
    "Progress",
    "Slider",
    "Tick",
    "Tone",
    "block",
    "button",
    "choice",
    "dialog",
    "download",
    "error_list_html",
    "facts_html",
    "file_pick",
    "heading",
    "link",
    "live",
    "markup",
    "money_field",
    "more",
    "notes_html",
    "notice",
    "notice_html",
    "number_field",
    "panel",
    "print_button",
    "progress",
    "slider",
    "table_html",
    "tag_html",
    "text",
    "text_field",
    "tick",
]

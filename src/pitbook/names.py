"""Names: ids made of printed wordings, and the nearest allowed name to a wrong one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable


def slug(printed: str) -> str:
    """The id of a printed name: lower case, apostrophes dropped, every other run of other characters one hyphen."""
    text = re.sub(r"['’‘`]", "", printed.lower())
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def shown(found: str, most: int = 60) -> str:
    """What was found, in quotes; a long text is cut."""
    return repr(found if len(found) <= most else f"{found[:most]}…")


def nearest(found: str, allowed: Iterable[str]) -> str | None:
    """The allowed name that looks most like what was found, if one does."""
    names = {name.lower(): name for name in allowed}
    close = difflib.get_close_matches(found.lower(), names, n=1, cutoff=0.5)
    return names[close[0]] if close else None


def did_you_mean(near: str | None) -> str:
    """A hint behind what was found: `` (did you mean ante?)``; nothing where nothing is near."""
    return f" (did you mean {near}?)" if near else ""


def listed(names: Iterable[str]) -> str:
    """Names with commas; ``none`` when there is none."""
    return ", ".join(str(name) for name in names) or "none"


def both(names: Iterable[str]) -> str:
    """Names as in a sentence: ``A``, ``A and B``, ``A, B and C``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def own(form: str) -> str:
    """A value of one's own, of a form such as ``rate`` or ``amount``: ``an amount of your own``."""
    return f"{'an' if form[0] in 'aeiou' else 'a'} {form} of your own"


def in_words(name: str) -> str:
    """An id as words; a span of numbers keeps its dash: ``tie with 6-9`` of ``tie-with-6-9``."""
    return re.sub(r"(?<!\d)-|-(?!\d)", " ", name)

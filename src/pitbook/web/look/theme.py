"""The look of the pages as values: colours of the light and the dark theme, which text stands on which ground, the stylesheet.

Every colour is a CSS custom property named after its use. :data:`PAIRS` lists the text colours and the grounds they stand on;
a test computes their contrast.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

LIGHT: Final[Mapping[str, str]] = {
    "page": "#f4f5f2",
    "surface": "#ffffff",
    "raised": "#fafbf9",
    "ink": "#17201b",
    "muted": "#515c55",
    "line": "#d3d9d3",
    "edge": "#7b867e",
    "accent": "#0f6146",
    "on-accent": "#ffffff",
    "accent-ground": "#e3f0ea",
    "accent-ink": "#0c4f39",
    "focus": "#1456b8",
    "bad": "#a3201a",
    "bad-ground": "#fdecea",
    "warn": "#734d00",
    "warn-ground": "#fdf3d8",
    "good": "#1a6334",
    "good-ground": "#e5f4e9",
    "info": "#1d4f91",
    "info-ground": "#e8f0fb",
    "felt": "#14573f",
    "on-felt": "#f3f8f5",
    "suit-red": "#b3261e",
    "suit-black": "#17201b",
    "card": "#ffffff",
    "series-1": "#0f6146",
    "series-2": "#1d4f91",
    "series-3": "#8a4b00",
    "series-4": "#7a2f7d",
}
DARK: Final[Mapping[str, str]] = {
    "page": "#101412",
    "surface": "#181e1b",
    "raised": "#1f2723",
    "ink": "#e9efeb",
    "muted": "#a9b5ae",
    "line": "#303a35",
    "edge": "#7f8c85",
    "accent": "#74d3a8",
    "on-accent": "#07251a",
    "accent-ground": "#1c3a2e",
    "accent-ink": "#9be3c3",
    "focus": "#8fbcff",
    "bad": "#ff9d94",
    "bad-ground": "#3f1b18",
    "warn": "#f1c45f",
    "warn-ground": "#3a2e0f",
    "good": "#86d99f",
    "good-ground": "#16341f",
    "info": "#9cc3fb",
    "info-ground": "#18294a",
    "felt": "#0d3d2c",
    "on-felt": "#e9f5ef",
    "suit-red": "#b3261e",
    "suit-black": "#17201b",
    "card": "#f6f7f5",
    "series-1": "#74d3a8",
    "series-2": "#9cc3fb",
    "series-3": "#f1b46a",
    "series-4": "#dca2de",
}

PAIRS: Final = (
    *(
        (ink, ground)
        for ink in ("ink", "muted", "accent", "bad", "warn", "good", "info")
        for ground in ("page", "surface", "raised")
    ),
    ("on-accent", "accent"),
    ("accent-ink", "accent-ground"),
    ("ink", "accent-ground"),
    *((ink, f"{ink}-ground") for ink in ("bad", "warn", "good", "info")),
    *(("ink", f"{ground}-ground") for ground in ("bad", "warn", "good", "info")),
    ("on-felt", "felt"),
    ("suit-red", "card"),
    ("suit-black", "card"),
)
"""Text colour and ground, by name: each has a contrast of at least 4.5 in both themes."""

LINES: Final = (
    *((line, "surface") for line in ("edge", "focus", "series-1", "series-2", "series-3", "series-4")),
    *((line, "page") for line in ("edge", "focus")),
)
"""What is drawn and must be seen (edges of fields, focus rings, lines of charts): a contrast of at least 3."""

_SHEETS: Final = tuple(Path(__file__).with_name(name) for name in ("style.css", "felt.css"))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours ``#rrggbb`` by WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def stylesheet() -> str:
    """The whole stylesheet: the tokens of both themes, then the rules that use them."""
    light, dark = (_tokens(colors) for colors in (LIGHT, DARK))
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
        f"@media print{{:root:root:root{{color-scheme:light;{light}}}}}\n" + "".join(each.read_text("utf-8") for each in _SHEETS)
    )


def _tokens(colors: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colors.items())


@cache
def stylesheet_path() -> str:
    """The address of the stylesheet; it changes with its content, so that a browser may keep it for good."""
    return f"/assets/pitbook-{hashlib.sha256(stylesheet().encode()).hexdigest()[:12]}.css"


ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#14573f"/>'
    '<path d="M16 5 26 16 16 27 6 16Z" fill="#f3f8f5"/><path d="M16 11 20.5 16 16 21 11.5 16Z" fill="#14573f"/></svg>'
)
"""The sign of the program, drawn."""

"""The frame of every page: skip link, name, theme switch, who is signed in, navigation by job, the page's heading, foot.

``with frame(services, "Title", job="/par"):`` puts what follows into the page's main part. :func:`bare` is a page without a frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.web.look import theme
from pitbook.web.look.widgets import Markup, markup

NAVIGATION: Final = (
    ("Rulebook", (("/rules", "Rules as printed"), ("/audit", "Audit against the text"))),
    ("Odds", (("/par", "PAR sheets"), ("/compare", "Compare paytables"))),
    ("Settlement", (("/settle", "Adjudicate a round"), ("/pai-gow", "Pai Gow hands"))),
    ("Progressives", (("/meters", "Meters"), ("/ledger", "Ledger"))),
    ("Filings", (("/submission", "Rules Submission"),)),
    ("Simulation", (("/simulate", "Simulate tables"), ("/hold", "Hold of a period"))),
)
"""The jobs and their pages: address and name."""

Crumb = tuple[str, str]
"""The address and the name of a page above this one."""

# Before anything is drawn, so that no page flashes in the other theme. The switch and the menu need no server.
_SCRIPT: Final = """
<script>
(() => {
  const root = document.documentElement;
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  let kept = null;
  try { kept = localStorage.getItem("pitbook-theme"); } catch {}
  if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  const say = () => {
    for (const each of document.querySelectorAll("[data-switch=theme]")) {
      each.textContent = dark() ? "Light theme" : "Dark theme";
    }
  };
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest && event.target.closest("[data-switch]");
    if (!pressed) return;
    if (pressed.dataset.switch === "theme") {
      root.dataset.theme = dark() ? "light" : "dark";
      try { localStorage.setItem("pitbook-theme", root.dataset.theme); } catch {}
      say();
    } else if (pressed.dataset.switch === "print") {
      window.print();
    } else {
      const open = document.querySelector(".pb-side").classList.toggle("open");
      pressed.setAttribute("aria-expanded", String(open));
    }
  });
  document.addEventListener("keydown", (event) => {
    const side = document.querySelector(".pb-side.open");
    if (event.key !== "Escape" || !side) return;
    side.classList.remove("open");
    const menu = document.querySelector("[data-switch=menu]");
    menu.setAttribute("aria-expanded", "false");
    menu.focus();
  });
  new MutationObserver((_, watcher) => {
    if (document.querySelector("[data-switch=theme]")) { say(); watcher.disconnect(); }
  }).observe(root, { childList: true, subtree: true });
})();
</script>
"""


def bare(title: str) -> None:
    """A page of its own with the theme and no frame; the content area is its main part."""
    client = ui.context.client
    client.title = f"{title} · Pitbook"
    ui.add_head_html(head_html())
    client.layout.classes("pb-bare")


@cache
def head_html() -> str:
    """The theme and its stylesheet."""
    return f'<link rel="stylesheet" href="{theme.stylesheet_path()}">{_SCRIPT}'


@contextmanager
def frame(services: Any, title: str, *, job: str | None = None, lead: str = "", crumbs: Sequence[Crumb] = ()) -> Iterator[None]:
    """The frame of a page. ``job`` is the address in the navigation that the page belongs to.

    ``lead`` is a line below the heading, ``crumbs`` the pages above this one.
    """
    client = ui.context.client
    client.title = f"{title} · Pitbook"
    ui.add_head_html(head_html())
    with client.layout:
        for n, part in enumerate((_skip(), _top(services, client.request), _side(job))):
            part.move(client.layout, target_index=n)
        markup(_foot(), tag="footer", classes="pb-foot")
    main = client.content.parent_slot.parent if client.content.parent_slot else client.content
    main._props.update({"id": "main", "tabindex": "-1"})
    markup(_heading(title, lead, crumbs))
    yield


def _skip() -> Markup:
    return markup('<a class="pb-skip" href="#main">Skip to the content</a>', tag="div")


def _top(services: Any, request: Request) -> Markup:
    return markup(
        f'<a class="pb-brand" href="/">{theme.ICON}<span>Pitbook</span></a>'
        '<span class="pb-spring"></span>'
        f'<span class="pb-who">{_who(services, request)}</span>'
        '<button type="button" data-switch="theme">Theme</button>'
        '<button type="button" class="pb-menu" data-switch="menu" aria-expanded="false" aria-controls="pb-nav">Menu</button>',
        tag="header",
        classes="pb-top",
    )


def _who(services: Any, request: Request) -> str:
    """Who is signed in, or where to sign in; nothing on a server without a ledger."""
    if getattr(services, "ledger", None) is None:
        return ""
    from pitbook.web.guard.identity import identity_of

    identity = identity_of(request)
    if identity is None:
        return '<a href="/login">Sign in</a>'
    return f'<span class="name">Signed in as </span><a href="/login">{escape(str(identity.person_id))}</a>'


def _side(job: str | None) -> Markup:
    return markup(_navigation(job), tag="nav", classes="pb-side").props('aria-label="Jobs"')


@cache
def _navigation(job: str | None) -> str:
    parts = []
    for name, pages in NAVIGATION:
        links = "".join(f'<li><a href="{path}"{_current(path == job)}>{escape(words)}</a></li>' for path, words in pages)
        parts.append(f"<section><h2>{escape(name)}</h2><ul>{links}</ul></section>")
    return f'<div id="pb-nav">{"".join(parts)}</div>'


def _current(is_current: bool) -> str:
    return ' aria-current="page"' if is_current else ""


def _heading(title: str, lead: str, crumbs: Sequence[Crumb]) -> str:
    above = "".join(f'<li><a href="{escape(path)}">{escape(words)}</a></li>' for path, words in crumbs)
    trail = f'<nav class="pb-crumbs" aria-label="Above this page"><ol>{above}</ol></nav>' if above else ""
    line = f'<p class="pb-lead">{escape(lead)}</p>' if lead else ""
    return f"{trail}<h1>{escape(title)}</h1>{line}"


@cache
def _foot() -> str:
    from importlib.metadata import version

    from pitbook.catalog import rulebook

    return (
        f"Pitbook {escape(version('pitbook'))} · rulebook <code>{rulebook().source_hash[:12]}</code> · "
        "every figure is computed from the printed rules named beside it"
    )

"""Pitbook: an open, exact engine for the payout rules of regulated casino table games.

The public names are loaded when they are first used, so that ``import pitbook`` costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitbook.catalog import Rulebook, rulebook
    from pitbook.choices import ChoiceError
    from pitbook.par import Conditions, ParSheet, par, sheets
    from pitbook.rulebook import RulebookError, UnknownNameError

__version__ = "0.1.0"

_HOMES = {
    "ChoiceError": "pitbook.choices",
    "Conditions": "pitbook.par",
    "ParSheet": "pitbook.par",
    "Rulebook": "pitbook.catalog",
    "RulebookError": "pitbook.rulebook",
    "UnknownNameError": "pitbook.rulebook",
    "par": "pitbook.par",
    "rulebook": "pitbook.catalog",
    "sheets": "pitbook.par",
}

__all__ = [
    "ChoiceError",
    "Conditions",
    "ParSheet",
    "Rulebook",
    "RulebookError",
    "UnknownNameError",
    "__version__",
    "par",
    "rulebook",
    "sheets",
]


class _Package(ModuleType):
    """Keeps a public name from being replaced by the module of the same name, which its import would set here."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _HOMES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'pitbook' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

"""What may stand behind the question mark of an address: what a route or a page takes, each once unless it may be repeated.

An address with anything else is refused before it is answered, in the same words everywhere: nothing that somebody asks for is left
out in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_origin
from urllib.parse import parse_qsl

from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from pitbook.names import did_you_mean, listed, nearest
from pitbook.web.guard.roles import DOCUMENTATION
from pitbook.web.problems import faults_of

_SHEET: Final = ("paytable", "amount", "meter", "players", "bettors", "decks", "rounds", "confidence")
_SHEET_GROUPS: Final = ("set", "option", "term", "pays")
_LONGEST: Final = 60
_MOST: Final = 20
"""Faults of names; an address has room for thousands."""


@dataclass(frozen=True)
class Parameters:
    """The parameters of a route: by name, and ``groups`` of which any name may follow a dot (``set.NAME``).

    ``models`` say what their values may be, where a route declares it.
    """

    names: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    repeated: frozenset[str] = frozenset()
    models: tuple[type[BaseModel], ...] = ()

    def knows(self, name: str) -> bool:
        """Whether a name is one of these."""
        group, dot, _ = name.partition(".")
        return name in self.names or (dot == "." and group in self.groups)

    def faults(self, query: bytes) -> list[str]:
        """What is wrong with a query: names that are not known, names that are given twice, and then also values that are none.

        Empty where every name is right: then the route looks at the values itself.
        """
        given = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
        found = list(name_faults([name for name, _ in given], self))
        return [*self._values(given), *found] if found else []

    def _values(self, given: Sequence[tuple[str, str]]) -> Iterator[str]:
        values: dict[str, Any] = {}
        for name, value in given:
            if name in self.repeated:
                values.setdefault(name, []).append(value)
            elif name in self.names:
                values[name] = value
        for model in self.models:
            try:
                model.model_validate({name: value for name, value in values.items() if name in _names(model)})
            except ValidationError as error:
                yield from faults_of({**each, "loc": ("query", *each["loc"])} for each in error.errors())


def name_faults(given: Sequence[str], allowed: Parameters) -> Iterator[str]:
    """A fault for each name that is not known, and for each that is given more often than it may be."""
    everything = (*allowed.names, *(f"{group}.NAME" for group in allowed.groups))
    wrong = 0
    for name, times in Counter(given).items():
        known = allowed.knows(name)
        if known and (times == 1 or name in allowed.repeated):
            continue
        cut = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…"
        wrong += 1
        if wrong > _MOST:
            yield "and more (query)"
            return
        if known:
            yield f"{cut}: given {times} times; allowed: once (query)"
        else:
            near = did_you_mean(nearest(cut, allowed.names))
            yield f"{cut}: not known here{near}; allowed: {listed(everything) if everything else 'none'} (query)"


SHEET: Final = Parameters(_SHEET, _SHEET_GROUPS)
"""What the address of a PAR sheet says."""

PAGES: Final[Mapping[str, Parameters]] = {
    "/login": Parameters(("next", "wait", "failed")),
    "/audit": Parameters(("clauses",)),
    "/par/{game}/{wager}": SHEET,
    "/compare/{game}/{wager}": Parameters(_SHEET[1:], _SHEET_GROUPS[:-1]),
    "/settle": Parameters(("round", "game", "suits")),
    "/submission": Parameters(("filing", "game")),
    "/pai-gow": Parameters(("cards", "way", "variation", "ace-low-straight", "joker-in-flush", "job")),
    "/hold": Parameters(
        ("game", "wager", "paytable", "stake", "per_round", "rounds", "meter", "terms", "players", "result", "confidence", "within")
    ),
    "/simulate": Parameters(("game", "rounds", "seed", "seats", "period", "strategy", "pays", "pays_on", "pays_rounds", "job")),
    "/sign/{name}": Parameters(("theme", "title", "feed", "token")),
    "/ledger": Parameters(("link", "kind", "person", "table", "round", "text", "before")),
}
"""What the address of a page says; that of any other page says nothing more."""


class Queries:
    """What each route and page takes."""

    def __init__(self, routes: Iterable[APIRoute]) -> None:
        self._routes = {(method, each.path): _declared(each) for each in routes for method in each.methods or ()}

    def faults(self, method: str, template: str, query: bytes) -> list[str]:
        """What is wrong with the query of a request for a route, or a page, of this template."""
        if not query or (method, template) in DOCUMENTATION:
            return []
        declared = self._routes.get((method, template)) or PAGES.get(template) or Parameters()
        return declared.faults(query)


def _declared(route: APIRoute) -> Parameters:
    """What a route declares. A model stands for its fields."""
    models = tuple(
        each.field_info.annotation
        for each in route.dependant.query_params
        if isinstance(each.field_info.annotation, type) and issubclass(each.field_info.annotation, BaseModel)
    )
    assert len(models) == len(route.dependant.query_params), f"{route.path}: its parameters stand in a model"
    fields = {name: field for model in models for name, field in _names(model).items()}
    repeated = frozenset(name for name, kind in fields.items() if get_origin(kind) is list)
    return Parameters(tuple(fields), (), repeated, models)


def _names(model: type[BaseModel]) -> dict[str, Any]:
    """The fields of a model by the names that addresses have, with their types."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}

"""What requests bring: names, choices as query parameters, documents as bodies; and answers as the commands print them."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from fastapi import Path as InPath
from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import Response

from pitbook.errors import InputError
from pitbook.file_faults import json_values, toml_values
from pitbook.names import shown
from pitbook.report.output import json_text
from pitbook.web.problems import JSON_KINDS, WithStatusError, kind_of_body

T = TypeVar("T")

PLAIN: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
Word = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=PLAIN)]
Line = Annotated[str, StringConstraints(max_length=1000, pattern=PLAIN)]
GameName = Annotated[Word, InPath(description="A game, as `GET /api/v1/games` lists them.")]
WagerName = Annotated[Word, InPath(description="One of its wagers.")]

TOML_LIMIT: Final = 256 * 1024
"""Bytes of a body in TOML; it is read much more slowly than JSON, and no filing comes near."""
TOML_KINDS: Final = frozenset({"application/toml", "text/toml"})
LINE_KINDS: Final = frozenset({"application/x-ndjson", "application/jsonl"})


class BodyError(InputError):
    """A body that is of no kind that is taken here, or names a file of the server."""


class Query(BaseModel):
    """Query parameters: those named, no others. They are named as the options of the command."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class Choices(Query):
    """How unclear clauses are read, and the options chosen."""

    readings: Annotated[list[Line], Field(alias="set", max_length=50, description="READING=VALUE; repeat for more.")] = []
    options: Annotated[list[Line], Field(alias="option", max_length=50, description="NAME=VALUE; repeat for more.")] = []


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The JSON document that the command of the same name prints."""
    return Response(json_text(data), status, dict(headers or {}), "application/json")


# --- documents ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RequestBody:
    """A body: its bytes, and whether they are ``json``, ``toml`` or ``lines`` (JSON lines)."""

    raw: bytes
    kind: str

    def text(self) -> str:
        """Its text. Raises :class:`BodyError` where it is not UTF-8."""
        return text_of(self.raw, "body")

    def lines(self) -> list[tuple[int, bytes]]:
        """Its lines that are not blank, each with its number."""
        return [(number, line) for number, line in enumerate(self.raw.split(b"\n"), start=1) if line.strip()]

    def values(self) -> Any:
        """Its plain values; each key of a JSON object stands in it once. Raises :class:`WithStatusError` where it is malformed."""
        from pitbook.rounds import RoundError, round_data

        try:
            return round_data(self.text(), self.kind)
        except RoundError as fault:
            raise WithStatusError(400, f"the body is {fault}") from fault

    @contextmanager
    def as_file(self, name: str) -> Iterator[Path]:
        """The document in a file of its own for a while: ``name`` with the ending of its kind."""
        with tempfile.TemporaryDirectory(prefix="pitbook-") as folder:
            path = Path(folder) / f"{name}.{self.kind}"
            path.write_bytes(self.raw)
            yield path


def text_of(raw: bytes, what: str) -> str:
    """The text of a body, or of a part of it. Raises :class:`BodyError` where it is not UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise BodyError(f"the {what} is not UTF-8 text ({fault.reason} at byte {fault.start})") from fault


async def document(request: Request, *, lines: bool = False, limit: int | None = None, may_name_files: bool = False) -> RequestBody:
    """The body as a document of at most ``limit`` bytes; None: what the server takes.

    Raises :class:`BodyError` where it is of another kind, empty, too large, or names a file, unless nothing in it can be taken
    for one (``may_name_files``).
    """
    declared = kind_of_body(request)
    raw = await request.body()
    if declared in JSON_KINDS:
        kind = "json"
    elif declared in TOML_KINDS:
        kind = "toml"
    elif declared in LINE_KINDS and lines:
        kind = "lines"
    else:
        allowed = "application/json, application/toml" + (", application/x-ndjson" if lines else "")
        raise WithStatusError(415, f"content-type {shown(declared)}: allowed: {allowed} (header)")
    if not raw.strip():
        raise WithStatusError(400, "the body is empty; a document is needed")
    if kind == "toml" and len(raw) > TOML_LIMIT:
        raise WithStatusError(413, f"the body has {len(raw):,} bytes of TOML; allowed are {TOML_LIMIT:,}")
    if limit is not None and len(raw) > limit:
        raise WithStatusError(413, f"the body has {len(raw):,} bytes; allowed here are {limit:,}")
    if may_name_files:
        return RequestBody(raw, kind)
    await asyncio.to_thread(lambda: refuse_files(_plain_values(raw, kind)))  # others are answered meanwhile
    return RequestBody(raw, kind)


def refuse_files(*given: Any) -> None:
    """What comes over the network names no file of the server: a house way is one that is held. Raises :class:`BodyError`."""
    left = list(given)
    while left:
        each = left.pop()
        if isinstance(each, str):
            if any(part.lower().endswith(".toml") for part in re.split(r"[,=\s]", each)):
                raise BodyError(f"{shown(each)} is a file; a house way is named by its name, as in trump-plaza")
        elif isinstance(each, Mapping):
            left += [*each.keys(), *each.values()]
        elif isinstance(each, list | tuple):
            left += each


def _plain_values(raw: bytes, kind: str) -> Any:
    """The values of a document, to be looked through; nothing where it is none, which is said by whoever reads it."""
    if kind == "lines":
        return [_plain_values(line, "json") for line in raw.split(b"\n")]
    try:
        text = raw.decode("utf-8-sig")
        return toml_values(text) if kind == "toml" else json_values(text)
    except (ValueError, RecursionError):
        return None


def body_of(
    what: str, schema: str | None, example: Any, *, lines: bool = False, form: type[BaseModel] | None = None
) -> dict[str, Any]:
    """The OpenAPI part of a route whose body is a document; ``form`` is its shape, where the description is to have it."""
    told = f"{what}" + (f" Its form: `GET /api/v1/schemas/{schema}`." if schema else "")
    shape = {"type": "object"} if form is None else form.model_json_schema()
    content: dict[str, Any] = {
        "application/json": {"schema": {**shape, "description": told}, "example": example},
        "application/toml": {"schema": {"type": "string"}},
    }
    if lines:
        content["application/x-ndjson"] = {"schema": {"type": "string"}}
    return {"requestBody": {"required": True, "description": told, "content": content}}


# --- pages of a list ------------------------------------------------------------------------------------------------


class Paging(Query):
    """A part of a list: so many, after the one that the last part ended with."""

    limit: Annotated[int, Field(ge=1, le=1000, description="The most to give at a time.")] = 200
    cursor: Annotated[Word | None, Field(description="Where the last part ended: of its `Link` header.")] = None


def page(items: list[T], key: Callable[[T], str], paging: Paging, request: Request) -> tuple[list[T], dict[str, str]]:
    """A part of a list and the header that leads to the next; ``key`` is unlike for each item."""
    first = 0
    if paging.cursor is not None:
        places = {key(item): n for n, item in enumerate(items)}
        if paging.cursor not in places:
            raise BodyError(f"cursor {shown(paging.cursor)}: no such place in the list (query)")
        first = places[paging.cursor] + 1
    part = items[first : first + paging.limit]
    if first + paging.limit >= len(items):
        return part, {}
    return part, next_link(request, key(part[-1]))


def next_link(request: Request, cursor: str) -> dict[str, str]:
    """The ``Link`` header that leads to what comes after a place."""
    url = request.url.include_query_params(cursor=cursor)
    return {"Link": f'<{url.path}?{url.query}>; rel="next"'}

"""What went wrong, as ``application/problem+json`` (RFC 9457): one document with all faults, and nothing of the inside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from email.message import Message
from http import HTTPStatus
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from pitbook.errors import InputError
from pitbook.ledger import errors as ledger_errors
from pitbook.names import shown
from pitbook.rulebook import UnknownNameError
from pitbook.web.guard.sessions import ThrottledError
from pitbook.web.logs import logger

MEDIA: Final = "application/problem+json"
MOST_FAULTS: Final = 200
JSON_KINDS: Final = frozenset({"application/json", ""})
CHARSETS: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
FAILED: Final = "the server failed; its log says why, under this request's id"
REQUEST_ID_KEY: Final = "pitbook.request_id"

_STATUS_OF: Final[tuple[tuple[type[InputError], int], ...]] = (
    (ThrottledError, 429),
    (ledger_errors.UnknownNameError, 404),
    (ledger_errors.NotAllowedError, 403),
    (ledger_errors.RefusedError, 409),
    (ledger_errors.LedgerError, 503),
    (UnknownNameError, 404),
    (InputError, 422),
)

SCHEMA: Final[dict[str, Any]] = {
    "title": "Problem",
    "type": "object",
    "required": ["type", "title", "status", "faults"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "faults": {"type": "array", "items": {"type": "string"}, "description": "Every fault, each naming its place."},
        "request_id": {"type": "string"},
    },
}


_WORDS: Final = {"missing": "missing", "extra_forbidden": "not known here"}


def kind_of_body(request: Request) -> str:
    """The media type that a request says its body has; nothing where it does not say."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def wrong_charset(content_type: bytes) -> str | None:
    """What is wrong with the charset that a ``Content-Type`` names; nothing where it names none: bodies are UTF-8."""
    found = Message()
    found["content-type"] = content_type.decode("latin-1")
    charset = found.get_content_charset()
    if charset is None or charset in CHARSETS:
        return None
    return f"content-type: charset {shown(charset)}: allowed: utf-8 (header)"


class TooBusyError(InputError):
    """More was asked at a time than the server takes; try again later."""


class WithStatusError(InputError):
    """A fault of a request that has a status of its own."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def status_of(error: InputError) -> int:
    """The HTTP status of an error of the library or the ledger."""
    if isinstance(error, WithStatusError):
        return error.status
    if isinstance(error, TooBusyError):
        return 429
    return next(status for kind, status in _STATUS_OF if isinstance(error, kind))


def document(status: int, faults: Sequence[str], request_id: str | None) -> bytes:
    """The problem's JSON."""
    title = HTTPStatus(status).phrase
    data: dict[str, Any] = {"type": "about:blank", "title": title, "status": status}
    shown = [_clean(each) for each in faults[:MOST_FAULTS]]
    if len(faults) > MOST_FAULTS:
        shown.append(f"and {len(faults) - MOST_FAULTS} more faults")
    data["detail"] = shown[0] if len(shown) == 1 else f"{len(faults)} faults" if shown else title
    data["faults"] = shown
    if request_id is not None:
        data["request_id"] = request_id
    return orjson.dumps(data, option=orjson.OPT_INDENT_2) + b"\n"


def problem(status: int, *faults: str, request_id: str | None = None, headers: dict[str, str] | None = None) -> Response:
    """A problem as a response."""
    return Response(document(status, faults, request_id), status, headers, MEDIA)


def problem_of(error: InputError, request_id: str | None) -> Response:
    """An error of the library or the ledger as a response; each of its lines is a fault."""
    status = status_of(error)
    seconds = error.seconds if isinstance(error, ThrottledError) else 1
    headers = {"Retry-After": str(seconds)} if status == 429 else None
    faults = (str(error) or type(error).__name__).splitlines()
    return problem(status, *faults, request_id=request_id, headers=headers)


def add_handlers(app: FastAPI) -> None:
    """Every error of a route as a problem."""
    app.add_exception_handler(InputError, _input_error)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failure)


async def _input_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, InputError)
    if isinstance(error, ledger_errors.NotAllowedError):
        request.scope["pitbook.not_allowed"] = str(error)
    if isinstance(error, ledger_errors.StoreError):  # the database's own words are for the log alone
        logger().warning("the database failed", fault=str(error), said=str(error.__cause__ or ""))
    return problem_of(error, request.scope.get(REQUEST_ID_KEY))


async def _validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    declared = kind_of_body(request)
    if declared not in JSON_KINDS and any(each["loc"][0] == "body" for each in error.errors()):
        text = f"content-type {shown(declared)}: allowed: application/json (header)"
        return problem(415, text, request_id=request.scope.get(REQUEST_ID_KEY))
    malformed = any(each["type"] == "json_invalid" for each in error.errors())
    return problem(400 if malformed else 422, *faults_of(error.errors()), request_id=request.scope.get(REQUEST_ID_KEY))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem(
        error.status_code, str(error.detail), request_id=request.scope.get(REQUEST_ID_KEY), headers=dict(error.headers or {})
    )


async def _failure(request: Request, _: Exception) -> Response:
    """The guard logs it; nothing of it is said."""
    return problem(500, FAILED, request_id=request.scope.get(REQUEST_ID_KEY))


def faults_of(errors: Iterable[Any]) -> list[str]:
    """What is wrong with the values of a request, as pydantic says it, each with its place."""
    found = []
    for each in errors:
        kind, *place = each["loc"]
        where = ".".join(str(part) for part in place)
        text = _WORDS.get(each["type"]) or each["msg"].removeprefix("Value error, ")
        if each["type"] == "json_invalid":
            found.append(f"the body is not JSON: {each.get('ctx', {}).get('error', text)} (at character {where or 0})")
        elif not where:
            found.append(f"{kind}: {text}")
        else:
            found.append(f"{where}: {text}" + ("" if kind == "body" else f" ({kind})"))
    return found


def _clean(text: str) -> str:
    """A fault as text that can be sent: options named as parameters are, no broken characters, not endless."""
    text = re.sub(r"(?<![\w-])--(?=[a-z])", "", text)
    return text[:2000].encode("utf-8", "replace").decode()

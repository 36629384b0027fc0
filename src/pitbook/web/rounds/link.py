"""A round in a link: packed, so that a whole table fits into an address that can be passed on."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any, Final

from pitbook.rounds import RoundError, round_data

MOST_BYTES: Final = 64 * 1024
"""So large may a round be when unpacked."""


def packed(data: Any) -> str:
    """A round as the text of a link."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> Any:
    """The round of a link: packed, or plain JSON as another program may write it. Raises :class:`RoundError`."""
    if text.lstrip().startswith("{"):
        return _table(round_data(text[:MOST_BYTES], "json"))
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj()
        plain = inflate.decompress(raw, MOST_BYTES)
        if not inflate.eof:
            raise RoundError(["round: the link was cut short, or it is too long"])
        return _table(round_data(plain.decode(), "json"))
    except (binascii.Error, zlib.error, UnicodeError, ValueError) as fault:
        if isinstance(fault, RoundError):
            raise
        raise RoundError(["round: the link is damaged; ask for it again"]) from fault


def _table(data: Any) -> Any:
    if not isinstance(data, dict):
        raise RoundError(["round: the link holds no round"])
    return data

"""How a route takes a step of the ledger: who signs, the idempotency key, and the receipt as the commands print it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import Header, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import Response

from pitbook.names import shown
from pitbook.web.api.inputs import PLAIN, BodyError, Line, Word, answer
from pitbook.web.guard.identity import actor_of, identity_of

if TYPE_CHECKING:
    from pitbook.ledger.desk import Receipt
    from pitbook.ledger.people import Actor
    from pitbook.web.services import Services

LONGEST_KEY: Final = 150
KEY_PATTERN: Final = r"^[\x21-\x7e]+( [\x21-\x7e]+)*$"
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=LONGEST_KEY,
        pattern=KEY_PATTERN,
        description="Made by the client: the same step with the same key is carried out once, and gives the first receipt again.",
    ),
]
Dollars = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN)]
Texts = Annotated[dict[Word, Line], Field(max_length=40)]


class Body(BaseModel):
    """A body of JSON: the keys that are named, no others, each of its own kind."""

    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


def refuse_other_key(key: str, own: str) -> None:
    """A round that is recorded in one step has one key, its own; one that no header can carry is not compared.

    Raises :class:`~pitbook.web.api.inputs.BodyError` where the header has another.
    """
    if key != own and re.fullmatch(KEY_PATTERN, own):
        raise BodyError(f"Idempotency-Key {shown(key)}: the round's own key is {shown(own)}; allowed is that one (header)")


def signer(request: Request) -> Actor:
    """Who signs for a step: whoever the guard let in."""
    identity = identity_of(request)
    assert identity is not None, "the guard lets nobody in who has not signed in"
    return actor_of(identity)


def player(request: Request) -> Actor | None:
    """Who signs for a step of a round: a person, or nobody where a table's own system sends it with a token.

    A system's signature is none of the two that an award needs, so it is not counted as one.
    """
    identity = identity_of(request)
    assert identity is not None, "the guard lets nobody in who has not signed in"
    return None if identity.token_id is not None else actor_of(identity)


async def step(services: Services, function: Callable[..., Receipt], *args: Any, **more: Any) -> Response:
    """Take a step and answer with its receipt; readers of the feed are told at once."""
    receipt = await services.work(function, services.the_ledger(), *args, **more)
    services.feed.nudge()
    return receipt_of(receipt)


def receipt_of(receipt: Receipt, **more: Any) -> Response:
    """A receipt as the commands print it."""
    from pitbook.ledger.answers import receipt_answer

    return answer({name: value for name, value in (receipt_answer(receipt, "").data | more).items() if name != "secret_hash"})

"""Tokens of systems; each acts for one of the people."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.web.api.inputs import Line, Paging, Word, answer, page
from pitbook.web.api.session import PersonId
from pitbook.web.api.steps import Body, Key, receipt_of, signer, step
from pitbook.web.guard.identity import identity_of
from pitbook.web.guard.roles import API
from pitbook.web.guard.tokens import LONGEST_DAYS, SCOPES, issue
from pitbook.web.services import Services


class NewToken(Body):
    """A token for a system."""

    person: Annotated[PersonId, Field(description="The registered person for whom it acts; it has no more rights than they.")]
    name: Annotated[Line, Field(min_length=1, description="Which system has it.")]
    scopes: Annotated[list[Word], Field(min_length=1, max_length=10, description=", ".join(SCOPES))]
    days: Annotated[int, Field(ge=1, le=LONGEST_DAYS, description="Days until it ends.")] = 90


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["people"])

    @router.get("/tokens", summary="Tokens of systems")
    async def tokens(paging: Annotated[Paging, InQuery()], request: Request) -> Response:
        """Whom they act for, what for, until when; never their secrets."""
        from pitbook.ledger.access import list_tokens

        found = await services.read(list_tokens, services.the_ledger())
        part, headers = page(found, lambda each: each.token_id, paging, request)
        return answer([_token_json(each) for each in part], headers=headers)

    @router.post("/tokens", summary="Issue a token")
    async def issue_token(body: NewToken, key: Key, request: Request) -> Response:
        """`token` is its id. `bearer` is what the system sends: it is shown this once, and null where the key was used before."""
        from pitbook.choices import ChoiceError

        unknown = [each for each in body.scopes if each not in SCOPES]
        if unknown:
            raise ChoiceError("\n".join(f"scopes: {each}: allowed: {', '.join(SCOPES)}" for each in unknown))
        by = identity_of(request)
        assert by is not None
        scopes = tuple(dict.fromkeys(body.scopes))
        made = await services.work(issue, services, body.person, body.name, scopes, body.days, by=by, key=key)
        return receipt_of(made.receipt, bearer=made.token)

    @router.delete("/tokens/{token}", summary="Revoke a token")
    async def revoke(token: Word, key: Key, request: Request) -> Response:
        """From now on it opens nothing."""
        from pitbook.ledger.access import revoke_token

        return await step(services, revoke_token, token, actor=signer(request), key=key)

    return router


def _token_json(token: Any) -> dict[str, Any]:
    from pitbook.ledger.access import token_scopes

    return {
        "id": token.token_id,
        "person": token.person_id,
        "name": token.name,
        "scopes": list(token_scopes(token)),
        "expires_at": token.expires_at,
        "revoked": token.revoked_seq is not None,
    }

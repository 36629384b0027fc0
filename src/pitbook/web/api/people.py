"""People who sign, and tokens of systems."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.ledger.errors import NotAllowedError
from pitbook.web.api.inputs import Line, Paging, Word, answer, page
from pitbook.web.api.session import PersonId, Secret
from pitbook.web.api.steps import Body, Key, receipt_of, signer, step
from pitbook.web.guard.identity import identity_of
from pitbook.web.guard.middleware import address_of
from pitbook.web.guard.roles import API
from pitbook.web.guard.sessions import ThrottledError, proved
from pitbook.web.guard.tokens import LONGEST_DAYS, SCOPES, issue
from pitbook.web.problems import WithStatusError
from pitbook.web.services import Services


class NewPerson(Body):
    """Somebody to be registered."""

    person: PersonId
    role: Annotated[Word, Field(description="dealer, supervisor, accounting, auditor or admin.")]
    secret: Secret
    name: Line = ""


class NewSecret(Body):
    """A new secret."""

    secret: Secret
    old_secret: Annotated[Secret | None, Field(description="The secret until now: needed for one's own, for nobody else's.")] = None


class NewToken(Body):
    """A token for a system."""

    person: Annotated[PersonId, Field(description="The registered person for whom it acts; it has no more rights than they.")]
    name: Annotated[Line, Field(min_length=1, description="Which system has it.")]
    scopes: Annotated[list[Word], Field(min_length=1, max_length=10, description=", ".join(SCOPES))]
    days: Annotated[int, Field(ge=1, le=LONGEST_DAYS, description="Days until it ends.")] = 90


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["people"])

    @router.get("/people", summary="People (`pitbook user list`)")
    async def people(paging: Annotated[Paging, InQuery()], request: Request) -> Response:
        """Everybody registered; never their secrets."""
        from pitbook.ledger.answers import people_answer
        from pitbook.ledger.people import list_people

        found = await services.read(list_people, services.the_ledger())
        part, headers = page(found, lambda each: each.person_id, paging, request)
        return answer(people_answer(part).data, headers=headers)

    @router.post("/people", summary="Register somebody (`pitbook user add`)")
    async def add(body: NewPerson, key: Key, request: Request) -> Response:
        """The receipt does not have the secret."""
        from pitbook.asked.texts import one_of
        from pitbook.ledger.people import Role, add_person

        role = one_of(Role, body.role, "role")
        return await step(
            services, add_person, body.person, body.name or body.person, role, body.secret, actor=signer(request), key=key
        )

    @router.post("/people/{person}/disable", summary="Let somebody sign in no more (`pitbook user disable`)")
    async def disable(person: PersonId, key: Key, request: Request) -> Response:
        """Their sessions and tokens end at once."""
        from pitbook.ledger.people import disable_person

        return await step(services, disable_person, person, actor=signer(request), key=key)

    @router.put("/people/{person}/secret", summary="A new secret (`pitbook user secret`)")
    async def secret(person: PersonId, body: NewSecret, request: Request) -> Response:
        """An admin's for anybody; everybody's for themselves, with the old one. Sessions begun with the old one end at once."""
        from pitbook.ledger.people import change_secret

        by = signer(request)
        if by.person_id != person and body.old_secret is not None:
            raise WithStatusError(422, f"old_secret: needed only for one's own secret, and this is that of {person!r}")
        if by.person_id == person:
            await services.work(_must_know_the_old, services, person, body.old_secret, address_of(request.scope))
        return await step(services, change_secret, person, body.secret, actor=by)

    # --- tokens ---

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


def _must_know_the_old(services: Services, person: str, old: str | None, address: str) -> None:
    """A session left open is not enough to take somebody's place: who changes their own secret gives the old one."""
    if old is None:
        raise WithStatusError(422, "old_secret: missing; who changes their own secret gives the old one")
    try:
        proved(services, person, old, address)
    except ThrottledError:
        raise
    except NotAllowedError as fault:
        raise NotAllowedError(f"old_secret: not the secret of {person!r}") from fault


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

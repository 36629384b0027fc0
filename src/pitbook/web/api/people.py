"""People who sign."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.responses import Response

from pitbook.ledger.errors import NotAllowedError
from pitbook.web.api.inputs import Line, Paging, Word, answer, page
from pitbook.web.api.session import PersonId, Secret
from pitbook.web.api.steps import Body, Key, signer, step
from pitbook.web.guard.middleware import address_of
from pitbook.web.guard.roles import API
from pitbook.web.guard.sessions import ThrottledError, proved
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

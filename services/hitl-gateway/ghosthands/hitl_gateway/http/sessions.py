"""A user's logins: as VALET asks for them, and as the server it was written for has them; the same data both ways.

A login has no id of its own here: the domain identifies it, and its times are those of its last success.
"""

from __future__ import annotations

import asyncio
import uuid
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from ghosthands.domain import ids
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.job import Reason
from ghosthands.domain.logins import KeptLogin, LoginsOf
from ghosthands.hitl_gateway.http.callers import AnyCaller, Caller
from ghosthands.hitl_gateway.http.documented import GUARDED, MISSING
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import invalid, not_found
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro

#: VALET waits 15 seconds for the whole
ASK_SECONDS = 6.0

Domain = Annotated[str, Query(min_length=1, max_length=253)]


class SessionAnswer(BaseModel):
    """A domain that the user is signed in on, in VALET's words."""

    id: str
    user_id: str
    domain: str
    created_at: datetime
    last_used_at: datetime
    expires_at: datetime


class SessionsAnswer(BaseModel):
    """Every domain that the user is signed in on, as VALET asks for them."""

    sessions: list[SessionAnswer]
    total: int


class KeptSessionAnswer(BaseModel):
    """A domain that the user is signed in on, in the other server's words."""

    domain: str
    last_used_at: datetime
    created_at: datetime
    updated_at: datetime
    expires_at: datetime


class KeptSessionsAnswer(BaseModel):
    """Every domain that the user is signed in on, in the other server's shape."""

    user_id: str
    sessions: list[KeptSessionAnswer]
    count: int


class ForgottenAnswer(BaseModel):
    """The logins that were forgotten, in both shapes: one domain, or all."""

    user_id: str
    deleted: bool
    deleted_count: int
    domain: str | None = None
    session_id: str | None = None


def router(means: Means) -> APIRouter:
    """Return the routes `/api/v1/gh/sessions` and `/api/v1/gh/valet/sessions`."""
    routes = APIRouter(prefix="/api/v1/gh", tags=["sessions"], responses={**GUARDED, **MISSING})

    @routes.get("/sessions")
    async def list_as_valet_asks(caller: AnyCaller, user_id: uuid.UUID) -> SessionsAnswer:
        """List every domain that the user is signed in on."""
        user = str(user_id)
        sessions = [_describe(user, login) for login in await _ask(means, caller, user)]
        return SessionsAnswer(sessions=sessions, total=len(sessions))

    @routes.delete("/sessions")
    async def forget_as_valet_asks(
        caller: AnyCaller, user_id: uuid.UUID, domain: Domain | None = None, all: bool = False
    ) -> ForgottenAnswer:
        """Forget the login of one domain, or of all."""
        if domain is None and not all:
            raise invalid(Reason("domain", RequestFault.MISSING, "name a domain, or say all=true"))
        return await _forget(means, caller, str(user_id), None if all else domain)

    @routes.get("/valet/sessions/{user_id}")
    async def list_sessions(caller: AnyCaller, user_id: uuid.UUID) -> KeptSessionsAnswer:
        """List every domain that the user is signed in on."""
        kept = [
            KeptSessionAnswer(
                domain=login.domain,
                last_used_at=login.saved_at,
                created_at=login.saved_at,
                updated_at=login.saved_at,
                expires_at=login.expires_at,
            )
            for login in await _ask(means, caller, str(user_id))
        ]
        return KeptSessionsAnswer(user_id=str(user_id), sessions=kept, count=len(kept))

    @routes.delete("/valet/sessions/{user_id}")
    async def forget_all(caller: AnyCaller, user_id: uuid.UUID) -> ForgottenAnswer:
        """Forget every login."""
        return await _forget(means, caller, str(user_id), None)

    @routes.delete("/valet/sessions/{user_id}/{domain}")
    async def forget(caller: AnyCaller, user_id: uuid.UUID, domain: str) -> ForgottenAnswer:
        """Forget one domain's login."""
        return await _forget(means, caller, str(user_id), domain)

    return routes


async def _ask(means: Means, caller: Caller, user: str, forget: str | None = None) -> list[KeptLogin]:
    """List the logins, after forgetting `forget`. Raises Refused, StreamUnavailable where no browser-host answers."""
    caller.check_path(user)
    asked = LoginsOf(tenant=TENANT, applicant=ids.applicant_id(TENANT, user), forget=forget)
    return await micro.ask_for(means.bus, subjects.LOGINS, asked, list[KeptLogin], timeout=ASK_SECONDS)


async def _forget(means: Means, caller: Caller, user: str, domain: str | None) -> ForgottenAnswer:
    known = [login.domain for login in await _ask(means, caller, user)]
    if domain is not None and domain not in known:
        raise not_found("nothing is kept for that domain")
    let_go = known if domain is None else [domain]
    await asyncio.gather(*(_ask(means, caller, user, forget=each) for each in let_go))
    return ForgottenAnswer(
        user_id=user,
        deleted=True,
        deleted_count=len(let_go),
        domain=domain,
        session_id=_id_of(user, domain) if domain is not None else None,
    )


def _describe(user: str, login: KeptLogin) -> SessionAnswer:
    return SessionAnswer(
        id=_id_of(user, login.domain),
        user_id=user,
        domain=login.domain,
        created_at=login.saved_at,
        last_used_at=login.saved_at,
        expires_at=login.expires_at,
    )


def _id_of(user: str, domain: str) -> str:
    return ids.derived("login", user, domain)

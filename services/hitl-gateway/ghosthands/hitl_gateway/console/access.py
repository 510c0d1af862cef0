"""The console's visitors, and the links and cookies that identify them.

An operator signs in by a link that works once; a guest's link works for one job until its request is due. Links and
cookies are signed with a key derived from the master key, so they outlive a restart and are stored nowhere; only the
names of used sign-in links are, for as long as the links would work.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from itsdangerous import BadData, Signer, URLSafeSerializer

from ghosthands.domain.errors import Conflict, GhostHandsError
from ghosthands.vault.store import Store

#: the purpose that the keys are derived for
PURPOSE = "console"
#: how long an operator stays signed in
SESSION_SECONDS = 12 * 3600.0
#: how long a sign-in link waits to be used
SIGN_IN_SECONDS = 900.0
#: how long a guest's link works at most
GUEST_SECONDS = 24 * 3600.0


class LinkRefused(GhostHandsError):
    """The link opens nothing: forged, used or expired."""


class Role(StrEnum):
    """A visitor's role, which decides what they may see and do."""

    OPERATOR = "operator"
    #: to see and answer for one job
    GUEST = "guest"


@dataclass(frozen=True)
class Visitor:
    """A signed-in browser that looks at the console."""

    #: the session's id
    id: str
    role: Role
    #: seconds since the epoch
    expires_at: float
    #: a guest's only job
    job_id: str = ""

    @property
    def is_operator(self) -> bool:
        """Whether the visitor may see and do everything."""
        return self.role is Role.OPERATOR

    def may_see(self, job_id: str) -> bool:
        """Whether the visitor may see that job, and answer for it."""
        return self.is_operator or self.job_id == job_id


@dataclass(frozen=True)
class ViewTicket:
    """What a visitor may see of a browser, and as whom."""

    #: the browser's session
    session_id: str
    #: the same after a reload, so that it is the same viewer
    viewer_id: str


class ConsoleAccess:
    """Makes and reads links, cookies and the tokens of forms."""

    def __init__(self, keys: Sequence[bytes], shared: Store, *, now: Callable[[], float] = time.time) -> None:
        #: the current key last, as the last one signs
        self._keys = [*reversed(keys)]
        self._now = now
        #: records for every gateway which sign-in links were used
        self._shared = shared

    def make_sign_in(self) -> str:
        """Return a token that signs in an operator, once."""
        return self._spell("sign-in", [secrets.token_urlsafe(16), self._now() + SIGN_IN_SECONDS])

    async def use_sign_in(self, token: str) -> Visitor:
        """Use the token up and return the operator it signs in. Raises LinkRefused, StreamUnavailable."""
        terms = self._read("sign-in", token)
        if terms is None or terms[1] <= self._now() or not await self._is_first_use(terms[0]):
            raise LinkRefused("this sign-in link was used already, or has expired")
        return Visitor(secrets.token_hex(16), Role.OPERATOR, self._now() + SESSION_SECONDS)

    async def _is_first_use(self, name: str) -> bool:
        """Mark the link of that name as used, for all gateways; return whether it was unused."""
        try:
            await self._shared.put(f"sign-ins/{name}", b"used", expected=0, ttl=timedelta(seconds=2 * SIGN_IN_SECONDS))
        except Conflict:
            return False
        return True

    def make_guest_link(self, job_id: str, until: float) -> str:
        """Return a token that lets its bearer answer for the job until then, at most for a day."""
        return self._spell("guest link", [job_id, min(until, self._now() + GUEST_SECONDS)])

    def use_guest_link(self, token: str) -> Visitor:
        """Return the guest that the token lets in. Raises LinkRefused."""
        terms = self._read("guest link", token)
        if terms is None or terms[1] <= self._now():
            raise LinkRefused("this link has expired, or is not valid")
        job_id, until = terms
        return Visitor(secrets.token_hex(16), Role.GUEST, until, job_id)

    def make_cookie(self, visitor: Visitor) -> str:
        """Return the cookie of the visitor's session."""
        return self._spell("session", [visitor.id, visitor.role.value, visitor.expires_at, visitor.job_id])

    def read_cookie(self, cookie: str) -> Visitor | None:
        """Return the visitor of the session cookie; None for one that is forged or expired."""
        terms = self._read("session", cookie)
        if terms is None or terms[2] <= self._now():
            return None
        visitor_id, role, expires_at, job_id = terms
        return Visitor(visitor_id, Role(role), expires_at, job_id)

    def make_view_ticket(self, visitor: Visitor, session_id: str) -> str:
        """Return a token by which that visitor alone sees the browser's session here, as one viewer."""
        return self._spell("live view", [visitor.id, session_id, secrets.token_hex(16)])

    def read_view_ticket(self, visitor: Visitor, ticket: str) -> ViewTicket | None:
        """Return what the visitor may see by the ticket; None for one that is forged, or another visitor's."""
        terms = self._read("live view", ticket)
        if terms is None or terms[0] != visitor.id:
            return None
        return ViewTicket(*terms[1:])

    def make_form_token(self, visitor: Visitor) -> str:
        """Return the token of the visitor's forms, which keeps other sites from sending one in their name."""
        return self._forms().get_signature(visitor.id).decode()

    def is_form_token(self, visitor: Visitor, token: str) -> bool:
        """Whether the token belongs to the visitor's forms."""
        return self._forms().verify_signature(visitor.id, token)

    def _spell(self, what: str, terms: list[Any]) -> str:
        return str(self._serializer(what).dumps(terms))

    def _read(self, what: str, token: str) -> list[Any] | None:
        try:
            found: list[Any] = self._serializer(what).loads(token)
        except (BadData, UnicodeError):
            return None
        return found

    def _serializer(self, what: str) -> URLSafeSerializer:
        return URLSafeSerializer(self._keys, salt=f"console {what}", signer_kwargs={"digest_method": hashlib.sha256})

    def _forms(self) -> Signer:
        return Signer(self._keys, salt="console form", digest_method=hashlib.sha256)

"""The endpoint that lists an applicant's kept logins, and deletes one on request."""

from __future__ import annotations

import msgspec

from ghosthands.browser_host.keeping.keepsakes import Keepsakes
from ghosthands.domain.logins import KeptLogin, LoginsOf
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import Endpoint, Micro
from ghosthands.vault.applicant import Applicant


class KeptLogins:
    """The endpoint of kept logins, which any host answers."""

    def __init__(self, keepsakes: Keepsakes) -> None:
        self._keepsakes = keepsakes

    def endpoint(self, bus: Bus) -> Micro:
        """Return the endpoint at which hosts are asked for logins."""
        asked = Endpoint("of", subjects.LOGINS, self.answer, BROWSER_HOST)
        return Micro(bus, "logins", [asked], description="what is kept of an applicant's logins")

    async def answer(self, data: bytes) -> bytes:
        """Return the logins, after deleting one if the request says so. Raises RequestRefused."""
        asked = micro.read(data, LoginsOf)
        person = Applicant(asked.tenant, asked.applicant)
        if asked.forget is not None:
            await self._keepsakes.forget_login(person, asked.forget)
        kept = await self._keepsakes.list_logins(person)
        return msgspec.json.encode(
            [KeptLogin(domain=one.domain, saved_at=one.saved_at, expires_at=one.expires_at) for one in kept]
        )

"""Answers NATS requests about an applicant's sources of one-time codes; it never returns a secret."""

from __future__ import annotations

import msgspec

from ghosthands.contract.credentials import host_name
from ghosthands.domain.code_sources import (
    CodeSource,
    CodeSourcesOf,
    GivenAuthenticator,
    GivenMailbox,
    KeptCodeSource,
)
from ghosthands.domain.codes import ToolFailure
from ghosthands.domain.services import HITL_GATEWAY
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import Endpoint, Micro, RequestRefused
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.code_sources import Authenticator, Mailbox, read_authenticator
from ghosthands.vault.vault import Vault

_PORTS = range(1, 65_536)


class CodeDesk:
    """Answers requests about sources of codes, from the vault."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def endpoint(self, bus: Bus) -> Micro:
        """Return the NATS service for sources of codes."""
        asked = Endpoint("of", subjects.CODE_SOURCES, self.answer, HITL_GATEWAY)
        return Micro(bus, "codes", [asked], description="where an applicant's one-time codes come from")

    async def answer(self, data: bytes) -> bytes:
        """Return the sources, after keeping or forgetting what was asked. Raises RequestRefused."""
        asked = micro.read(data, CodeSourcesOf)
        person = Applicant(asked.tenant, asked.applicant)
        if asked.authenticator is not None:
            await self._vault.put_authenticator(person, _read_authenticator(asked.authenticator))
        if asked.mailbox is not None:
            await self._vault.put_mailbox(person, _read_mailbox(asked.mailbox))
        if asked.forget == CodeSource.MAILBOX:
            await self._vault.drop_mailbox(person)
        elif asked.forget is not None:
            await self._vault.drop_authenticator(person, asked.forget)
        return msgspec.json.encode(await self._list(person))

    async def _list(self, person: Applicant) -> list[KeptCodeSource]:
        domains = sorted(one.domain for one in await self._vault.get_authenticators(person))
        kept = [KeptCodeSource(source=CodeSource.AUTHENTICATOR, place=domain) for domain in domains]
        mailbox = await self._vault.get_mailbox(person)
        return kept + ([KeptCodeSource(source=CodeSource.MAILBOX, place=mailbox.host)] if mailbox else [])


def _read_authenticator(given: GivenAuthenticator) -> Authenticator:
    try:
        return read_authenticator(host_name(given.domain), given.secret)
    except ValueError as error:
        raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, str(error)) from None


def _read_mailbox(given: GivenMailbox) -> Mailbox:
    is_whole = given.host and given.username and given.password and given.port in _PORTS
    if not is_whole or any(not part.isprintable() for part in (given.host, given.username, given.password)):
        raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, "a mailbox has a host, a port, a username and a password")
    return Mailbox(given.host.strip().lower(), given.port, given.username, given.password)

"""The dead letters that this service can read, send again, or drop from the list.

A letter names a message and why it was given up; the body of the message is sealed in the vault for seven days. To
redrive it is to send the same body to the same subject again: what is idempotent there stays so. Only messages that
came from outside can be sent again; the others are repeated by whatever they belong to. A letter that was dealt with is
deleted from its stream, which is no part of the log, after its body was overwritten.
"""

from __future__ import annotations

import msgspec

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Permanent
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import dead_letters
from ghosthands.messaging.work.dead_letters import DeadLetter
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.vault import Vault


class FoundLetter(msgspec.Struct, frozen=True, kw_only=True):
    """A dead letter, and its number in the stream."""

    number: int
    service: str
    letter: DeadLetter

    @property
    def may_be_sent_again(self) -> bool:
        """Whether its message came from outside, and its body was kept."""
        return self.letter.stream in streams.FROM_OUTSIDE and self.body is not None

    @property
    def body(self) -> str | None:
        """The reference of its message's body, if that was kept: one that the letter's own service stored.

        A letter cannot name another service's; letters from before name none.
        """
        return self.letter.reference and f"{self.service}/{self.letter.reference.rpartition('/')[2]}"


class DeadDesk:
    """Reads the letters, and deals with them."""

    def __init__(self, bus: Bus, vault: Vault) -> None:
        self._bus = bus
        self._vault = vault

    async def list_all(self) -> list[FoundLetter]:
        """Return all dead letters that nobody has dealt with, the newest first."""
        stored = await self._bus.read_back(streams.DEAD, subjects.ALL_DEAD_LETTERS, after=0)
        found = [
            FoundLetter(number=one.sequence, service=one.subject.split(".")[2], letter=dead_letters.read(one.data))
            for one in stored
        ]
        return found[::-1]

    async def redrive(self, number: int) -> None:
        """Send its message again. Raises Permanent where that is not possible, or no longer."""
        found = await self._find(number)
        if not found.may_be_sent_again or found.body is None:
            raise Permanent("its message was not kept to be sent again", code=MessageFault.NOT_HANDLED_HERE)
        try:
            body = await self._vault.open_dead_letter(found.body)
        except NotInVault:
            raise Permanent(
                "its message was kept for seven days, which are over", code=MessageFault.NOT_IN_VAULT
            ) from None
        await self._bus.publish(Outgoing(found.letter.subject, body))
        await self.drop(number)

    async def drop(self, number: int) -> None:
        """Remove the letter from the list, after overwriting its body.

        Raises Permanent where there is no such letter.
        """
        found = await self._find(number)
        if found.body is not None:
            await self._vault.drop_dead_letter(found.body)
        await self._bus.delete(streams.DEAD, number)

    async def _find(self, number: int) -> FoundLetter:
        found = next((one for one in await self.list_all() if one.number == number), None)
        if found is None:
            raise Permanent("there is no such dead letter", code=MessageFault.UNKNOWN_NAME)
        return found

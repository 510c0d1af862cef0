"""The browser hosts there are, and which sessions each has: what KV `gh_hosts` says, for whoever may read it.

A host says so every few seconds; one that has not for `GONE_SECONDS` counts as gone.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec

from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging import subjects
from ghosthands.messaging.jetstream import Bus
from ghosthands.messaging.streams import HOSTS

GONE_SECONDS = 30.0


class HostRecord(msgspec.Struct, frozen=True):
    """What a host says of itself."""

    host: str
    slots: int
    sessions: int
    #: when it last said so
    at: datetime
    #: its sessions as they stood then
    open: tuple[SessionStatus, ...] = ()

    @property
    def is_there(self) -> bool:
        """Whether it said so lately."""
        return datetime.now(UTC) - self.at < timedelta(seconds=GONE_SECONDS)


def subject_of(host: str) -> str:
    """Where a host says that it is there."""
    return f"$KV.{HOSTS}.{subjects.token(host)}"


async def all_hosts(bus: Bus) -> list[HostRecord]:
    """Every host that is there. Raises StreamUnavailable."""
    return [record for record in await _records(bus, f"$KV.{HOSTS}.>") if record.is_there]


async def is_there(bus: Bus, host: str) -> bool:
    """Whether that host is there. Raises StreamUnavailable."""
    return any(record.is_there for record in await _records(bus, subject_of(host)))


async def find_session(bus: Bus, session: str) -> SessionStatus | None:
    """The session of that id or name, as its host last told of it; None where no host has it."""
    for record in await all_hosts(bus):
        for status in record.open:
            if session == status.session:
                return status
    return None


async def _records(bus: Bus, subject: str) -> list[HostRecord]:
    found = await bus.read_back(f"KV_{HOSTS}", subject, after=0)
    return [msgspec.json.decode(message.data, type=HostRecord) for message in found if message.data]

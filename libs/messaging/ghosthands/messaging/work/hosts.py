"""The browser hosts and their sessions, as recorded in KV `gh_hosts`.

A host renews its record every few seconds; one that has not for `GONE_SECONDS` counts as gone.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec

from ghosthands.domain import ids
from ghosthands.domain.codes import SessionEnd
from ghosthands.domain.errors import Conflict, StreamUnavailable, Transient
from ghosthands.domain.session import CloseSession
from ghosthands.domain.tools import OWNER, SessionStatus
from ghosthands.messaging.server import consumers
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.streams import HOSTS
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.commands import Commands

GONE_SECONDS = 30.0

#: how long the provisioner may take
_PROVISION_SECONDS = 5.0

#: the message to a drained host that is to open browsers again
UNDRAIN = b"undrain"


class HostRecord(msgspec.Struct, frozen=True):
    """A browser host's record in the bucket, renewed as a sign of life."""

    host: str
    slots: int
    sessions: int
    #: when the host last wrote it
    at: datetime
    #: its sessions at that time
    open: tuple[SessionStatus, ...] = ()
    #: whether it opens no more sessions
    draining: bool = False
    #: the owner of the name: an id stored with its browsers; empty if there is none
    owner: str = ""

    @property
    def is_there(self) -> bool:
        """Whether the host renewed it recently."""
        return datetime.now(UTC) - self.at < timedelta(seconds=GONE_SECONDS)


class Unprovided(Transient):
    """There is no consumer through which a host receives its commands."""

    def __init__(self, host: str, reason: str) -> None:
        super().__init__(
            f"browser host {host} has no consumer of its commands in NATS, and the provisioner did not make it"
            f" ({reason}): start `python -m ghosthands.messaging.work.provisioner` with the login of the user"
            " migration; where it runs, its log says why"
        )


class Sign(msgspec.Struct, frozen=True):
    """A host's last record and its sequence in the bucket, which every renewal changes."""

    sequence: int
    record: HostRecord


def now() -> datetime:
    """Return the present time for a host's record."""
    return datetime.now(UTC)


def subject_of(host: str) -> str:
    """Return the subject of a host's record."""
    return f"$KV.{HOSTS}.{subjects.token(host)}"


async def read_hosts(bus: Bus) -> list[HostRecord]:
    """Return every host that is there. Raises StreamUnavailable."""
    return [record for record in await _records(bus, f"$KV.{HOSTS}.>") if record.is_there]


async def read_signs(bus: Bus) -> list[Sign]:
    """Return every host's last record, including hosts that are gone. Raises StreamUnavailable."""
    return await _signs(bus, f"$KV.{HOSTS}.>")


async def read_sign(bus: Bus, host: str) -> Sign | None:
    """Return the last record under that name, if there is one. Raises StreamUnavailable."""
    return next(iter(await _signs(bus, subject_of(host))), None)


async def settle(bus: Bus, gone: Sign) -> None:
    """Record that a gone host has no sessions, unless it has renewed its record since. Raises StreamUnavailable."""
    record = msgspec.structs.replace(gone.record, sessions=0, open=())
    unless_newer = {"Nats-Expected-Last-Subject-Sequence": str(gone.sequence)}
    with suppress(Conflict):
        await bus.publish(Outgoing(subject_of(record.host), msgspec.json.encode(record), unless_newer))


async def is_there(bus: Bus, host: str) -> bool:
    """Whether that host is there. Raises StreamUnavailable."""
    return any(record.is_there for record in await _records(bus, subject_of(host)))


async def find_consumer(bus: Bus, host: str) -> consumers.Consumer:
    """Return the consumer of the host's commands, made if there was none. Raises Unprovided, StreamUnavailable."""
    consumer = consumers.of_host(host)
    if await consumers.find_consumer(bus, consumer) is None:
        try:
            await micro.ask(bus, subjects.PROVISION, host.encode(), timeout=_PROVISION_SECONDS)
        except (StreamUnavailable, micro.RequestRefused) as refusal:
            raise Unprovided(host, str(refusal)) from None
    return consumer


async def read_sessions(bus: Bus) -> list[SessionStatus]:
    """Return every session as its host last reported it. Raises StreamUnavailable."""
    return [status for record in await read_hosts(bus) for status in record.open]


async def drain(bus: Bus, host: str, *, timeout: float) -> None:
    """Stop the host opening browsers until its process ends. Raises StreamUnavailable if it is not there."""
    await micro.ask(bus, subjects.drain(host), b"", timeout=timeout)


async def undrain(bus: Bus, host: str, *, timeout: float) -> None:
    """Let the host open browsers again. Raises StreamUnavailable if it is not there."""
    await micro.ask(bus, subjects.drain(host), UNDRAIN, timeout=timeout)


async def find_session(bus: Bus, session: str) -> SessionStatus | None:
    """Return the session of that id or name; None if no host has it. Raises StreamUnavailable."""
    named = (status for status in await read_sessions(bus) if session in (status.session, status.session_id))
    return next(named, None)


async def end_session(commands: Commands, status: SessionStatus, *, reason: SessionEnd) -> None:
    """Make its host end the session, whatever it is doing. Raises StreamUnavailable, Forbidden.

    A job that is still at work opens another one: to stop it, cancel it.
    """
    owner = status.job_id or f"{OWNER}{status.session}"
    closing = CloseSession(session_id=status.session_id, job_id=owner, tenant=status.tenant, reason=reason)
    cause = Cause(command_id=f"end {status.session_id}", tenant=status.tenant, correlation=owner)
    await commands.send(closing, command_id=ids.derived(status.session_id, reason), cause=cause, host=status.host)


async def _records(bus: Bus, subject: str) -> list[HostRecord]:
    return [sign.record for sign in await _signs(bus, subject)]


async def _signs(bus: Bus, subject: str) -> list[Sign]:
    found = await bus.read_back(f"KV_{HOSTS}", subject, after=0)
    return [Sign(one.sequence, msgspec.json.decode(one.data, type=HostRecord)) for one in found if one.data]

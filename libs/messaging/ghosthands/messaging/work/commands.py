"""Sending commands: the subject follows from the command's type, the repeat of a send is a duplicate."""

from __future__ import annotations

from datetime import datetime

from ghosthands.domain.job import Band, JobRequested, RunJob
from ghosthands.domain.message import Command
from ghosthands.messaging import fault
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.server.jetstream import Bus, Outgoing, Publisher
from ghosthands.messaging.server.streams import COMMANDS, HOST_COMMANDS
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import MESSAGE_ID, Cause, Envelope


class Commands:
    """Sends commands in the name of the bus's service."""

    def __init__(self, bus: Publisher, codec: Codec | None = None, clock: Clock = utc_now) -> None:
        self._bus = bus
        self._codec = codec or Codec()
        self._clock = clock

    async def send(
        self,
        command: Command,
        *,
        command_id: str,
        cause: Cause,
        host: str | None = None,
        band: Band | subjects.Again | None = None,
        message_id: str | None = None,
    ) -> None:
        """Store the command in its service's queue; a repeat within two minutes of the same id is stored once.

        `host` addresses the one instance there; `band` is a banded command's that any may take. `message_id` is for
        what is no mere repeat although the command is the same. Raises StreamUnavailable, Forbidden.
        """
        name = type(command).__name__
        subject = _subject(command, host, band)
        head = envelope_of(command, command_id, cause, sender=self._bus.service, at=self._clock())
        headers = head.headers() | ({MESSAGE_ID: message_id} if message_id else {})
        await self._bus.publish(Outgoing(subject, self._codec.encode(command), headers))
        await fault.point(self._bus.service, fault.AFTER_EFFECT, name)

    async def wake(self, job_id: str, requested: JobRequested, *, command_id: str, cause: Cause) -> None:
        """Have an executor look at the job, in its band. Raises StreamUnavailable, Forbidden."""
        run = RunJob(job_id=job_id, tenant=requested.tenant)
        await self.send(run, command_id=command_id, cause=cause, band=requested.band)


async def find_oldest(bus: Bus, subject: str) -> datetime | None:
    """When the oldest command on the subject that is not carried out yet was stored; None where there is none.

    Raises StreamUnavailable.
    """
    oldest = await bus.first(HOST_COMMANDS if subjects.is_for_one_host(subject) else COMMANDS, subject)
    return oldest.stored_at if oldest is not None else None


def envelope_of(command: Command, command_id: str, cause: Cause, *, sender: str, at: datetime) -> Envelope:
    """What a command says about itself."""
    return Envelope(
        id=command_id,
        name=type(command).__name__,
        version=command.VERSION,
        service=sender,
        subject=cause.correlation,
        at=at,
        correlation=cause.correlation,
        causation=cause.command_id,
        tenant=cause.tenant,
        epoch=cause.epoch,
    )


def _subject(command: Command, host: str | None, band: Band | subjects.Again | None) -> str:
    name = type(command).__name__
    if command.BANDED and host is None:
        return subjects.in_band(command.SERVICE, name, band or Band.NORMAL)
    return subjects.command(command.SERVICE, name, host=host)

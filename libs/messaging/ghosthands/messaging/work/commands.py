"""Sending commands: the subject follows from the command's type, and a repeated send is a duplicate."""

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
        """Store the command in its service's queue; repeats of the same id within two minutes are stored once.

        `host` addresses the instance on that host; `band` is the queue of a banded command for any instance.
        `message_id` is for a send that is not a repetition although the command is the same. Raises StreamUnavailable,
        Forbidden.
        """
        name = type(command).__name__
        subject = _subject(command, host, band)
        head = envelope_of(command, command_id, cause, sender=self._bus.service, at=self._clock())
        headers = head.headers() | ({MESSAGE_ID: message_id} if message_id else {})
        await self._bus.publish(Outgoing(subject, self._codec.encode(command), headers))
        await fault.point(self._bus.service, fault.AFTER_EFFECT, name)

    async def wake(self, job_id: str, requested: JobRequested, *, command_id: str, cause: Cause) -> None:
        """Ask an executor to look at the job, in the job's band. Raises StreamUnavailable, Forbidden."""
        run = RunJob(job_id=job_id, tenant=requested.tenant)
        await self.send(run, command_id=command_id, cause=cause, band=requested.band)


async def find_oldest(bus: Bus, subject: str) -> datetime | None:
    """Return when the oldest waiting command on the subject was stored; None if none waits.

    Raises StreamUnavailable.
    """
    oldest = await bus.first(HOST_COMMANDS if subjects.is_for_one_host(subject) else COMMANDS, subject)
    return oldest.stored_at if oldest is not None else None


def envelope_of(command: Command, command_id: str, cause: Cause, *, sender: str, at: datetime) -> Envelope:
    """Return the envelope of a command."""
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

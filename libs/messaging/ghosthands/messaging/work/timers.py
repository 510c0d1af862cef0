"""Timers that outlive processes: messages that JetStream stores and delivers at their time.

A schedule is one subject, so setting it again replaces it, and a repetition after a crash or a time-out changes
nothing. That is why schedules have no message id: a deadline moved forth and back would count as a duplicate. A time in
the past fires at once. Nothing is ever cancelled: a timer that is no longer needed finds nothing to do.

A message among schedules may end any in its stream, by its headers. So each service's are in a stream of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import quote, unquote

import msgspec

from ghosthands.domain import ids
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Misfiled, SchemaMismatch
from ghosthands.messaging.server.jetstream import Outgoing, Publisher
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause, traceparent
from ghosthands.messaging.wire.subjects import Aggregate

#: in a message made from a schedule, the schedule's subject; the header is NATS's own (ADR-51)
SCHEDULER = "Nats-Scheduler"


class Firing(msgspec.Struct, frozen=True, kw_only=True):
    """A timer that fired."""

    aggregate: Aggregate
    name: str
    #: The time it was set for, aware; the firing itself may be later.
    at: datetime
    tenant: str
    correlation: str

    @property
    def cause(self) -> Cause:
        """The cause of whatever a service does about it; the same however often the firing is delivered."""
        command_id = ids.derived("timer", self.aggregate.kind, self.aggregate.id, self.name, self.at.isoformat())
        return Cause(command_id=command_id, tenant=self.tenant, correlation=self.correlation)


class Timers:
    """Sets timers in the name of the bus's service."""

    def __init__(self, bus: Publisher) -> None:
        self._bus = bus

    async def set(self, aggregate: Aggregate, name: str, at: datetime, service: str, *, cause: Cause) -> None:
        """Set the aggregate's timer `name`, to fire to `service` at that time (aware); it replaces any set before.

        Raises StreamUnavailable; ValueError for a time without a time zone.
        """
        if at.tzinfo is None:
            raise ValueError("a timer needs a moment with a time zone")
        at = at.astimezone(UTC)
        headers = {
            "Nats-Schedule": f"@at {at.isoformat().replace('+00:00', 'Z')}",
            "Nats-Schedule-Target": subjects.timer_fired(self._bus.service, service, aggregate, name),
            "traceparent": traceparent(cause.correlation, cause.command_id),
            "ce-subject": quote(aggregate.id, safe=""),
            "gh-timer-name": quote(name, safe=""),
            "gh-timer-at": at.isoformat(),
            "gh-tenant": quote(cause.tenant, safe=""),
            "gh-correlation": quote(cause.correlation, safe=""),
        }
        await self._bus.publish(Outgoing(subjects.timer_set(self._bus.service, aggregate, name), b"", headers))


def read(subject: str, headers: Mapping[str, str]) -> Firing:
    """Read the firing in a message of `gh.timers.<setter>.fired.…`.

    A schedule may name any target, so what counts is the subject it was set on, which the server reports. Raises
    SchemaMismatch, Misfiled if it was set on a different subject.
    """
    firing = _firing(subject, headers)
    setter, service = subjects.ends_of_timer(subject)
    fired = subjects.timer_fired(setter, service, firing.aggregate, firing.name)
    if (subject, headers.get(SCHEDULER)) != (fired, subjects.timer_set(setter, firing.aggregate, firing.name)):
        raise Misfiled("the timer is not the one that its subject names", MessageFault.MISFILED)
    return firing


def _firing(subject: str, headers: Mapping[str, str]) -> Firing:
    try:
        return Firing(
            aggregate=Aggregate(subjects.kind_of_firing(subject), unquote(headers["ce-subject"])),
            name=unquote(headers["gh-timer-name"]),
            at=datetime.fromisoformat(headers["gh-timer-at"]),
            tenant=unquote(headers["gh-tenant"]),
            correlation=unquote(headers["gh-correlation"]),
        )
    except (KeyError, ValueError):
        raise SchemaMismatch("the message is not a fired timer of ours", code=MessageFault.BAD_ENVELOPE) from None

"""Deadlines that outlive processes: messages JetStream keeps and delivers at their time.

A schedule is one subject, so setting it again replaces it, and a repeat after a crash or a time-out changes nothing
(which is why schedules carry no message id: a deadline moved forth and back would pass for a duplicate). A time in
the past fires at once. Nothing is ever cancelled: a late firing finds nothing to do.

A message among schedules may end any of its stream, by its headers. So each service's lie in a stream of its own.
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

#: in a message that a schedule became, the subject of the schedule; the server's own word (NATS ADR-51)
SCHEDULER = "Nats-Scheduler"


class Firing(msgspec.Struct, frozen=True, kw_only=True):
    """A timer that went off."""

    aggregate: Aggregate
    name: str
    #: When it was to go off, aware; the firing itself may be later.
    at: datetime
    tenant: str
    correlation: str

    @property
    def cause(self) -> Cause:
        """What a service answers when it acts on this; the same however often the firing is delivered."""
        command_id = ids.derived("timer", self.aggregate.kind, self.aggregate.id, self.name, self.at.isoformat())
        return Cause(command_id=command_id, tenant=self.tenant, correlation=self.correlation)


class Timers:
    """Sets timers in the name of the bus's service."""

    def __init__(self, bus: Publisher) -> None:
        self._bus = bus

    async def set(self, aggregate: Aggregate, name: str, at: datetime, service: str, *, cause: Cause) -> None:
        """Have the aggregate's timer `name` fire to `service` at that moment (aware), in place of any set before.

        Raises StreamUnavailable; ValueError for a moment without time zone.
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
    """The firing in a message of `gh.timers.<setter>.fired.…`. Raises SchemaMismatch, Misfiled where set as another.

    A schedule names its target as it likes, so where it was set, which the server says, is what counts.
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

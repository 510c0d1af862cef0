"""The migration of timers out of the one stream that all services used to share.

A timer that has yet to fire is set again for its time; one that has fired and was not yet handled is set to a time in
the past, and fires at once. A killed migration continues with what is left.
"""

from __future__ import annotations

import logging

from ghosthands.domain import services
from ghosthands.messaging.server.jetstream import Bus, Outgoing, Stored

log = logging.getLogger(__name__)

#: The old stream.
BEFORE = "GH_TIMERS"

#: The timers to hitl-gateway that it set itself; executor set the others.
_TELLINGS = ("callback", "notify")
_OF_NATS = "nats-"
_TARGET = "Nats-Schedule-Target"
_SCHEDULE = "Nats-Schedule"


async def move(bus: Bus) -> int:
    """Set every timer left in the old stream again; return their number. Raises StreamUnavailable."""
    moved = 0
    while message := await bus.first(BEFORE, ">"):
        if anew := _set_anew(message):
            await bus.publish(anew)
            moved += 1
        else:
            log.error("timer_dropped", extra={"sequence": message.sequence})
        await bus.delete(BEFORE, message.sequence)  # if it fired meanwhile, it comes again as what it became
    await bus.find(f"STREAM.DELETE.{BEFORE}")
    return moved


def _set_anew(message: Stored) -> Outgoing | None:
    """Return the message that sets the timer in its setter's stream; None if this is no timer."""
    fires_at = message.headers.get(_TARGET, message.subject).split(".")
    at = message.headers.get("gh-timer-at", "").replace("+00:00", "Z")
    schedule = message.headers.get(_SCHEDULE) or f"@at {at}"
    if len(fires_at) != 7 or fires_at[:3] != ["gh", "timer", "fired"] or not at:
        return None
    service, about = fires_at[3], ".".join(fires_at[4:])
    setter = _setter_of(service, fires_at[-1])
    said = {key: value for key, value in message.headers.items() if not key.lower().startswith(_OF_NATS)}
    target = f"gh.timers.{setter}.fired.{service}.{about}"
    return Outgoing(f"gh.timers.{setter}.set.{about}", b"", {**said, _SCHEDULE: schedule, _TARGET: target})


def _setter_of(service: str, name: str) -> str:
    """Return the setter of a timer to that service; any service that makes reservations may set their timers."""
    if service == services.PLANNER or (service == services.HITL_GATEWAY and name in _TELLINGS):
        return service
    return services.EXECUTOR

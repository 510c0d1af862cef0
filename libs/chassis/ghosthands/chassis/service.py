"""The parts of a service, and the context that its `build` gets.

`build(settings, context) -> Service` wires a service: it may await `context.reach(…)` for its dependencies beside NATS,
and returns what runs until the process stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from ghosthands.chassis import dependencies
from ghosthands.chassis.health import Check, Readiness
from ghosthands.chassis.observing import observed
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work.in_hand import Handler
from ghosthands.messaging.work.puller import Puller

T = TypeVar("T")

#: Runs until the process stops; it is cancelled then. Returning early is fine, raising ends the process.
Task = Callable[[], Awaitable[None]]


class MessageLoop(Protocol):
    """A loop that takes messages and handles them; it is stopped first, so that it can finish the message in hand."""

    async def run(self) -> None:
        """Pull and handle messages until stopped."""

    def stop(self) -> Awaitable[None] | None:
        """Take no new messages; `run` ends once those in hand are finished or handed back."""


class Stopping(asyncio.Event):
    """An event that is set when the process is to stop."""

    #: set by SIGINT: no other process takes over
    for_good = False


@dataclass
class Context:
    """The running process as `build` gets it: its connection, its health, and the sign to stop."""

    service: str
    bus: Bus
    readiness: Readiness
    #: set when the process is to stop
    stopping: Stopping
    #: how long a message may stay unacknowledged
    ack_wait_seconds: float

    def puller(
        self,
        stream: str,
        handler: Handler,
        *,
        slots: int,
        durables: list[str] | None = None,
        can_pull: Callable[[], int] | None = None,
    ) -> Puller:
        """Return a puller that handles the durables' messages, by default of the service's own, and observes them."""
        return Puller(
            self.bus,
            stream,
            durables or [self.service],
            observed(self.service, handler),
            slots=slots,
            ack_wait=self.ack_wait_seconds,
            can_pull=can_pull,
        )

    async def reach(self, name: str, attempt: Callable[[], Awaitable[T]], *, only: type[Exception] = Exception) -> T:
        """Return what `attempt` returns, tried with back-off for ever; see `dependencies.reach`."""
        return await dependencies.reach(self.readiness, name, attempt, only=only)


@dataclass
class Service:
    """A wired service, ready to run."""

    #: the loops that take messages
    pullers: Sequence[MessageLoop] = ()
    #: anything else that runs beside them: an HTTP server, a heartbeat
    tasks: Sequence[Task] = ()
    #: the checks of `/readyz`, by the name it reports when one fails
    checks: Mapping[str, Check] = field(default_factory=dict)
    #: the last thing before NATS is closed: give back browsers, close pools
    on_stop: Callable[[], Awaitable[None]] | None = None

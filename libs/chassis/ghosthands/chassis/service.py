"""What a service is made of, and what it is given to make itself from.

`build(settings, context) -> Service` wires a service: it may await `context.reach(…)` for what it needs beside NATS,
and returns what is to run until the process stops.
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
    """What takes messages and handles them: stopped first, so that the message in hand can be finished."""

    async def run(self) -> None:
        """Pulls and handles until stopped."""

    def stop(self) -> Awaitable[None] | None:
        """No new messages; `run` ends once those in hand are finished or handed back."""


class Stopping(asyncio.Event):
    """Set when the process is to stop."""

    #: told by SIGINT: nobody is going to take over from it
    for_good = False


@dataclass
class Context:
    """The running process as `build` is given it: its connection, its health, and the sign to stop."""

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
        """What has `handler` handle the messages of the durables, by default the service's own, observed."""
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
        """What `attempt` returns, tried with back-off for ever; see `dependencies.reach`."""
        return await dependencies.reach(self.readiness, name, attempt, only=only)


@dataclass
class Service:
    """A wired service, ready to run."""

    #: what takes messages
    pullers: Sequence[MessageLoop] = ()
    #: anything else that runs beside them: an HTTP door, a heartbeat
    tasks: Sequence[Task] = ()
    #: asked by `/readyz`, by the name of what is missing when one fails
    checks: Mapping[str, Check] = field(default_factory=dict)
    #: the last thing before NATS is closed: give back browsers, close pools
    on_stop: Callable[[], Awaitable[None]] | None = None

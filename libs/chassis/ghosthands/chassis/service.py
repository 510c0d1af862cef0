"""What a service is made of, and what it is given to make itself from.

`build(settings, context) -> Service` wires a service: it may await `context.reach(…)` for what it needs beside NATS,
and returns what is to run until the process stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from ghosthands.chassis import logging, metrics
from ghosthands.chassis.backoff import delays
from ghosthands.chassis.health import Check, Readiness
from ghosthands.messaging.jetstream import Bus

T = TypeVar("T")

log = logging.get(__name__)

#: Runs until the process stops; it is cancelled then. Returning early is fine, raising ends the process.
Task = Callable[[], Awaitable[None]]


class Puller(Protocol):
    """What takes messages and handles them: stopped first, so that the message in hand can be finished."""

    async def run(self) -> None:
        """Pulls and handles until stopped."""

    def stop(self) -> Awaitable[None] | None:
        """No new messages; `run` ends once those in hand are finished or handed back."""


@dataclass
class Context:
    """What `build` is given."""

    service: str
    bus: Bus
    readiness: Readiness
    #: set when the process is to stop
    stopping: asyncio.Event

    async def reach(self, name: str, attempt: Callable[[], Awaitable[T]], *, only: type[Exception] = Exception) -> T:
        """What `attempt` returns, tried with back-off for ever; meanwhile `/readyz` says the service waits for `name`.

        Whatever keeps it from answering, waiting is the answer; unless it is not an `only`, which is raised.
        """
        with self.readiness.waiting(name):
            for delay in delays():
                try:
                    return await attempt()
                except only as error:
                    metrics.RETRIES.labels(self.service, name).inc()
                    log.warning("dependency_unreachable", dependency=name, retry_in=round(delay, 1), exc_info=error)
                await asyncio.sleep(delay)
        raise AssertionError("delays never end")


@dataclass
class Service:
    """A wired service, ready to run."""

    #: what takes messages
    pullers: Sequence[Puller] = ()
    #: anything else that runs beside them: an HTTP door, a heartbeat
    tasks: Sequence[Task] = ()
    #: asked by `/readyz`, by the name of what is missing when one fails
    checks: Mapping[str, Check] = field(default_factory=dict)
    #: the last thing before NATS is closed: give back browsers, close pools
    on_stop: Callable[[], Awaitable[None]] | None = None

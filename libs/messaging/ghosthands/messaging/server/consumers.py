"""Every durable consumer, declared once; `migrating` makes the server match.

A durable is named after the service that uses it, with a suffix if the service has several. The consumer of one browser
host's commands is made when the host asks for it (`work.provisioner`); projector starts its consumers at its
checkpoint.

The server never limits deliveries, since it would drop a message silently: the handler of a command counts them and
sends it to the dead letters with a reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from ghosthands.domain import job, services
from ghosthands.domain.errors import Permanent
from ghosthands.domain.job import Band
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects

#: Seconds a message may be in hand without an extension before another process gets it; a killed worker's messages
#: wait that long. A worker sends three extensions in that time, however long the handling takes.
ACK_WAIT_SECONDS = 8.0

#: No limit on the number of messages in hand: to the server, one that was given back until later is in hand too. So a
#: limit would let many that wait for a newer release, or for somebody else's server, keep all others from delivery.
UNLIMITED = -1


@dataclass(frozen=True)
class Consumer:
    """A declared durable pull consumer."""

    stream: str
    #: The service that uses it.
    service: str
    filters: tuple[str, ...]
    #: Tells apart the durables of one service on one stream.
    suffix: str = ""
    ack_policy: str = "explicit"
    max_in_hand: int = UNLIMITED
    #: Seconds a message may be in hand; None: the general ack wait.
    ack_wait: float | None = None
    #: The server deletes it after this time without a pull; None: never.
    forgotten_after: timedelta | None = None

    @property
    def name(self) -> str:
        """The name of the durable consumer."""
        return f"{self.service}-{self.suffix}" if self.suffix else self.service

    def config(self, ack_wait: float) -> dict[str, Any]:
        """Return the consumer's configuration for JetStream's API."""
        filters = {"filter_subject": self.filters[0]} if len(self.filters) == 1 else {"filter_subjects": self.filters}
        forgotten = {"inactive_threshold": streams.nanoseconds(self.forgotten_after)} if self.forgotten_after else {}
        return {
            "name": self.name,
            "durable_name": self.name,
            "ack_policy": self.ack_policy,
            "deliver_policy": "all",
            "ack_wait": streams.nanoseconds(timedelta(seconds=self.ack_wait or ack_wait)),
            "max_deliver": -1,
            "max_ack_pending": self.max_in_hand,
            "replay_policy": "instant",
            **filters,
            **forgotten,
        }


#: Seconds a batch of the log may be in projector's hands, since it sends no extensions.
BATCH_SECONDS = 30.0
#: Projector's consumer of the log; acknowledging one message acknowledges all before it.
PROJECTION = Consumer(
    streams.EVENTS,
    services.PROJECTOR,
    (subjects.ALL_EVENTS,),
    ack_policy="all",
    max_in_hand=10_000,
    ack_wait=BATCH_SECONDS,
)
#: A rebuild's consumer of the log, beside the one that keeps up.
REBUILD = replace(PROJECTION, suffix="rebuild")

#: The events that hitl-gateway hears to know when a human is needed, and when no longer.
_HUMAN_MATTERS = (
    "ModeChosen",
    "HumanRequested",
    "JobResumed",
    "JobCompleted",
    "JobFailed",
    "JobCancelled",
    "JobTimedOut",
)

#: The events that hitl-gateway hears on a durable of its own, to send callbacks by HTTP, however slowly.
_CALLBACK_MATTERS = (
    "JobClaimed",
    "HumanRequested",
    "JobResumed",
    "JobCompleted",
    "JobFailed",
    "JobTimedOut",
    "JobCancelled",
)
#: The suffix of that durable's name.
CALLBACKS = "callbacks"

#: The events that cookbook hears: the end of a job it may learn from.
_ENDS_TO_LEARN_FROM = ("JobCompleted", "JobFailed")

#: The events that begin a job or an attempt, which executor watches until its end.
_BEGINNINGS = ("JobRequested", "JobRetried")
#: The suffix of that durable's name.
WATCH = "watch"

#: The ends of a job, which projector hears apart from its tables, to trace jobs.
_ENDS = tuple(event.__name__ for event in job.ENDS)
#: The suffix of that durable's name.
TRACES = "traces"

#: The events that executor hears: a browser is open for a queued job, or was refused; a wall is gone.
_BROWSER_MATTERS = ("SessionOpened", "CommandRefused", "BlockerGone")

#: The queues for a browser, the most urgent first: a job that had a browser comes before those that never did.
_FOR_BROWSERS: tuple[Band | subjects.Again, ...] = (subjects.AGAIN, *Band)


def bands_of(service: str) -> list[str]:
    """Return the durables of the service's banded queue, the most urgent first."""
    return [f"{service}-{band}" for band in (_FOR_BROWSERS if service == services.BROWSER_HOST else Band)]


def _banded(service: str, name: str, band: Band | subjects.Again) -> Consumer:
    """Return the consumer of one band of a banded queue."""
    return Consumer(streams.COMMANDS, service, (subjects.in_band(service, name, band),), suffix=band)


CONSUMERS = (
    Consumer(streams.INTAKE, services.JOB_INTAKE, (subjects.FROM_VALET,)),
    Consumer(streams.HUMANS, services.HITL_GATEWAY, (subjects.FROM_HUMANS, subjects.ALL_GIVEN_ON)),
    *(_banded(services.EXECUTOR, "RunJob", band) for band in Band),
    *(_banded(services.BROWSER_HOST, "OpenSession", band) for band in _FOR_BROWSERS),
    Consumer(streams.COMMANDS, services.PLANNER, (subjects.commands_of(services.PLANNER),)),
    Consumer(streams.COMMANDS, services.COOKBOOK, (subjects.commands_of(services.COOKBOOK),)),
    *(
        Consumer(streams.timers_of(setter), service, (subjects.timers_fired_to(setter, service),))
        for setter, heard_by in streams.TIMERS.items()
        for service in heard_by
    ),
    Consumer(
        streams.EVENTS,
        services.EXECUTOR,
        tuple(subjects.events_named(name, service=services.BROWSER_HOST) for name in _BROWSER_MATTERS),
    ),
    Consumer(
        streams.EVENTS,
        services.EXECUTOR,
        tuple(subjects.events_named(name, service=services.JOB_INTAKE) for name in _BEGINNINGS),
        suffix=WATCH,
    ),
    Consumer(
        streams.EVENTS,
        services.COOKBOOK,
        tuple(subjects.events_named(name, service=services.EXECUTOR) for name in _ENDS_TO_LEARN_FROM),
    ),
    Consumer(
        streams.EVENTS,
        services.HITL_GATEWAY,
        (
            *(subjects.events_named(name, service=services.EXECUTOR) for name in _HUMAN_MATTERS),
            subjects.events_named("JobRetried", service=services.JOB_INTAKE),
        ),
    ),
    Consumer(
        streams.EVENTS,
        services.HITL_GATEWAY,
        (
            *(subjects.events_named(name, service=services.EXECUTOR) for name in _CALLBACK_MATTERS),
            subjects.events_named("JobRejected", service=services.JOB_INTAKE),
        ),
        suffix=CALLBACKS,
    ),
    Consumer(
        streams.EVENTS,
        services.PROJECTOR,
        (
            *(subjects.events_named(name, service=services.EXECUTOR) for name in _ENDS),
            subjects.events_named("JobRejected", service=services.JOB_INTAKE),
        ),
        suffix=TRACES,
    ),
    PROJECTION,
    REBUILD,
)

#: The prefix of the names of hosts' durables.
_AT_HOST = f"{services.BROWSER_HOST}-at-"


def of_host(host: str) -> Consumer:
    """Return the consumer of one browser host's commands, which is deleted a day after the host was last there."""
    return Consumer(
        streams.HOST_COMMANDS,
        services.BROWSER_HOST,
        (subjects.commands_of_host(services.BROWSER_HOST, host),),
        suffix=f"at-{subjects.token(host)}",
        forgotten_after=timedelta(days=1),
    )


async def find_of_hosts(bus: Bus) -> list[Consumer]:
    """Return the existing consumers of single hosts' commands."""
    return [of_host(host) for host in await find_hosts(bus, streams.HOST_COMMANDS)]


async def find_hosts(bus: Bus, stream: str) -> list[str]:
    """Return the hosts that have a consumer on the stream; none if there is no such stream."""
    names = await bus.list_consumers(stream)
    return [name.removeprefix(_AT_HOST) for name in names if name.startswith(_AT_HOST)]


async def put_consumer(bus: Bus, consumer: Consumer, *, ack_wait: float = ACK_WAIT_SECONDS) -> None:
    """Create the consumer, or change it to its declaration."""
    call = f"CONSUMER.CREATE.{consumer.stream}.{consumer.name}"
    if len(consumer.filters) == 1:
        call = f"{call}.{consumer.filters[0]}"  # a service's permission is checked against this
    await bus.api(call, {"stream_name": consumer.stream, "config": consumer.config(ack_wait)})


async def find_consumer(bus: Bus, consumer: Consumer) -> dict[str, Any] | None:
    """Return the server's description of the consumer; None if there is none."""
    return await bus.find(f"CONSUMER.INFO.{consumer.stream}.{consumer.name}")


async def restart_consumer(bus: Bus, consumer: Consumer, *, after: int) -> None:
    """Set the consumer to go on after that sequence, whatever it delivered before; its deliveries count from one again.

    Raises Permanent if there is no such consumer.
    """
    if await find_consumer(bus, consumer) is None:  # resetting a missing one gets no answer
        raise Permanent(
            f"NATS has no consumer {consumer.name} of {consumer.stream}: run the migration of the streams, it makes it"
        )
    await bus.api(f"CONSUMER.RESET.{consumer.stream}.{consumer.name}", {"seq": after + 1})

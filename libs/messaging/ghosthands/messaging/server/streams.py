"""Every stream, bucket and durable consumer, declared once; `migrate` makes the server match.

Only the user `migration` may do that. A durable is named after the service that uses it, with a suffix if the service
has several. The consumer of one browser host's commands is made when the host asks for it (`work.provisioner`);
projector starts its consumers at its checkpoint.

The server never limits deliveries, since it would drop a message silently: the handler of a command counts them and
sends it to the dead letters with a reason.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from ghosthands.domain import job, services
from ghosthands.domain.errors import Permanent
from ghosthands.domain.job import Band
from ghosthands.messaging.server import moved_commands, moved_humans, moved_keys, moved_timers, turn
from ghosthands.messaging.server.jetstream import ApiError, Bus
from ghosthands.messaging.wire import subjects

log = logging.getLogger(__name__)

INTAKE = "GH_INTAKE"
HUMANS = "GH_HUMANS"
EVENTS = "GH_EVENTS"
COMMANDS = "GH_COMMANDS"
HOST_COMMANDS = "GH_HOST_COMMANDS"
DEAD = "GH_DEAD"
OUT = "GH_OUT"
COUNTS = "GH_COUNTS"
PULSES = "GH_PULSES"
HOSTS = "gh_hosts"
VAULT = "gh_vault"
KEYS = "gh_keys"
GATEWAYS = "gh_gateways"
ARTIFACTS = "gh_artifacts"

#: Messages from outside wait in these until they were dealt with; then they are overwritten on the disk.
FROM_OUTSIDE = (INTAKE, HUMANS)

#: Seconds a message may be in hand without an extension before another process gets it; a killed worker's messages
#: wait that long. A worker sends three extensions in that time, however long the handling takes.
ACK_WAIT_SECONDS = 8.0

#: No limit on the number of messages in hand.
UNLIMITED = -1

#: The largest event or command. They contain references, never values, so a large one is a mistake.
MAX_EVENT_BYTES = 256 * 1024
#: The largest request from outside: an inline resume of 5 MB in base64 and the rest of a request.
MAX_INTAKE_BYTES = 8 * 1024 * 1024
MAX_VALUE_BYTES = 1024 * 1024

#: The services that set timers, and those their timers fire to. Each setter has a stream of its own: in a shared one,
#: a message could by its headers end any other's schedule, or roll up all of them, which schedules always allow
#: (nats-server 2.15.1).
TIMERS: Mapping[str, tuple[str, ...]] = {
    services.EXECUTOR: (services.EXECUTOR, services.HITL_GATEWAY),
    services.BROWSER_HOST: (services.PLANNER,),
    services.PLANNER: (services.PLANNER,),
    services.HITL_GATEWAY: (services.HITL_GATEWAY,),
}

#: JetStream's code for a consumer that exists with a configuration it cannot change
_CANNOT_CHANGE = 10012

DUPLICATE_WINDOW = timedelta(seconds=120)


@dataclass(frozen=True)
class Stream:
    """A declared stream; `flags` as the JetStream API spells them."""

    name: str
    subjects: tuple[str, ...]
    retention: str = "limits"
    max_age: timedelta = timedelta(0)
    max_message_bytes: int = MAX_EVENT_BYTES
    #: Whether it announces each stored message to followers (`log.follow`).
    announces: bool = False
    #: Whether the announcement contains the message: others receive published answers in this way.
    announces_whole: bool = False
    flags: Mapping[str, Any] = field(default_factory=dict)

    def config(self, replicas: int) -> dict[str, Any]:
        """Return the stream's configuration for JetStream's API."""
        return {
            "name": self.name,
            "subjects": list(self.subjects),
            "retention": self.retention,
            "storage": "file",
            "discard": "old",
            "num_replicas": replicas,
            "max_age": nanoseconds(self.max_age),
            "max_msg_size": self.max_message_bytes,
            "max_msgs": -1,
            "max_bytes": -1,
            "max_msgs_per_subject": -1,
            "max_consumers": -1,
            "duplicate_window": nanoseconds(DUPLICATE_WINDOW),
            # otherwise a publisher on one subject of the stream could delete, by a header, the messages on all of them
            "allow_rollup_hdrs": False,
            **self._announcing(),
            **self.flags,
        }

    def _announcing(self) -> dict[str, Any]:
        if not self.announces:
            return {}
        [all_of_it] = self.subjects
        whole = {} if self.announces_whole else {"headers_only": True}  # the server omits a switch that is off
        return {"republish": {"src": all_of_it, "dest": subjects.announced(all_of_it), **whole}}


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
    max_in_hand: int = 1000
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
        forgotten = {"inactive_threshold": nanoseconds(self.forgotten_after)} if self.forgotten_after else {}
        return {
            "name": self.name,
            "durable_name": self.name,
            "ack_policy": self.ack_policy,
            "deliver_policy": "all",
            "ack_wait": nanoseconds(timedelta(seconds=self.ack_wait or ack_wait)),
            "max_deliver": -1,
            "max_ack_pending": self.max_in_hand,
            "replay_policy": "instant",
            **filters,
            **forgotten,
        }


def timers_of(setter: str) -> str:
    """Return the name of the stream of the timers that the service sets."""
    return f"GH_TIMERS_{setter.upper().replace('-', '_')}"


def timers_to(service: str) -> list[str]:
    """Return the names of the streams of timers that fire to the service."""
    return [timers_of(setter) for setter, heard_by in TIMERS.items() if service in heard_by]


_KEY_VALUE = {
    "max_msgs_per_subject": 1,
    "allow_direct": True,
    "allow_msg_ttl": True,
    "deny_delete": True,
    "discard": "new",
}


def _from_outside(name: str, *of_it: str) -> Stream:
    flags = {"allow_direct": True}
    return Stream(name, of_it, retention="workqueue", max_message_bytes=MAX_INTAKE_BYTES, flags=flags)


STREAMS = (
    # has the lock of the move of humans' messages
    Stream(DEAD, (subjects.ALL_DEAD_LETTERS,), max_age=timedelta(days=30), flags={"allow_direct": True}),
    # separate from the requests: a permission to delete messages is for all of a stream; before the requests' stream,
    # whose declaration leaves no place for messages that were not moved yet
    _from_outside(HUMANS, subjects.FROM_HUMANS, subjects.ALL_GIVEN_ON),
    _from_outside(INTAKE, subjects.FROM_VALET),
    Stream(
        EVENTS,
        (subjects.ALL_EVENTS,),
        announces=True,
        flags={"deny_delete": True, "deny_purge": True, "allow_direct": True, "allow_atomic": True},
    ),
    Stream(COMMANDS, subjects.COMMANDS_FOR_ANY, retention="workqueue", flags={"allow_direct": True}),
    # separate: a permission cannot distinguish the durables of unknown hosts from others of the same stream
    Stream(HOST_COMMANDS, (subjects.COMMANDS_FOR_HOSTS,), retention="workqueue", flags={"allow_direct": True}),
    # separate from the events: scheduled messages disable deny_purge for the whole stream, and enable rollups
    *(
        Stream(
            timers_of(setter),
            (subjects.timers_set_by(setter), *(subjects.timers_fired_to(setter, service) for service in heard_by)),
            retention="workqueue",
            flags={"allow_msg_schedules": True, "allow_rollup_hdrs": True},
        )
        for setter, heard_by in TIMERS.items()
    ),
    Stream(
        OUT,
        (subjects.ALL_OUT,),
        max_age=timedelta(days=1),
        announces=True,
        announces_whole=True,
        flags={"allow_direct": True},
    ),
    # counted by NATS itself, one message each: how often gateways side by side may do something
    Stream(COUNTS, (subjects.ALL_COUNTS,), max_age=timedelta(minutes=5), flags={"allow_msg_counter": True}),
    # only a service's last one matters
    Stream(PULSES, (subjects.ALL_PULSES,), flags={"max_msgs_per_subject": 1}),
    Stream(f"KV_{HOSTS}", (f"$KV.{HOSTS}.>",), flags=_KEY_VALUE),
    Stream(f"KV_{GATEWAYS}", (f"$KV.{GATEWAYS}.>",), flags=_KEY_VALUE),
    Stream(f"KV_{VAULT}", (f"$KV.{VAULT}.>",), max_message_bytes=MAX_VALUE_BYTES, flags=_KEY_VALUE),
    # The server keeps a replaced message's bytes on the disk. So nothing is replaced here, and old records are deleted,
    # which overwrites them.
    Stream(f"KV_{KEYS}", (f"$KV.{KEYS}.>",), flags={**_KEY_VALUE, "max_msgs_per_subject": -1, "deny_delete": False}),
    Stream(
        f"OBJ_{ARTIFACTS}",
        (f"$O.{ARTIFACTS}.C.>", f"$O.{ARTIFACTS}.M.>"),
        max_message_bytes=MAX_VALUE_BYTES,
        flags={"allow_direct": True, "allow_msg_ttl": True, "discard": "new"},
    ),
)

#: Seconds a batch of the log may be in projector's hands, since it sends no extensions.
BATCH_SECONDS = 30.0
#: Projector's consumer of the log; acknowledging one message acknowledges all before it.
PROJECTION = Consumer(
    EVENTS,
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
    """Return a consumer without a limit of messages in hand: each worker has one for as long as its job runs."""
    return Consumer(COMMANDS, service, (subjects.in_band(service, name, band),), suffix=band, max_in_hand=UNLIMITED)


CONSUMERS = (
    # without a limit where a message waits in hand for somebody else's server: a resume's, a model's, a receiver
    Consumer(INTAKE, services.JOB_INTAKE, (subjects.FROM_VALET,), max_in_hand=UNLIMITED),
    Consumer(HUMANS, services.HITL_GATEWAY, (subjects.FROM_HUMANS, subjects.ALL_GIVEN_ON)),
    *(_banded(services.EXECUTOR, "RunJob", band) for band in Band),
    *(_banded(services.BROWSER_HOST, "OpenSession", band) for band in _FOR_BROWSERS),
    Consumer(COMMANDS, services.PLANNER, (subjects.commands_of(services.PLANNER),), max_in_hand=UNLIMITED),
    Consumer(COMMANDS, services.COOKBOOK, (subjects.commands_of(services.COOKBOOK),)),
    *(
        Consumer(timers_of(setter), service, (subjects.timers_fired_to(setter, service),), max_in_hand=UNLIMITED)
        for setter, heard_by in TIMERS.items()
        for service in heard_by
    ),
    Consumer(
        EVENTS,
        services.EXECUTOR,
        tuple(subjects.events_named(name, service=services.BROWSER_HOST) for name in _BROWSER_MATTERS),
    ),
    Consumer(
        EVENTS,
        services.EXECUTOR,
        tuple(subjects.events_named(name, service=services.JOB_INTAKE) for name in _BEGINNINGS),
        suffix=WATCH,
        max_in_hand=UNLIMITED,
    ),
    Consumer(
        EVENTS,
        services.COOKBOOK,
        tuple(subjects.events_named(name, service=services.EXECUTOR) for name in _ENDS_TO_LEARN_FROM),
    ),
    Consumer(
        EVENTS,
        services.HITL_GATEWAY,
        (
            *(subjects.events_named(name, service=services.EXECUTOR) for name in _HUMAN_MATTERS),
            subjects.events_named("JobRetried", service=services.JOB_INTAKE),
        ),
    ),
    Consumer(
        EVENTS,
        services.HITL_GATEWAY,
        (
            *(subjects.events_named(name, service=services.EXECUTOR) for name in _CALLBACK_MATTERS),
            subjects.events_named("JobRejected", service=services.JOB_INTAKE),
        ),
        suffix=CALLBACKS,
        max_in_hand=UNLIMITED,
    ),
    Consumer(
        EVENTS,
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
        HOST_COMMANDS,
        services.BROWSER_HOST,
        (subjects.commands_of_host(services.BROWSER_HOST, host),),
        suffix=f"at-{subjects.token(host)}",
        forgotten_after=timedelta(days=1),
    )


async def migrate(
    bus: Bus,
    *,
    replicas: int = 1,
    ack_wait: float = ACK_WAIT_SECONDS,
    streams: Sequence[Stream] = STREAMS,
    consumers: Sequence[Consumer] = CONSUMERS,
) -> None:
    """Create every stream and durable, or change it to its declaration; a second run changes nothing.

    An interrupted turn of the log is undone or finished first. Raises ApiError if the server cannot change what exists
    (a retention), naming the stream.
    """
    await end_turn(bus, ack_wait=ack_wait)
    for stream in streams:
        if stream.name == HUMANS:
            await moved_humans.move(bus, stream.config(replicas))
        await _put_stream(bus, stream.config(replicas))
    if any(stream.name == f"KV_{KEYS}" for stream in streams):
        await moved_keys.move(bus, VAULT, KEYS)
    if any(stream.name in map(timers_of, TIMERS) for stream in streams):
        await moved_timers.move(bus)
    for consumer in consumers:
        await _put_declared(bus, consumer, ack_wait)
    for host in await _find_hosts(bus, HOST_COMMANDS):
        await put_consumer(bus, of_host(host), ack_wait=ack_wait)
    for host in await _find_hosts(bus, COMMANDS):
        await moved_commands.move(bus, COMMANDS, of_host(host).name, host)
        await put_consumer(bus, of_host(host), ack_wait=ack_wait)


async def end_turn(bus: Bus, *, ack_wait: float = ACK_WAIT_SECONDS) -> None:
    """Undo or finish an interrupted turn of the log, if there is one."""
    [log_of_events] = (stream for stream in STREAMS if stream.name == EVENTS)
    hearing = [consumer.config(ack_wait) for consumer in CONSUMERS if consumer.stream == EVENTS]
    await turn.go_on(bus, log_of_events.config(replicas=1), hearing)


async def find_of_hosts(bus: Bus) -> list[Consumer]:
    """Return the existing consumers of single hosts' commands."""
    return [of_host(host) for host in await _find_hosts(bus, HOST_COMMANDS)]


async def _find_hosts(bus: Bus, stream: str) -> list[str]:
    """Return the hosts that have a consumer on the stream; none if there is no such stream."""
    try:
        names = await bus.list_consumers(stream)
    except ApiError as error:
        if not error.not_found:
            raise
        return []
    return [name.removeprefix(_AT_HOST) for name in names if name.startswith(_AT_HOST)]


async def _put_declared(bus: Bus, consumer: Consumer, ack_wait: float) -> None:
    """Create the consumer, or change it to its declaration.

    A consumer that the server cannot change is made anew, if its reader sets its position itself.
    """
    try:
        await put_consumer(bus, consumer, ack_wait=ack_wait)
    except ApiError as error:
        if error.err_code != _CANNOT_CHANGE or consumer not in (PROJECTION, REBUILD):
            raise
        await bus.api(f"CONSUMER.DELETE.{consumer.stream}.{consumer.name}")
        await put_consumer(bus, consumer, ack_wait=ack_wait)


async def put_consumer(bus: Bus, consumer: Consumer, *, ack_wait: float = ACK_WAIT_SECONDS) -> None:
    """Create the consumer, or change it to its declaration."""
    call = f"CONSUMER.CREATE.{consumer.stream}.{consumer.name}"
    if len(consumer.filters) == 1:
        call = f"{call}.{consumer.filters[0]}"  # a service's permission is checked against this
    await bus.api(call, {"stream_name": consumer.stream, "config": consumer.config(ack_wait)})


async def find_consumer(bus: Bus, consumer: Consumer) -> dict[str, Any] | None:
    """Return the server's description of the consumer; None if there is none."""
    try:
        return await bus.api(f"CONSUMER.INFO.{consumer.stream}.{consumer.name}")
    except ApiError as error:
        if not error.not_found:
            raise
        return None


async def restart_consumer(bus: Bus, consumer: Consumer, *, after: int) -> None:
    """Set the consumer to go on after that sequence, whatever it delivered before; its deliveries count from one again.

    Raises Permanent if there is no such consumer.
    """
    try:
        await bus.api(f"CONSUMER.INFO.{consumer.stream}.{consumer.name}")  # resetting a missing one gets no answer
    except ApiError as error:
        if not error.not_found:
            raise
        raise Permanent(
            f"NATS has no consumer {consumer.name} of {consumer.stream}: run the migration of the streams, it makes it",
            error.code,
        ) from None
    await bus.api(f"CONSUMER.RESET.{consumer.stream}.{consumer.name}", {"seq": after + 1})


async def _put_stream(bus: Bus, config: Mapping[str, Any]) -> None:
    name = config["name"]
    try:
        await bus.api(f"STREAM.INFO.{name}")
    except ApiError as error:
        if not error.not_found:
            raise
        await bus.api(f"STREAM.CREATE.{name}", config)
        log.info("stream_created", extra={"stream": name})
    else:
        await bus.api(f"STREAM.UPDATE.{name}", config)


def nanoseconds(duration: timedelta) -> int:
    """Return the duration as the JetStream API has it."""
    return round(duration.total_seconds() * 1_000_000_000)

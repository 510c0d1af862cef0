"""Makes the streams and consumers of a NATS server match their declarations; only the user `migration` may do that."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from ghosthands.messaging.server import moved_commands, moved_humans, moved_keys, moved_objects, moved_timers, turn
from ghosthands.messaging.server.consumers import (
    ACK_WAIT_SECONDS,
    CONSUMERS,
    PROJECTION,
    REBUILD,
    Consumer,
    find_hosts,
    of_host,
    put_consumer,
)
from ghosthands.messaging.server.jetstream import ApiError, Bus
from ghosthands.messaging.server.streams import (
    COMMANDS,
    EVENTS,
    HOST_COMMANDS,
    HUMANS,
    KEYS,
    STREAMS,
    TIMERS,
    VAULT,
    Stream,
    timers_of,
)

log = logging.getLogger(__name__)

#: JetStream's code for a consumer that exists with a configuration it cannot change
_CANNOT_CHANGE = 10012


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
        if stream.name == moved_objects.BEFORE and await moved_objects.is_due(bus):
            await moved_objects.move(bus)
        await _put_stream(bus, stream.config(replicas))
    if any(stream.name == f"KV_{KEYS}" for stream in streams):
        await moved_keys.move(bus, VAULT, KEYS)
    if any(stream.name in map(timers_of, TIMERS) for stream in streams):
        await moved_timers.move(bus)
    for consumer in consumers:
        await _put_declared(bus, consumer, ack_wait)
    for host in await find_hosts(bus, HOST_COMMANDS):
        await put_consumer(bus, of_host(host), ack_wait=ack_wait)
    for host in await find_hosts(bus, COMMANDS):
        await moved_commands.move(bus, COMMANDS, of_host(host).name, host)
        await put_consumer(bus, of_host(host), ack_wait=ack_wait)


async def end_turn(bus: Bus, *, ack_wait: float = ACK_WAIT_SECONDS) -> None:
    """Undo or finish an interrupted turn of the log, if there is one."""
    [log_of_events] = (stream for stream in STREAMS if stream.name == EVENTS)
    hearing = [consumer.config(ack_wait) for consumer in CONSUMERS if consumer.stream == EVENTS]
    await turn.go_on(bus, log_of_events.config(replicas=1), hearing)


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


async def _put_stream(bus: Bus, config: Mapping[str, Any]) -> None:
    name = config["name"]
    if await bus.find(f"STREAM.INFO.{name}") is not None:
        await bus.api(f"STREAM.UPDATE.{name}", config)
        return
    await bus.api(f"STREAM.CREATE.{name}", config)
    log.info("stream_created", extra={"stream": name})

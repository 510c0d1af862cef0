"""The turn of the log: archived messages leave the server with their stream, and the log is restored without them.

The log denies deletion, so its beginning can only go with its whole stream. What is to stay is copied twice by NATS'
own mirrors, which keep each message's sequence, and ends up under the log's name again:

    1  a copy of what stays, GH_EVENTS_TURN, is made; it records its first sequence, and each durable's position
    2  the log is closed: its subject becomes one that nobody publishes to
    3  the copy becomes a stream of its own, and is compared with the log, message by message
    4  the log is deleted
    5  the log is made again as a copy of that copy, becomes a stream of its own, and is compared with it
    6  the log is opened, as declared, and its durables continue at their positions
    7  the copy is deleted

`go_on` undoes a turn that was interrupted before step 2, and finishes a later one; the server's streams show which. At
every moment everything that is to stay is in a stream that was compared. No service may run. Of two turns at the same
time the second waits, and each checks that it still has the lock before it deletes a stream.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from typing import Any

from ghosthands.domain.errors import Permanent
from ghosthands.messaging import fault
from ghosthands.messaging.server import direct_get, server_lock
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.server.server_lock import ServerLock
from ghosthands.messaging.wire import subjects

LOG, COPY = "GH_EVENTS", "GH_EVENTS_TURN"
#: The name of the fault points here, and the points in their order.
NAME = "turn"
STEPS = ("copied", "closed", "compared", "let-go", "copied-back", "opened", "heard", "done")
#: How long a copy may make no progress, since each message is synced to the disk; and the time between two looks at it.
STUCK_SECONDS, LOOK_SECONDS = 600.0, 0.05
_FIRST, _HEARD = "gh-first", "gh-heard-"
#: the lock for a turn is kept beside a stream that exists before and after
_LOCK = ("GH_DEAD", NAME)


class TurnImpossible(Permanent):
    """The server's part of the log cannot be shortened; nothing was deleted from it."""


async def begin(bus: Bus, first: int, heard: Mapping[str, int]) -> None:
    """Copy what stays, from `first` on, and close the log; `go_on` does the rest.

    `heard` maps each durable to the sequence up to which it has handled everything. Raises ApiError, TurnImpossible,
    StreamUnavailable, Locked if another process runs a turn.
    """
    async with server_lock.hold(bus, *_LOCK):
        await _close(bus, first, heard)


async def go_on(bus: Bus, declared: Mapping[str, Any], durables: Sequence[Mapping[str, Any]]) -> None:
    """Undo or finish an interrupted turn, if there is one.

    `declared` is the log's configuration, `durables` those of its consumers. Raises what `begin` does, and LockLost.
    """
    if await bus.find_stream(COPY) is not None:
        async with server_lock.hold(bus, *_LOCK) as lock:
            await _end(bus, declared, durables, lock)


async def _close(bus: Bus, first: int, heard: Mapping[str, int]) -> None:
    log = await bus.find_stream(LOG)
    if log is None or not _is_open(log):
        raise TurnImpossible("a turn of the log was cut off: run the migration of the streams, which ends it")
    told = {_FIRST: str(first), **{f"{_HEARD}{name}": str(place) for name, place in heard.items()}}
    await bus.api(f"STREAM.CREATE.{COPY}", {**_copying(COPY, LOG, first, log), "metadata": told})
    await _until_same_end(bus, LOG, COPY)
    await fault.point(NAME, fault.AFTER_EFFECT, "copied")
    closed = {key: value for key, value in log["config"].items() if key != "republish"}
    await bus.api(f"STREAM.UPDATE.{LOG}", {**closed, "subjects": [subjects.NO_EVENTS]})
    await fault.point(NAME, fault.AFTER_EFFECT, "closed")


async def _end(bus: Bus, declared: Mapping[str, Any], durables: Sequence[Mapping[str, Any]], lock: ServerLock) -> None:
    if (copy := await bus.find_stream(COPY)) is None:
        return
    first = int(copy["config"]["metadata"][_FIRST])
    log = await bus.find_stream(LOG)
    if log is not None and _is_open(log) and log["state"]["first_seq"] != first:
        await bus.api(f"STREAM.DELETE.{COPY}")
        return
    if log is not None and log["config"].get("subjects") == [subjects.NO_EVENTS]:
        await _let_go(bus, first, log, declared, lock)
        log = None
    if log is None or not _is_open(log):
        copy = await bus.find_stream(COPY) or copy
        await _put_back(bus, first, copy, {**declared, "num_replicas": copy["config"]["num_replicas"]})
    for config in durables:
        await _have_heard(bus, config, first, copy["config"]["metadata"])
    await fault.point(NAME, fault.AFTER_EFFECT, "heard")
    await lock.require()
    await bus.api(f"STREAM.DELETE.{COPY}")
    await fault.point(NAME, fault.AFTER_EFFECT, "done")


async def _let_go(bus: Bus, first: int, log: Mapping[str, Any], declared: Mapping[str, Any], lock: ServerLock) -> None:
    """Delete the closed log if the copy has everything that is to stay; otherwise open the log again."""
    await _until_same_end(bus, LOG, COPY)
    await _stand_alone(bus, COPY, subjects.NO_EVENTS_OF_COPY)
    try:
        await _compare(bus, LOG, COPY, first)
    except TurnImpossible:
        await lock.require()
        await bus.api(f"STREAM.UPDATE.{LOG}", {**declared, "num_replicas": log["config"]["num_replicas"]})
        await bus.api(f"STREAM.DELETE.{COPY}")
        raise
    await fault.point(NAME, fault.AFTER_EFFECT, "compared")
    await lock.require()
    await bus.api(f"STREAM.DELETE.{LOG}")
    await fault.point(NAME, fault.AFTER_EFFECT, "let-go")


async def _put_back(bus: Bus, first: int, copy: Mapping[str, Any], declared: Mapping[str, Any]) -> None:
    """Make the log again from the copy."""
    if await bus.find_stream(LOG) is None:
        await bus.api(f"STREAM.CREATE.{LOG}", _copying(LOG, COPY, first, copy))
    await _until_same_end(bus, COPY, LOG)
    await _stand_alone(bus, LOG, subjects.NO_EVENTS_YET)
    await _compare(bus, COPY, LOG, first)
    await fault.point(NAME, fault.AFTER_EFFECT, "copied-back")
    await bus.api(f"STREAM.UPDATE.{LOG}", declared)
    await fault.point(NAME, fault.AFTER_EFFECT, "opened")


async def _stand_alone(bus: Bus, name: str, subject: str) -> None:
    """Turn a mirror into a stream of its own.

    As a mirror it would answer direct reads of the stream it copies, in that one's name.
    """
    copy = await bus.find_stream(name)
    if copy is not None and "mirror" in copy["config"]:
        alone = {key: value for key, value in copy["config"].items() if key not in ("mirror", "mirror_direct")}
        await bus.api(f"STREAM.UPDATE.{name}", {**alone, "subjects": [subject]})


async def _have_heard(bus: Bus, config: Mapping[str, Any], first: int, told: Mapping[str, str]) -> None:
    """Create the durable, and set it to go on after its position."""
    name = config["durable_name"]
    await bus.api(f"CONSUMER.CREATE.{LOG}.{name}", {"stream_name": LOG, "config": config})
    if heard := int(told.get(f"{_HEARD}{name}", 0)):
        await bus.api(f"CONSUMER.RESET.{LOG}.{name}", {"seq": max(first, heard + 1)})


def _copying(name: str, of: str, first: int, like: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "mirror": {"name": of, "opt_start_seq": first},
        "storage": "file",
        "retention": "limits",
        "discard": "old",
        "num_replicas": like["config"]["num_replicas"],
        "max_msg_size": like["config"]["max_msg_size"],
        "deny_delete": True,
        "deny_purge": True,
        "allow_direct": True,
    }


def _is_open(log: Mapping[str, Any]) -> bool:
    return subjects.ALL_EVENTS in log["config"].get("subjects", ())


async def _until_same_end(bus: Bus, of: str, copy: str) -> None:
    """Wait until the copy is complete, however long that takes. Raises TurnImpossible if it makes no progress."""
    now = asyncio.get_running_loop().time
    last, reached, deadline = await _find_last(bus, of), -1, now()
    while (place := await _find_last(bus, copy)) < last:
        if place > reached:
            reached, deadline = place, now() + STUCK_SECONDS
        elif now() > deadline:
            raise TurnImpossible(f"{copy} does not come to the end of {of}; nothing was deleted")
        await asyncio.sleep(LOOK_SECONDS)


async def _find_last(bus: Bus, stream: str) -> int:
    return int((await bus.api(f"STREAM.INFO.{stream}"))["state"]["last_seq"])


async def _compare(bus: Bus, one: str, other: str, first: int) -> None:
    """Compare two streams from `first` on. Raises TurnImpossible if they differ: then nothing may be deleted."""
    async with (
        aclosing(direct_get.each(bus, one, subjects.ALL_EVENTS, after=first - 1)) as ones,
        aclosing(direct_get.each(bus, other, subjects.ALL_EVENTS, after=first - 1)) as others,
    ):
        async for message in ones:
            if not is_same(message, await anext(others, None)):
                raise TurnImpossible(f"{other} is not what {one} is, at {message.sequence}: nothing was deleted")
        if await anext(others, None) is not None:
            raise TurnImpossible(f"{other} has more than {one}: nothing was deleted")


def is_same(one: Stored, other: Stored | None) -> bool:
    """Whether both are the same message at the same sequence, whichever stream they come from."""
    return other is not None and bare(one) == bare(other)


#: Headers that the server adds to a message when it is read.
_SERVERS = frozenset(
    {"Nats-Stream", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp", "Nats-Num-Pending", "Nats-Last-Sequence"}
)
#: Headers with a writer's expectations and batch, which a copy of a stream does not keep.
_OF_WRITING = ("Nats-Expected-", "Nats-Batch-")


def bare(message: Stored) -> Stored:
    """Return the message without the headers that the server added."""
    headers = {
        key: value for key, value in message.headers.items() if key not in _SERVERS and not key.startswith(_OF_WRITING)
    }
    return Stored(message.subject, message.sequence, headers, message.data, message.stored_at)

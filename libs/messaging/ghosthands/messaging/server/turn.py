"""The turn: what has gone into the archive leaves the server, as a whole stream, and the log goes on as it was.

The log denies deletion, so its beginning goes with the stream it lies in. What is to stay is copied twice, by NATS' own
mirrors, which keep each message at its place, and back under the log's name:

    1  a copy, GH_EVENTS_TURN, of what stays; it says from where on, and how far each durable had heard
    2  the log is closed: its subject becomes one that nobody publishes to
    3  the copy becomes a stream of its own, and is compared with the log, message by message
    4  the log is deleted
    5  the log is made anew as a copy of that copy, becomes a stream of its own, and is compared with it
    6  it is opened, as declared, and its durables go on where they were
    7  the copy is deleted

A turn that was cut off before step 2 is undone by `go_on`, a later one is finished by it: which, is read from what the
server has. At each moment all that is to stay lies in a stream that was compared. No service may run; of two who turn
the log at the same moment the second waits, and before a stream is deleted its deleter must have the lock still.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from typing import Any

from ghosthands.domain.errors import Permanent
from ghosthands.messaging import fault
from ghosthands.messaging.server import direct_get, server_lock
from ghosthands.messaging.server.jetstream import ApiError, Bus, Stored
from ghosthands.messaging.server.server_lock import ServerLock
from ghosthands.messaging.wire import subjects

LOG, COPY = "GH_EVENTS", "GH_EVENTS_TURN"
#: What fault points here are named after, and the points in their order.
NAME = "turn"
STEPS = ("copied", "closed", "compared", "let-go", "copied-back", "opened", "heard", "done")
#: For a copy to get on at all, which syncs each message to the disk; and between two looks at it.
STUCK_SECONDS, LOOK_SECONDS = 600.0, 0.05
_FIRST, _HEARD = "gh-first", "gh-heard-"
#: the lock of whoever turns the log lies beside a stream that is there before and after
_LOCK = ("GH_DEAD", NAME)


class TurnImpossible(Permanent):
    """The server's part of the log cannot be shortened; nothing was taken from it."""


async def begin(bus: Bus, first: int, heard: Mapping[str, int]) -> None:
    """Copy what stays, from `first` on, and close the log; `go_on` does the rest.

    `heard` says of each durable up to which place it has heard all. Raises ApiError, TurnImpossible, StreamUnavailable,
    Locked while another turns it.
    """
    async with server_lock.hold(bus, *_LOCK):
        await _close(bus, first, heard)


async def go_on(bus: Bus, declared: Mapping[str, Any], durables: Sequence[Mapping[str, Any]]) -> None:
    """Undo or finish a turn that was begun, if one was.

    `declared` is the log's configuration, `durables` those of its consumers. Raises what `begin` does, and LockLost.
    """
    if await _find(bus, COPY) is not None:
        async with server_lock.hold(bus, *_LOCK) as lock:
            await _end(bus, declared, durables, lock)


async def _close(bus: Bus, first: int, heard: Mapping[str, int]) -> None:
    log = await _find(bus, LOG)
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
    if (copy := await _find(bus, COPY)) is None:
        return
    first = int(copy["config"]["metadata"][_FIRST])
    log = await _find(bus, LOG)
    if log is not None and _is_open(log) and log["state"]["first_seq"] != first:
        await bus.api(f"STREAM.DELETE.{COPY}")
        return
    if log is not None and log["config"].get("subjects") == [subjects.NO_EVENTS]:
        await _let_go(bus, first, log, declared, lock)
        log = None
    if log is None or not _is_open(log):
        copy = await _find(bus, COPY) or copy
        await _put_back(bus, first, copy, {**declared, "num_replicas": copy["config"]["num_replicas"]})
    for config in durables:
        await _have_heard(bus, config, first, copy["config"]["metadata"])
    await fault.point(NAME, fault.AFTER_EFFECT, "heard")
    await lock.require()
    await bus.api(f"STREAM.DELETE.{COPY}")
    await fault.point(NAME, fault.AFTER_EFFECT, "done")


async def _let_go(bus: Bus, first: int, log: Mapping[str, Any], declared: Mapping[str, Any], lock: ServerLock) -> None:
    """Delete the closed log, once the copy has all that is to stay of it; open it again where it has not."""
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
    """Make the log anew of the copy."""
    if await _find(bus, LOG) is None:
        await bus.api(f"STREAM.CREATE.{LOG}", _copying(LOG, COPY, first, copy))
    await _until_same_end(bus, COPY, LOG)
    await _stand_alone(bus, LOG, subjects.NO_EVENTS_YET)
    await _compare(bus, COPY, LOG, first)
    await fault.point(NAME, fault.AFTER_EFFECT, "copied-back")
    await bus.api(f"STREAM.UPDATE.{LOG}", declared)
    await fault.point(NAME, fault.AFTER_EFFECT, "opened")


async def _stand_alone(bus: Bus, name: str, subject: str) -> None:
    """Make a stream of its own of a copy: a mirror answers direct reads of what it copies, in that one's name."""
    copy = await _find(bus, name)
    if copy is not None and "mirror" in copy["config"]:
        alone = {key: value for key, value in copy["config"].items() if key not in ("mirror", "mirror_direct")}
        await bus.api(f"STREAM.UPDATE.{name}", {**alone, "subjects": [subject]})


async def _have_heard(bus: Bus, config: Mapping[str, Any], first: int, told: Mapping[str, str]) -> None:
    """Make the durable, and have it go on after what it had heard."""
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


async def _find(bus: Bus, stream: str) -> dict[str, Any] | None:
    try:
        return await bus.api(f"STREAM.INFO.{stream}")
    except ApiError as error:
        if not error.not_found:
            raise
        return None


async def _until_same_end(bus: Bus, of: str, copy: str) -> None:
    """Return once the copy has all, however long that takes. Raises TurnImpossible where it gets no further."""
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
    """Raises TurnImpossible where they differ from `first` on: then nothing may be deleted."""
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
    """Whether both are the same message at the same place, whichever stream gave them."""
    return other is not None and bare(one) == bare(other)


#: What a server says with a message that is not of the message.
_SERVERS = frozenset(
    {"Nats-Stream", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp", "Nats-Num-Pending", "Nats-Last-Sequence"}
)
#: What a writer expected, and in which batch it wrote: that is settled, and a copy of a stream has it no more.
_OF_WRITING = ("Nats-Expected-", "Nats-Batch-")


def bare(message: Stored) -> Stored:
    """The message without what the server that gave it said with it."""
    headers = {
        key: value for key, value in message.headers.items() if key not in _SERVERS and not key.startswith(_OF_WRITING)
    }
    return Stored(message.subject, message.sequence, headers, message.data, message.stored_at)

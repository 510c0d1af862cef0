"""Moves humans' messages out of the stream of requests, where they lay before they had a stream of their own.

NATS backs the old stream, GH_INTAKE, up and restores it under the name of the new one. So each message keeps its
sequence, by which its sender hears the outcome, its time, which says whether it was late, and its delivery count. The
steps are:

    1  the old consumer is paused, so that nothing is delivered while it is being moved
    2  the old stream stops accepting `human.*`, since no two streams may have a subject in common
    3  the copy is made, on a subject that nobody publishes to
    4  the requests are overwritten in the copy, and the copy is compared, message by message
    5  the copy starts accepting `human.*`, and its consumer continues
    6  humans' messages are overwritten in the old stream
    7  the old consumer is deleted; until then it shows that the move is unfinished

A process killed before step 5 leaves a copy that is not open, and the next one makes it again; from step 5 on the copy
alone counts. A process that fails before step 5 opens the old stream again, unless it lost the lock, since another
process may be moving then. If no message of a human waits, nothing is copied: the new stream is created and continues
the old one's sequences. Meanwhile nobody can send or hear `human.*`. Of two processes that move at once, the second
waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ghosthands.domain.errors import GhostHandsError, Permanent
from ghosthands.messaging import fault
from ghosthands.messaging.server import server_lock, snapshots
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.server_lock import ServerLock
from ghosthands.messaging.wire import subjects

#: The old stream, and the consumer in it that hears humans.
BEFORE, HEARER = "GH_INTAKE", "hitl-gateway"
#: The prefix of the fault points here, and the points in their order.
NAME = "moved-humans"
STEPS = ("paused", "closed", "copied", "cleared", "compared", "opened", "resumed", "overwriting", "overwritten", "done")

_OF_HUMANS, _OF_REQUESTS = "human.>", "job.>"
#: the lock: a stream that exists before and after the move, and a name
_LOCK = ("GH_DEAD", NAME)
#: The time until which the old consumer is paused: for good.
_FOR_EVER = "9999-01-01T00:00:00Z"


class MoveImpossible(Permanent):
    """Humans' messages cannot be moved; nothing was deleted from the old stream."""


async def move(bus: Bus, now: Mapping[str, Any]) -> None:
    """Move humans' messages to the stream that `now` configures, if they are still in the old one.

    Raises MoveImpossible, ApiError, StreamUnavailable, and Locked while another moves it.
    """
    if await is_due(bus):
        async with server_lock.hold(bus, *_LOCK) as lock:
            if await is_due(bus):
                await _move(bus, now, lock)


async def is_due(bus: Bus) -> bool:
    """Whether the move is not finished yet. Raises StreamUnavailable, ApiError."""
    before = await bus.find_stream(BEFORE)
    if before is None:
        return False
    return (
        subjects.FROM_HUMANS in before["config"]["subjects"]
        or bool(await bus.list_subjects(BEFORE, _OF_HUMANS))
        or HEARER in await bus.list_consumers(BEFORE)
    )


async def _move(bus: Bus, now: Mapping[str, Any], lock: ServerLock) -> None:
    copy = await bus.find_stream(now["name"])
    if copy is None or copy["config"]["subjects"] == [subjects.NO_HUMANS_YET]:
        try:
            await _have_copy(bus, now, lock)
        except GhostHandsError:
            with suppress(GhostHandsError):  # services of the earlier release may continue with the old stream
                await lock.require()  # otherwise it would undo another mover's work
                await _close(bus, closed=False)
                await _pause(bus, BEFORE, until=None)
            raise
    await _pause(bus, now["name"], until=None)
    await fault.point(NAME, fault.AFTER_EFFECT, "resumed")
    await _overwrite(bus, BEFORE, _OF_HUMANS, "overwriting")
    await fault.point(NAME, fault.AFTER_EFFECT, "overwritten")
    await bus.find(f"CONSUMER.DELETE.{BEFORE}.{HEARER}")
    await fault.point(NAME, fault.AFTER_EFFECT, "done")


async def _have_copy(bus: Bus, now: Mapping[str, Any], lock: ServerLock) -> None:
    """Make the new stream from the old one, and open it."""
    await _pause(bus, BEFORE, until=_FOR_EVER)
    await fault.point(NAME, fault.AFTER_EFFECT, "paused")
    await _close(bus, closed=True)
    await fault.point(NAME, fault.AFTER_EFFECT, "closed")
    await lock.require()
    await bus.find(f"STREAM.DELETE.{now['name']}")  # one that was never opened
    shut = {**now, "subjects": [subjects.NO_HUMANS_YET]}
    if await bus.list_subjects(BEFORE, _OF_HUMANS):
        async with snapshots.taking(bus, BEFORE) as taken:
            await snapshots.put_back(bus, now["name"], shut, taken.state, taken)
    else:
        last = (await bus.describe(BEFORE))["state"]["last_seq"]
        await bus.api(f"STREAM.CREATE.{now['name']}", {**shut, "first_seq": last + 1})
    await fault.point(NAME, fault.AFTER_EFFECT, "copied")
    for consumer in await bus.list_consumers(now["name"]):
        if consumer != HEARER:
            await bus.api(f"CONSUMER.DELETE.{now['name']}.{consumer}")
    await _overwrite(bus, now["name"], _OF_REQUESTS, "clearing")
    await fault.point(NAME, fault.AFTER_EFFECT, "cleared")
    await _compare(bus, now["name"])
    await fault.point(NAME, fault.AFTER_EFFECT, "compared")
    await lock.require()
    await bus.api(f"STREAM.UPDATE.{now['name']}", now)
    await fault.point(NAME, fault.AFTER_EFFECT, "opened")


async def _close(bus: Bus, *, closed: bool) -> None:
    """Make the old stream accept only requests, or, if not `closed`, `human.*` again."""
    config = (await bus.describe(BEFORE))["config"]
    of_humans = () if closed else (subjects.FROM_HUMANS, subjects.ALL_GIVEN_ON)
    await bus.api(f"STREAM.UPDATE.{BEFORE}", {**config, "subjects": [subjects.FROM_VALET, *of_humans]})


async def _pause(bus: Bus, stream: str, *, until: str | None) -> None:
    """Pause the stream's consumer of humans' messages, if it has one, until that time; None resumes it."""
    await bus.find(f"CONSUMER.PAUSE.{stream}.{HEARER}", {"pause_until": until} if until else {})


async def _compare(bus: Bus, copy: str) -> None:
    """Check that the copy has every message of a human. Raises MoveImpossible; then it must not be opened."""
    async for message in bus.each(BEFORE, _OF_HUMANS):
        if await bus.at(copy, message.sequence) != message:
            raise MoveImpossible(f"{copy} is not what {BEFORE} is, at {message.sequence}: nothing was deleted")


async def _overwrite(bus: Bus, stream: str, on: str, each: str) -> None:
    """Overwrite every message that matches the subject `on`; `each` names the fault point after each one."""
    async for message in bus.each(stream, on):
        await bus.delete(stream, message.sequence)
        await fault.point(NAME, fault.AFTER_EFFECT, each)

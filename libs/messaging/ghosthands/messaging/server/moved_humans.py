"""What humans sent, moved out of the stream of requests, in which it lay before it had one of its own.

NATS backs the stream of before up, and restores it under the name of the new one. So each message keeps its place, by
which its sender hears what came of it, and its time, by which it was in time or late; and who hears them finds told
what it was given before. From the copy the requests go, from the stream of before what humans sent, each overwritten:

    1  the consumer of before is paused: nobody is given what is on its way
    2  the stream of before is closed to humans, as no two streams may have a subject in common
    3  the copy is made, on a subject that nobody publishes to
    4  the requests go from it, and it is compared, message by message
    5  it is opened to humans, and its consumer goes on
    6  what humans sent goes from the stream of before
    7  the consumer of before goes, by which it was known that something was left to do

Who is killed before step 5 leaves a copy that is not open yet, and it is made anew; after that the copy alone counts.
Where nothing of humans waits nothing is copied: the new stream is made, and counts on from the last place of before.
Nobody hears humans meanwhile, nor can they send; of two who move at once the second waits.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

from ghosthands.domain.errors import GhostHandsError, Permanent
from ghosthands.messaging import fault
from ghosthands.messaging.server import server_lock, snapshots
from ghosthands.messaging.server.jetstream import ApiError, Bus, Stored
from ghosthands.messaging.server.server_lock import ServerLock
from ghosthands.messaging.wire import subjects

#: The stream in which it lay, and the consumer there of who hears humans.
BEFORE, HEARER = "GH_INTAKE", "hitl-gateway"
#: What fault points here are named after, and the points in their order.
NAME = "moved-humans"
STEPS = ("paused", "closed", "copied", "cleared", "compared", "opened", "resumed", "overwriting", "overwritten", "done")

_OF_HUMANS, _OF_REQUESTS = "human.>", "job.>"
#: the lock lies beside a stream that is there before and after
_LOCK = ("GH_DEAD", NAME)
#: Until when the consumer of before is paused: for good.
_FOR_EVER = "9999-01-01T00:00:00Z"


class MoveImpossible(Permanent):
    """What humans sent cannot be moved; nothing was taken from where it lay."""


async def move(bus: Bus, now: Mapping[str, Any]) -> None:
    """Have it lie in the stream that `now` configures, where it lies in the one of before.

    Raises MoveImpossible, ApiError, StreamUnavailable, and Locked while another moves it.
    """
    if await is_due(bus):
        async with server_lock.hold(bus, *_LOCK) as lock:
            if await is_due(bus):
                await _move(bus, now, lock)


async def is_due(bus: Bus) -> bool:
    """Whether something is left to do. Raises StreamUnavailable, ApiError."""
    before = await _find(bus, BEFORE)
    if before is None:
        return False
    return (
        subjects.FROM_HUMANS in before["config"]["subjects"]
        or bool(await bus.list_subjects(BEFORE, _OF_HUMANS))
        or HEARER in await _list_consumers(bus, BEFORE)
    )


async def _move(bus: Bus, now: Mapping[str, Any], lock: ServerLock) -> None:
    copy = await _find(bus, now["name"])
    if copy is None or copy["config"]["subjects"] == [subjects.NO_HUMANS_YET]:
        try:
            await _have_copy(bus, now, lock)
        except GhostHandsError:
            with suppress(GhostHandsError):  # those of before may go on with what they have
                await _close(bus, closed=False)
                await _pause(bus, BEFORE, until=None)
            raise
    await _pause(bus, now["name"], until=None)
    await fault.point(NAME, fault.AFTER_EFFECT, "resumed")
    await _overwrite(bus, BEFORE, _OF_HUMANS, "overwriting")
    await fault.point(NAME, fault.AFTER_EFFECT, "overwritten")
    with suppress(ApiError):  # gone already
        await bus.api(f"CONSUMER.DELETE.{BEFORE}.{HEARER}")
    await fault.point(NAME, fault.AFTER_EFFECT, "done")


async def _have_copy(bus: Bus, now: Mapping[str, Any], lock: ServerLock) -> None:
    """Make the new stream of the one of before, and open it."""
    await _pause(bus, BEFORE, until=_FOR_EVER)
    await fault.point(NAME, fault.AFTER_EFFECT, "paused")
    await _close(bus, closed=True)
    await fault.point(NAME, fault.AFTER_EFFECT, "closed")
    await lock.require()
    with suppress(ApiError):  # there is none, or one that was never opened
        await bus.api(f"STREAM.DELETE.{now['name']}")
    shut = {**now, "subjects": [subjects.NO_HUMANS_YET]}
    if await bus.list_subjects(BEFORE, _OF_HUMANS):
        async with snapshots.taking(bus, BEFORE) as taken:
            await snapshots.put_back(bus, now["name"], shut, taken.state, taken)
    else:
        last = (await bus.describe(BEFORE))["state"]["last_seq"]
        await bus.api(f"STREAM.CREATE.{now['name']}", {**shut, "first_seq": last + 1})
    await fault.point(NAME, fault.AFTER_EFFECT, "copied")
    for consumer in await _list_consumers(bus, now["name"]):
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
    """Have the stream of before take requests alone, or, as it did, what humans send too."""
    config = (await bus.describe(BEFORE))["config"]
    of_humans = () if closed else (subjects.FROM_HUMANS, subjects.ALL_GIVEN_ON)
    await bus.api(f"STREAM.UPDATE.{BEFORE}", {**config, "subjects": [subjects.FROM_VALET, *of_humans]})


async def _pause(bus: Bus, stream: str, *, until: str | None) -> None:
    """Have who hears humans be given nothing by that stream until then; without a time, go on."""
    with suppress(ApiError):  # it has no consumer there
        await bus.api(f"CONSUMER.PAUSE.{stream}.{HEARER}", {"pause_until": until} if until else {})


async def _compare(bus: Bus, copy: str) -> None:
    """Raises MoveImpossible where the copy has not all that humans sent: then it may not be opened."""
    async for message in _each(bus, BEFORE, _OF_HUMANS):
        if await bus.at(copy, message.sequence) != message:
            raise MoveImpossible(f"{copy} is not what {BEFORE} is, at {message.sequence}: nothing was deleted")


async def _overwrite(bus: Bus, stream: str, on: str, each: str) -> None:
    async for message in _each(bus, stream, on):
        with suppress(ApiError):  # gone meanwhile
            await bus.api(f"STREAM.MSG.DELETE.{stream}", {"seq": message.sequence})
        await fault.point(NAME, fault.AFTER_EFFECT, each)


async def _each(bus: Bus, stream: str, on: str) -> AsyncIterator[Stored]:
    """Every message on that filter, as the leader has it."""
    after = 0
    while message := await bus.first(stream, on, after=after):
        yield message
        after = message.sequence


async def _list_consumers(bus: Bus, stream: str) -> list[str]:
    return (await bus.api(f"CONSUMER.NAMES.{stream}", {}))["consumers"] or []


async def _find(bus: Bus, stream: str) -> dict[str, Any] | None:
    try:
        return await bus.describe(stream)
    except ApiError as error:
        if not error.not_found:
            raise
        return None

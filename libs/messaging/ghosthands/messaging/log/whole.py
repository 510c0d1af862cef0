"""The whole log in order: its beginning from the archive, the rest from the server.

A single aggregate is read by `reading`; this module is for readers of the whole log, or searches in all of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from ghosthands.messaging.archive.key import ArchiveUnreadable
from ghosthands.messaging.server import beginning, direct_get
from ghosthands.messaging.server.jetstream import Archived, Bus, Stored
from ghosthands.messaging.server.streams import EVENTS
from ghosthands.messaging.wire import subjects


async def each(bus: Bus, on: str = subjects.ALL_EVENTS, *, after: int = 0) -> AsyncGenerator[Stored, None]:
    """Yield every message of the log on a filter past `after`, oldest first, up to now. Raises StreamUnavailable."""
    async with aclosing(archived(bus, on, after=after)) as before:
        async for message in before:
            yield message
    first = await beginning.find(bus)
    async with aclosing(direct_get.each(bus, EVENTS, on, after=max(after, first - 1))) as rest:
        async for message in rest:
            yield message


async def archived(bus: Bus, on: str = subjects.ALL_EVENTS, *, after: int = 0) -> AsyncGenerator[Stored, None]:
    """Yield those of these messages that have left the server. Raises StreamUnavailable."""
    first = await beginning.find(bus)
    if after + 1 < first:
        async with aclosing(archive_of(bus, first).each(on, after=after, up_to=first - 1)) as before:
            async for message in before:
                yield message


async def at(bus: Bus, place: int) -> Stored | None:
    """Return the message at that sequence, if there is one. Raises StreamUnavailable."""
    if place >= await beginning.find(bus):
        return await bus.at(EVENTS, place)
    async with aclosing(archived(bus, after=place - 1)) as found:
        async for message in found:
            return message if message.sequence == place else None
    return None


async def check_archive(bus: Bus) -> None:
    """Read once everything that has left the server. Raises StreamUnavailable, with the reason, if it is incomplete."""
    first = await beginning.find(bus)
    if first > 1:
        await asyncio.to_thread(archive_of(bus, first).check, first - 1)


def archive_of(bus: Bus, first: int) -> Archived:
    """Return the archive for a server with the log from `first` on. Raises ArchiveUnreadable if none is configured."""
    if bus.archive is None:
        raise ArchiveUnreadable(
            f"the server has the log from {first} on, and this process was not told where its archive is:"
            " set GHOSTHANDS_ARCHIVE and GHOSTHANDS_ARCHIVE_KEY_FILE"
        )
    return bus.archive

"""Change notifications: projector's transactions notify, so that no reader has to poll for a job's changes.

All readers share one listening connection. A notification tells only *that* a job's row changed; the row itself is read
afterwards, so an extra notification, or several merged into one, make no difference.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias

import asyncpg

#: The PostgreSQL channel; each notification's payload is the id of a job whose row has changed.
CHANNEL = "gh_jobs"

Connection: TypeAlias = asyncpg.Connection


class Changes:
    """Watches jobs over one connection, opened by `connect` for the first watcher."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]]) -> None:
        self._connect = connect
        self._connection: Connection | None = None
        self._opening = asyncio.Lock()
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._followers: set[asyncio.Queue[str]] = set()

    @asynccontextmanager
    async def following(self) -> AsyncIterator[asyncio.Queue[str]]:
        """Return a queue of the ids of all jobs whose row changes; an empty one when the connection is lost."""
        await self._open()
        told: asyncio.Queue[str] = asyncio.Queue()
        self._followers.add(told)
        try:
            yield told
        finally:
            self._followers.discard(told)

    @asynccontextmanager
    async def watching(self, job_id: str) -> AsyncIterator[asyncio.Event]:
        """Return an event that is set whenever the job's row changes, and when the connection is lost."""
        await self._open()
        changed = asyncio.Event()
        self._watchers[job_id].add(changed)
        try:
            yield changed
        finally:
            self._watchers[job_id].discard(changed)
            if not self._watchers[job_id]:
                del self._watchers[job_id]

    @property
    def hearing(self) -> bool:
        """Whether the connection is open; without it no change would be heard."""
        return self._connection is not None and not self._connection.is_closed()

    async def close(self) -> None:
        """Stop listening, and close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None and not connection.is_closed():
            with suppress(OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await connection.close(timeout=2)

    async def _open(self) -> None:
        async with self._opening:
            if self.hearing:
                return
            connection = await self._connect()
            connection.add_termination_listener(self._on_lost)
            await connection.add_listener(CHANNEL, self._on_notification)
            self._connection = connection

    def _on_notification(self, _connection: object, _pid: int, _channel: str, job_id: object) -> None:
        for changed in self._watchers.get(str(job_id), ()):
            changed.set()
        for told in self._followers:
            told.put_nowait(str(job_id))

    def _on_lost(self, _connection: object) -> None:
        for watchers in self._watchers.values():
            for changed in watchers:
                changed.set()
        for told in self._followers:
            told.put_nowait("")

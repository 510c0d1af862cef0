"""This service's connection to the projections, opened with the first query."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from ghosthands import readmodel
from ghosthands.readmodel import Reader, ReadModelUnavailable


class Tables:
    """The way to the read model; PostgreSQL may come later than this process, and be away meanwhile."""

    def __init__(self, database_url: str | None) -> None:
        self._database_url = database_url
        self._reader: Reader | None = None
        self._exits = AsyncExitStack()
        self._connecting = asyncio.Lock()

    async def reader(self) -> Reader:
        """Return the reader of the tables. Raises ReadModelUnavailable."""
        async with self._connecting:
            if self._reader is None:
                if self._database_url is None:
                    raise ReadModelUnavailable("GHOSTHANDS_DATABASE_URL is not set; it names the PostgreSQL to read")
                self._reader = await self._exits.enter_async_context(readmodel.connect(self._database_url))
            return self._reader

    async def close(self) -> None:
        """Close the connection to the tables."""
        self._reader = None
        await self._exits.aclose()

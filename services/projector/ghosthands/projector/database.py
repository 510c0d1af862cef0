"""Connections to PostgreSQL, a check that it answers, and the errors that mean it is away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg

from ghosthands.projector import migrations
from ghosthands.projector.write import Connection

CONNECT_SECONDS = 10.0
#: Seconds in which a check has to connect, and for which its answer counts.
ANSWER_SECONDS = 1.5
FRESH_SECONDS = 5.0
#: A statement of ours that takes longer is stuck.
COMMAND_SECONDS = 60.0

#: A machine that vanished is noticed within half a minute, so that a standby projector elsewhere can go on.
_KEEPALIVE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}

#: The database is away, or stopping, or starting: trying again will help.
AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the connection broke in the middle of a copy
)


async def open_schema(url: str, schema: str, files: Path) -> Connection:
    """Return a connection to the schema, brought up to date. Raises CannotMigrate, or one of AWAY."""
    connection = await asyncpg.connect(
        url,
        timeout=CONNECT_SECONDS,
        command_timeout=COMMAND_SECONDS,
        server_settings=_KEEPALIVE,
        max_cacheable_statement_size=0,  # no limit: the one statement that writes is long, and prepared once
    )
    try:
        await migrations.migrate(connection, schema, files)
    except BaseException:
        connection.terminate()
        raise
    return connection


class DatabasePulse:
    """Checks that PostgreSQL answers by a connection of its own, since a suspended server keeps old ones open."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._answered_at = float("-inf")
        self._asking = asyncio.Lock()

    async def is_there(self) -> bool:
        """Whether PostgreSQL accepts connections, or did within FRESH_SECONDS. Raises one of AWAY if not."""
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if now - self._answered_at > FRESH_SECONDS:
                connection = await asyncpg.connect(self._url, timeout=ANSWER_SECONDS)
                await connection.close(timeout=ANSWER_SECONDS)
                self._answered_at = now
        return True


async def open_as_writer(url: str) -> Connection:
    """Return a connection as the writer, with no schema in its search path and no statement timeout."""
    connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
    await connection.execute(f"set role {migrations.WRITER}")
    return connection

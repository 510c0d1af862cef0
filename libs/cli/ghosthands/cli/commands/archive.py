"""`ghosthands archive`: moves the old part of the log from the server to the archive, while the stack is down."""

from __future__ import annotations

import asyncio

from ghosthands import stack
from ghosthands.cli.commands import programs
from ghosthands.cli.exits import Exit, Stop
from ghosthands.messaging.server.permissions import MIGRATION

_ARCHIVE = "ghosthands.messaging.archive"


def archive(days: float) -> int:
    """Archive what is older than that many days; return the exit code. Raises Stop, StackError."""
    config = stack.StackConfig()
    if stack.find_elsewhere() is not None or config.nats_url is not None:
        mend = f"end the services there, then run `python -m {_ARCHIVE} DAYS` as the user migration"
        raise Stop(Exit.USAGE, f"a log that lies elsewhere is not archived from here: {mend} (docs/keeping.md)")
    if stack.find_running() is not None:
        raise Stop(Exit.UNAVAILABLE, "a stack runs here: end it (Ctrl-C), then archive")
    return asyncio.run(_archive(days))


async def _archive(days: float) -> int:
    """Archive it with NATS running alone."""
    alone = stack.StackConfig(services=(), database_url="postgresql://nobody-asks")
    async with stack.Supervisor(alone) as running:
        state = stack.StateDir(alone.state_dir.resolve())
        given = {
            **(stack.find_archive(state) or stack.name_archive(state)),
            "GHOSTHANDS_NATS_URL": running.nats_url,
            "GHOSTHANDS_NATS_PASSWORD": running.password_of(MIGRATION).password,
        }
        return await asyncio.to_thread(programs.run, _ARCHIVE, f"{days:g}", given=given, exits={1: Exit.NO})

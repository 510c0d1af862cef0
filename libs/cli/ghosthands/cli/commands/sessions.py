"""`ghosthands sessions`: the open browsers of every host; `--end` ends one, on whichever host it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from rich.table import Table

from ghosthands.cli import console
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.codes import SessionEnd
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.commands import Commands

#: seconds until an ended session is gone from the list, and between two checks
ENDING, LOOK_AGAIN = 30.0, 0.5


async def run(*, end: str | None, as_json: bool) -> None:
    """List the sessions, or end one. Raises Stop(USAGE) for an unknown one, Stop(NO) for one that does not end."""
    async with connect(await use_running()) as client:
        if end is not None:
            await _end(client, end)
        found = await hosts.read_sessions(client.bus)
    if as_json:
        console.emit(found)
    elif end is not None:
        console.out.print(f"session {end}: ended")
    else:
        console.out.print(make_table(found) if found else "no browser is open")


async def _end(client: Client, session: str) -> None:
    status = await hosts.find_session(client.bus, session)
    if status is None:
        raise Stop(Exit.USAGE, f"no host has a session {session}; those there are: ghosthands sessions")
    await hosts.end_session(Commands(client.bus), status, reason=SessionEnd.ENDED)
    try:
        async with asyncio.timeout(ENDING):
            while await hosts.find_session(client.bus, status.session_id) is not None:  # noqa: ASYNC110  hosts tell
                await asyncio.sleep(LOOK_AGAIN)
    except TimeoutError:
        raise Stop(Exit.NO, f"session {session} has not ended within {ENDING:g} s") from None


def make_table(sessions: Iterable[SessionStatus]) -> Table:
    """Return the sessions as a table, a row each."""
    listed = console.new_table("session", "job", "host", "engine", "idle", "pid")
    for status in sessions:
        listed.add_row(
            status.session,
            status.job_id[: console.SHORT_ID],
            status.host,
            status.engine,
            f"{(status.idle_ms or 0) / 1000:.0f} s",
            str(status.browser_pid or ""),
        )
    return listed

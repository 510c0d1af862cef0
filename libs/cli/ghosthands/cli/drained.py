"""Drained hosts: why a job that is queued gets no browser where every host is drained."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime

from ghosthands.cli import console
from ghosthands.cli.client import Client
from ghosthands.cli.watching import JobWatch
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.job import is_queued
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work import hosts


async def list_drained(bus: Bus) -> list[str]:
    """Return the hosts that are there, if every one of them is drained. Raises StreamUnavailable."""
    there = await hosts.read_hosts(bus)
    return sorted(one.host for one in there) if all(one.draining for one in there) else []


def word(host: str) -> str:
    """Return that the host is drained."""
    return f"host {host} is drained and opens no browsers"


def word_remedy(host: str) -> str:
    """Return the command that lets the host open browsers again."""
    return f"ghosthands drain {host} --undo"


async def tell_if_drained(client: Client, seen: JobWatch) -> bool:
    """Print each drained host if the job is queued and every host is drained; return whether anything was printed."""
    if not is_queued(seen.job):
        return False
    drained = await list_drained(client.bus)
    for host in drained:
        console.tell(f"{word(host)}: {word_remedy(host)}", style="yellow")
    return bool(drained)


def tell_once(client: Client, seen: JobWatch) -> Callable[[], Awaitable[None]]:
    """Return a function that prints the drained hosts, once for each time that the job is queued."""
    told: set[datetime | None] = set()

    async def on_silence() -> None:
        since = seen.job.attempt.stepped_at
        if since not in told:
            with suppress(StreamUnavailable):  # the watch itself reports a stack that is gone
                if await tell_if_drained(client, seen):
                    told.add(since)

    return on_silence

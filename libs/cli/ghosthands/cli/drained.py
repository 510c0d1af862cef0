"""Drained hosts, and why else a job that is queued gets no browser."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime

from ghosthands.cli import console
from ghosthands.cli.client import Client
from ghosthands.cli.held import describe_held
from ghosthands.cli.watching import JobWatch
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.job import is_queued
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work import hosts

#: between two looks, once something was told
LOOK_AGAIN_SECONDS = 5.0


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


async def explain_queue(client: Client, seen: JobWatch) -> list[str]:
    """Return why the queued job gets no browser: every host is drained, or jobs that wait for a human hold them.

    Empty where neither is so, or the job is not queued. Raises StreamUnavailable.
    """
    if not is_queued(seen.job):
        return []
    drained = await list_drained(client.bus)
    held = "" if drained else await describe_held(client)
    return [held] if held else [f"{word(host)}: {word_remedy(host)}" for host in drained]


def tell_changes(client: Client, seen: JobWatch) -> Callable[[], Awaitable[None]]:
    """Return a function that prints why the job gets no browser, once each time that it is queued or this changes."""
    told: tuple[datetime | None, list[str]] | None = None
    looks_at = 0.0

    async def on_silence() -> None:
        nonlocal told, looks_at
        now = asyncio.get_running_loop().time()
        if now < looks_at:
            return
        with suppress(StreamUnavailable):  # the watch itself reports a stack that is gone
            found = (seen.job.attempt.stepped_at, await explain_queue(client, seen))
            if found[1] and found != told:
                told, looks_at = found, now + LOOK_AGAIN_SECONDS
                for line in found[1]:
                    console.tell(line, style="yellow")

    return on_silence

"""Spare browsers: started ahead, driven and guarded, and without a page until a session gets one.

A launch takes a second or two, most of it Chromium's own and its proxy's. A session that would launch just such a
browser gets a ready one, and another is started for the next session, except on a host that is there for one job. A
spare is used once: whatever became of its session, it ends with the session.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.chassis import logging, metrics
from ghosthands.chassis.backoff import delays
from ghosthands.domain.errors import Transient
from ghosthands.domain.services import BROWSER_HOST

#: bytes of memory from which on a host keeps a spare by default: a browser takes some 300 MB
_ENOUGH_MEMORY = 4 << 30
_CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")
#: seconds that the session that got one has the machine to itself before the next is started
BREATHER_SECONDS = 3.0

log = logging.get(__name__)

READY = metrics.gauge(BROWSER_HOST, "spares", "Browsers that stand ready and that nobody has used")


class Spares:
    """The spare browsers of a host, each by the key it has until a session gets it."""

    def __init__(self, count: int, start: Callable[[], Awaitable[SessionKey]], *, replaces: bool = True) -> None:
        self._count = count
        self._start = start
        self._replaces = replaces
        #: those taken that are not to be replaced
        self._used_up = 0
        self._ready: list[SessionKey] = []
        self._starting: asyncio.Task[None] | None = None
        self._is_awaited = False
        self._taken = asyncio.Event()
        READY.set_function(lambda: len(self._ready))

    async def keep(self) -> None:
        """Keep `count` spares ready, until cancelled."""
        waits = delays()
        while True:
            self._taken.clear()
            while len(self._ready) + self._used_up < self._count:
                self._starting = asyncio.create_task(self._start_one(), name="spare browser")
                try:
                    await self._starting
                    waits = delays()
                except (BrowserUnavailable, Transient, OSError) as error:
                    log.warning("spare_not_started", reason=str(error))
                    await asyncio.sleep(next(waits))
            await self._taken.wait()
            await asyncio.sleep(BREATHER_SECONDS)

    async def take(self) -> SessionKey | None:
        """Take a ready spare, or the one that is being started; None if there is none. It is the caller's now."""
        if not self._ready and self._starting is not None and not self._is_awaited:
            self._is_awaited = True
            try:
                await asyncio.wait({self._starting})
            finally:
                self._is_awaited = False
        if not self._ready:
            return None
        self._used_up += not self._replaces
        self._taken.set()
        return self._ready.pop(0)

    async def _start_one(self) -> None:
        self._ready.append(await self._start())


def count_by_memory() -> int:
    """Return the number of spares that the machine, or the container, has the memory for: one, or none."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # no cgroup, or "max"
        memory = min(memory, int(_CGROUP_LIMIT.read_text()))
    return int(memory >= _ENOUGH_MEMORY)

"""The host's presence: a sign of life every few seconds, for the other hosts and for its own successor.

KV `gh_hosts` holds {host, slots, sessions, at, open} under the host's name (`messaging.hosts`). A lock in the browsers'
folder makes sure that only one process has the host's browsers, and the lock file's time says when that process was
last there, in seconds since the machine was started: setting the clock meanwhile takes nobody's browsers away.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import IO

from ghosthands.browser_host.sessions.name import BEAT_SECONDS, HostName
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.status import describe_sessions
from ghosthands.browser_host.sessions.tenure import Tenure
from ghosthands.chassis import logging
from ghosthands.chromium import users
from ghosthands.domain.errors import Transient
from ghosthands.messaging.server.servers_clock import measure_elapsed
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.hosts import HostRecord

log = logging.get(__name__)


class BrowsersLock:
    """The lock by which one process has the browsers below a folder; it ends with the process."""

    def __init__(self, root: Path) -> None:
        self._path = root / "host.lock"
        self._file: IO[str] | None = None
        #: the id of the browsers' owner: the same for every process that has them, and for no other
        self.owner = ""

    async def take(self) -> float:
        """Take the lock; return the seconds since a process last had it. Raises Transient while one still does."""
        users.make_passage(self._path.parent)
        held = self._path.open("a+")
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.close()
            raise Transient(f"another process holds the browsers in {self._path.parent}: stop it") from None
        away = _measure_since(self._path.stat().st_mtime)
        self._file = held
        self.owner = _read_owner(held)
        return away

    def renew(self) -> None:
        """Refresh the heartbeat of the lock file."""
        with suppress(OSError):  # the disk is full: the successor finds an older heartbeat
            os.utime(self._path, (measure_elapsed(), measure_elapsed()))

    def drop(self) -> None:
        """Give the lock up; its next holder learns when this process was last there."""
        if self._file is not None:
            self.renew()
            self._file.close()
            self._file = None


def _measure_since(last: float) -> float:
    """Return the seconds since `last`; by the wall clock if an earlier release or an earlier boot wrote it."""
    away = measure_elapsed() - last
    return away if away >= 0 else time.time() - last


def _read_owner(lock: IO[str]) -> str:
    """Return the id in the lock file, which is held; write a new one into an empty file."""
    lock.seek(0)
    owner = lock.read().strip()
    if not owner:
        owner = str(uuid.uuid4())
        lock.write(owner)
        lock.flush()
    return owner


class Presence:
    """The task that gives the host's signs of life."""

    def __init__(
        self,
        name: str,
        host_name: HostName,
        sessions: Sessions,
        lock: BrowsersLock,
        tenure: Tenure,
        *,
        live_view: bool = False,
    ) -> None:
        self._name = name
        self._host_name = host_name
        self._sessions = sessions
        self._lock = lock
        self._tenure = tenure
        self._live_view = live_view

    async def keep(self) -> None:
        """Give signs of life until cancelled. Raises NameTaken."""
        while True:
            self._sessions.changed.clear()
            self._lock.renew()
            with suppress(Transient):  # NATS is away: said again soon
                await self.say()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._sessions.changed.wait()

    async def say(self) -> None:
        """Give one sign of life. Raises NameTaken, Transient."""
        given_at = self._tenure.now()
        await self._host_name.say(self._describe())
        self._tenure.renew(given_at)

    async def leave(self) -> None:
        """Give the host's name up. Raises Transient."""
        await self._host_name.leave(self._describe())

    def _describe(self) -> HostRecord:
        told = describe_sessions(self._sessions, host=self._name, live_view=self._live_view)
        sessions = self._sessions
        return HostRecord(self._name, sessions.slots, len(sessions), hosts.now(), told, sessions.is_draining)

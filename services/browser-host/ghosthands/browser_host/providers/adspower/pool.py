"""The profiles a host may use: who has which, which must rest first, and which are of no use for now.

A lease belongs to a session and lies in its folder, so that a successor of this process knows it too. A profile that
was just used rests for a while, and so does one that AdsPower would not open; the one longest unused is taken first.
What this host has started and not stopped is written down as well: what else runs is somebody else's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import msgspec

from ghosthands.browser_host.profiles import Profile, Profiles

_LEASE = "lease.json"
_STARTED = "started.json"


class Pool:
    """The profiles of one AdsPower, by their ids."""

    def __init__(
        self,
        folders: Profiles,
        *,
        cooldown_seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folders = folders
        self._cooldown_seconds = cooldown_seconds
        self._clock = clock
        self._resting: dict[str, float] = {}
        self._used: dict[str, float] = {}
        self.known: Collection[str] = ()

    def free(self) -> Iterator[str]:
        """Those that may be leased now, the longest unused first."""
        now, leased = self._clock(), self.leased()
        free = [each for each in self.known if each not in leased and self._resting.get(each, now) <= now]
        yield from sorted(free, key=lambda each: self._used.get(each, -1.0))

    def leased(self) -> dict[str, Profile]:
        """Who has which."""
        leases = ((self.lease_of(profile), profile) for profile in self._folders.all())
        return {profile_id: profile for profile_id, profile in leases if profile_id is not None}

    def lease(self, profile: Profile, profile_id: str) -> None:
        """The session has the profile from now on."""
        folder = self._folders.path(profile)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _LEASE).write_bytes(msgspec.json.encode(profile_id))
        self._used[profile_id] = self._clock()

    def lease_of(self, profile: Profile) -> str | None:
        """The profile that the session has."""
        try:
            return msgspec.json.decode((self._folders.path(profile) / _LEASE).read_bytes(), type=str)
        except (OSError, msgspec.DecodeError):
            return None

    async def release(self, profile: Profile) -> None:
        """The session has no profile any more; the one it had rests."""
        if profile_id := self.lease_of(profile):
            self._resting[profile_id] = self._clock() + self._cooldown_seconds
        await self._folders.remove(profile)

    async def set_aside(self, profile: Profile, *, seconds: float) -> None:
        """The session does not have its profile after all, and nobody is to have it for so long."""
        profile_id = self.lease_of(profile)
        await self.release(profile)
        if profile_id is not None:
            self._resting[profile_id] = self._clock() + seconds

    @property
    def rest_seconds(self) -> float | None:
        """Until the next of those that rest has rested; None where none does."""
        left = [until - self._clock() for until in self._resting.values()]
        return min((seconds for seconds in left if seconds > 0), default=None)

    @property
    def started(self) -> set[str]:
        """What this host, or one before it of that name, has started and not stopped."""
        try:
            return set(msgspec.json.decode(self._started_file.read_bytes(), type=list[str]))
        except (OSError, msgspec.DecodeError):
            return set()

    def note_started(self, profile_id: str) -> None:
        """It is about to be started."""
        self._write_started(self.started | {profile_id})

    def note_stopped(self, profile_id: str) -> None:
        """It was stopped."""
        self._write_started(self.started - {profile_id})

    def _write_started(self, ids: Collection[str]) -> None:
        self._started_file.parent.mkdir(parents=True, exist_ok=True)
        self._started_file.write_bytes(msgspec.json.encode(sorted(ids)))

    @property
    def _started_file(self) -> Path:
        return self._folders.root / _STARTED

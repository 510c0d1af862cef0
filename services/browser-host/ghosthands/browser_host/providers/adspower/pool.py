"""The profiles a host may use: which session has which, which must rest first, and which are blocked for now.

A lease belongs to a session and lies in its folder, so that a successor of this process knows it too. A profile that
was just used rests for a while, and one that AdsPower would not open is blocked; the one longest unused is taken first.
When each was used, and what this host has started and not stopped, is written down as well: any other running profile
is somebody else's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs

_LEASE = "lease.json"
_STARTED = "started.json"
_USED = "used.json"
_NEVER = float("-inf")

T = TypeVar("T")


class Pool:
    """The profiles of one AdsPower, by their ids."""

    def __init__(
        self,
        folders: UserDataDirs,
        *,
        cooldown_seconds: float,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._folders = folders
        self._cooldown_seconds = cooldown_seconds
        self._clock = clock
        #: by profile: the time until which it is blocked
        self._aside: dict[str, float] = {}
        self.known: Collection[str] = ()

    def free(self) -> list[str]:
        """Return the profiles that may be leased now, the longest unused first."""
        leased, used = self.leased(), self._used
        free = [each for each in self.known if each not in leased and self._wait(each, used) <= 0]
        return sorted(free, key=lambda each: used.get(each, _NEVER))

    def leased(self) -> dict[str, SessionKey]:
        """Return every AdsPower profile that is leased, and the session that has it."""
        leases = ((self.lease_of(key), key) for key in self._folders.all())
        return {profile_id: key for profile_id, key in leases if profile_id is not None}

    def lease(self, key: SessionKey, profile_id: str) -> None:
        """Lease the profile to the session."""
        _write(self._lease_file(key), profile_id)

    def lease_of(self, key: SessionKey) -> str | None:
        """Return the profile that the session has leased, or None."""
        return _read(self._lease_file(key), str)

    async def release(self, key: SessionKey) -> None:
        """Release the session's profile, which rests from now on."""
        if profile_id := self.lease_of(key):
            _write(self._folders.root / _USED, {**self._used, profile_id: self._clock()})
        await self._folders.remove(key)

    async def set_aside(self, key: SessionKey, *, seconds: float) -> None:
        """Undo the session's lease, and block the profile for `seconds`."""
        if profile_id := self.lease_of(key):
            self._aside[profile_id] = self._clock() + seconds
        await self._folders.remove(key)

    def wait_seconds(self, at_most: float) -> float | None:
        """Return the seconds until a profile that rests, or is blocked for `at_most`, may be leased; None: never."""
        used = self._used
        waits = [
            self._wait(each, used) for each in self.known if self._aside.get(each, _NEVER) <= self._clock() + at_most
        ]
        return min(waits, default=None)

    @property
    def started(self) -> set[str]:
        """The profiles that this host, or a predecessor of its name, has started and not stopped."""
        return set(_read(self._folders.root / _STARTED, list[str]) or ())

    def note_started(self, profile_id: str) -> None:
        """Note that the profile is about to be started."""
        _write(self._folders.root / _STARTED, sorted(self.started | {profile_id}))

    def note_stopped(self, profile_id: str) -> None:
        """Note that the profile was stopped."""
        _write(self._folders.root / _STARTED, sorted(self.started - {profile_id}))

    @property
    def _used(self) -> dict[str, float]:
        """The time at which each was last given back."""
        return _read(self._folders.root / _USED, dict[str, float]) or {}

    def _wait(self, profile_id: str, used: Mapping[str, float]) -> float:
        """Return the seconds until the profile has rested, and is not blocked any more."""
        now = self._clock()
        unused = max(0.0, now - used.get(profile_id, _NEVER))
        return max(self._cooldown_seconds - unused, self._aside.get(profile_id, now) - now)

    def _lease_file(self, key: SessionKey) -> Path:
        return self._folders.path(key) / _LEASE


def _read(file: Path, shape: type[T]) -> T | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=shape)
    except (OSError, msgspec.DecodeError):
        return None


def _write(file: Path, what: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(what))

"""The downloads of resumes under way, in two lanes: a slow server delays its own files and hardly any other.

A host that did not deliver within seconds counts as slow for a while; its downloads go to a lane of their own, with
more time and fewer places. In either lane a host, a tenant and an applicant get a part of the places, so that nobody
takes them all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

import httpx

from ghosthands.domain.errors import NotYet, Transient


class Whose(NamedTuple):
    """The job that a resume is downloaded for, with its tenant and its applicant."""

    job_id: str
    tenant: str
    applicant: str


@dataclass(frozen=True)
class Lane:
    """The time limit of a download, and the most at once: in all, and of one host, tenant and applicant."""

    seconds: float
    places: int
    of_host: int
    of_tenant: int
    of_applicant: int


QUICK = Lane(5.0, places=64, of_host=16, of_tenant=48, of_applicant=8)
SLOW = Lane(30.0, places=16, of_host=2, of_tenant=12, of_applicant=2)

#: how long a host counts as slow
SLOW_FOR = timedelta(minutes=10)


class NoPlace(NotYet):
    """The most downloads allowed at once are under way."""


class CalledOff(Transient):
    """The job needs the download no longer."""


@dataclass(eq=False)
class _Download:
    """A download that is under way."""

    whose: Whose
    host: str
    lane: Lane
    limit: asyncio.Timeout
    is_called_off: bool = False


class Downloads:
    """Runs downloads; `on_change` is called whenever one begins or ends."""

    def __init__(self, *, quick: Lane = QUICK, slow: Lane = SLOW) -> None:
        self._quick = quick
        self._slow = slow
        self.on_change: Callable[[], None] = lambda: None
        self._under_way: set[_Download] = set()
        #: the hosts that were slow, and until when they count as such
        self._slow_until: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._under_way)

    @property
    def places(self) -> int:
        """The most downloads there can be at once, in both lanes."""
        return self._quick.places + self._slow.places

    async def run(self, download: Callable[[], Awaitable[bytes]], host: str, whose: Whose) -> bytes:
        """Download and return the bytes. Raises NoPlace, TimeoutError, CalledOff, and what the download raises."""
        with self._placed(host, whose) as placed:
            try:
                async with placed.limit:
                    return await download()
            except (TimeoutError, httpx.TimeoutException):
                if placed.is_called_off:
                    raise CalledOff(f"job {whose.job_id} needs no resume any more", delay=0.0) from None
                self._slow_until[host] = time.monotonic() + SLOW_FOR.total_seconds()
                raise

    def call_off(self, job_id: str) -> None:
        """Cancel the job's downloads."""
        for one in self._under_way:
            if one.whose.job_id == job_id and not one.limit.expired():
                one.is_called_off = True
                one.limit.reschedule(asyncio.get_running_loop().time())

    @contextmanager
    def _placed(self, host: str, whose: Whose) -> Iterator[_Download]:
        lane = self._slow if self._is_slow(host) else self._quick
        download = _Download(whose, host, lane, asyncio.timeout(lane.seconds))
        self._require_place(download)
        self._under_way.add(download)
        self.on_change()
        try:
            yield download
        finally:
            self._under_way.remove(download)
            self.on_change()

    def _require_place(self, wanted: _Download) -> None:
        lane, whose = wanted.lane, wanted.whose
        there = [one for one in self._under_way if one.lane is lane]
        is_full = (
            len(there) >= lane.places
            or sum(one.host == wanted.host for one in there) >= lane.of_host
            or sum(one.whose.tenant == whose.tenant for one in there) >= lane.of_tenant
            or sum(one.whose.applicant == whose.applicant for one in there) >= lane.of_applicant
        )
        if is_full:
            raise NoPlace(f"as many resumes as may be are downloaded at once, so that of job {whose.job_id} waits")

    def _is_slow(self, host: str) -> bool:
        now = time.monotonic()
        for known in [known for known, until in self._slow_until.items() if until <= now]:
            del self._slow_until[known]
        return host in self._slow_until

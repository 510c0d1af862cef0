"""The downloads of resumes under way, in two lanes: a slow server delays its own files and hardly any other.

An applicant's download that a server did not deliver within seconds makes that server slow for that applicant for a
while; time-outs of several applicants make it slow for everybody, until it delivers in time. Slow downloads go to a
lane of their own, with more time and fewer places. A server is an address's scheme, host and port.
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

from ghosthands.domain.errors import Transient
from ghosthands.messaging.work.places import Places, Shares
from ghosthands.messaging.work.turns import Seeker


class Whose(NamedTuple):
    """The job that a resume is downloaded for, with its tenant and its applicant."""

    job_id: str
    tenant: str
    applicant: str


@dataclass(frozen=True)
class Lane:
    """The time limit of a download in seconds, and how many there may be at once."""

    seconds: float
    shares: Shares


QUICK = Lane(5.0, Shares(places=64, of_server=16, of_tenant=48, of_tenant_at_server=16, of_applicant=8))
SLOW = Lane(30.0, Shares(places=16, of_server=4, of_tenant=12, of_tenant_at_server=4, of_applicant=1))

#: how long a server counts as slow
SLOW_FOR = timedelta(minutes=10)
#: how many applicants' downloads time out before a server counts as slow for the others
SLOW_APPLICANTS = 3


class CalledOff(Transient):
    """The job needs the download no longer."""


@dataclass(eq=False)
class _Download:
    """A download that is under way."""

    job_id: str
    limit: asyncio.Timeout
    is_called_off: bool = False


class Downloads:
    """Runs downloads; `on_change` is called whenever one begins or ends."""

    def __init__(self, *, quick: Lane = QUICK, slow: Lane = SLOW) -> None:
        self._quick = quick
        self._slow = slow
        self._places = {lane: Places(lane.shares) for lane in (quick, slow)}
        self.on_change: Callable[[], None] = lambda: None
        self._under_way: set[_Download] = set()
        #: by server, the applicants whose downloads timed out there, and when each first did, for SLOW_FOR
        self._timed_out: dict[str, dict[str, float]] = {}
        #: by such a server, when it last delivered in time
        self._delivered: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._under_way)

    @property
    def places(self) -> int:
        """The most downloads there can be at once, in both lanes."""
        return self._quick.shares.places + self._slow.shares.places

    async def run(self, download: Callable[[], Awaitable[bytes]], server: str, whose: Whose) -> bytes:
        """Download and return the bytes. Raises NotYet, TimeoutError, CalledOff, and what the download raises."""
        begun = time.monotonic()
        with self._placed(server, whose) as placed:
            try:
                async with placed.limit:
                    data = await download()
            except (TimeoutError, httpx.TimeoutException):
                if placed.is_called_off:
                    raise CalledOff(f"job {whose.job_id} needs no resume any more", delay=0.0) from None
                self._timed_out.setdefault(server, {}).setdefault(whose.applicant, time.monotonic())
                raise
        if server in self._timed_out and time.monotonic() - begun <= self._quick.seconds:
            self._delivered[server] = time.monotonic()
        return data

    def call_off(self, job_id: str) -> None:
        """Cancel the job's downloads."""
        for one in self._under_way:
            if one.job_id == job_id and not one.limit.expired():
                one.is_called_off = True
                one.limit.reschedule(asyncio.get_running_loop().time())

    @contextmanager
    def _placed(self, server: str, whose: Whose) -> Iterator[_Download]:
        lane = self._slow if self._is_slow(server, whose.applicant) else self._quick
        with self._places[lane].handed_out(whose.job_id) as place:
            place.take(Seeker(whose.job_id, whose.tenant, whose.applicant, server))
            download = _Download(whose.job_id, asyncio.timeout(lane.seconds))
            self._under_way.add(download)
            self.on_change()
            try:
                yield download
            finally:
                self._under_way.remove(download)
                self.on_change()

    def _is_slow(self, server: str, applicant: str) -> bool:
        self._forget_old()
        timed_out, delivered = self._timed_out.get(server, {}), self._delivered.get(server, 0.0)
        return applicant in timed_out or sum(at > delivered for at in timed_out.values()) >= SLOW_APPLICANTS

    def _forget_old(self) -> None:
        """Forget the time-outs that are SLOW_FOR ago, and the deliveries of servers without any."""
        since = time.monotonic() - SLOW_FOR.total_seconds()
        recent = {
            server: {applicant: at for applicant, at in applicants.items() if at > since}
            for server, applicants in self._timed_out.items()
        }
        self._timed_out = {server: applicants for server, applicants in recent.items() if applicants}
        self._delivered = {server: at for server, at in self._delivered.items() if server in self._timed_out}

"""Holds: points at which a submission can be stopped and released, so that a test may look, cut or kill meanwhile.

A hold is armed for some applications and stays until it is released; all their requests that reach its point wait
there. With `seconds` each wait ends by itself after that time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum

from ghosthands.practice.postings import covers


class HoldPoint(StrEnum):
    """A point on a submission's way at which it can be held."""

    #: the POST has arrived whole and had no effect yet
    BEFORE_COUNT = "before-count"
    #: the site has counted it, or made the account, and the browser has no answer
    AFTER_COUNT = "after-count"
    #: the browser has its answer, and waits for the confirmation page it was sent to
    AFTER_RESPONSE = "after-response"


@dataclass(frozen=True, slots=True, eq=False)
class SubmissionHold:
    """Stops every application under `key` at one point."""

    key: str
    where: HoldPoint
    seconds: float | None = None
    released: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A request that waits at a hold."""

    application: str
    where: HoldPoint


class Holds:
    """The armed holds, and the requests that wait at them."""

    def __init__(self) -> None:
        self._armed: list[SubmissionHold] = []
        self._held: list[Held] = []
        self._changed = asyncio.Condition()
        self._closed = False

    def arm(self, key: str, where: HoldPoint, seconds: float | None = None) -> None:
        """Hold every application under `key` at `where` from now on."""
        self._armed.append(SubmissionHold(key, where, seconds))

    def release(self) -> int:
        """Disarm all holds and release everything; return how many requests were waiting."""
        for hold in self._armed:
            hold.released.set()
        self._armed.clear()
        return len(self._held)

    def held(self, key: str = "*") -> list[Held]:
        """Return the waiting requests of applications under `key`, oldest first."""
        return [held for held in self._held if covers(key, held.application)]

    async def pass_through(self, where: HoldPoint, application: str) -> None:
        """Return at once, or when the holds armed for `application` at this point release it."""
        for hold in [hold for hold in self._armed if hold.where is where and covers(hold.key, application)]:
            with self._listed(Held(application, where)):
                await self._announce()
                with suppress(TimeoutError):
                    await asyncio.wait_for(hold.released.wait(), hold.seconds)

    async def wait_held(self, key: str, timeout: float) -> list[Held]:
        """Return the waiting requests under `key` once there are any; empty after `timeout` seconds without."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout), self._changed:
                await self._changed.wait_for(lambda: self._closed or bool(self.held(key)))
        return self.held(key)

    async def close(self) -> None:
        """Release everything; no request waits any longer."""
        self.release()
        self._closed = True
        await self._announce()

    @contextmanager
    def _listed(self, held: Held) -> Iterator[None]:
        self._held.append(held)
        try:
            yield
        finally:
            self._held.remove(held)

    async def _announce(self) -> None:
        async with self._changed:
            self._changed.notify_all()

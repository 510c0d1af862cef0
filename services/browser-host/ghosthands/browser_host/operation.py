"""The watch over a long operation in a browser: it ends the operation once that is done, cancelled, or silent too long.

The operation also ends when its browser is lost, and a browser counts as lost once an operation takes longer than any
step of ours.

The limits lie outside the engines: an engine that hangs does not look at its clock any more.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ghosthands.browser_host.errors import BrowserLost
from ghosthands.domain.codes import SessionLoss, StopCode
from ghosthands.domain.errors import GhostHandsError

T = TypeVar("T")

#: A browser counts as lost once an operation takes this many seconds, as no step of ours takes that long.
LOST_SECONDS = 120.0

#: Seconds that cancelled work gets to clean up before nobody waits for it any more.
PARTING_SECONDS = 1.0


class Stopped(GhostHandsError):
    """The operation was stopped before it was done."""

    def __init__(self, code: StopCode) -> None:
        super().__init__(f"the operation was ended: {code}")
        self.code = code


@dataclass(frozen=True)
class OperationLimits:
    """The limits of an operation: its longest silence, its longest duration, and when its browser counts as lost."""

    quiet_seconds: float = 60.0
    total_seconds: float = 300.0
    lost_seconds: float = LOST_SECONDS

    def within(self, seconds: float) -> OperationLimits:
        """Return these limits with a total of at most `seconds`."""
        return replace(self, total_seconds=min(seconds, self.total_seconds))


DEFAULT_LIMITS = OperationLimits()
#: the actions of our own hand end by themselves, or their browser is lost
OUR_LIMITS = OperationLimits(quiet_seconds=math.inf, total_seconds=math.inf)


class Signs:
    """The time of an operation's latest sign of life."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(self, _what: str = "") -> None:
        """Note a sign of life."""
        self.last = time.monotonic()


def milliseconds_since(started: float) -> int:
    """Return the milliseconds since `started`, a reading of `time.perf_counter`."""
    return round((time.perf_counter() - started) * 1000)


async def watch(
    work: Awaitable[T],
    *,
    lost: asyncio.Future[str],
    interruption: asyncio.Future[Any] | None = None,
    signs: Signs | None = None,
    limits: OperationLimits = OUR_LIMITS,
) -> T:
    """Return what `work` returns.

    Raises Stopped once `interruption` is done or a limit is reached, BrowserLost once `lost` is done.
    """
    doing, signs = asyncio.ensure_future(work), signs or Signs()
    awaited: set[asyncio.Future[Any]] = {doing, lost}
    if interruption is not None:
        awaited.add(interruption)
    started = time.monotonic()
    signs()
    try:
        while True:
            left = _find_due(started, signs, limits) - time.monotonic()
            timeout = None if left == math.inf else max(0.0, left)
            await asyncio.wait(awaited, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return doing.result()
            if interruption is not None and interruption.done():
                raise Stopped(StopCode.CANCELLED)
            if lost.done():
                raise BrowserLost(lost.result())
            _raise_if_due(started, signs, limits)
    finally:
        doing.cancel()
        await asyncio.wait({doing}, timeout=PARTING_SECONDS)
        if doing.done() and not doing.cancelled():
            doing.exception()  # retrieved, so that asyncio does not warn: nobody else will ask


def _find_due(started: float, signs: Signs, limits: OperationLimits) -> float:
    """Return the time at which the next limit is reached unless a sign of life comes first."""
    return min(started + limits.total_seconds, signs.last + limits.quiet_seconds, started + limits.lost_seconds)


def _raise_if_due(started: float, signs: Signs, limits: OperationLimits) -> None:
    """Raise BrowserLost or Stopped if a limit is reached."""
    now = time.monotonic()
    if now >= started + limits.lost_seconds:
        raise BrowserLost(SessionLoss.UNRESPONSIVE)
    if now >= started + limits.total_seconds:
        raise Stopped(StopCode.OVERDUE)
    if now >= signs.last + limits.quiet_seconds:
        raise Stopped(StopCode.INACTIVE)

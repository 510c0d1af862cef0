"""Whatever takes a while in a browser, watched from outside: it ends when it is done, is told to stop, or goes silent.

It ends with its browser, too, and where it takes longer than any step of ours the browser counts as lost.

A limit that lies in an engine's own hands is none: an engine hangs just where it would have looked at its clock.
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

#: After so long without an end a browser counts as lost: no step of ours takes it.
LOST_SECONDS = 120.0

#: Seconds that work which was told to stop gets to clean up before it is left to itself.
PARTING_SECONDS = 1.0


class Stopped(GhostHandsError):
    """The operation was ended before it was done."""

    def __init__(self, code: StopCode) -> None:
        super().__init__(f"the operation was ended: {code}")
        self.code = code


@dataclass(frozen=True)
class OperationLimits:
    """How long an operation may take: without a sign of life, in all, and before its browser counts as lost."""

    quiet_seconds: float = 60.0
    total_seconds: float = 300.0
    lost_seconds: float = LOST_SECONDS

    def within(self, seconds: float) -> OperationLimits:
        """These limits, and no longer than that in all."""
        return replace(self, total_seconds=min(seconds, self.total_seconds))


DEFAULT_LIMITS = OperationLimits()
#: what our own hand does ends by itself, or its browser is lost
OUR_LIMITS = OperationLimits(quiet_seconds=math.inf, total_seconds=math.inf)


class Signs:
    """When the operation last showed that it lives."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(self, _what: str = "") -> None:
        """Note a sign of life."""
        self.last = time.monotonic()


def milliseconds_since(started: float) -> int:
    """How long ago that was, by `time.perf_counter`."""
    return round((time.perf_counter() - started) * 1000)


async def watch(
    work: Awaitable[T],
    *,
    lost: asyncio.Future[str],
    interruption: asyncio.Future[Any] | None = None,
    signs: Signs | None = None,
    limits: OperationLimits = OUR_LIMITS,
) -> T:
    """What `work` returns. Raises Stopped once `interruption` is done or a limit reached, BrowserLost with `lost`."""
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
            doing.exception()  # taken note of: nobody else will ask


def _find_due(started: float, signs: Signs, limits: OperationLimits) -> float:
    """When a limit is reached next, unless there is a sign of life before."""
    return min(started + limits.total_seconds, signs.last + limits.quiet_seconds, started + limits.lost_seconds)


def _raise_if_due(started: float, signs: Signs, limits: OperationLimits) -> None:
    """Raises BrowserLost or Stopped where a limit is reached."""
    now = time.monotonic()
    if now >= started + limits.lost_seconds:
        raise BrowserLost(SessionLoss.UNRESPONSIVE)
    if now >= started + limits.total_seconds:
        raise Stopped(StopCode.OVERDUE)
    if now >= signs.last + limits.quiet_seconds:
        raise Stopped(StopCode.INACTIVE)

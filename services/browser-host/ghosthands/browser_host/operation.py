"""Whatever takes a while in a browser, watched from outside: it ends when it is done, is told to stop, or goes silent.

A limit that lies in an engine's own hands is none: an engine hangs just where it would have looked at its clock.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, TypeVar

from ghosthands.domain.codes import StopCode
from ghosthands.domain.errors import GhostHandsError

T = TypeVar("T")

#: Seconds that work which was told to stop gets to clean up before it is left to itself.
PARTING_SECONDS = 1.0


class Stopped(GhostHandsError):
    """The operation was ended before it was done."""

    def __init__(self, code: StopCode) -> None:
        super().__init__(f"the operation was ended: {code}")
        self.code = code


@dataclass(frozen=True)
class OperationLimits:
    """How long an operation may take: without a sign of life, and in all."""

    quiet_seconds: float = 60.0
    total_seconds: float = 300.0

    def within(self, seconds: float) -> OperationLimits:
        """The same, and no longer than that in all."""
        return OperationLimits(self.quiet_seconds, min(seconds, self.total_seconds))


DEFAULT_LIMITS = OperationLimits()


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


async def watch(work: Awaitable[T], *, interruption: asyncio.Future[Any], signs: Signs, limits: OperationLimits) -> T:
    """What `work` returns. Raises Stopped as soon as `interruption` is done or a limit is reached."""
    doing = asyncio.ensure_future(work)
    overdue = time.monotonic() + limits.total_seconds
    signs()
    try:
        while True:
            due = min(overdue, signs.last + limits.quiet_seconds)
            left = None if due == math.inf else max(0.0, due - time.monotonic())
            await asyncio.wait({doing, interruption}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return doing.result()
            if interruption.done():
                raise Stopped(StopCode.CANCELLED)
            if time.monotonic() >= overdue:
                raise Stopped(StopCode.OVERDUE)
            if time.monotonic() >= signs.last + limits.quiet_seconds:
                raise Stopped(StopCode.INACTIVE)
    finally:
        doing.cancel()
        await asyncio.wait({doing}, timeout=PARTING_SECONDS)
        if doing.done() and not doing.cancelled():
            doing.exception()  # taken note of: nobody else will ask

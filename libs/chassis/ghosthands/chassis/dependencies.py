"""Waits for the dependencies that a service cannot start without, for as long as it takes, and reports so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ghosthands.chassis import logging, metrics
from ghosthands.chassis.backoff import delays
from ghosthands.chassis.health import Readiness

T = TypeVar("T")

log = logging.get(__name__)


async def reach(
    readiness: Readiness, name: str, attempt: Callable[[], Awaitable[T]], *, only: type[Exception] = Exception
) -> T:
    """Return what `attempt` returns, tried with back-off for ever; meanwhile `/readyz` names `name`.

    It waits through every error of the kind `only`, and raises any other.
    """
    with readiness.waiting(name):
        for delay in delays():
            try:
                return await attempt()
            except only as error:
                metrics.RETRIES.labels(readiness.service, name).inc()
                log.warning("dependency_unreachable", dependency=name, retry_in=round(delay, 1), exc_info=error)
            await asyncio.sleep(delay)
    raise AssertionError("delays never end")

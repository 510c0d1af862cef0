"""Waits for the effect of a sent message on the job's log, as long as a caller has time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from ghosthands.hitl_gateway.http.means import WAIT_SECONDS, Means
from ghosthands.messaging.wire.recorded import History


async def await_history(
    means: Means, before: History, is_there: Callable[[History], bool], *, seconds: float = WAIT_SECONDS
) -> History:
    """Return the job's history as soon as `is_there` holds, or as it is when the time is over."""
    history = before
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), means.events.follow(before.aggregate) as feed:
            while not is_there(history):
                history = history.continued(await feed.next(seconds))
    return history

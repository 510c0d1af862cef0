"""The clock: whoever writes moments down is given one, so that a test can set it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

#: Tells the moment, aware.
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)

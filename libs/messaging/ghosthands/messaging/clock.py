"""The clock: everything that records a time gets it as an argument, so that a test can set it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

#: Returns the present time, aware.
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the present time, in UTC."""
    return datetime.now(UTC)

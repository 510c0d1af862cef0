"""The number of calls since this process began, and of those that failed by our fault."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class CallCounts:
    """The number of calls, and of those that failed."""

    calls: int = 0
    errors: int = 0

"""The calls since this process began, and those of them that failed by a fault of ours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class CallCounts:
    """How many calls there were, and how many of them failed."""

    calls: int = 0
    errors: int = 0

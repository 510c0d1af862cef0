"""The limit on a connection's messages: a number at once, and a number a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Bucket:
    """A token bucket: it lets `at_once` messages pass, and regains `per_second`."""

    at_once: int
    per_second: float
    clock: Callable[[], float] = time.monotonic
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at = float(self.at_once), self.clock()

    def take(self) -> bool:
        """Take a token; return whether there was one left."""
        now = self.clock()
        self._left = min(self.at_once, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

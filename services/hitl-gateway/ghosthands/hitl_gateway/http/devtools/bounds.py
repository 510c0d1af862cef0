"""What a line may carry: so many messages, at once and for as long as it lasts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Bucket:
    """Lets so many pass at once, and as many as come back in a second."""

    at_once: int
    per_second: float
    clock: Callable[[], float] = time.monotonic
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at = float(self.at_once), self.clock()

    def take(self) -> bool:
        """Whether there was one left."""
        now = self.clock()
        self._left = min(self.at_once, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

"""Back-off: wait longer after each failure, up to a limit, and never in step with the other processes."""

from __future__ import annotations

import random
from collections.abc import Iterator


def delays(first: float = 0.2, most: float = 10.0) -> Iterator[float]:
    """Yield the seconds to wait after each failure: doubling from `first` to `most`, each shortened by up to a half."""
    delay = first
    while True:
        yield delay * random.uniform(0.5, 1.0)  # noqa: S311 - spreads load, guards nothing
        delay = min(most, delay * 2)

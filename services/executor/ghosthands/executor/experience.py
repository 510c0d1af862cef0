"""The engines' successes and failures per platform, from the projections; older attempts count less.

They only order what is tried first, so an answer that is old or missing does no harm.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from ghosthands import readmodel
from ghosthands.chassis import logging
from ghosthands.domain.cascade import HALF_LIFE_DAYS, EngineTally, Experience
from ghosthands.domain.engine import EngineName
from ghosthands.messaging.clock import Clock
from ghosthands.readmodel.reader import ReadModelUnavailable
from ghosthands.readmodel.rows import EngineDayRow

#: older attempts do not count
SPAN = timedelta(days=6 * HALF_LIFE_DAYS)
#: seconds until the results are stale
FRESH_SECONDS = 60.0

Experiences = Mapping[str, Experience]
NONE: Experiences = {}

log = logging.get(__name__)


class Experienced:
    """Caches the engines' results per platform and reads them again when they are stale."""

    def __init__(self, database_url: str | None, now: Clock) -> None:
        self._database_url = database_url
        self._now = now
        self._known: Experiences = NONE
        self._read_at = -FRESH_SECONDS

    async def __call__(self) -> Experiences:
        """Return the engines' results, by platform and engine; empty where the projections cannot be read."""
        if self._database_url is not None and time.monotonic() - self._read_at >= FRESH_SECONDS:
            self._read_at = time.monotonic()
            try:
                async with readmodel.connect(self._database_url) as reader:
                    self._known = weighed(await reader.engine_days(self._now() - SPAN), self._now())
            except ReadModelUnavailable as error:
                log.warning("experience_not_read", reason=str(error))
        return self._known


def weighed(days: Sequence[EngineDayRow], now: datetime) -> Experiences:
    """Return each platform's tallies, with every day's attempts weighted by their age."""
    sums: dict[str, dict[EngineName, EngineTally]] = defaultdict(dict)
    for row in days:
        if row.engine not in _ENGINES:
            continue
        weight = 0.5 ** (max(0.0, (now - row.day) / timedelta(days=1)) / HALF_LIFE_DAYS)
        engine = EngineName(row.engine)
        tally = sums[row.platform].get(engine, EngineTally())
        sums[row.platform][engine] = EngineTally(
            tally.successes + weight * row.successes, tally.failures + weight * row.failures
        )
    return sums


_ENGINES = frozenset(EngineName)

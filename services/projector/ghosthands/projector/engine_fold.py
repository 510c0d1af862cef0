"""Engines' operations: on which platform each was, and whether it succeeded.

Only what says something about an engine counts; the view `task_events` has the same rule.
"""

from __future__ import annotations

from typing import Any

from ghosthands.domain.codes import BLAMELESS
from ghosthands.domain.session import ActionFailed, ActionVerified, EngineSwitchFailed
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector.folded import Folded
from ghosthands.readmodel.rows import EngineDayRow, EngineStatsRow

#: the platform before a page was seen
UNKNOWN_PLATFORM = "unknown"

#: an engine that could not start counts as a failed operation
Operation = ActionVerified | ActionFailed | EngineSwitchFailed


def operated(folded: Folded, recorded: Recorded[Any], *, engine: str, platform: str | None) -> None:
    """Count one more operation of the engine on the platform."""
    event: Operation = recorded.event
    if not isinstance(event, ActionVerified) and (event.code in BLAMELESS or not event.took_ms):
        return  # the engine never had a try, or was cut off for no fault of its own
    success = isinstance(event, ActionVerified)
    where, counts = platform or UNKNOWN_PLATFORM, (int(success), int(not success))
    folded.engine_stats.put(EngineStatsRow(where, engine, *counts, event.took_ms, recorded.sequence))
    day = recorded.at.replace(hour=0, minute=0, second=0, microsecond=0)
    folded.engine_days.put(EngineDayRow(where, engine, day, *counts, recorded.sequence))

"""The log of a sweep: each batch of deleted items is written once, whichever process continues the sweep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ghosthands.domain import ids
from ghosthands.domain.retention import TENANT, Kept, Swept
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History


class SweepLog:
    """The log of one sweep."""

    def __init__(self, events: EventLog, history: History) -> None:
        self._events = events
        self._history = history

    @classmethod
    async def open(cls, events: EventLog, sweep: str) -> SweepLog:
        """Open the log of that sweep, with its earlier entries."""
        return cls(events, await events.load(subjects.sweep(sweep)))

    async def tell(self, kept: Kept, before: datetime, references: Sequence[str]) -> None:
        """Record the items as deleted, unless they are recorded already. Raises Conflict if another process sweeps."""
        told = {
            reference
            for event in self._history.events
            if isinstance(event, Swept) and event.kept is kept
            for reference in event.references
        }
        if not (fresh := tuple(reference for reference in references if reference not in told)):
            return
        swept = Swept(kept=kept, before=before, references=fresh)
        sweep = self._history.aggregate.id
        command_id = ids.derived("swept", sweep, kept, *fresh)
        cause = Cause(command_id=command_id, tenant=TENANT, correlation=sweep)
        self._history = self._history.continued(await self._events.append_facts(self._history, [swept], cause=cause))

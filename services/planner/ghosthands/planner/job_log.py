"""Planner's facts on a job's log; a concurrent write by another planner does not invalidate them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from ghosthands.domain import budget
from ghosthands.domain.message import Event
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History


class JobLog:
    """The history of one job as planner reads and writes it."""

    def __init__(self, events: EventLog, history: History, cause: Cause) -> None:
        self._events = events
        self._cause = cause
        self.history = history

    async def answer(self, answer: Event) -> None:
        """Append the event that answers the command, once. Raises Transient."""
        await self._append([answer], self._cause)

    async def tell(self, told: Sequence[Event]) -> None:
        """Append events that answer no command, each once a job at most. Raises Transient."""
        tenant, correlation = self._cause.tenant, self._cause.correlation
        for known, facts in budget.by_cause(told, self.history.aggregate.id):
            cause = Cause(command_id=known or str(uuid.uuid4()), tenant=tenant, correlation=correlation)
            await self._append(facts, cause)

    async def _append(self, facts: Sequence[Event], cause: Cause) -> None:
        self.history, _ = await self._events.report(self.history, facts, cause=cause)

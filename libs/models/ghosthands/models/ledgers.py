"""The ledgers of budgets, on the log: a call is reserved before it is made, and settled when it is over.

Both are decisions: if another process wrote on the applicant's month meanwhile, they are made again on the new state.
So concurrent calls never exceed what is left. A timer fires to planner when a reservation expires, and lets it lapse if
nobody settled it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ghosthands.chassis.locks import KeyedLocks
from ghosthands.domain import budget, services
from ghosthands.domain.budget import Allowance, BudgetLedger, BudgetReserved, BudgetSettled
from ghosthands.domain.errors import Conflict
from ghosthands.domain.job import JobRequested
from ghosthands.domain.message import Event
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.state_cache import StateCache
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work.timers import Timers
from ghosthands.models.budgets import Budgets
from ghosthands.models.errors import BudgetSpent

Decide = Callable[[BudgetLedger], Awaitable[list[Event]]]

#: how long to retry while others write first, and the longest pause between tries
_PATIENCE_SECONDS = 10.0
_PAUSE_SECONDS = 0.02


@dataclass(frozen=True)
class Payer:
    """The job that pays for calls: its ledger, and the limits that apply."""

    job_id: str
    tenant: str
    ledger: Aggregate
    allowance: Allowance

    @classmethod
    def of(cls, history: History, budgets: Budgets) -> Payer | None:
        """Return the payer for the job of that history; None if it was never requested."""
        request = next((event for event in history.events if isinstance(event, JobRequested)), None)
        if request is None:
            return None
        return cls(history.aggregate.id, request.tenant, subjects.ledger_of(request), budgets.allow(request))


class Ledgers:
    """Reads and writes the ledgers of the jobs for which this process asks models."""

    def __init__(self, events: EventLog, timers: Timers) -> None:
        self._events = events
        self._timers = timers
        self._locks = KeyedLocks()
        self._known = StateCache(events, BudgetLedger, lambda ledger, one: budget.evolve(ledger, one.event))

    async def read(self, aggregate: Aggregate) -> BudgetLedger:
        """Return the ledger's current state. Raises StreamUnavailable."""
        return (await self._known.read(aggregate)).state

    async def reserve(self, payer: Payer, wanted: BudgetReserved) -> None:
        """Reserve the call. Raises BudgetSpent if that is more than is left, Transient."""
        cause = _cause(payer, wanted.call_id)
        timed = False

        async def decide(ledger: BudgetLedger) -> list[Event]:
            nonlocal timed
            if excess := budget.find_excess(ledger, wanted):
                raise BudgetSpent(_word(excess), excess)
            if not timed:  # before the reservation that needs it
                timed = True
                await self._timers.set(payer.ledger, wanted.call_id, wanted.expires_at, services.PLANNER, cause=cause)
            return [wanted]

        await self._write(payer, decide, cause.at_stage("reserved"))

    async def settle(self, payer: Payer, settled: BudgetSettled) -> None:
        """Settle the call's reservation, unless it was settled before. Raises Transient."""

        async def decide(ledger: BudgetLedger) -> list[Event]:
            return [settled] if settled.call_id in ledger.open else []

        await self._write(payer, decide, _cause(payer, settled.call_id).at_stage("settled"))

    async def _write(self, payer: Payer, decide: Decide, cause: Cause) -> None:
        """Append what `decide` returns for the ledger; again if another process wrote on it first."""
        until = time.monotonic() + _PATIENCE_SECONDS
        async with self._locks.of(payer.ledger.id):
            while True:
                read = await self._known.read(payer.ledger)
                events = await decide(read.state)
                if not events:
                    return
                try:
                    appended = await self._events.append_decision(read.history, events, cause=cause)
                except Conflict:
                    if time.monotonic() >= until:
                        raise
                    await asyncio.sleep(random.uniform(0, _PAUSE_SECONDS))  # noqa: S311 - no secret
                else:
                    self._known.note(read, appended)
                    return


def _cause(payer: Payer, call_id: str) -> Cause:
    return Cause(command_id=call_id, tenant=payer.tenant, correlation=payer.job_id)


def _word(excess: budget.BudgetExceeded) -> str:
    return f"the {excess.scope}'s budget of {excess.measure} is spent: {excess.used} of {excess.limit} are taken"

"""Lapsing: settles a reservation that nobody settled in time, by the reported cost of its call, else in full.

A call's cost is on the job's log before the call is settled. Where it is not, the process that asked is gone, and the
call may have gone through: it counts for the whole reservation, and its cost is reported as unknown.
"""

from __future__ import annotations

from datetime import timedelta

from ghosthands.chassis import logging
from ghosthands.domain import budget
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.budget import BudgetReserved
from ghosthands.domain.codes import ModelFailure
from ghosthands.domain.errors import Transient
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import Change, EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work.timers import Firing
from ghosthands.models import Ledgers

log = logging.get(__name__)


class Lapsing:
    """Settles budget reservations that nobody settled in time."""

    def __init__(self, events: EventLog, ledgers: Ledgers, clock: Clock = utc_now) -> None:
        self._events = events
        self._ledgers = ledgers
        self._clock = clock

    async def on_expiry(self, firing: Firing) -> None:
        """Settle the reservation, unless that is done. Raises Transient, also when the clock here is behind."""
        early = firing.at - self._clock()
        if early > timedelta():
            raise Transient(f"reservation {firing.name} still has time", delay=early.total_seconds())
        reserved = (await self._ledgers.read(firing.aggregate)).open.get(firing.name)
        if reserved is not None:
            await self._let_lapse(reserved, firing)

    async def _let_lapse(self, reserved: BudgetReserved, firing: Firing) -> None:
        ledger = await self._read(firing.aggregate)
        job = await self._read(subjects.job(reserved.job_id))
        told = [one for one in job.events if isinstance(one, CostIncurred) and one.call_id == reserved.call_id]
        log.warning("reservation_lapsed", job_id=reserved.job_id, told=bool(told))
        settled = budget.settle(reserved, told[0] if told else None, self._clock())
        tell = [] if told else [Change(job, [_tell(reserved)], is_decision=False)]
        await self._events.append_all([*tell, Change(ledger, [settled])], cause=firing.cause)

    async def _read(self, aggregate: Aggregate) -> History:
        return await self._events.load(aggregate)


def _tell(reserved: BudgetReserved) -> CostIncurred:
    return CostIncurred(
        call_id=reserved.call_id,
        model=reserved.model,
        purpose=reserved.purpose,
        tier=reserved.tier,
        engine=reserved.engine,
        took_ms=0,
        code=ModelFailure.LAPSED,
    )

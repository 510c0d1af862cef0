"""The meter that enforces a job's budget: each call is reserved on the ledger, logged on the job, and settled.

A call's cost is logged before it is settled: if the process dies in between, the reservation lapses at the logged cost.
Unknown amounts of a call that may have gone through count as reserved.
"""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from ghosthands.chassis import logging
from ghosthands.domain import budget
from ghosthands.domain.budget import Amounts, BudgetReserved
from ghosthands.domain.codes import ModelFailure
from ghosthands.domain.errors import Transient
from ghosthands.domain.message import Event
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.models.errors import BudgetSpent, ModelTrouble
from ghosthands.models.ledgers import Ledgers, Payer
from ghosthands.models.meter import Estimate, ModelCall, make_cost, to_nano

#: how long after a call's greatest duration its reservation lapses
EXPIRY_SLACK = timedelta(seconds=60)

#: appends to the job's log; what cannot be appended now is kept for later
Say = Callable[[Sequence[Event]], Awaitable[None]]

log = logging.get(__name__)


class BudgetMeter:
    """Allows calls while the job and the month have enough left; after the first refusal, none."""

    def __init__(
        self,
        ledgers: Ledgers,
        payer: Payer,
        say: Say,
        *,
        on_call: Callable[[ModelCall], None] = lambda _: None,
        clock: Clock = utc_now,
    ) -> None:
        self._ledgers = ledgers
        self._payer = payer
        self._say = say
        self._on_call = on_call
        self._clock = clock
        self._spent: BudgetSpent | None = None

    async def reserve(self, estimate: Estimate) -> BudgetReservation:
        """Reserve what the call may cost. Raises BudgetSpent; ModelTrouble if the ledger cannot be reached."""
        if self._spent is not None:
            raise self._spent
        wanted = self._want(estimate)
        try:
            await self._ledgers.reserve(self._payer, wanted)
        except BudgetSpent as spent:
            await self._note(spent)
            raise
        except Transient as error:
            log.warning("budget_not_reserved", reason=str(error))
            raise ModelTrouble(ModelFailure.BUDGET_UNREADABLE, "what is left of the budget cannot be read") from None
        return BudgetReservation(self, wanted)

    def _want(self, estimate: Estimate) -> BudgetReserved:
        now = self._clock()
        return BudgetReserved(
            call_id=str(uuid.uuid4()),
            job_id=self._payer.job_id,
            at=now,
            expires_at=now + timedelta(seconds=estimate.seconds) + EXPIRY_SLACK,
            model=estimate.model,
            purpose=estimate.purpose.value,
            tier=estimate.tier,
            engine=estimate.engine,
            amounts=Amounts(
                calls=1,
                tokens=estimate.input_tokens + estimate.output_tokens,
                nano_usd=0 if estimate.cost_usd is None else to_nano(estimate.cost_usd),
                took_ms=round(estimate.seconds * 1000),
            ),
            allowance=self._payer.allowance,
        )

    async def _note(self, spent: BudgetSpent) -> None:
        if self._spent is None and spent.excess is not None:
            self._spent = spent
            log.info("budget_exceeded", scope=spent.excess.scope, measure=spent.excess.measure)
            await self._say([spent.excess])

    async def settle(self, wanted: BudgetReserved, call: ModelCall) -> None:
        """Log the call's cost and settle its reservation; a lapsed one was settled already."""
        self._on_call(call)
        try:
            if wanted.call_id not in (await self._ledgers.read(self._payer.ledger)).open:
                log.warning("call_lapsed", took_ms=call.took_ms)
                return
            told = make_cost(call, call_id=wanted.call_id)
            await self._say([told])
            await self._ledgers.settle(self._payer, budget.settle(wanted, told, self._clock()))
        except Transient as error:  # its reservation lapses
            log.warning("call_not_settled", reason=str(error))


@dataclass(frozen=True)
class BudgetReservation:
    """A reservation of money, tokens and time for one call."""

    meter: BudgetMeter
    wanted: BudgetReserved

    async def settle(self, call: ModelCall) -> None:
        """Replace the reservation on the ledger by the call's actual cost."""
        await self.meter.settle(self.wanted, call)

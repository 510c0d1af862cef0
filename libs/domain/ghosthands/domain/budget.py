"""The budget for language models: the limits of a job and of an applicant's month, and the ledger that keeps them.

A ledger is an applicant's month. A job stays in the ledger of the month it was requested in, so that one expected
sequence of the log guards both what is left for the job and what is left for the applicant. A reservation counts in
full until it is settled, once; one that nobody settles lapses, and goes on counting in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from functools import reduce
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from ghosthands.domain import ids
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.codes import ModelFailure
from ghosthands.domain.message import Event

#: failures where the endpoint did not accept the request, so that nothing was spent
_NOT_TAKEN = frozenset(
    {
        ModelFailure.NOT_CONFIGURED,
        ModelFailure.MODEL_FORBIDDEN,
        ModelFailure.MODEL_REFUSED,
        ModelFailure.MODEL_RATE_LIMITED,
    }
)


class Measure(StrEnum):
    """The quantities that a budget limits."""

    MONEY = "money"
    TOKENS = "tokens"
    CALLS = "calls"
    TIME = "time"


class Scope(StrEnum):
    """The scope of a limit: a job, or all of an applicant's jobs in a month."""

    JOB = "job"
    MONTH = "month"


class OnBudget(StrEnum):
    """The consequence for a job whose budget is spent while something is still open."""

    #: a human is asked
    ASK = "ask"
    #: the job ends
    END = "end"


class Amounts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The amounts that one or more calls use."""

    calls: int = 0
    tokens: int = 0
    #: billionths of a dollar; 0 if the price is unknown
    nano_usd: int = 0
    #: milliseconds
    took_ms: int = 0

    def plus(self, other: Amounts) -> Amounts:
        """Return the sum of both."""
        return Amounts(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            nano_usd=self.nano_usd + other.nano_usd,
            took_ms=self.took_ms + other.took_ms,
        )

    def minus(self, other: Amounts) -> Amounts:
        """Return these amounts less the other's."""
        return Amounts(
            calls=self.calls - other.calls,
            tokens=self.tokens - other.tokens,
            nano_usd=self.nano_usd - other.nano_usd,
            took_ms=self.took_ms - other.took_ms,
        )


class Limits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The upper limit of each amount; None if there is no limit."""

    nano_usd: int | None = None
    tokens: int | None = None
    calls: int | None = None
    took_ms: int | None = None

    def filled_up(self, other: Limits) -> Limits:
        """Return these limits, with the other's where these have none."""
        return Limits(
            nano_usd=other.nano_usd if self.nano_usd is None else self.nano_usd,
            tokens=other.tokens if self.tokens is None else self.tokens,
            calls=other.calls if self.calls is None else self.calls,
            took_ms=other.took_ms if self.took_ms is None else self.took_ms,
        )

    def capped(self, other: Limits) -> Limits:
        """Return the lower of both limits for each amount."""
        return Limits(
            nano_usd=_find_lower(self.nano_usd, other.nano_usd),
            tokens=_find_lower(self.tokens, other.tokens),
            calls=_find_lower(self.calls, other.calls),
            took_ms=_find_lower(self.took_ms, other.took_ms),
        )

    def minus(self, used: Amounts) -> Limits:
        """Return the limits that remain after the amounts were used."""
        return Limits(
            nano_usd=None if self.nano_usd is None else self.nano_usd - used.nano_usd,
            tokens=None if self.tokens is None else self.tokens - used.tokens,
            calls=None if self.calls is None else self.calls - used.calls,
            took_ms=None if self.took_ms is None else self.took_ms - used.took_ms,
        )


def _find_lower(one: int | None, other: int | None) -> int | None:
    return min((limit for limit in (one, other) if limit is not None), default=None)


NO_LIMITS = Limits()


class Allowance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The limits that apply to a call for a job."""

    job: Limits = Limits()
    month: Limits = Limits()


# Events


class BudgetReserved(Event, frozen=True, kw_only=True):
    """An amount was reserved on the ledger for a call to a model that is about to be made."""

    call_id: str
    job_id: str
    at: datetime
    #: the time after which the reservation lapses
    expires_at: datetime
    #: `provider/model`
    model: str
    purpose: str
    tier: int = 0
    #: the engine that asks; empty if a service does
    engine: str = ""
    amounts: Amounts
    #: the limits that applied
    allowance: Allowance = Allowance()


class BudgetSettled(Event, frozen=True, kw_only=True):
    """A call is over, and its actual amounts count on the ledger."""

    call_id: str
    job_id: str
    at: datetime
    amounts: Amounts
    #: the reserved amounts, which are free again; repeated for readers that add up settlements without the ledger
    reserved: Amounts
    #: the outcome of the call is unknown, so it counts for all that was reserved
    lapsed: bool = False


class BudgetExceeded(Event, frozen=True, kw_only=True):
    """A call was not made, since it might have exceeded a limit: no model is asked for the job any more."""

    SAID_ONCE: ClassVar[bool] = True

    at: datetime
    scope: Scope
    measure: Measure
    #: in the unit of the measure's amount
    limit: int
    #: reserved or spent before
    used: int
    #: the most that the call might have used
    wanted: int
    purpose: str
    tier: int = 0
    engine: str = ""


# State


class BudgetLedger(msgspec.Struct, frozen=True, kw_only=True):
    """The ledger of an applicant's month: the amounts reserved or spent, in total and by job."""

    used: Amounts = Amounts()
    jobs: dict[str, Amounts] = {}
    #: the reservations not yet settled, by call
    open: dict[str, BudgetReserved] = {}
    #: the limits last applied to each job
    allowances: dict[str, Allowance] = {}


def fold(ledger: BudgetLedger, events: Iterable[Event]) -> BudgetLedger:
    """Return the ledger after those events."""
    for event in events:
        ledger = evolve(ledger, event)
    return ledger


def evolve(ledger: BudgetLedger, event: Event) -> BudgetLedger:
    """Return the ledger after `event`; only the first settlement of a call counts."""
    match event:
        case BudgetReserved() if event.call_id not in ledger.open:
            kept = _count(ledger, event.job_id, event.amounts)
            return replace(
                kept,
                open={**ledger.open, event.call_id: event},
                allowances={**ledger.allowances, event.job_id: event.allowance},
            )
        case BudgetSettled() if event.call_id in ledger.open:
            reserved = ledger.open[event.call_id]
            left = {call_id: each for call_id, each in ledger.open.items() if call_id != event.call_id}
            counted = _count(ledger, reserved.job_id, event.amounts.minus(reserved.amounts))
            return replace(counted, open=left)
        case _:
            return ledger


def settle(reserved: BudgetReserved, told: CostIncurred | None, at: datetime) -> BudgetSettled:
    """Return the settlement of the reservation by the reported cost; without one, by all that was reserved."""
    amounts = reserved.amounts if told is None else _count_call(reserved.amounts, told)
    return BudgetSettled(
        call_id=reserved.call_id,
        job_id=reserved.job_id,
        at=at,
        amounts=amounts,
        reserved=reserved.amounts,
        lapsed=told is None,
    )


def _count_call(reserved: Amounts, told: CostIncurred) -> Amounts:
    """Return the amounts that a call counts for.

    That is only time if the endpoint did not accept it, and the reserved amounts where the actual ones are unknown.
    """
    if told.code in _NOT_TAKEN:
        return Amounts(took_ms=told.took_ms)
    return Amounts(
        calls=1,
        tokens=told.input_tokens + told.output_tokens or reserved.tokens,
        nano_usd=reserved.nano_usd if told.nano_usd is None else told.nano_usd,
        took_ms=told.took_ms,
    )


def _count(ledger: BudgetLedger, job_id: str, more: Amounts) -> BudgetLedger:
    of_job = ledger.jobs.get(job_id, Amounts()).plus(more)
    return replace(ledger, used=ledger.used.plus(more), jobs={**ledger.jobs, job_id: of_job})


def find_excess(ledger: BudgetLedger, wanted: BudgetReserved) -> BudgetExceeded | None:
    """Return the first limit that the call would exceed; None if it may be made."""
    allowance, used_by_job = wanted.allowance, ledger.jobs.get(wanted.job_id, Amounts())
    for scope, limits, used in ((Scope.JOB, allowance.job, used_by_job), (Scope.MONTH, allowance.month, ledger.used)):
        for measure, limit, spent, more in _compare(limits, used, wanted.amounts):
            if limit is not None and spent + more > limit:
                return BudgetExceeded(
                    at=wanted.at,
                    scope=scope,
                    measure=measure,
                    limit=limit,
                    used=spent,
                    wanted=more,
                    purpose=wanted.purpose,
                    tier=wanted.tier,
                    engine=wanted.engine,
                )
    return None


def _compare(limits: Limits, used: Amounts, wanted: Amounts) -> Iterator[tuple[Measure, int | None, int, int]]:
    yield Measure.MONEY, limits.nano_usd, used.nano_usd, wanted.nano_usd
    yield Measure.TOKENS, limits.tokens, used.tokens, wanted.tokens
    yield Measure.CALLS, limits.calls, used.calls, wanted.calls
    yield Measure.TIME, limits.took_ms, used.took_ms, wanted.took_ms


class BudgetState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a job's budget and of its applicant's month."""

    #: at most what the month's other jobs leave
    limits: Limits
    #: reserved or spent
    used: Amounts
    #: the calls that are not settled, and the amounts reserved for them
    open_calls: int
    reserved: Amounts
    month_limits: Limits
    month_used: Amounts


def read_state(ledger: BudgetLedger, job_id: str, own: Limits = NO_LIMITS) -> BudgetState | None:
    """Return the state of the job's budget; None if the job has no limits and nothing was ever reserved for it."""
    allowance = ledger.allowances.get(job_id)
    if allowance is None and own == NO_LIMITS:
        return None
    held_to = allowance or Allowance(job=own)
    used = ledger.jobs.get(job_id, Amounts())
    reserved = [event.amounts for event in ledger.open.values() if event.job_id == job_id]
    return BudgetState(
        limits=held_to.job.capped(held_to.month.minus(ledger.used.minus(used))),
        used=used,
        open_calls=len(reserved),
        reserved=reduce(Amounts.plus, reserved, Amounts()),
        month_limits=held_to.month,
        month_used=ledger.used,
    )


def find_exceeded(events: Iterable[Event]) -> BudgetExceeded | None:
    """Return the event by which the job first exceeded its budget, if there is one."""
    return next((event for event in events if isinstance(event, BudgetExceeded)), None)


def by_cause(told: Sequence[Event], job_id: str) -> list[tuple[str | None, list[Event]]]:
    """Group events for a job's log by the id of their cause; None for those without a fixed one.

    An exceeded budget and the cost of a call are each written once: every writer derives the same id for them.
    """
    once = {_cause_of(event, job_id): [event] for event in told if _cause_of(event, job_id)}
    others = [event for event in told if not _cause_of(event, job_id)]
    return [(None, others), *once.items()] if others else list(once.items())


def _cause_of(event: Event, job_id: str) -> str | None:
    match event:
        case BudgetExceeded():
            return ids.derived(job_id, BudgetExceeded.__name__)
        case CostIncurred():
            return ids.derived(event.call_id, CostIncurred.__name__)
        case _:
            return None


def name_ledger(applicant: str, requested_at: datetime) -> str:
    """Return the id of the ledger for a request at that time: the applicant's month, in UTC."""
    return f"{requested_at:%Y-%m}-{applicant}"

"""What may be asked of language models for a job, and for an applicant in a month, and the ledger kept of it.

A ledger is an applicant's month, and a job is in the ledger of the month it was requested in, as long as it lasts: so
one expectation of the log guards what the job has left and what the applicant has. Whatever is reserved counts in full
until it is settled, once; a reservation that nobody settles lapses, and goes on counting in full.
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

#: the endpoint did not take the request, so that nothing was spent on it
_NOT_TAKEN = frozenset(
    {
        ModelFailure.NOT_CONFIGURED,
        ModelFailure.MODEL_FORBIDDEN,
        ModelFailure.MODEL_REFUSED,
        ModelFailure.MODEL_RATE_LIMITED,
    }
)


class Measure(StrEnum):
    """The things that a budget limits."""

    MONEY = "money"
    TOKENS = "tokens"
    CALLS = "calls"
    TIME = "time"


class Scope(StrEnum):
    """A job, or all of an applicant's jobs of a month."""

    JOB = "job"
    MONTH = "month"


class OnBudget(StrEnum):
    """What becomes of a job whose budget is spent while something is still open."""

    #: a human is asked for it
    ASK = "ask"
    #: the job ends
    END = "end"


class Amounts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a call, or some of them, come to."""

    calls: int = 0
    tokens: int = 0
    #: billionths of a dollar; 0 where nobody knows the price
    nano_usd: int = 0
    #: milliseconds
    took_ms: int = 0

    def plus(self, other: Amounts) -> Amounts:
        """The sum of both."""
        return Amounts(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            nano_usd=self.nano_usd + other.nano_usd,
            took_ms=self.took_ms + other.took_ms,
        )

    def minus(self, other: Amounts) -> Amounts:
        """These amounts less the other's."""
        return Amounts(
            calls=self.calls - other.calls,
            tokens=self.tokens - other.tokens,
            nano_usd=self.nano_usd - other.nano_usd,
            took_ms=self.took_ms - other.took_ms,
        )


class Limits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The most of each that may be asked for; None where there is no end to it."""

    nano_usd: int | None = None
    tokens: int | None = None
    calls: int | None = None
    took_ms: int | None = None

    def filled_up(self, other: Limits) -> Limits:
        """These, and the other's where these say nothing."""
        return Limits(
            nano_usd=other.nano_usd if self.nano_usd is None else self.nano_usd,
            tokens=other.tokens if self.tokens is None else self.tokens,
            calls=other.calls if self.calls is None else self.calls,
            took_ms=other.took_ms if self.took_ms is None else self.took_ms,
        )

    def capped(self, other: Limits) -> Limits:
        """Of each limit the lower of both."""
        return Limits(
            nano_usd=_find_lower(self.nano_usd, other.nano_usd),
            tokens=_find_lower(self.tokens, other.tokens),
            calls=_find_lower(self.calls, other.calls),
            took_ms=_find_lower(self.took_ms, other.took_ms),
        )

    def minus(self, used: Amounts) -> Limits:
        """What these leave once so much is used."""
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
    """The limits that a call for a job is held to."""

    job: Limits = Limits()
    month: Limits = Limits()


# Events


class BudgetReserved(Event, frozen=True, kw_only=True):
    """A call to a model is about to go out, and this is put by for it; on the ledger."""

    call_id: str
    job_id: str
    at: datetime
    #: nobody settles it later than that
    expires_at: datetime
    #: `provider/model`
    model: str
    purpose: str
    tier: int = 0
    #: whose question it is; empty for a service's own
    engine: str = ""
    amounts: Amounts
    #: what it was held to
    allowance: Allowance = Allowance()


class BudgetSettled(Event, frozen=True, kw_only=True):
    """A call is over, and this is what it counts for; on the ledger."""

    call_id: str
    job_id: str
    at: datetime
    amounts: Amounts
    #: what was put by, and is free again; said again for who adds up settlements without the ledger
    reserved: Amounts
    #: nobody told what came of it: it counts for all that was put by
    lapsed: bool = False


class BudgetExceeded(Event, frozen=True, kw_only=True):
    """A call did not go out, as more would have been spent than may be: no model is asked for the job any more."""

    SAID_ONCE: ClassVar[bool] = True

    at: datetime
    scope: Scope
    measure: Measure
    #: in the unit of the measure's amount
    limit: int
    #: put by or spent before
    used: int
    #: what the call might have come to
    wanted: int
    purpose: str
    tier: int = 0
    engine: str = ""


# State


class BudgetLedger(msgspec.Struct, frozen=True, kw_only=True):
    """An applicant's month: what is reserved or spent, in all and for each of its jobs."""

    used: Amounts = Amounts()
    jobs: dict[str, Amounts] = {}
    #: not settled yet, by call
    open: dict[str, BudgetReserved] = {}
    #: what each job was held to last
    allowances: dict[str, Allowance] = {}


def fold(ledger: BudgetLedger, events: Iterable[Event]) -> BudgetLedger:
    """The ledger after those events."""
    for event in events:
        ledger = evolve(ledger, event)
    return ledger


def evolve(ledger: BudgetLedger, event: Event) -> BudgetLedger:
    """The ledger after `event`; of a call the first settlement counts."""
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
    """The reservation settled by what was told of its call, where anything was."""
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
    """What a call counts for: nothing where nobody took it; where nobody knows, all that was put by."""
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
    """The first limit that the call would go beyond; None where it may go out."""
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
    """How a job stands with its budget, and its applicant's month."""

    #: no more than others of the month leave it
    limits: Limits
    #: spent or reserved
    used: Amounts
    #: calls that are not settled, and what is reserved for them
    open_calls: int
    reserved: Amounts
    month_limits: Limits
    month_used: Amounts


def read_state(ledger: BudgetLedger, job_id: str, own: Limits = NO_LIMITS) -> BudgetState | None:
    """The job's, which limits that by itself; None where it does not, and nothing was ever reserved for it."""
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
    """The event that first said of the job that no model is asked any more."""
    return next((event for event in events if isinstance(event, BudgetExceeded)), None)


def by_cause(told: Sequence[Event], job_id: str) -> list[tuple[str | None, list[Event]]]:
    """What is to be said on a job's log, by the id of what it follows from; None for what nothing stands for.

    That a budget is spent, and what a call cost, is said once: whoever says it again, or elsewhere, has the same id.
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
    """The ledger of what was requested then: the applicant's month, by UTC."""
    return f"{requested_at:%Y-%m}-{applicant}"

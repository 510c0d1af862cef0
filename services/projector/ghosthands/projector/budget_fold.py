"""Ledgers: each job's reservations and costs in its applicant's month, and its limits."""

from __future__ import annotations

from typing import Any

from ghosthands.domain.budget import Amounts, BudgetReserved, BudgetSettled
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector.folded import Folded
from ghosthands.readmodel.rows import BudgetLimitsRow, BudgetRow


def fold(folded: Folded, recorded: Recorded[Any]) -> None:
    """Add what the event changes; a call is settled once, by a decision on its ledger."""
    match recorded.event:
        case BudgetReserved(amounts=amounts):
            _add(folded, recorded, amounts, open_calls=1, open_nano_usd=amounts.nano_usd)
            folded.budget_limits.put(_read_limits(recorded))
        case BudgetSettled(amounts=amounts, reserved=reserved, lapsed=lapsed):
            more = amounts.minus(reserved)
            _add(folded, recorded, more, open_calls=-1, open_nano_usd=-reserved.nano_usd, lapsed_calls=int(lapsed))


def _add(
    folded: Folded,
    recorded: Recorded[Any],
    more: Amounts,
    *,
    open_calls: int,
    open_nano_usd: int,
    lapsed_calls: int = 0,
) -> None:
    folded.budgets.put(
        BudgetRow(
            ledger=recorded.aggregate.id,
            job_id=recorded.event.job_id,
            calls=more.calls,
            tokens=more.tokens,
            nano_usd=more.nano_usd,
            took_ms=more.took_ms,
            open_calls=open_calls,
            open_nano_usd=open_nano_usd,
            lapsed_calls=lapsed_calls,
            sequence=recorded.sequence,
        )
    )


def _read_limits(recorded: Recorded[BudgetReserved]) -> BudgetLimitsRow:
    allowance = recorded.event.allowance
    return BudgetLimitsRow(
        job_id=recorded.event.job_id,
        limit_nano_usd=allowance.job.nano_usd,
        limit_tokens=allowance.job.tokens,
        limit_calls=allowance.job.calls,
        limit_ms=allowance.job.took_ms,
        month_limit_nano_usd=allowance.month.nano_usd,
        sequence=recorded.sequence,
    )

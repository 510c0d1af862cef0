"""The meter of calls to models: it reserves the possible cost before a call, and settles the actual cost after it.

The caller of a model passes a meter. A meter that enforces a budget raises BudgetSpent from `reserve`, and the call is
not made. Whatever the outcome of a call, its reservation is settled once.
"""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from typing import Protocol

from ghosthands.domain.asked_models import NANO, CostIncurred, Purpose


@dataclass(frozen=True)
class Estimate:
    """The greatest cost of a call, as far as it is known beforehand."""

    #: `provider/model`
    model: str
    purpose: Purpose
    tier: int
    #: the engine that asks; empty if a service does
    engine: str
    input_tokens: int
    output_tokens: int
    #: None if the model's price is unknown
    cost_usd: Decimal | None
    #: how long it may take
    seconds: float = 0.0


@dataclass(frozen=True)
class ModelCall:
    """A call's metered data; never the question or the answer."""

    model: str
    purpose: Purpose
    tier: int
    engine: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    #: None if unknown
    cost_usd: Decimal | None
    took_ms: int
    #: the reason if it failed; else None
    code: str | None = None


class Reservation(Protocol):
    """Money reserved for one call until the call is over."""

    async def settle(self, call: ModelCall) -> None:
        """Settle the reservation by the finished call's actual cost."""


class Meter(Protocol):
    """Allows calls, and records each one's cost."""

    async def reserve(self, estimate: Estimate) -> Reservation:
        """Reserve the call's possible cost. Raises BudgetSpent if that is more than is left."""


@dataclass(frozen=True)
class Unlimited:
    """Allows every call, and reports it to `on_call`."""

    on_call: Callable[[ModelCall], None] = lambda _: None

    async def reserve(self, estimate: Estimate) -> Unlimited:
        """Allow the call, whatever its cost."""
        return self

    async def settle(self, call: ModelCall) -> None:
        """Report the call."""
        self.on_call(call)


@dataclass(frozen=True)
class LogMeter:
    """Allows every call, and logs its cost."""

    #: appends the event
    say: Callable[[CostIncurred], Awaitable[None]]
    on_call: Callable[[ModelCall], None] = lambda _: None

    async def reserve(self, estimate: Estimate) -> LogMeter:
        """Allow the call, whatever its cost."""
        return self

    async def settle(self, call: ModelCall) -> None:
        """Log the call's cost."""
        self.on_call(call)
        await self.say(make_cost(call, call_id=str(uuid.uuid4())))


def make_cost(call: ModelCall, *, call_id: str) -> CostIncurred:
    """Make the event of a call; a fraction of the smallest unit counts as a whole one."""
    return CostIncurred(
        call_id=call_id,
        model=call.model,
        purpose=call.purpose.value,
        tier=call.tier,
        engine=call.engine,
        input_tokens=call.input_tokens,
        output_tokens=call.output_tokens,
        cached_tokens=call.cached_tokens,
        nano_usd=None if call.cost_usd is None else to_nano(call.cost_usd),
        took_ms=call.took_ms,
        code=call.code,
    )


def to_nano(dollars: Decimal) -> int:
    """Convert dollars to billionths, rounded up."""
    return int((dollars * NANO).to_integral_value(ROUND_UP))

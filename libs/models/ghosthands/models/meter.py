"""The hook around each call to a model: what it may cost is reserved before it goes out, what it cost settles that.

Whoever asks on somebody's behalf passes a meter. A meter that keeps a budget raises BudgetSpent from `reserve`, and the
call does not go out. Whatever came of a call, also where it failed or was broken off, its reservation is settled once.
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
    """What a call may come to at the most, as far as can be known before it goes out."""

    #: `provider/model`
    model: str
    purpose: Purpose
    tier: int
    #: whose call it is; empty for a service's own
    engine: str
    input_tokens: int
    output_tokens: int
    #: None where nobody knows what the model costs
    cost_usd: Decimal | None
    #: how long it may take
    seconds: float = 0.0


@dataclass(frozen=True)
class ModelCall:
    """A call as it is metered: never what was asked or answered."""

    model: str
    purpose: Purpose
    tier: int
    engine: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    #: None where nobody knows
    cost_usd: Decimal | None
    took_ms: int
    #: why it failed; None where it did not
    code: str | None = None


class Reservation(Protocol):
    """Money put by for one call, until that is over."""

    async def settle(self, call: ModelCall) -> None:
        """The call is over, and this is what it came to."""


class Meter(Protocol):
    """Lets calls go out, and is told what each came to."""

    async def reserve(self, estimate: Estimate) -> Reservation:
        """Put by what the call may come to. Raises BudgetSpent where that is more than is left."""


@dataclass(frozen=True)
class Unlimited:
    """Lets every call go out, and tells of it."""

    on_call: Callable[[ModelCall], None] = lambda _: None

    async def reserve(self, estimate: Estimate) -> Unlimited:
        """Allow the call, whatever it comes to."""
        return self

    async def settle(self, call: ModelCall) -> None:
        """Hand on what the call came to."""
        self.on_call(call)


@dataclass(frozen=True)
class LogMeter:
    """Lets every call go out, and says on the log what it came to."""

    #: appends the event
    say: Callable[[CostIncurred], Awaitable[None]]
    on_call: Callable[[ModelCall], None] = lambda _: None

    async def reserve(self, estimate: Estimate) -> LogMeter:
        """Allow the call, whatever it comes to."""
        return self

    async def settle(self, call: ModelCall) -> None:
        """Put what the call came to on the log."""
        self.on_call(call)
        await self.say(make_cost(call, call_id=str(uuid.uuid4())))


def make_cost(call: ModelCall, *, call_id: str) -> CostIncurred:
    """The event of a call; a fraction of the smallest unit counts as one."""
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
    """Dollars in billionths, rather too many than too few."""
    return int((dollars * NANO).to_integral_value(ROUND_UP))

"""The rate limit of each of VALET's users: calls a minute, over all gateways; a batch counts as its jobs.

NATS counts the calls: each is one message to a counter (ADR-49 of NATS), one subject a user and minute, and the answer
to it is the count. VALET itself is not counted. Where NATS does not answer, the limit refuses nobody: the call has
nothing to work with then and says so itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from typing import Protocol

from ghosthands.domain.errors import Transient
from ghosthands.hitl_gateway.http.refusals import ErrorWord, Refused
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.wire import subjects

MINUTE_SECONDS = 60


class CountedBus(Protocol):
    """The part of a connection that counts."""

    async def count(self, subject: str, by: int = 1) -> int:
        """Add to the subject's counter, and return the count. Raises StreamUnavailable."""


@dataclass(frozen=True)
class CallAllowance:
    """The rest of a minute's calls."""

    limit: int
    used: int
    reset_at: datetime

    @property
    def remaining(self) -> int:
        """The number of calls that are left."""
        return max(self.limit - self.used, 0)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every answer to that user."""
        told = {"Limit": self.limit, "Remaining": self.remaining, "Reset": int(self.reset_at.timestamp())}
        return {f"x-ratelimit-{name.lower()}": str(value) for name, value in told.items()}

    def refuse(self, now: datetime) -> Refused | None:
        """Return the refusal of a call beyond the limit; None for one within it."""
        if self.used <= self.limit:
            return None
        wait = max(1, ceil((self.reset_at - now).total_seconds()))
        refused = Refused(
            429,
            ErrorWord.RATE_LIMIT_EXCEEDED,
            f"at most {self.limit} calls a minute, a batch counting as its jobs: call again in {wait} seconds",
            limit=self.limit,
            reset_at=self.reset_at.isoformat(),
        )
        refused.headers["Retry-After"] = str(wait)
        return refused


class UserLimits:
    """Counts the calls of users."""

    def __init__(self, bus: CountedBus, per_minute: int, *, now: Clock = utc_now) -> None:
        self._bus = bus
        self._per_minute = per_minute
        self._now = now

    async def take(self, user: str, calls: int = 1) -> CallAllowance | None:
        """Count so many calls of the user's; None where they cannot be counted."""
        minute = int(self._now().timestamp()) // MINUTE_SECONDS
        try:
            used = await self._bus.count(subjects.count_of_calls(user, minute), calls)
        except Transient:
            return None
        reset_at = datetime.fromtimestamp((minute + 1) * MINUTE_SECONDS, UTC)
        return CallAllowance(self._per_minute, used, reset_at)

    async def admit(self, user: str, calls: int = 1) -> CallAllowance | None:
        """Count so many calls of the user's. Raises Refused (429) beyond the limit."""
        allowance = await self.take(user, calls)
        refused = allowance.refuse(self._now()) if allowance else None
        if refused is not None and allowance is not None:
            refused.headers.update(allowance.headers)
            raise refused
        return allowance

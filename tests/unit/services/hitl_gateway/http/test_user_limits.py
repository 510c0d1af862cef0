"""A user's calls are limited by the minute, at all gateways together."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.hitl_gateway.http.refusals import Refused
from ghosthands.hitl_gateway.http.user_limits import UserLimits

NOON = datetime(2026, 1, 2, 12, 0, 40, tzinfo=UTC)


class Nats:
    """Counts for whoever asks."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.is_away = False

    async def count(self, subject: str, by: int = 1) -> int:
        if self.is_away:
            raise StreamUnavailable("away")
        self.counts[subject] += by
        return self.counts[subject]


async def test_two_gateways_give_a_user_no_more_than_one_would() -> None:
    nats, now = Nats(), [NOON]
    first, second = (UserLimits(nats, 3, now=lambda: now[0]) for _ in range(2))
    told = [await gateway.admit("ada") for gateway in (first, second, first)]
    assert [one.remaining for one in told if one] == [2, 1, 0]
    with pytest.raises(Refused) as refused:
        await second.admit("ada")
    assert refused.value.http_status == 429
    assert refused.value.body == {
        "error": "rate_limit_exceeded",
        "message": "at most 3 calls a minute, a batch counting as its jobs: call again in 20 seconds",
        "limit": 3,
        "reset_at": "2026-01-02T12:01:00+00:00",
    }
    reset = str(int((NOON + timedelta(seconds=20)).timestamp()))
    assert refused.value.headers == {
        "Retry-After": "20",
        "x-ratelimit-limit": "3",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": reset,
    }
    assert await second.admit("grace"), "another user's are their own"
    now[0] += timedelta(seconds=20)
    assert await second.admit("ada"), "a new minute"


async def test_nobody_is_refused_because_nobody_counts() -> None:
    nats = Nats()
    nats.is_away = True
    assert await UserLimits(nats, 1).admit("ada") is None

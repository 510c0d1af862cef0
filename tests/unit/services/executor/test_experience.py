"""What the engines did counts by its age, and where it cannot be read the order is the table's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ghosthands.domain.cascade import HALF_LIFE_DAYS
from ghosthands.domain.engine import EngineName
from ghosthands.executor.experience import Experienced, weighed
from ghosthands.readmodel.rows import EngineDayRow

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def day(ago: float, successes: int, failures: int, engine: str = "magnitude") -> EngineDayRow:
    return EngineDayRow("workday", engine, NOW - timedelta(days=ago), successes, failures, 1)


def test_an_attempt_counts_half_after_its_half_life() -> None:
    tally = weighed([day(HALF_LIFE_DAYS, 8, 4)], NOW)["workday"][EngineName.MAGNITUDE]
    assert (tally.successes, tally.failures) == pytest.approx((4, 2))


def test_the_days_of_an_engine_add_up() -> None:
    tally = weighed([day(0, 1, 2), day(HALF_LIFE_DAYS, 2, 0)], NOW)["workday"][EngineName.MAGNITUDE]
    assert (tally.successes, tally.failures) == pytest.approx((2, 2))


def test_engines_nobody_knows_any_more_say_nothing() -> None:
    assert weighed([day(0, 1, 2, engine="selenium")], NOW) == {}


async def test_without_projections_nothing_is_known() -> None:
    assert await Experienced(None, lambda: NOW)() == {}


async def test_projections_that_do_not_answer_are_no_reason_to_stop() -> None:
    nowhere = "postgresql://nobody@127.0.0.1:1/none"
    assert await Experienced(nowhere, lambda: NOW)() == {}

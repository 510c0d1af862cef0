"""Each platform hands what our own hand could not fill to the engines that do best there."""

from __future__ import annotations

import pytest

from ghosthands import platforms
from ghosthands.domain.cascade import Why, ranking
from ghosthands.domain.engine import EngineName
from ghosthands.platforms.platform import Platform

DOM, CUA, VISION, HUMAN = (
    EngineName.STAGEHAND_DOM,
    EngineName.STAGEHAND_CUA,
    EngineName.MAGNITUDE,
    EngineName.HUMAN,
)
USUAL = [(DOM, 2, 15), (CUA, 1, 30), (VISION, 2, 30), (HUMAN, 1, 120)]
#: platform, total seconds, and each level's engine, retries and seconds of an attempt, as upstream has them
LEVELS = [
    ("linkedin", 300, USUAL),
    ("greenhouse", 300, USUAL),
    ("lever", 300, USUAL),
    ("workday", 300, [(VISION, 3, 30), (CUA, 1, 30), (HUMAN, 1, 120)]),
    ("generic", 300, USUAL),
]


@pytest.mark.parametrize(("platform", "total", "levels"), LEVELS, ids=[platform for platform, *_ in LEVELS])
def test_each_platform_has_its_levels_with_their_retries_and_times(
    platform: str, total: int, levels: list[tuple[EngineName, int, int]]
) -> None:
    found = platforms.cascade_of(platform)
    assert [(level.engine, level.retries, level.seconds) for level in found.levels] == levels
    assert found.total_seconds == total


@pytest.mark.parametrize("platform", platforms.ALL, ids=lambda platform: platform.name)
def test_the_human_ends_every_platforms_cascade(platform: Platform) -> None:
    assert platform.cascade.levels[-1].engine is HUMAN


def test_workday_is_seen_before_it_is_read() -> None:
    found = ranking(platforms.cascade_of("workday"), {DOM, CUA, VISION})
    assert (found.engines, found.why) == ((VISION, CUA), Why.PLATFORM)

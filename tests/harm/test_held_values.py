"""What counts as filled is what the form will send: not what shows for a moment, nor what shows and is not sent."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ghosthands.domain.job import Phase
from ghosthands.domain.session import ActionFailed, ActionVerified
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

WHY = "Why do you want to work here?"


async def ended(lab: Lab, harm: HarmSite, name: str, answers: Mapping[str, str]) -> FollowedJob:
    """The job for that page, once it is over or asks."""
    url = harm.url(name)
    job_id = await lab.apply(a_posting(), target_url=url, profile=JORDAN.profile, qa_answers=dict(answers))
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


def codes(seen: FollowedJob) -> list[str]:
    return [event.code for event in seen.named("ActionFailed") if isinstance(event, ActionFailed)]


async def test_what_a_page_replaces_a_moment_later_is_not_sent(lab: Lab, harm: HarmSite) -> None:
    seen = await ended(lab, harm, "taking_back", {WHY: "Because."})
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications("taking_back")
    assert (sent.fields["city"], sent.fields["why"]) == (["Sacramento"], [""])
    assert codes(seen) == ["not_kept"]


async def test_a_value_that_another_field_overwrites_a_moment_later_is_put_in_again(lab: Lab, harm: HarmSite) -> None:
    seen = await ended(lab, harm, "clearing_others", {})
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications("clearing_others")
    assert sent.fields["city"] == ["Sacramento"]
    assert not codes(seen)


async def test_a_form_that_is_gone_a_moment_later_holds_nothing(lab: Lab, harm: HarmSite) -> None:
    seen = await ended(lab, harm, "unmounting", {})
    assert seen.phase is not Phase.COMPLETED, seen
    assert not [event for event in seen.named("ActionVerified") if isinstance(event, ActionVerified)]
    assert set(codes(seen)) == {"element_not_found"}
    assert not harm.applications("unmounting")

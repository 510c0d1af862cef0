"""Version 1 by a manual: learnt from a job, gone by for the next person, judged by what the site received."""

from __future__ import annotations

import msgspec
import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.practice.postings import Posting
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


async def applied(lab: Lab, posting: Posting, user: str, **changes: object) -> FollowedJob:
    """Somebody applies by version 1, and cookbook has heard of it."""
    user_id = ids.derived(posting.key, user)
    seen = await lab.finished(await lab.apply(posting, engine_version=1, valet_user_id=user_id, **changes))
    await lab.at_rest()
    return seen


async def test_a_manual_whose_step_fails_is_left_on_the_page_where_it_stands(lab: Lab) -> None:
    posting = a_posting(slug="initech")
    steps = [
        {"action": "fill", "selector": '[name="first_name"]', "value": "profile.first_name"},
        {"action": "fill", "selector": "#gone", "value": "profile.email"},
        {"action": "click", "selector": "text=Submit application"},
    ]
    draft = {"url_pattern": "127.0.0.1/greenhouse/initech/jobs/*", "steps": steps}
    await micro.ask(lab.bus, subjects.recipes("add"), msgspec.json.encode(draft), timeout=15)
    alone = await applied(lab, posting, "alone", execution_mode="cookbook_only")
    assert (alone.phase, alone.job.failure, lab.submissions(posting)) == (Phase.FAILED, "manual_failed", 0), str(alone)
    hybrid = await applied(lab, posting, "hybrid", execution_mode="hybrid")
    assert hybrid.phase is Phase.COMPLETED, str(hybrid)
    (chosen,) = hybrid.named("ModeChosen")
    assert getattr(chosen, "reason", None) == "manual_failed"
    assert len(hybrid.named("SessionOpened")) == 1
    assert lab.submissions(posting) == 1


async def test_a_manual_that_holds_a_value_is_not_taken_in(lab: Lab) -> None:
    steps = [{"action": "fill", "selector": "#email", "value": "ada@example.com"}]
    draft = {"url_pattern": "jobs.example.com/*", "steps": steps}
    with pytest.raises(RequestRefused, match="never a value"):
        await micro.ask(lab.bus, subjects.recipes("add"), msgspec.json.encode(draft), timeout=15)


async def test_what_a_job_did_the_next_one_does_by_its_manual_alone(lab: Lab) -> None:
    posting, next_posting = a_posting(slug="globex"), a_posting(slug="globex")
    first = await applied(lab, posting, "first")
    assert first.phase is Phase.COMPLETED, str(first)
    second = await applied(lab, next_posting, "second", execution_mode="cookbook_only")
    assert second.phase is Phase.COMPLETED, str(second)
    assert second.named("ManualFound")
    assert second.named("PlanProposed") == second.named("RecipeFound") == []
    assert (lab.submissions(posting), lab.submissions(next_posting)) == (1, 1)

"""A browser that is lost in the middle of an application, and whoever dies while a human is asked."""

from __future__ import annotations

import os
import signal

import pytest

from ghosthands.domain import job, services
from ghosthands.domain.human import HumanTimedOut, Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.session import SessionLost, SessionOpened
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def on_the_second_page(seen: FollowedJob) -> bool:
    """It left the first page and has read the second."""
    names = [one.name for one in seen.recorded]
    return "ActionSucceeded" in names and "PageObserved" in names[names.index("ActionSucceeded") :]


async def test_a_job_whose_browser_is_killed_goes_on_where_it_was(lab: Lab) -> None:
    posting = a_posting("stepwise")
    job_id = await lab.apply(posting)
    before = await lab.until(job_id, on_the_second_page)
    (opened,) = before.named("SessionOpened")
    assert isinstance(opened, SessionOpened)
    assert opened.pid is not None
    os.kill(opened.pid, signal.SIGKILL)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert lab.submissions(posting) == 1
    first, second = (event for event in seen.named("SessionOpened") if isinstance(event, SessionOpened))
    assert (first.restored, second.restored) == (False, True)
    assert len(seen.named("PressHeld")) == len(seen.named("StepTaken")) == 1, "the first page was filled once"


async def test_a_paused_job_keeps_its_browser_while_its_host_is_replaced(lab: Lab) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?captcha=1")
    before = await lab.asking(job_id)
    (opened,) = before.named("SessionOpened")
    assert isinstance(opened, SessionOpened)
    restarts = lab.stack.process(services.BROWSER_HOST).restarts
    lab.signal(services.BROWSER_HOST, signal.SIGTERM)
    await lab.stack.wait_until_restarted(services.BROWSER_HOST, restarts + 1)
    await lab.answer(job_id, Resolution.SKIP)
    seen = await lab.finished(job_id)
    assert not [event for event in seen.named("SessionLost") if isinstance(event, SessionLost)], seen
    assert len(seen.named("SessionOpened")) == 1


@pytest.mark.heavy  # a human's half minute is waited out
async def test_a_wait_its_countdown_and_its_browser_outlive_every_service(lab: Lab) -> None:
    posting = a_posting()
    answered = await lab.apply(posting, query="?unknown=1")
    left = await lab.apply(a_posting("lever"), query="?captcha=1", human_timeout_seconds=30)
    before, unanswered = await lab.asking(answered), await lab.asking(left)
    ask, due = before.job.human.ask, job.deadlines(unanswered.job)["human"]
    restarts = {name: lab.stack.process(name).restarts for name in services.SERVICES}
    for name in services.SERVICES:
        lab.signal(name, signal.SIGKILL)
    for name in services.SERVICES:
        await lab.stack.wait_until_restarted(name, restarts[name] + 1)
    assert ask is not None
    await lab.answer(answered, values={ask.fields[0].question_key: "Norwegian blue"}, request_id=ask.request_id)
    seen = await lab.finished(answered)
    assert seen.phase is Phase.COMPLETED, seen
    assert (lab.submissions(posting), len(seen.named("HumanRequested"))) == (1, 1)
    assert (len(seen.named("SessionOpened")), seen.named("SessionLost")) == (1, []), seen
    ended = await lab.finished(left)
    assert (ended.phase, ended.job.failure) == (Phase.FAILED, "hitl_timeout"), ended
    (timed_out,) = ended.named("HumanTimedOut")
    assert isinstance(timed_out, HumanTimedOut)
    assert timed_out.at >= due

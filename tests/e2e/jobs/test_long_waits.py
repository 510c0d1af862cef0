"""A job whose human comes late: its browser was put away meanwhile, and is opened again on the same page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.domain.job import HumanRequested, Phase
from ghosthands.domain.session import SessionLost, SessionOpened
from ghosthands.testkit.lab import TENANT, FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

DAY = 86_400


@pytest.fixture(scope="module")
async def hurried(open_folder: Path) -> AsyncIterator[Lab]:
    """A stack whose hosts keep a browser that nobody uses for five seconds."""
    impatient = {services.BROWSER_HOST: {"GHOSTHANDS_BROWSER_HOST_IDLE_SECONDS": "5"}}
    async with Lab.start(open_folder / "hurried", by_service=impatient) as running:
        yield running


def was_put_away(seen: FollowedJob) -> bool:
    return any(isinstance(event, SessionLost) and event.reason == "put_away" for event in seen.named("SessionLost"))


async def test_the_browser_is_put_away_and_opened_again_for_who_comes(hurried: Lab) -> None:
    posting = a_posting("stepwise")
    job_id = await hurried.apply(posting, query="?unknown=1", human_timeout_seconds=DAY)
    asked = (await hurried.asking(job_id)).job.human.ask
    assert isinstance(asked, HumanRequested)
    assert asked.timeout_seconds == DAY
    await hurried.until(job_id, was_put_away)
    await hurried.publish("human.came", {"tenant": TENANT, "job_id": job_id})
    seen = await hurried.until(job_id, lambda seen: len(seen.named("SessionOpened")) == 2)
    _, again = (event for event in seen.named("SessionOpened") if isinstance(event, SessionOpened))
    assert again.restored
    assert seen.asks
    (question,) = asked.fields
    await hurried.answer(job_id, values={question.question_key: "Norwegian blue"}, request_id=asked.request_id)
    done = await hurried.finished(job_id)
    assert done.phase is Phase.COMPLETED, done
    assert hurried.submissions(posting) == 1
    (submission,) = hurried.site.ledger.of(posting.key)
    assert ["Norwegian blue"] in submission.received.values.values()


@pytest.mark.heavy
async def test_who_answers_without_coming_has_it_opened_all_the_same(hurried: Lab) -> None:
    posting = a_posting()
    job_id = await hurried.apply(posting, query="?unknown=1", human_timeout_seconds=DAY)
    asked = (await hurried.asking(job_id)).ask
    await hurried.until(job_id, was_put_away)
    await hurried.answer(job_id, values={asked.fields[0].question_key: "Norwegian blue"})
    assert (await hurried.finished(job_id)).phase is Phase.COMPLETED
    assert hurried.submissions(posting) == 1

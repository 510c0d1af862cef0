"""What somebody says to a job later brings it on, and nothing is sent twice: judged by what the site received."""

from __future__ import annotations

import pytest

from ghosthands.domain.job import JobContinued, Phase, SubmissionState
from ghosthands.practice.postings import Posting
from ghosthands.testkit.lab import TENANT, FollowedJob, Lab, a_posting, job_id_of

pytestmark = pytest.mark.e2e

#: a question that only the person can answer
UNKNOWN = "?unknown=1"
ANSWER = "Norwegian blue"


def overrides(seen: FollowedJob, answer: str = ANSWER) -> str:
    """What answers the question that the job asks, or asked last."""
    asked = seen.named("HumanRequested")[-1]
    (question,) = asked.fields  # type: ignore[attr-defined]
    return f"Field overrides:\n{question.field_id}: {answer}"


def received(lab: Lab, posting: Posting) -> list[str]:
    """The answers to the question that the site got, an application each."""
    sent = lab.site.ledger.of(posting.key)
    return [value for one in sent for values in one.received.values.values() for value in values if "blue" in value]


@pytest.mark.heavy  # it waits for a time-out
async def test_a_job_that_nobody_answered_in_time_is_continued_with_the_answer_and_sent_once(lab: Lab) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query=UNKNOWN, human_timeout_seconds=30)
    failed = await lab.finished(job_id)
    assert (failed.phase, failed.job.failure) == (Phase.FAILED, "hitl_timeout")
    await lab.publish("job.continue", {"tenant": TENANT, "job_id": job_id, "message": f"Go.\n{overrides(failed)}"})
    done = await lab.until(job_id, lambda seen: seen.over and bool(seen.named("JobRetried")))
    assert (done.phase, done.job.effects.submission) == (Phase.COMPLETED, SubmissionState.CONFIRMED), done
    (said,) = done.named("JobContinued")
    assert isinstance(said, JobContinued)
    assert (said.request_id, len(said.answered), said.words) == ("", 1, "unread")
    assert len(done.named("SessionOpened")) == 2, "its browser is opened anew"
    assert received(lab, posting) == [ANSWER]


async def test_a_paused_job_is_answered_by_a_message_and_goes_on_with_the_page_it_has(lab: Lab) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query=UNKNOWN)
    asked = await lab.asking(job_id)
    await lab.publish("job.continue", {"tenant": TENANT, "job_id": job_id, "message": overrides(asked)})
    done = await lab.finished(job_id)
    assert done.job.effects.submission is SubmissionState.CONFIRMED, done
    assert len(done.named("SessionOpened")) == 1, "the browser that it kept"
    assert not done.named("JobRetried")
    assert received(lab, posting) == [ANSWER]


async def test_what_was_sent_stays_sent_whatever_is_said(lab: Lab) -> None:
    posting = a_posting()
    body = lab.request(posting)
    await lab.publish("job.requested", body)
    job_id = job_id_of(body)
    before = await lab.finished(job_id)
    message = "Field overrides:\nFirst name: Somebody blue"
    await lab.publish("job.continue", {"tenant": TENANT, "job_id": job_id, "message": message})
    told = await lab.told(body["valet_task_id"], "continue")
    assert (told["accepted"], told["code"]) == (False, "too_late")
    assert len((await lab.finished(job_id)).recorded) == len(before.recorded)
    assert lab.submissions(posting) == 1

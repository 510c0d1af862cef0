"""What a waiting job asks for, told to whoever opens its page; and nothing where it does not wait."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from ghosthands.browser_host.live.asked import describe_wait
from ghosthands.domain import job
from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.plan import Unanswered

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
QUESTION = Unanswered(field_id="f", question_key="0123456789abcdef")


def asking(kind: AskKind, **rest: Any) -> job.HumanRequested:
    return job.HumanRequested(request_id="r", kind=kind, at=NOON, timeout_seconds=300, **rest)


def after(*events: Any) -> job.Job:
    return job.fold("j", [(event, place) for place, event in enumerate(events, 1)])


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (asking(AskKind.FIELDS, fields=(QUESTION,)), "One question on this page is open"),
        (asking(AskKind.FIELDS, fields=(QUESTION, QUESTION)), "2 questions on this page are open"),
        (asking(AskKind.BLOCKER, code="captcha"), "Solve the captcha"),
        (asking(AskKind.BLOCKER, code=Stuck.CREDENTIALS_REFUSED), "refused the user name or password"),
        (asking(AskKind.BLOCKER, code="rate_limited"), "come back later"),
        (asking(AskKind.STUCK, code="no_way_on"), "No button on the page is known"),
        (asking(AskKind.STUCK, code="of_another_version"), "what blocks the application"),
        (asking(AskKind.SUBMIT_UNCLEAR), "“It was submitted” or “It was not submitted”"),
    ],
)
def test_a_job_that_waits_says_for_what(asked: job.HumanRequested, words: str) -> None:
    assert words in describe_wait(after(asked))


def test_a_job_that_does_not_wait_says_nothing() -> None:
    asked = asking(AskKind.BLOCKER, code="captcha")
    done = HumanResolved(request_id="r", resolution=Resolution.DONE, at=NOON)
    resumed = job.JobResumed(request_id="r", at=NOON)
    assert describe_wait(after()) == ""
    assert describe_wait(after(asked, done)) == ""
    assert describe_wait(after(asked, done, resumed)) == ""

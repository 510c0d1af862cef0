"""Stopping submissions: where nothing is sent, and what a job does meanwhile."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ghosthands.domain import job, submissions
from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.submissions import SubmissionsAllowed, SubmissionsStopped
from ghosthands.testkit.story import GUIDANCE, NOON, Story


@pytest.mark.parametrize(
    ("said", "here", "elsewhere"),
    [
        ([], False, False),
        ([SubmissionsStopped(at=NOON)], True, True),
        ([SubmissionsStopped(at=NOON, site="here")], True, False),
        ([SubmissionsStopped(at=NOON), SubmissionsAllowed(at=NOON, site="here")], True, True),
        ([SubmissionsStopped(at=NOON, site="here"), SubmissionsAllowed(at=NOON, site="here")], False, False),
        (
            [SubmissionsStopped(at=NOON, site="here"), SubmissionsStopped(at=NOON), SubmissionsAllowed(at=NOON)],
            True,
            False,
        ),
    ],
)
def test_what_was_stopped_goes_on_by_the_same_words(said: list[job.JobRequested], here: bool, elsewhere: bool) -> None:
    stops = submissions.fold(said)
    assert (stops.hold("here"), stops.hold("elsewhere")) == (here, elsewhere)


def test_it_is_told_since_when_it_was_first_said() -> None:
    later = SubmissionsStopped(at=NOON + timedelta(hours=1))
    assert submissions.fold([SubmissionsStopped(at=NOON), later]).since == {"": NOON}


def decide(story: Story, *, stopped: bool) -> list[object]:
    return list(job.decide(job.Proceed(story.now, GUIDANCE, stopped=stopped), story.job))


def test_a_filled_form_waits_instead_of_being_sent_while_submissions_are_stopped() -> None:
    story = Story().filled()
    (intended,) = decide(story, stopped=False)
    assert isinstance(intended, job.EffectIntended)
    (asked,) = decide(story, stopped=True)
    assert isinstance(asked, job.HumanRequested)
    assert (asked.kind, asked.code) == (AskKind.STUCK, Stuck.SUBMISSIONS_STOPPED)


def test_it_is_sent_once_they_may_go_on() -> None:
    story = Story().filled()
    story.tell(*decide(story, stopped=True))
    story.resolved(Resolution.DONE)
    (resumed,) = decide(story, stopped=True)
    assert isinstance(resumed, job.JobResumed)
    story.tell(resumed)
    assert story.job.phase is job.Phase.RUNNING
    assert story.job.human.gave_up is None
    assert story.job.effects.submission is job.SubmissionState.NONE


def test_what_is_no_submission_goes_on() -> None:
    story = Story().begun()
    assert decide(story, stopped=True) == decide(story, stopped=False)

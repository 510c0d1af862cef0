"""Stopping submissions: where nothing is sent, and what a job does meanwhile."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ghosthands.domain import job, submissions
from ghosthands.domain.codes import Stuck
from ghosthands.domain.errors import Permanent
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


@pytest.mark.parametrize(
    ("said", "site"),
    [
        ("Boards.Example.com", "boards.example.com"),
        ("https://boards.example.com/acme/jobs/1?a=b", "boards.example.com"),
        ("boards.example.com:8443/x", "boards.example.com"),
        ("127.0.0.1:8791", "127.0.0.1"),
        ("http://[::1]:80/", "::1"),
        ("https://bücher.example/", "xn--bcher-kva.example"),
    ],
)
def test_a_site_is_known_by_its_host_or_by_the_address_of_a_page(said: str, site: str) -> None:
    assert submissions.name_site(said) == site


@pytest.mark.parametrize("said", ["../x", "boards example", "https://", "/jobs/1", "-", "http://[", "a..b"])
def test_what_names_no_host_is_no_site(said: str) -> None:
    with pytest.raises(Permanent, match="name a host"):
        submissions.name_site(said)

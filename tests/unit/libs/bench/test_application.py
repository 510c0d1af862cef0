from __future__ import annotations

from ghosthands.bench import application
from ghosthands.domain import job
from ghosthands.domain.job import Job, Phase, SubmissionState
from ghosthands.domain.ownership import OWNS
from ghosthands.domain.session import ActionVerified

JOB_ID = "0b8f7d3e-0000-5000-8000-000000000001"


def test_the_story_ends_with_the_application_sent_and_the_browser_closed() -> None:
    told = application.tell(JOB_ID)
    state = job.fold(JOB_ID, [(event, sequence) for sequence, (_, event) in enumerate(told, start=1)])
    assert (state.phase, state.effects.submission, state.browser.session) == (
        Phase.COMPLETED,
        SubmissionState.CONFIRMED,
        None,
    )


def test_every_field_is_filled_and_verified() -> None:
    verified = {event.field_id for _, event in application.tell(JOB_ID) if isinstance(event, ActionVerified)}
    assert verified == {f"field-{number}" for number in range(application.FIELDS)}


def test_every_event_is_said_by_the_service_that_owns_it() -> None:
    for service, event in application.tell(JOB_ID):
        assert type(event) in OWNS[service], f"{service} may not say {type(event).__name__}"


def test_nothing_is_left_to_decide_at_its_end() -> None:
    state = Job(id=JOB_ID)
    for sequence, (_, event) in enumerate(application.tell(JOB_ID), start=1):
        state = job.evolve(state, event, sequence)
    [(_, first), *_] = application.tell(JOB_ID)
    assert isinstance(first, job.JobRequested)
    assert job.decide(job.Proceed(first.at), state) == []

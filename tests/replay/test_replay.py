"""Old events fold for ever: recorded jobs reach their recorded end with today's code.

To record another: give `ghosthands.testkit.recording` a function that runs the job, `python -m
ghosthands.testkit.recording tests/replay/streams NAME`, and say in ENDS how it ended. A stream is never recorded anew
for a change of the code: that it still folds is what it is for.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from ghosthands.domain import job
from ghosthands.domain.job import Outcome, Phase, SubmissionState
from ghosthands.domain.message import Event
from ghosthands.messaging.log.states import job_of
from ghosthands.practice import profiles
from ghosthands.testkit import recorded, recording

FOLDER = Path(__file__).parent / "streams"
STREAMS = sorted(FOLDER.glob("*.jsonl"))


class End(NamedTuple):
    """How a recorded job ended, and the events that made it end so."""

    phase: Phase
    failure: str | None = None
    submission: SubmissionState = SubmissionState.NONE
    by: tuple[str, ...] = ()


SENT = End(Phase.COMPLETED, submission=SubmissionState.CONFIRMED)

#: by the stream's name
ENDS = {
    "two_pages_submitted": SENT._replace(by=("SubmitConfirmed",)),
    "step_let_go_and_submitted": SENT._replace(by=("PressHeld", "StepTaken", "SubmitConfirmed")),
    "dry_run_before_a_step": End(Phase.COMPLETED, by=("PressHeld", "JobCompleted")),
    "answered_and_submitted": SENT._replace(by=("HumanRequested", "HumanResolved", "SubmitConfirmed")),
    "account_made_and_submitted": SENT._replace(by=("AccountCreated", "SubmitConfirmed")),
    "signed_in_with_the_humans_credentials_and_submitted": SENT._replace(by=("HumanResolved", "SubmitConfirmed")),
    "cancelled_tried_anew_and_submitted_by_a_code": SENT._replace(
        by=("JobCancelled", "JobRetried", "HumanResolved", "SubmitConfirmed")
    ),
    "browser_lost_and_submitted": SENT._replace(by=("SessionLost", "SubmitConfirmed")),
    "escalated_and_submitted": SENT._replace(by=("TierEscalated", "EngineSwitched", "SubmitConfirmed")),
    "unclear_then_sent": SENT._replace(by=("SubmitUnclear", "HumanResolved", "SubmitConfirmed")),
    "unclear_then_not_sent": End(Phase.FAILED, "not_submitted", by=("SubmitUnclear", "HumanResolved")),
    "task_done": End(Phase.COMPLETED, by=("TaskDone", "JobCompleted")),
    "form_filled": End(Phase.COMPLETED, by=("ActionVerified", "JobCompleted")),
    "posting_scraped": End(Phase.COMPLETED, by=("JobCompleted",)),
    "dry_run": End(Phase.COMPLETED, by=("ActionVerified",)),
    "closed_posting": End(Phase.FAILED, "job_closed"),
    "failed_after_retries": End(Phase.FAILED, "network_error", by=("RetryScheduled",) * job.MAX_RETRIES),
    "human_gave_up": End(Phase.FAILED, "captcha", by=("HumanResolved",)),
    "human_timed_out": End(Phase.FAILED, "hitl_timeout", by=("HumanTimedOut",)),
    "asked_then_cancelled": End(Phase.CANCELLED, by=("HumanRequested", "JobCancelRequested")),
    "timed_out": End(Phase.TIMED_OUT, "timeout"),
    "rejected": End(Phase.REJECTED),
}

#: what older versions of a decision did not say
SAID_LATER: dict[type[Event], tuple[str, ...]] = {
    job.JobCompleted: ("ended_before", "page", "pages"),
    job.TierEscalated: ("tier", "failed_at", "failures"),
}

each_stream = pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)


@each_stream
def test_a_recorded_job_reaches_its_recorded_end(path: Path) -> None:
    history, end = recorded.read(path)
    reached = recorded.end_of(job_of(history))
    assert known_of(reached, end) == end


def known_of(reached: Any, end: Any) -> Any:
    """What is reached, without what nobody knew of when the end was recorded."""
    if not isinstance(reached, dict) or not isinstance(end, dict):
        return reached
    return {name: known_of(reached.get(name), end[name]) for name in end}


@each_stream
def test_a_recorded_job_ends_as_its_name_says(path: Path) -> None:
    history, _ = recorded.read(path)
    state, expected = job_of(history), ENDS[path.stem]
    assert (state.phase, state.failure, state.effects.submission) == expected[:3]
    told = Counter(one.name for one in history.recorded)
    assert not Counter(expected.by) - told


@each_stream
def test_every_recorded_decision_is_taken_again(path: Path) -> None:
    """At each point where executor decided, today's decider, given the same past and moment, decides the same."""
    history, _ = recorded.read(path)
    state = job.Job(id=history.aggregate.id)
    for one in history.recorded:
        at = getattr(one.event, "at", None)
        if one.service == "executor" and not isinstance(one.event, job.JobClaimed) and at is not None:
            assert as_told_then(job.decide(job.Proceed(at), state), one.event) == [one.event], one.name
        state = job.evolve(state, one.event, one.sequence)


def as_told_then(decided: list[Event], told: Event) -> list[Event]:
    """The decisions without what the recorded one had no words for yet."""
    later = {name: getattr(told, name) for name in SAID_LATER.get(type(told), ())}
    unsaid = {name: said for name, said in later.items() if said in (None, ())}
    return [replace(one, **unsaid) if isinstance(one, type(told)) else one for one in decided]


@each_stream
def test_a_recorded_stream_holds_nothing_personal(path: Path) -> None:
    told = path.read_text(encoding="utf-8")
    person = profiles.JORDAN.profile
    values = [person[name] for name in ("first_name", "last_name", "email", "phone")]
    assert [value for value in (*values, *recording.SECRETS) if value in told] == []


def test_each_way_a_job_ends_is_recorded() -> None:
    assert {path.stem for path in STREAMS} == set(ENDS) == set(recording.WAYS)
    assert {end.phase for end in ENDS.values()} == job.ENDED
    outcomes = {one.event.outcome for path in STREAMS for one in recorded.read(path)[0].recorded if is_completed(one)}
    assert outcomes == set(Outcome)


def is_completed(one: Any) -> bool:
    return isinstance(one.event, job.JobCompleted)

"""A job told as the spans of a trace."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ghosthands.domain import job
from ghosthands.domain.human import Resolution
from ghosthands.domain.message import Event
from ghosthands.messaging.wire import envelope, subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector.spans import Span, tell_spans
from ghosthands.testkit.story import NOON, Story, recorded

JOB = "0b8f7d3e-0000-5000-8000-000000000001"


def as_recorded(events: Iterable[Event]) -> list[Recorded[Event]]:
    """The events as the log has them: a fact's envelope names the command that caused it."""
    log = (recorded(subjects.job(JOB), event, at) for at, event in enumerate(events, start=1))
    return [msgspec.structs.replace(one, causation=getattr(one.event, "cause", one.causation)) for one in log]


def told(story: Story) -> list[Span]:
    return tell_spans(as_recorded(story.log))


def named(spans: list[Span], name: str) -> list[Span]:
    return [span for span in spans if span.name == name]


def test_a_job_is_one_tree_from_its_request_to_its_end() -> None:
    story = Story(JOB).applied()
    spans = told(story)
    whole, *parts = spans
    assert (whole.name, whole.parent_id, whole.failure) == ("job", None, "")
    assert (whole.attributes["job.id"], whole.attributes["job.end"]) == (JOB, "JobCompleted")
    ids = {span.span_id for span in spans}
    assert len(ids) == len(spans)
    assert all(part.parent_id in ids for part in parts)
    assert all(whole.began <= part.began <= part.ended <= whole.ended for part in parts)


def test_every_event_of_the_job_is_a_moment_of_one_span() -> None:
    story = Story(JOB).applied()
    moments = [moment.name for span in told(story) for moment in span.moments]
    assert sorted(moments) == sorted(type(event).__name__ for event in story.log)


def test_a_step_is_the_span_that_its_commands_traceparent_names_and_the_work_of_who_answered() -> None:
    story = Story(JOB).applied()
    chosen = next(event for event in story.log if isinstance(event, job.StepChosen) and event.step == "open_session")
    (step,) = named(told(story), "open_session")
    assert step.span_id == envelope.traceparent(JOB, chosen.command_id).split("-")[2]
    assert step.service == "browser-host"
    assert [moment.name for moment in step.moments] == ["SessionOpened"]


def test_an_action_lasts_from_its_start_to_its_outcome_within_its_step() -> None:
    spans = told(Story(JOB).applied())
    (press,) = [span for span in spans if "action.id" in span.attributes and span.name == "submit"]
    (step,) = [span for span in spans if span.span_id == press.parent_id]
    assert step.name == "submit"
    assert press.attributes["action.outcome"] == "ActionSucceeded"
    assert press.began < press.ended


def test_a_question_lasts_until_it_is_answered() -> None:
    story = Story(JOB)
    story.asked_for_fields()
    story.resolved(Resolution.VALUE)
    (question,) = named(told(story), "human")
    assert question.service == "hitl-gateway"
    assert question.attributes == {"question.kind": "fields", "question.end": "HumanResolved"}
    assert question.began < question.ended


def test_what_failed_says_so() -> None:
    story = Story(JOB).begun()
    story.tell(job.JobFailed(at=NOON, code="no_way_on"))
    assert told(story)[0].failure


def test_a_job_tried_anew_is_told_from_there() -> None:
    story = Story(JOB).begun()
    story.tell(job.JobFailed(at=NOON, code="no_way_on"))
    before = told(story)
    story.tell(job.JobRetried(at=NOON), job.JobCancelled(at=NOON))
    again = told(story)
    assert [span.name for span in again] == ["job"]
    assert [moment.name for moment in again[0].moments] == ["JobRetried", "JobCancelled"]
    assert again[0].span_id not in {span.span_id for span in before}


def test_nothing_is_told_of_nothing() -> None:
    assert tell_spans([]) == []

"""The spans of a job's trace, made from the job's events alone; pure.

The log already holds what a tracing SDK would measure: when each thing began and ended, what caused it and which
service did it. The trace's id derives from the job's; a span's from the id of the message that began it, so it equals
the id in that message's `traceparent`, and is the same every time.

    job                     from its request, or from being tried anew, to its end
    ├── open_session        a step, from executor's choice to the last that came of its command
    ├── run_actions
    │   └── fill            an action, from its start to its outcome
    ├── human               a question, from being asked to being settled
    └── …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

import msgspec

from ghosthands.domain import human, job, session
from ghosthands.domain.message import Event
from ghosthands.domain.services import EXECUTOR, HITL_GATEWAY
from ghosthands.domain.wording import describe
from ghosthands.messaging.wire import envelope
from ghosthands.messaging.wire.recorded import Recorded

_FAILURES = (job.JobFailed, job.JobTimedOut, job.JobRejected)
_OUTCOMES = (session.ActionSucceeded, session.ActionVerified, session.ActionFailed)
_SETTLEMENTS = (human.HumanResolved, human.HumanTimedOut, job.JobResumed)

Run = Sequence[Recorded[Event]]


class Moment(msgspec.Struct, frozen=True):
    """An event that happened within a span, and its content in a few words."""

    name: str
    at: datetime
    detail: str


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a job's time; names, keys and codes, never a person's value."""

    #: 16 hexadecimal digits
    span_id: str
    #: the span's parent; None for the job's own span
    parent_id: str | None
    name: str
    #: the service that did the work
    service: str
    began: datetime
    ended: datetime
    attributes: Mapping[str, str | int]
    moments: tuple[Moment, ...] = ()
    #: the error; empty where there was none
    failure: str = ""


def tell_spans(history: Run) -> list[Span]:
    """Return the spans of the history's last run, the job's own first."""
    run = _cut_last_run(history)
    if not run:
        return []
    steps = {one.event.command_id for one in run if isinstance(one.event, job.StepChosen)}
    whole = _tell_job(run, steps)
    return [
        whole,
        *_tell_steps(run, whole.span_id),
        *_tell_actions(run, steps, whole.span_id),
        *_tell_questions(run, whole.span_id),
    ]


def _cut_last_run(history: Run) -> Run:
    """Return the events after the last end but one: a job that was tried anew has ended before."""
    ends = [index for index, one in enumerate(history[:-1]) if isinstance(one.event, job.ENDED_BY)]
    return history[ends[-1] + 1 :] if ends else history


def _tell_job(run: Run, steps: set[str]) -> Span:
    first, last = run[0], run[-1]
    failed = isinstance(last.event, _FAILURES)
    return Span(
        span_id=envelope.span_id(first.id),
        parent_id=None,
        name="job",
        service=EXECUTOR,
        began=first.at,
        ended=last.at,
        attributes={"job.id": first.aggregate.id, "job.end": last.name},
        moments=_list_moments(one for one in run if one.causation not in steps),
        failure=(describe(last.event) or last.name) if failed else "",
    )


def _tell_steps(run: Run, job_span: str) -> Iterator[Span]:
    for one in run:
        if not isinstance(one.event, job.StepChosen):
            continue
        answers = [other for other in run if other.causation == one.event.command_id]
        yield Span(
            span_id=envelope.span_id(one.event.command_id),
            parent_id=job_span,
            name=one.event.step.value,
            service=answers[-1].service if answers else EXECUTOR,
            began=one.at,
            ended=(answers or run)[-1].at,
            attributes={"messaging.message.id": one.event.command_id},
            moments=_list_moments(answers),
            failure="" if answers else "nothing came of it",
        )


def _tell_actions(run: Run, steps: set[str], job_span: str) -> Iterator[Span]:
    outcomes = {one.event.action_id: one for one in reversed(run) if isinstance(one.event, _OUTCOMES)}
    for one in run:
        action = one.event
        if not isinstance(action, session.ActionStarted):
            continue
        outcome = outcomes.get(action.action_id, run[-1])
        failed = isinstance(outcome.event, session.ActionFailed)
        yield Span(
            span_id=envelope.span_id(one.id),
            parent_id=envelope.span_id(one.causation) if one.causation in steps else job_span,
            name=action.kind.value,
            service=one.service,
            began=one.at,
            ended=outcome.at,
            attributes={
                "action.id": action.action_id,
                "action.about": action.key or action.target,
                "action.tier": action.tier,
                "action.engine": action.engine,
                "action.outcome": outcome.name,
            },
            failure=describe(outcome.event) if failed else "",
        )


def _tell_questions(run: Run, job_span: str) -> Iterator[Span]:
    settled = {one.event.request_id: one for one in reversed(run) if isinstance(one.event, _SETTLEMENTS)}
    for one in run:
        if not isinstance(one.event, job.HumanRequested):
            continue
        end = settled.get(one.event.request_id, run[-1])
        yield Span(
            span_id=envelope.span_id(one.id),
            parent_id=job_span,
            name="human",
            service=HITL_GATEWAY,
            began=one.at,
            ended=end.at,
            attributes={"question.kind": one.event.kind.value, "question.end": end.name},
        )


def _list_moments(events: Iterable[Recorded[Event]]) -> tuple[Moment, ...]:
    return tuple(Moment(one.name, one.at, describe(one.event)) for one in events)

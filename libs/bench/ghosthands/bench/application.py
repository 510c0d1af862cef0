"""A simulated application: the services' events from the request to the closed browser, in order.

The decider itself decides; the other services' answers are those of a one-page form without problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from ghosthands.domain import ids, job, plan, recipe, session
from ghosthands.domain.job import Job, StepChosen, StepKind
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldFact, PageSummary, PageType
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.services import BROWSER_HOST, COOKBOOK, EXECUTOR, JOB_INTAKE, PLANNER

#: number of fields of the practice site's one-page form
FIELDS = 16

#: an event and the service that owns it
Said = tuple[str, Event]

_SITE = "careers.example.com"


def tell(job_id: str, fields: int = FIELDS) -> list[Said]:
    """Return all events of one job, with a form of that many fields."""
    return list(_Story(job_id, fields).tell())


class _Story:
    def __init__(self, job_id: str, fields: int) -> None:
        self._fields = tuple(f"field-{number}" for number in range(fields))
        self._job = Job(id=job_id)
        self._at = datetime.now(UTC)
        self._said = 0
        self._sent = False

    def tell(self) -> Iterator[Said]:
        yield self._say(JOB_INTAKE, self._requested())
        for claimed in job.decide(job.ClaimJob("executor-1", self._at), self._job):
            yield self._say(EXECUTOR, claimed)
        while decided := job.decide(job.Proceed(self._at), self._job):
            for event in decided:
                yield self._say(EXECUTOR, event)
                if isinstance(event, StepChosen):
                    yield from self._answered(event)

    def _say(self, service: str, event: Event) -> Said:
        self._said += 1
        self._job = job.evolve(self._job, event, self._said)
        return service, event

    def _answered(self, chosen: StepChosen) -> Iterator[Said]:
        """Yield the answers of the service that carries out the step."""
        match chosen.step:
            case StepKind.FIND_RECIPE:
                yield self._say(COOKBOOK, recipe.RecipeMissed(cause=chosen.command_id, fingerprint="form"))
            case StepKind.PLAN_PAGE:
                yield self._say(PLANNER, _plan(chosen.command_id, self._job.id, self._fields))
            case _:
                for event in self._done_in_browser(chosen):
                    yield self._say(BROWSER_HOST, event)

    def _done_in_browser(self, chosen: StepChosen) -> Iterator[Event]:
        cause, session_id = chosen.command_id, ids.derived(self._job.id, "session")
        match chosen.step:
            case StepKind.OPEN_SESSION:
                yield session.SessionOpened(
                    cause=cause,
                    session_id=session_id,
                    host="host-1",
                    provider="local",
                    pid=4711,
                    pid_start_time=123456,
                    epoch=self._job.attempt.epoch,
                )
            case StepKind.OBSERVE:
                yield session.PageObserved(cause=cause, session_id=session_id, page=self._page(), took_ms=12)
            case StepKind.RUN_ACTIONS:
                for action in self._job.work.pending:
                    yield _start(cause, session_id, action.id, action.kind, action.field_id, action.key)
                    yield _verify(cause, action)
            case StepKind.SUBMIT:
                [intent_id] = chosen.actions
                yield _start(cause, session_id, intent_id, ActionKind.SUBMIT, "send")
                yield session.ActionSucceeded(cause=cause, action_id=intent_id, took_ms=80)
                self._sent = True
            case StepKind.CLOSE_SESSION:
                yield session.SessionClosed(session_id=session_id, reason="done")
            case _:
                raise AssertionError(f"an application without trouble has no {chosen.step}")

    def _requested(self) -> job.JobRequested:
        return job.JobRequested(
            at=self._at,
            tenant="bench",
            applicant=ids.derived("applicant", self._job.id),
            task="task",
            site=_SITE,
            posting=_make_hash(self._job.id),
            platform="greenhouse",
        )

    def _page(self) -> PageSummary:
        """Return the form, empty or filled; after it was sent, the thanks for it."""
        known = self._job.work.handled
        return PageSummary(
            model_ref=_make_hash(self._job.id, self._said),
            fingerprint="thanks" if self._sent else "form",
            site=_SITE,
            platform="greenhouse",
            page_type=PageType.CONFIRMATION if self._sent else PageType.FORM,
            fields=() if self._sent else tuple(FieldFact(field, True, field in known) for field in self._fields),
            submit_button=None if self._sent else "send",
        )


def _plan(cause: str, job_id: str, fields: Sequence[str]) -> plan.PlanProposed:
    actions = tuple(
        PlannedAction(
            id=ids.derived(job_id, field),
            kind=ActionKind.FILL,
            field_id=field,
            key=f"profile.{field}",
            tier=0,
            confidence=0.98,
            reason="label",
            question_key=f"q-{field}",
        )
        for field in fields
    )
    return plan.PlanProposed(cause=cause, model_ref=_make_hash(job_id, "plan"), actions=actions)


def _start(
    cause: str, session_id: str, action_id: str, kind: ActionKind, target: str, key: str | None = None
) -> session.ActionStarted:
    return session.ActionStarted(
        cause=cause, session_id=session_id, action_id=action_id, kind=kind, target=target, key=key
    )


def _verify(cause: str, action: PlannedAction) -> session.ActionVerified:
    return session.ActionVerified(
        cause=cause, action_id=action.id, field_id=action.field_id, took_ms=3, fingerprint=_make_hash(action.id)
    )


def _make_hash(*parts: object) -> str:
    """Return sixty-four hexadecimal digits, as a SHA-256 has them."""
    return (ids.derived(*parts) + ids.derived("more", *parts)).replace("-", "")

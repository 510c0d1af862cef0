"""A job's story for tests: it takes what the services answer, and returns what the job decides.

`Story` folds every event as it comes, with sequences of its own, and can be asked to proceed; `Story.applied()` is the
shortest way to an application sent on a one-page form.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from ghosthands import platforms
from ghosthands.domain import ids, job, manual, page, plan, recipe, session
from ghosthands.domain.cascade import Guidance
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.engine import EngineName
from ghosthands.domain.human import HumanResolved, Resolution
from ghosthands.domain.message import Event
from ghosthands.domain.ownership import OWNS
from ghosthands.domain.requests import PressHeld, RequestHeld, RequestKind, RequestSource
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded

#: the guidance that executor passes on platforms
GUIDANCE = Guidance(cascades=platforms.CASCADES)
#: the time at which every story begins
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
#: a request that the page of the job's first session tried to send by itself
A_REQUEST_HELD = RequestHeld(
    session_id="s1",
    kind=RequestKind.FETCH,
    source=RequestSource.PAGE,
    site="jobs.example.com",
    values=4,
    of=5,
    size=120,
)

E = TypeVar("E", bound=Event)


def requested(**changes: Any) -> job.JobRequested:
    """Return a request as job-intake writes it."""
    known: dict[str, Any] = {
        "at": NOON,
        "tenant": "valet",
        "applicant": "5e3f9a0e-0000-5000-8000-000000000001",
        "task": "task-1",
        "site": "jobs.example.com",
        "posting": "p" * 64,
    }
    return job.JobRequested(**{**known, **changes})


def form(*fields: page.FieldFact, **changes: Any) -> page.PageSummary:
    """Return a one-page application form with a submit button."""
    known: dict[str, Any] = {
        "model_ref": "m" * 64,
        "fingerprint": "form",
        "site": "jobs.example.com",
        "platform": "greenhouse",
        "page_type": page.PageType.FORM,
        "fields": fields or (page.FieldFact("email", required=True),),
        "submit_button": "send",
    }
    return page.PageSummary(**{**known, **changes})


def page_model(*fields: page.FieldModel, **changes: Any) -> page.PageModel:
    """Return a whole page with a form of these fields and no buttons."""
    known: dict[str, Any] = {
        "url": "https://jobs.example.com/apply",
        "platform": "generic",
        "page_type": page.PageType.FORM,
        "fingerprint": "form",
        "fields": fields,
    }
    return page.PageModel(**{**known, **changes})


def recorded(aggregate: subjects.Aggregate, event: Event, sequence: int) -> Recorded[Event]:
    """Return the event as the log would return it, from the service that owns it."""
    service = next(service for service, owned in OWNS.items() if type(event) in owned)
    return Recorded(
        sequence=sequence,
        id=ids.event_id(aggregate.id, sequence),
        at=NOON + timedelta(seconds=sequence),
        service=service,
        aggregate=aggregate,
        event=event,
        causation="test",
        correlation=aggregate.id,
        tenant="valet",
    )


def confirmation() -> page.PageSummary:
    """Return the page that thanks for the application."""
    return form(page_type=page.PageType.CONFIRMATION, fields=(), submit_button=None, fingerprint="thanks")


def fill(
    field_id: str,
    action_id: str | None = None,
    *,
    key: str | None = None,
    kind: plan.ActionKind = plan.ActionKind.FILL,
) -> plan.PlannedAction:
    """Return a planned action on the field, with that key or the field's name as the key."""
    return plan.PlannedAction(
        id=action_id or f"fill-{key or field_id}",
        kind=kind,
        field_id=field_id,
        key=key or f"profile.{field_id}",
        tier=0,
        confidence=1.0,
        reason="test",
        question_key=f"q-{field_id}",
    )


class Story:
    """The history of one job, built event by event."""

    def __init__(self, job_id: str = "0b8f7d3e-0000-5000-8000-000000000001", *, after: int = 0) -> None:
        self.job = job.Job(id=job_id)
        #: the last sequence of the log that is another's
        self.after = after
        self.now = NOON
        self.log: list[Event] = []

    def tell(self, *events: Event) -> Story:
        """Fold these events, in this order."""
        for event in events:
            self.log.append(event)
            self.job = job.evolve(self.job, event, self.after + len(self.log))
        return self

    def wait(self, seconds: float) -> Story:
        """Let that many seconds pass."""
        self.now += timedelta(seconds=seconds)
        return self

    def decide(self, command: job.JobCommand) -> list[Event]:
        """Return what the command causes, and fold it too."""
        events = job.decide(command, self.job)
        self.tell(*events)
        return events

    def claim(self, worker: str = "executor-1") -> list[Event]:
        """Let an executor claim the job."""
        return self.decide(job.ClaimJob(worker, self.now))

    def proceed(self) -> list[Event]:
        """Let the job decide the next step, once its time has come."""
        step = job.next_step(self.job, self.now, GUIDANCE)
        if isinstance(step, job.Await) and step.until is not None:
            self.now = step.until
        return self.decide(job.Proceed(self.now, GUIDANCE))

    def proceed_to(self, kind: type[E]) -> E:
        """Let the job decide the next step, which must be one event of that kind."""
        (event,) = self.proceed()
        assert isinstance(event, kind), event
        return event

    def expect_step(self, step: job.StepKind) -> str:
        """Let the job choose the next step, which must be this one; return its command's id."""
        chosen = self.proceed_to(job.StepChosen)
        assert chosen.step is step, chosen
        return chosen.command_id

    # What the services answer

    def opened(self, session_id: str = "s1", engines: tuple[EngineName, ...] = ()) -> Story:
        """Open the wanted session, on a host that has these engines."""
        cause = self.expect_step(job.StepKind.OPEN_SESSION)
        return self.tell(
            session.SessionOpened(
                cause=cause,
                session_id=session_id,
                host="host-1",
                provider="local",
                pid=1,
                pid_start_time=1,
                epoch=self.job.attempt.epoch,
                engines=engines,
            )
        )

    def fenced(self) -> Story:
        """Fence the session, so that it obeys the newest claim."""
        cause = self.expect_step(job.StepKind.FENCE)
        assert self.job.browser.session is not None
        return self.tell(
            session.SessionFenced(cause=cause, session_id=self.job.browser.session.id, epoch=self.job.attempt.epoch)
        )

    def observed(self, seen: page.PageSummary) -> Story:
        """Answer the reading of the page with this one."""
        cause = self.expect_step(job.StepKind.OBSERVE)
        assert self.job.browser.session is not None
        return self.tell(
            session.PageObserved(cause=cause, session_id=self.job.browser.session.id, page=seen, took_ms=5)
        )

    def no_recipe(self) -> Story:
        """Let cookbook answer that it has no recipe."""
        cause = self.expect_step(job.StepKind.FIND_RECIPE)
        assert self.job.page is not None
        return self.tell(recipe.RecipeMissed(cause=cause, fingerprint=self.job.page.fingerprint))

    def replayed(self, *actions: plan.PlannedAction, known: str | None = None, **rest: Any) -> Story:
        """Let cookbook answer with a recipe: the page's own, or that of the page `known`."""
        cause = self.expect_step(job.StepKind.FIND_RECIPE)
        assert self.job.page is not None
        page, of = self.job.page.fingerprint, known or self.job.page.fingerprint
        model_ref = self.job.page.model_ref
        found = recipe.RecipeFound(
            cause=cause, fingerprint=page, recipe=of, model_ref=model_ref, actions=actions, **rest
        )
        return self.tell(found)

    def no_manual(self) -> Story:
        """Let cookbook answer that it has no manual."""
        return self.tell(manual.ManualMissed(cause=self.expect_step(job.StepKind.FIND_MANUAL)))

    def by_manual(
        self, *actions: plan.PlannedAction, failed_step: int | None = None, move: manual.ManualMove | None = None
    ) -> Story:
        """Let cookbook answer with a manual's steps for the page."""
        cause = self.expect_step(job.StepKind.FIND_MANUAL)
        found = manual.ManualFound(
            cause=cause,
            actions=actions,
            failed_step=failed_step,
            move=move,
            manual_id="manual",
            health=100,
            model_ref="m" * 64,
        )
        return self.tell(found)

    def moved(self, code: str | None = None) -> Story:
        """Make the manual's move; with `code` it fails."""
        cause = self.expect_step(job.StepKind.MAKE_MOVE)
        action_id = self.job.manual.making
        failed = code and session.ActionFailed(cause=cause, action_id=action_id, target="", code=code, took_ms=1)
        return self.tell(failed or session.ActionSucceeded(cause=cause, action_id=action_id, took_ms=1))

    def planned(self, *actions: plan.PlannedAction, **rest: Any) -> Story:
        """Let planner propose a plan."""
        cause = self.expect_step(job.StepKind.PLAN_PAGE)
        return self.tell(plan.PlanProposed(cause=cause, model_ref="m" * 64, actions=actions, **rest))

    def verified(self, *, equals_key: str | None = None) -> Story:
        """Run all pending actions, each read back and right; `equals_key`: the key whose value they show."""
        cause = self.expect_step(job.StepKind.RUN_ACTIONS)
        for action in self.job.work.pending:
            self.tell(
                session.ActionVerified(
                    cause=cause,
                    action_id=action.id,
                    field_id=action.field_id,
                    took_ms=1,
                    fingerprint="f" * 64,
                    equals_key=equals_key,
                )
            )
        return self

    def not_filled(self, code: str = ActionFailure.NOT_KEPT) -> Story:
        """Run all pending actions, of which none has the right effect."""
        cause = self.expect_step(job.StepKind.RUN_ACTIONS)
        for action in self.job.work.pending:
            self.tell(
                session.ActionFailed(cause=cause, action_id=action.id, target=action.field_id, code=code, took_ms=1)
            )
        return self

    def switched(self, target: EngineName, code: str | None = None) -> Story:
        """Switch to the wanted engine; with `code` the switch fails."""
        cause, source = self.expect_step(job.StepKind.SWITCH_ENGINE), self.job.browser.engine
        _, reason = job.wanted_engine(self.job)
        about: dict[str, Any] = {"platform": "greenhouse", "site": "jobs.example.com", "took_ms": 1, "reason": reason}
        about |= {"cause": cause, "session_id": "s1", "source": source, "target": target}
        failed = code and session.EngineSwitchFailed(**about, code=code)
        return self.tell(failed or session.EngineSwitched(**about))

    def questions_read(self, *field_ids: str) -> Story:
        """Let an engine read the questions of these fields."""
        cause = self.expect_step(job.StepKind.READ_QUESTIONS)
        at_work, ref = self.job.browser.engine, "r" * 64
        told = session.QuestionsRead(
            cause=cause, session_id="s1", engine=at_work, model_ref=ref, fields=field_ids, took_ms=1
        )
        return self.tell(told)

    def started(self, cause: str) -> Story:
        """Let browser-host begin to press the intended button."""
        assert self.job.effects.intent is not None
        return self.tell(
            session.ActionStarted(
                cause=cause,
                session_id="s1",
                action_id=self.job.effects.intent.id,
                kind=plan.ActionKind.SUBMIT,
                target=self.job.effects.intent.button_id,
            )
        )

    def held(self, **about: Any) -> Story:
        """Press a button that leads on; the network holds the request that this caused."""
        cause = self.expect_step(job.StepKind.ADVANCE)
        press = self.job.passage.press
        assert press is not None
        what = {"kind": RequestKind.FORM, "site": "jobs.example.com", "values": 1, "of": 1, "size": 99, "took_ms": 9}
        return self.tell(
            session.ActionStarted(
                cause=cause,
                session_id="s1",
                action_id=press.action_id,
                kind=plan.ActionKind.NEXT,
                target=press.button_id,
            ),
            PressHeld(cause=cause, session_id="s1", action_id=press.action_id, **{**what, **about}),
        )

    def pressed(self, *, renewed: bool = False, step: job.StepKind = job.StepKind.SUBMIT) -> Story:
        """Carry out the submit, or the release of a step, to its success."""
        cause = self.expect_step(step)
        self.started(cause)
        assert self.job.effects.intent is not None
        succeeded = session.ActionSucceeded(
            cause=cause, action_id=self.job.effects.intent.id, took_ms=9, renewed=renewed
        )
        return self.tell(succeeded)

    def refused(self, cause: str, code: str, *, retryable: bool = False) -> Story:
        """Refuse the command."""
        return self.tell(session.CommandRefused(cause=cause, command="any", code=code, retryable=retryable))

    def resolved(self, resolution: Resolution, **said: tuple[str, ...]) -> Story:
        """Answer the question to the human."""
        ask = self.job.human.ask
        assert ask is not None
        return self.tell(HumanResolved(request_id=ask.request_id, resolution=resolution, at=self.now, **said))

    # Shortcuts

    def asked_for_fields(self, **changes: Any) -> job.HumanRequested:
        """Reach a question that only the human can answer."""
        unanswered = (plan.Unanswered("parrot", "q-parrot"),)
        asked = form(page.FieldFact("parrot", required=True))
        self.begun(**changes).observed(asked).no_recipe().planned(unanswered=unanswered)
        return self.proceed_to(job.HumanRequested)

    def begun(self, engines: tuple[EngineName, ...] = (), **changes: Any) -> Story:
        """Request and claim the job, and open its browser."""
        self.tell(requested(**changes))
        self.claim()
        return self.opened(engines=engines)

    def filled(self, **changes: Any) -> Story:
        """Fill a one-page form and read it back, so that only sending is left."""
        self.begun(**changes).observed(form()).no_recipe().planned(fill("email")).verified()
        return self.observed(form(page.FieldFact("email", required=True, filled=True)))

    def intended(self, **changes: Any) -> Story:
        """Fill the form and put the intent to submit on the log."""
        self.filled(**changes)
        self.proceed_to(job.EffectIntended)
        return self

    def applied(self) -> Story:
        """Send the form, see it confirmed, and complete the job."""
        self.intended().pressed().observed(confirmation())
        self.proceed_to(job.SubmitConfirmed)
        self.proceed_to(job.JobCompleted)
        return self

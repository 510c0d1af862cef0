"""Histories for the fold: jobs that live plausible lives, interleaved in one log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pytest
from hypothesis import strategies as st

from ghosthands.domain import human, job, page, plan, recipe, session
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import StepKind
from ghosthands.domain.message import Event
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.testkit.story import NOON, Story, confirmation, fill, form, recorded, requested

Log = list[Recorded[Event]]


@pytest.fixture
def record_all() -> Callable[[str, Iterable[Event]], Log]:
    """A log of one job's events."""

    def record_events(job_id: str, events: Iterable[Event]) -> Log:
        return [recorded(subjects.job(job_id), event, at) for at, event in enumerate(events, start=1)]

    return record_events


class Life:
    """One job living at random: services answer, fail, or die; humans answer, or not."""

    def __init__(self, draw: st.DrawFn, job_id: str) -> None:
        self.draw = draw
        self.story = Story(job_id)

    def live(self, moments: int) -> list[Event]:
        if self.chance():
            rejected = job.JobRejected(at=NOON, tenant="valet", task="t", reasons=(job.Reason("url", "bad_url", "…"),))
            self.story.tell(rejected)
        self.story.tell(requested(platform=self.draw(st.sampled_from([None, "lever"]))))
        for _ in range(moments):
            self.moment()
        return self.story.log

    def chance(self) -> bool:
        return self.draw(st.integers(0, 7)) == 7

    def moment(self) -> None:
        story = self.story.wait(1)
        if self.chance():
            self.trouble()
        elif story.job.human.ask is not None and story.job.human.answer is None:
            self.human_answers(story.job.human.ask.request_id)
        elif story.job.attempt.epoch == 0 or story.job.phase is job.Phase.BACKING_OFF:
            story.wait(60).claim()
        else:
            for event in story.proceed():
                if isinstance(event, job.StepChosen):
                    story.tell(*self.answers(event))

    def trouble(self) -> None:
        story = self.story
        open_session = story.job.browser.session
        kind = self.draw(st.sampled_from(["lost", "claim", "cancel", "stray"]))
        if kind == "lost" and open_session:
            story.tell(session.SessionLost(session_id=open_session.id, reason="crashed"))
        elif kind == "claim":
            story.claim("another")
        elif kind == "cancel" and self.chance():
            try:
                story.decide(job.CancelJob(story.now))
            except CommandRejected:
                return
        elif kind == "stray":
            story.tell(session.ActionFailed(cause="x", action_id="stray", target="t", code="late", took_ms=1))

    def human_answers(self, request_id: str) -> None:
        if self.chance():
            self.story.tell(human.HumanTimedOut(request_id=request_id, at=self.story.now))
            return
        resolution = self.draw(st.sampled_from(list(Resolution)))
        answer = human.HumanResolved(request_id=request_id, resolution=resolution, at=self.story.now, answered=("q",))
        self.story.tell(answer, *([answer] if self.chance() else []))

    def answers(self, chosen: job.StepChosen) -> list[Event]:
        cause, story = chosen.command_id, self.story
        session_id = story.job.browser.session.id if story.job.browser.session else f"s{len(story.log)}"
        if self.chance() and chosen.step is not StepKind.CLOSE_SESSION:
            return [session.CommandRefused(cause=cause, command=chosen.step, code="session_gone")]
        match chosen.step:
            case StepKind.OPEN_SESSION:
                return [self.opened(cause, f"{story.job.id}-{len(story.log)}")]
            case StepKind.FENCE:
                return [session.SessionFenced(cause=cause, session_id=session_id, epoch=story.job.attempt.epoch)]
            case StepKind.OBSERVE:
                return self.seen(cause, session_id)
            case StepKind.FIND_RECIPE:
                return [recipe.RecipeMissed(cause=cause, fingerprint="form")]
            case StepKind.PLAN_PAGE:
                return [self.planned(cause)]
            case StepKind.RUN_ACTIONS | StepKind.ADVANCE | StepKind.SUBMIT:
                return [event for action in chosen.actions for event in self.done(cause, session_id, action)]
            case StepKind.CLOSE_SESSION:
                return [session.SessionClosed(session_id=session_id, reason="done")]

    def opened(self, cause: str, session_id: str) -> Event:
        epoch = self.story.job.attempt.epoch
        return session.SessionOpened(
            cause=cause, session_id=session_id, host="h", provider="local", pid=1, pid_start_time=1, epoch=epoch
        )

    def seen(self, cause: str, session_id: str) -> list[Event]:
        fields = [page.FieldFact(name, required=self.chance()) for name in ("email", "phone", "resume")]
        shown = self.draw(st.sampled_from([form(*fields), form(*fields, platform="workday"), confirmation()]))
        observed = session.PageObserved(cause=cause, session_id=session_id, page=shown, took_ms=3)
        if not self.chance():
            return [observed]
        wall = session.BlockerDetected(
            cause=cause, session_id=session_id, type=BlockerType.CAPTCHA, confidence=1.0, evidence="frame"
        )
        return [observed, wall]

    def planned(self, cause: str) -> Event:
        seen = self.story.job.page
        fields = [field.id for field in seen.fields] if seen else []
        left, known = (fields[:1], fields[1:]) if self.chance() else ([], fields)
        actions = tuple(fill(name, f"{name}-{len(self.story.log)}") for name in known)
        unanswered = tuple(plan.Unanswered(name, f"q-{name}") for name in left)
        return plan.PlanProposed(cause=cause, model_ref="m" * 64, actions=actions, unanswered=unanswered)

    def done(self, cause: str, session_id: str, action_id: str) -> list[Event]:
        planned = next((one for one in self.story.job.work.pending if one.id == action_id), None)
        kind, target = (planned.kind, planned.field_id) if planned else (plan.ActionKind.SUBMIT, "send")
        started = session.ActionStarted(
            cause=cause, session_id=session_id, action_id=action_id, kind=kind, target=target, key="profile.email"
        )
        before: list[Event] = [started] if planned is None or self.chance() else []
        if self.chance():
            return [*before, session.ActionFailed(cause=cause, action_id=action_id, target=target, code="x", took_ms=2)]
        if planned is None:
            return [*before, session.ActionSucceeded(cause=cause, action_id=action_id, took_ms=4)]
        verified = session.ActionVerified(
            cause=cause, action_id=action_id, field_id=target, took_ms=1, fingerprint="f" * 64, engine="playwright"
        )
        return [*before, verified]


def _recipes(draw: st.DrawFn) -> list[Event]:
    """What cookbook says of a site: pages learnt, tried, retired, learnt anew."""
    names = st.lists(st.sampled_from(["email", "phone", "visa"]), max_size=3, unique=True).map(tuple)
    pages = st.sampled_from(["form", "other"])
    steps = {
        name: recipe.RecipeStep(
            field_id=name,
            kind="text",
            label=name,
            locators=(recipe.FieldLocator(recipe.LocatorKind.NAME, name),),
            identity=0.9,
            action=recipe.StepAction.FILL,
            key="profile.email",
        )
        for name in ("email", "phone", "visa")
    }
    recorded = st.builds(
        lambda page, learnt: recipe.RecipeRecorded(
            job_id="job", platform="lever", fingerprint=page, steps=tuple(steps[name] for name in learnt)
        ),
        pages,
        names,
    )
    tried = st.builds(recipe.RecipeTried, job_id=st.just("job"), fingerprint=pages, verified=names, failed=names)
    retired = st.builds(recipe.RecipeRetired, fingerprint=pages)
    return draw(st.lists(st.one_of(recorded, tried, tried, retired), max_size=12))


def _merged(draw: st.DrawFn, lives: Sequence[tuple[subjects.Aggregate, list[Event]]]) -> Log:
    """The lives in one log, each in its own order."""
    waiting = [(aggregate, list(events)) for aggregate, events in lives if events]
    log: Log = []
    while waiting:
        at = draw(st.integers(0, len(waiting) - 1))
        aggregate, events = waiting[at]
        log.append(recorded(aggregate, events.pop(0), len(log) + 1))
        waiting = [each for each in waiting if each[1]]
    warm = session.SessionLost(session_id="warm", reason="crashed")
    log.append(recorded(subjects.session("warm"), warm, len(log) + 1))
    return log


@st.composite
def _logs(draw: st.DrawFn) -> Log:
    jobs = draw(st.integers(1, 3))
    lives = [(subjects.job(f"job-{n}"), Life(draw, f"job-{n}").live(draw(st.integers(0, 50)))) for n in range(jobs)]
    return _merged(draw, [*lives, (subjects.recipe("jobs.example.com"), _recipes(draw))])


@pytest.fixture(scope="session")
def logs() -> st.SearchStrategy[Log]:
    """Logs of several jobs, interleaved, from sequence 1 on."""
    return _logs()

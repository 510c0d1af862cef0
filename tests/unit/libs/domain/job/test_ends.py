"""A cancel or a deadline ends a job at whichever step it is: nothing is sent after it, and nothing overwrites it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from ghosthands.domain import human, job, keys, page, plan, recipe, session
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.data import DataExtracted
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.job import Phase, StepKind
from ghosthands.domain.kinds import JobType, WorkMode
from ghosthands.domain.manual import ManualAction, ManualMove
from ghosthands.domain.message import Event
from ghosthands.domain.page import AccountForm, AccountPurpose, KnownCredentials, PageType
from ghosthands.domain.task import TaskDone
from ghosthands.testkit.story import Story, confirmation, fill, form

DOM = EngineName.STAGEHAND_DOM
STEP = form(next_button="continue", next_is_step=True, submit_button=None)
FILLED_STEP = replace(STEP, fields=tuple(replace(field, filled=True) for field in STEP.fields))


def lost() -> Story:
    """The browser went away, and another is wanted."""
    story = Story().begun().observed(form())
    return story.tell(session.SessionLost(session_id="s1", reason="crashed"))


def claimed_anew() -> Story:
    """Another executor has the job."""
    story = Story().begun().observed(form())
    story.claim("executor-2")
    return story


def stuck() -> Story:
    """An engine is to try what our own hand could not do."""
    story = Story().begun((DOM,)).observed(form()).no_recipe().planned(fill("email")).not_filled().observed(form())
    story.proceed_to(job.TierEscalated)
    return story


def before_account_form(purpose: AccountPurpose, password: str) -> Story:
    """A page to sign in at, or to make an account, is filled in."""
    account = AccountForm(purpose=purpose, button="go")
    fields = (page.FieldFact("name"), page.FieldFact("secret"))
    seen = form(*fields, page_type=PageType.LOGIN, submit_button=None, account=account, credentials=KnownCredentials())

    def walled() -> Story:
        cause = story.expect_step(StepKind.OBSERVE)
        wall = session.BlockerDetected(
            cause=cause, session_id="s1", type=BlockerType.LOGIN, confidence=0.9, evidence="password field"
        )
        return story.tell(wall, session.PageObserved(cause=cause, session_id="s1", page=seen, took_ms=1))

    story = Story().begun()
    secrets = (replace(fill("name"), key=keys.USERNAME), replace(fill("secret"), key=password))
    walled().no_recipe().planned(*secrets).verified()
    return walled()


def making_account() -> Story:
    """The intent to make an account is on the log."""
    story = before_account_form(AccountPurpose.CREATE, keys.NEW_PASSWORD)
    story.proceed_to(job.EffectIntended)
    return story


def unread() -> Story:
    """What an engine could not fill, it is to read."""
    story = stuck().switched(DOM).not_filled().observed(form(page.FieldFact("email", required=True)))
    story.proceed_to(job.TierEscalated)
    return story


def by_manual_to(move: ManualMove) -> Story:
    """The job's manual has a move next."""
    return Story().begun(engine_version=1, work_mode=WorkMode.HYBRID).observed(form()).by_manual(move=move)


def given_in_words() -> Story:
    """An engine is to do a task, and is there."""
    request = {"job_type": JobType.CUSTOM, "engine_version": 1, "work_mode": WorkMode.AI}
    return Story().begun((DOM,), **request).observed(form()).switched(DOM)


#: how a job comes to each step, but those that cannot be taken back and the one that follows every end
COMING_TO: Mapping[StepKind, Callable[[], Story]] = {
    StepKind.OPEN_SESSION: lost,
    StepKind.FENCE: claimed_anew,
    StepKind.OBSERVE: lambda: Story().begun(),
    StepKind.FIND_RECIPE: lambda: Story().begun().observed(form()),
    StepKind.PLAN_PAGE: lambda: Story().begun().observed(form()).no_recipe(),
    StepKind.SWITCH_ENGINE: stuck,
    StepKind.RUN_ACTIONS: lambda: Story().begun().observed(form()).no_recipe().planned(fill("email")),
    StepKind.READ_QUESTIONS: unread,
    StepKind.ADVANCE: lambda: (
        Story().begun().observed(STEP).no_recipe().planned(fill("email")).verified().observed(FILLED_STEP)
    ),
    StepKind.SIGN_IN: lambda: before_account_form(AccountPurpose.SIGN_IN, keys.PASSWORD),
    StepKind.CREATE_ACCOUNT: making_account,
    StepKind.FIND_MANUAL: lambda: Story().begun(engine_version=1, work_mode=WorkMode.HYBRID).observed(form()),
    StepKind.EXTRACT_DATA: lambda: Story().begun(job_type=JobType.SCRAPE).observed(form()),
    StepKind.DO_TASK: given_in_words,
    StepKind.MAKE_MOVE: lambda: by_manual_to(ManualMove(at=0, action=ManualAction.CLICK, target="more")),
}


def cancelled(story: Story) -> Phase:
    """VALET no longer wants it."""
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.JobCancelled)
    return Phase.CANCELLED


def timed_out(story: Story) -> Phase:
    """Its own time is up, and its timer says so."""
    assert job.deadlines(story.wait(301).job)["job"] <= story.now
    (ended,) = story.decide(job.ExpireJob(story.now))
    assert isinstance(ended, job.JobTimedOut)
    return Phase.TIMED_OUT


def late(step: StepKind, cause: str) -> list[Event]:
    """Whatever may still be said, by whoever was commanded before the end."""
    about = {"cause": cause, "session_id": "s1"}
    switch = {"source": EngineName.NONE, "target": DOM, "reason": SwitchReason.ESCALATION, "took_ms": 1}
    opened = session.SessionOpened(cause=cause, session_id="s2", host="host-1", provider="local", epoch=9)
    facts: list[Event] = [
        session.SessionFenced(**about, epoch=99),
        session.PageObserved(**about, page=form(page.FieldFact("email", filled=True)), took_ms=1),
        recipe.RecipeMissed(cause=cause, fingerprint="form"),
        plan.PlanProposed(cause=cause, model_ref="m" * 64, actions=(fill("email"),)),
        session.QuestionsRead(**about, engine=DOM, model_ref="r" * 64, fields=("email",), took_ms=1),
        session.EngineSwitched(**about, **switch, platform="greenhouse", site="jobs.example.com"),  # type: ignore[arg-type]
        session.ActionVerified(cause=cause, action_id="fill-email", field_id="email", took_ms=1, fingerprint="f"),
        session.ActionSucceeded(cause=cause, action_id="any", took_ms=1),
        session.ActionFailed(cause=cause, action_id="any", target="email", code="cancelled", took_ms=1),
        session.CommandRefused(cause=cause, command="any", code="cancelled", retryable=True),
        DataExtracted(**about, engine=EngineName.PLAYWRIGHT, took_ms=1),
        TaskDone(**about, engine=DOM, acts=("click",), vetoed=0, took_ms=1),
        session.PageObserved(**about, page=confirmation(), took_ms=1),
    ]
    return [opened, *facts] if step is StepKind.OPEN_SESSION else facts


def test_every_step_is_ended_here() -> None:
    assert COMING_TO.keys() == set(StepKind) - {StepKind.SUBMIT, StepKind.RELEASE_STEP, StepKind.CLOSE_SESSION}


@pytest.mark.parametrize(
    ("step", "end"),
    # no clock runs in the queue for a browser
    [
        (step, end)
        for step in COMING_TO
        for end in (cancelled, timed_out)
        if (step, end) != (StepKind.OPEN_SESSION, timed_out)
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_after_its_end_a_job_closes_its_session_and_does_no_more(step: StepKind, end: Callable[[Story], Phase]) -> None:
    story = COMING_TO[step]()
    cause = story.expect_step(step)
    phase, so_far = end(story), len(story.log)
    story.tell(*late(step, cause))
    story.claim("executor-2")
    story.expect_step(StepKind.CLOSE_SESSION)
    leftover = story.job.browser.session
    assert leftover is not None
    story.tell(session.SessionClosed(session_id=leftover.id, reason=phase))
    assert story.proceed() == []
    assert not job.is_runnable(story.job, story.now)
    assert (story.job.phase, job.deadlines(story.job)) == (phase, {})
    assert not any(isinstance(event, job.EffectIntended) for event in story.log[so_far:])


def test_once_a_submission_has_begun_neither_undoes_it() -> None:
    story = Story().intended()
    cause = story.expect_step(StepKind.SUBMIT)
    with pytest.raises(CommandRejected):
        story.decide(job.CancelJob(story.now))
    assert story.wait(301).decide(job.ExpireJob(story.now)) == []
    action = story.started(cause).job.effects.intent
    assert action is not None
    story.tell(session.ActionSucceeded(cause=cause, action_id=action.id, took_ms=1)).observed(confirmation())
    story.proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)


@pytest.mark.parametrize(
    ("seconds", "message"), [(300, "Timeout after 5 minutes"), (90, "Timeout after 1.5 minutes")], ids=str
)
def test_a_job_that_ran_out_of_time_says_how_many_minutes_it_had(seconds: int, message: str) -> None:
    story = Story().filled(timeout_seconds=seconds).wait(seconds)
    assert story.proceed_to(job.JobTimedOut).message == message


def held(story: Story) -> Story:
    """A human takes control of the page, and what is commanded there waits for them."""
    return story.tell(session.ControlTaken(session_id="s1", viewer_id="v"))


def released(story: Story, seconds: int) -> Story:
    """They let go of it after so long."""
    return story.wait(seconds).tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=seconds * 1000))


def test_a_jobs_time_stands_still_while_a_human_holds_its_page() -> None:
    story = released(held(Story().filled().wait(250)), 200)
    assert story.decide(job.ExpireJob(story.now)) == []
    story.proceed_to(job.EffectIntended)


def test_a_human_who_keeps_the_page_does_not_keep_the_job_for_ever() -> None:
    story = held(Story().filled()).wait(301)
    assert story.decide(job.ExpireJob(story.now)) == []
    story.wait(300).proceed_to(job.JobTimedOut)


@pytest.mark.parametrize(("before", "after"), [(100, None), (0, 105)], ids=["let go, then answered", "answered first"])
def test_what_a_human_held_while_they_were_asked_counts_once(before: int, after: int | None) -> None:
    unanswered = (plan.Unanswered("email", "q-email"),)
    story = held(Story().begun().observed(form()).no_recipe().planned(unanswered=unanswered))
    ask = story.proceed_to(job.HumanRequested)
    if before:
        released(story, before)
    else:
        story.wait(100)
    story.tell(human.HumanResolved(request_id=ask.request_id, resolution=human.Resolution.DONE, at=story.now))
    story.proceed_to(job.JobResumed)
    if after:
        story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=after * 1000))
    assert story.job.clock.paused.total_seconds() == (after or before)

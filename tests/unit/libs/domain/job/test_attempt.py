"""An attempt: claims, sessions, retries, the queue and the clock."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from ghosthands.domain import job, session
from ghosthands.domain.human import HumanCame, Resolution
from ghosthands.domain.job import Phase, StepKind
from ghosthands.domain.kinds import Affinity
from ghosthands.testkit.story import NOON, Story, fill, form, requested


def test_a_session_that_a_dead_executor_meant_to_close_is_closed_by_the_next_claim() -> None:
    story = Story().applied()
    story.expect_step(StepKind.CLOSE_SESSION)
    story.claim("executor-2")
    story.expect_step(StepKind.CLOSE_SESSION)


def test_a_new_claim_fences_and_looks_before_it_acts() -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email"))
    story.expect_step(StepKind.RUN_ACTIONS)
    story.claim("executor-2")
    story.fenced()
    story.expect_step(StepKind.OBSERVE)


def test_a_fresh_session_needs_no_fence() -> None:
    Story().begun().expect_step(StepKind.OBSERVE)


def test_a_browser_lost_while_filling_is_reopened_and_the_page_read_anew() -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email"))
    story.expect_step(StepKind.RUN_ACTIONS)
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.opened("s2").observed(form()).no_recipe().planned(fill("email")).verified()


def test_a_browser_lost_too_often_starts_the_job_over_later() -> None:
    story = Story().begun()
    for number in range(job.MAX_LOSSES):
        story.tell(session.SessionLost(session_id=f"s{number + 1}", reason="crashed")).opened(f"s{number + 2}")
    story.tell(session.SessionLost(session_id=f"s{job.MAX_LOSSES + 1}", reason="crashed"))
    retry = story.proceed_to(job.RetryScheduled)
    assert (retry.code, retry.attempt) == ("browser_crashed", 1)


def test_a_retry_waits_for_its_time() -> None:
    story = Story().begun()
    story.tell(job.RetryScheduled(attempt=1, code="network_error", due=story.now.replace(second=5)))
    story.expect_step(StepKind.CLOSE_SESSION)
    assert story.claim() == []
    assert job.deadlines(story.job) == {"retry": story.now.replace(second=5)}
    story.wait(5)
    assert story.claim()
    assert job.deadlines(story.job) == {}


def test_a_fourth_passing_failure_is_the_end() -> None:
    story = Story().begun()
    for _ in range(job.MAX_RETRIES):
        cause = story.expect_step(StepKind.OBSERVE)
        refused = session.CommandRefused(cause=cause, command="Observe", code="network_error", retryable=True)
        story.tell(refused)
        retry = story.proceed_to(job.RetryScheduled)
        assert story.job.browser.abandoned is not None
        story.tell(session.SessionClosed(session_id=story.job.browser.abandoned.id, reason="retry"))
        story.wait((retry.due - story.now).total_seconds())
        story.claim()
        story.opened(f"again-{retry.attempt}")
    cause = story.expect_step(StepKind.OBSERVE)
    story.tell(session.CommandRefused(cause=cause, command="Observe", code="network_error", retryable=True))
    assert story.proceed_to(job.JobFailed).code == "network_error"


def test_a_request_says_how_often_it_is_tried() -> None:
    story = Story().begun(max_retries=0)
    cause = story.expect_step(StepKind.OBSERVE)
    story.tell(session.CommandRefused(cause=cause, command="Observe", code="network_error", retryable=True))
    assert story.proceed_to(job.JobFailed).code == "network_error"


def test_a_job_whose_browser_was_lost_has_some_seconds_for_the_host_it_prefers() -> None:
    story = Story().begun(worker="sandbox", affinity=Affinity.PREFERRED).observed(form())
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.expect_step(StepKind.OPEN_SESSION)
    assert job.deadlines(story.job) == {"host": story.now + timedelta(seconds=job.PREFERRED_SECONDS)}


def test_no_clock_runs_while_a_job_waits_for_another_browser_and_for_who_goes_on_with_it() -> None:
    story = Story().begun(timeout_seconds=30).wait(3).observed(form()).wait(2)
    due = job.deadlines(story.job)["job"]
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    asked_at, cause = story.now, story.expect_step(StepKind.OPEN_SESSION)
    assert (job.deadlines(story.wait(3000).job), story.decide(job.ExpireJob(story.now))) == ({}, [])
    opened = session.SessionOpened(
        cause=cause, session_id="s2", host="h", provider="local", pid=1, pid_start_time=1, epoch=story.job.attempt.epoch
    )
    story.tell(opened)
    assert (job.deadlines(story.wait(20).job), story.decide(job.ExpireJob(story.now))) == ({}, [])
    story.claim()
    assert job.deadlines(story.job)["job"] - due == story.now - asked_at


def test_the_clock_goes_on_with_who_has_the_job_still_when_its_browser_comes() -> None:
    story = Story().begun(timeout_seconds=30).wait(3).observed(form()).wait(2)
    due = job.deadlines(story.job)["job"]
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    cause = story.expect_step(StepKind.OPEN_SESSION)
    opened = session.SessionOpened(
        cause=cause, session_id="s2", host="h", provider="local", pid=1, pid_start_time=1, epoch=story.job.attempt.epoch
    )
    story.wait(3000).tell(opened)
    story.expect_step(StepKind.OBSERVE)
    assert job.deadlines(story.job)["job"] == due + timedelta(seconds=3000)


def test_a_job_that_is_refused_another_browser_has_its_time_go_on_with_the_next_attempt() -> None:
    story = Story().begun(timeout_seconds=30).wait(5).observed(form())
    due = job.deadlines(story.job)["job"]
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.refused(story.expect_step(StepKind.OPEN_SESSION), "network_error", retryable=True)
    story.wait(100).claim()
    assert job.deadlines(story.job)["job"] == due + timedelta(seconds=100)
    retry = story.proceed_to(job.RetryScheduled)
    story.now = retry.due
    story.claim()
    story.expect_step(StepKind.OPEN_SESSION)
    assert job.deadlines(story.wait(1000).job) == {}


def test_the_clock_of_a_job_that_a_human_is_asked_about_stands_still_from_the_question_on() -> None:
    story = Story()
    asked = story.asked_for_fields(timeout_seconds=30)
    story.tell(session.SessionLost(session_id="s1", reason="put_away"))
    story.tell(HumanCame(request_id=asked.request_id, at=story.wait(50).now))
    story.claim()
    story.wait(50).opened("s2").resolved(Resolution.DONE)
    story.wait(50).claim()
    story.proceed_to(job.JobResumed)
    assert story.job.clock.paused == timedelta(seconds=150)


def failed(story: Story) -> Story:
    """It failed, and its browser is closed."""
    story.tell(job.JobFailed(at=story.now, code="network_error"))
    return story.tell(session.SessionClosed(session_id="s1", reason="failed"))


def test_another_attempt_begins_as_the_job_was_requested_and_under_new_ids() -> None:
    story = failed(Story().begun().observed(form()))
    before = story.job
    assert story.decide(job.RetryJob(story.now))
    assert (story.job.phase, story.job.request, story.job.failure) == (Phase.PENDING, before.request, None)
    assert (story.job.attempt.steps, story.job.page) == (before.attempt.steps, None)
    story.claim()
    story.opened("s2").observed(form()).no_recipe()


def test_another_attempt_first_closes_what_the_one_before_left_open() -> None:
    story = Story().begun().observed(form()).tell(job.JobFailed(at=NOON, code="x"))
    story.decide(job.RetryJob(story.now))
    assert job.next_step(story.job, story.now) == job.Rest(), "whoever ran the one before has no claim to this one"
    story.claim()
    story.expect_step(StepKind.CLOSE_SESSION)
    assert "job" in job.deadlines(story.job), "a host that is gone answers nobody"


def test_an_account_is_made_once_in_all_attempts_of_a_job() -> None:
    story = failed(Story().begun().observed(form()))
    intended = replace(story.job, login=replace(story.job.login, account_intended=True))
    assert job.evolve(intended, job.JobRetried(at=NOON)).login.account_intended


def test_an_address_that_is_never_reached_is_no_crash_loop() -> None:
    story = Story().tell(requested())
    for _ in range(job.MAX_RETRIES + 1):
        story.claim()
        story.refused(story.expect_step(StepKind.OPEN_SESSION), "network_error", retryable=True)
        story.claim()
        (ended,) = story.proceed()
        story.wait(job.BACKOFF_SECONDS[-1])
    assert isinstance(ended, job.JobFailed)
    assert ended.code == "network_error"


def test_whoever_refuses_a_command_says_whether_another_attempt_may_go_well() -> None:
    for retryable, kind in ((True, job.RetryScheduled), (False, job.JobFailed)):
        story = Story().begun()
        story.refused(story.expect_step(StepKind.OBSERVE), "page_unreadable", retryable=retryable)
        assert story.proceed_to(kind).code == "page_unreadable"


def test_claims_that_move_nothing_end_in_a_crash_loop() -> None:
    story = Story().tell(requested())
    for _ in range(job.MAX_IDLE_CLAIMS):
        story.claim()
        assert isinstance(job.next_step(story.job, story.now), job.Send)
    story.claim()
    assert story.proceed_to(job.JobFailed).code == "crash_loop"


def test_no_intent_after_the_deadline() -> None:
    story = Story().filled().wait(301)
    assert story.proceed_to(job.JobTimedOut).timeout_seconds == 300


def test_the_deadline_does_not_undo_an_intent() -> None:
    story = Story().intended().wait(301)
    assert job.deadlines(story.job) == {}
    story.expect_step(StepKind.SUBMIT)


def test_the_deadline_stands_again_once_an_intent_came_to_nothing() -> None:
    story = Story().intended()
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.proceed_to(job.EffectNotDone)
    assert job.deadlines(story.job).keys() == {"job"}
    story.wait(301).proceed_to(job.JobTimedOut)


def test_an_answered_command_of_an_older_claim_moves_nothing() -> None:
    story = Story().begun()
    old = story.expect_step(StepKind.OBSERVE)
    story.claim("executor-2")
    story.tell(session.CommandRefused(cause=old, command="Observe", code="stale_epoch"))
    assert story.job.attempt.refused is None


def test_a_browser_that_opens_for_a_job_cancelled_meanwhile_is_closed() -> None:
    story = Story().tell(requested())
    story.claim()
    cause = story.expect_step(StepKind.OPEN_SESSION)
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.JobCancelled)
    assert story.claim("executor-2") == []
    story.tell(session.SessionOpened(cause=cause, session_id="s1", host="h", provider="local", pid=1, pid_start_time=1))
    assert story.claim("executor-2")
    story.expect_step(StepKind.CLOSE_SESSION)


def test_a_job_in_the_queue_for_a_browser_needs_no_executor() -> None:
    story = Story().tell(requested())
    story.claim()
    story.expect_step(StepKind.OPEN_SESSION)
    assert isinstance(job.next_step(story.job, story.now), job.Rest)
    assert story.claim("executor-2") == []


def test_a_job_in_the_queue_for_a_browser_can_be_cancelled() -> None:
    story = Story().tell(requested())
    story.claim()
    story.expect_step(StepKind.OPEN_SESSION)
    story.decide(job.CancelJob(story.now))
    assert story.claim("executor-2")
    story.proceed_to(job.JobCancelled)


def test_the_refusal_of_a_browser_is_not_forgotten_by_the_claim_that_follows_it() -> None:
    story = Story().tell(requested())
    story.claim()
    story.refused(story.expect_step(StepKind.OPEN_SESSION), "browser_unavailable", retryable=True)
    assert story.claim("executor-2")
    assert story.proceed_to(job.RetryScheduled).code == "browser_unavailable"


def test_many_claims_are_no_crash_loop_while_each_finds_a_new_browser() -> None:
    story = Story().begun()
    for number in range(job.MAX_LOSSES):
        story.tell(session.SessionLost(session_id=f"s{number + 1}", reason="crashed"))
        story.claim()
        story.opened(f"s{number + 2}")
        story.claim()
        story.claim()
    story.fenced().observed(form())


def test_what_an_earlier_claim_asked_for_says_nothing_of_now() -> None:
    story = Story().begun()
    old = story.expect_step(StepKind.OBSERVE)
    story.claim("executor-2")
    story.tell(session.PageObserved(cause=old, session_id="s1", page=form(), took_ms=1))
    assert story.job.page is None


def test_of_two_browsers_opened_for_a_job_one_is_closed() -> None:
    story = Story().begun()
    story.tell(
        session.SessionOpened(
            cause="x",
            session_id="s2",
            host="h",
            provider="local",
            pid=2,
            pid_start_time=2,
            epoch=story.job.attempt.epoch,
        )
    )
    story.expect_step(StepKind.CLOSE_SESSION)
    story.tell(session.SessionClosed(session_id="s1", reason="abandoned"))
    story.expect_step(StepKind.OBSERVE)

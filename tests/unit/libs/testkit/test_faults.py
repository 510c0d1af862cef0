"""The judge of the fault tests notices everything it is there for."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain import human, job, ownership, session
from ghosthands.domain.human import Resolution
from ghosthands.domain.services import BROWSER_HOST, EXECUTOR
from ghosthands.messaging import fault as points
from ghosthands.messaging.fault import BEFORE_APPEND
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.practice.accounts import AccountAct, AccountAttempt
from ghosthands.practice.holds import HoldPoint
from ghosthands.testkit.faults import CHROMIUM, Cell, Fault, Plans, TrialResult, report
from ghosthands.testkit.faults.matrix import MATRIX, PLAIN
from ghosthands.testkit.faults.plans import CHROMIUM_VARIABLE
from ghosthands.testkit.lab import FollowedJob
from ghosthands.testkit.story import NOON, Story, form

FAULT = Fault(EXECUTOR, BEFORE_APPEND, "EffectIntended")
CELL = Cell(PLAIN, (FAULT,))
#: when the site receives what was announced before
LATE = NOON + timedelta(hours=1)
TOLD: Any = (("accepted", {}), ("status", {"status": "completed"}), ("status", {"status": "failed"}))


def seen(story: Story) -> FollowedJob:
    """The story as the log has it, an event a second."""
    aggregate = subjects.job(story.job.id)
    recorded = [
        Recorded(
            sequence=sequence,
            id=str(sequence),
            at=NOON + timedelta(seconds=sequence),
            service=next(service for service, owned in ownership.OWNS.items() if type(event) in owned),
            aggregate=aggregate,
            event=event,
            causation="c",
            correlation=story.job.id,
            tenant="valet",
        )
        for sequence, event in enumerate(story.log, start=1)
    ]
    return FollowedJob(story.job, tuple(recorded))


def result(story: Story, **changes: Any) -> TrialResult:
    """What became of the story's job, all being well otherwise."""
    known: dict[str, Any] = {
        "cell": CELL,
        "seen": seen(story),
        "struck": {FAULT: NOON.timestamp()},
        "received": [LATE],
        "said": TOLD,
        "dead_letters": 0,
        "tables": (),
        "seconds": 1.0,
    }
    return TrialResult(**{**known, **changes})


def unclear() -> Story:
    """An application whose page never told; a human said that it was sent."""
    story = Story().intended().pressed()
    for _ in range(job.MAX_LOOKS):
        story.observed(form())
    story.proceed_to(job.SubmitUnclear)
    ask = story.proceed_to(job.HumanRequested)
    story.tell(human.HumanResolved(request_id=ask.request_id, resolution=Resolution.DONE, at=story.now))
    for decided in (job.JobResumed, job.SubmitConfirmed, job.JobCompleted):
        story.proceed_to(decided)
    return story


def test_an_application_sent_once_is_well() -> None:
    assert result(Story().applied()).violations == []


@pytest.mark.parametrize(
    ("changes", "violation"),
    [
        ({"received": [LATE, LATE]}, "the application was sent 2 times"),
        ({"received": []}, "the job says completed, the site counted 0"),
        ({"struck": {FAULT: None}}, "the fault did not strike: executor before-append EffectIntended"),
        ({"dead_letters": 1}, "1 messages were given up on"),
        ({"tables": ["jobs"]}, "tables differ from their rebuild: jobs"),
        ({"said": TOLD[1:]}, "VALET was not told that the job is completed"),
        ({"problem": "it never ended"}, "it never ended"),
    ],
)
def test_what_must_not_be_is_a_violation(changes: dict[str, Any], violation: str) -> None:
    assert violation in result(Story().applied(), **changes).violations


def test_a_job_that_failed_though_its_application_was_sent_is_a_violation() -> None:
    story = Story().begun().tell(job.JobFailed(at=NOON, code="browser_crashed"))
    assert result(story).violations == [
        "the job is failed, not completed",
        "the job says failed, the site counted 1",
        "an application was sent without an intent or a human's hand",
    ]


def test_an_application_needs_an_intent_before_it_or_a_human_who_has_control() -> None:
    story, violation = Story().applied(), "an application was sent without an intent or a human's hand"
    names = [type(event).__name__ for event in story.log]
    intended = NOON + timedelta(seconds=names.index("EffectIntended") + 1)
    assert violation not in result(story, received=[intended]).violations
    assert violation in result(story, received=[intended - timedelta(seconds=1)]).violations
    held = Story().begun().tell(session.ControlTaken(session_id="s", viewer_id="v"))
    assert violation not in result(held, received=[LATE]).violations
    held.tell(session.ControlReleased(session_id="s", viewer_id="v", held_ms=1, submitted=False))
    assert violation in result(held, received=[LATE]).violations


def test_a_dry_run_sends_nothing_and_is_complete() -> None:
    dry = Cell(replace(PLAIN, changes={"dry_run": True}), (FAULT,))
    assert result(Story().applied(), cell=dry, received=[]).violations == []
    assert result(Story().applied(), cell=dry).violations == ["a dry run sent something"]
    assert result(Story().applied(), cell=dry, received=[], steps=[LATE]).violations[0] == "a dry run sent something"


def test_each_step_needs_an_intent_before_it() -> None:
    story = Story().applied()
    unannounced = result(story, steps=[LATE]).violations
    assert unannounced == ["step 1 was sent after 0 intents"]


def test_an_account_is_asked_for_once_an_intent_and_refused_credentials_are_tried_once() -> None:
    made = AccountAttempt("acme", "someone@example.com", AccountAct.CREATE)
    refused = AccountAttempt("acme", "someone@example.com", AccountAct.SIGN_IN, "Wrong password.")
    story = Story().applied()
    assert result(story, accounts=[refused]).violations == []
    assert result(story, accounts=[made]).violations == ["an account was asked for 1 times, of 0 intents"]
    assert "an account that was made was asked for again" in result(story, accounts=[made] * 2).violations
    assert result(story, accounts=[refused] * 2).violations == ["credentials that were refused were tried 2 times"]


def test_a_human_may_not_be_asked_what_the_page_shows() -> None:
    assert result(unclear()).violations == ["a human was asked what the page shows: a confirmation"]


def test_a_human_may_be_asked_where_the_page_is_gone_or_nothing_was_sent() -> None:
    gone = Cell(PLAIN, (Fault(CHROMIUM, "pressed"),))
    assert result(unclear(), cell=gone).violations == []
    assert "a human was asked" not in " ".join(result(unclear(), received=[]).violations)


def test_a_fault_strikes_with_an_open_intent_between_its_announcement_and_its_settlement() -> None:
    story = Story().applied()
    names = [type(event).__name__ for event in story.log]
    intended, confirmed = names.index("EffectIntended") + 1, names.index("SubmitConfirmed") + 1
    for sequence, is_open in ((intended - 1, False), (intended, True), (confirmed - 1, True), (confirmed, False)):
        struck = {FAULT: NOON.timestamp() + sequence}
        assert result(story, struck=struck).with_open_intent is is_open


def test_only_cells_without_an_open_intent_count_among_those_that_should_finish_alone() -> None:
    alone, asked = result(Story().applied()), result(unclear())
    with_intent = result(unclear(), struck={FAULT: asked.seen.recorded[-5].at.timestamp()})
    assert with_intent.with_open_intent
    assert report.share_finished_alone([alone, asked, with_intent]) == 0.5


def test_every_planned_fault_sleeps_in_the_environment_of_whoever_carries_it_out(tmp_path: Path) -> None:
    browser, held = Fault(CHROMIUM, "submit"), Fault(BROWSER_HOST, HoldPoint.AFTER_COUNT)
    plans = Plans(tmp_path, [CELL, Cell(PLAIN, (browser, held))])
    assert plans.environment == {
        EXECUTOR: {points.VARIABLE: f"executor:before-append:EffectIntended:{tmp_path}/fault-0"},
        BROWSER_HOST: {CHROMIUM_VARIABLE: f"submit:{tmp_path}/fault-1"},
    }
    (plan,) = map(points.parse, plans.environment[EXECUTOR][points.VARIABLE].split())
    assert not plan.fires(EXECUTOR, BEFORE_APPEND, ("EffectIntended",))
    plans.arm(FAULT)
    assert plan.fires(EXECUTOR, BEFORE_APPEND, ("EffectIntended",))
    assert plans.disarm(FAULT) is not None


def test_a_fault_that_was_armed_and_never_struck_says_so(tmp_path: Path) -> None:
    plans = Plans(tmp_path, [CELL])
    plans.arm(FAULT)
    assert plans.disarm(FAULT) is None


def test_no_cell_is_planned_twice() -> None:
    assert len({str(cell) for cell in MATRIX}) == len(MATRIX)

"""The cells: every service at every kind of message it reads or writes, Chromium at every page action.

A service without an effect of its own has no cells at the points around one. Events that only a fault causes
(SessionLost, ActionFailed) have cells with two faults. Planner's CommandRefused, which needs a page model gone from the
vault, is left to unit tests; HumanTimedOut has cells of its own, for a stack that gives humans seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.kinds import JobType
from ghosthands.domain.services import (
    BROWSER_HOST,
    COOKBOOK,
    EXECUTOR,
    HITL_GATEWAY,
    JOB_INTAKE,
    PLANNER,
    PROJECTOR,
)
from ghosthands.messaging.fault import AFTER_APPEND, AFTER_EFFECT, BEFORE_ACK, BEFORE_APPEND
from ghosthands.practice.holds import HoldPoint
from ghosthands.testkit.faults.cell import CHROMIUM, AccountNeed, Cell, Fault, HandPoint, Hands, Scenario, Until
from ghosthands.testkit.recording import TYPE

PLAIN = Scenario("one page")
STEPS = Scenario("two pages", family="stepwise")
QUESTION = Scenario("a question", query="?unknown=1", answers={AskKind.FIELDS: Resolution.VALUE})
#: the question is left open, the site refuses the form, no human helps
REFUSED = Scenario(
    "refused form",
    ends=Phase.FAILED,
    query="?unknown=1",
    answers={AskKind.FIELDS: Resolution.SKIP, AskKind.STUCK: Resolution.SKIP},
)
CANCELLED = Scenario(
    "cancelled",
    ends=Phase.CANCELLED,
    query="?captcha=1",
    answers={AskKind.BLOCKER: None},
    cancelled_at=("HumanRequested", 1),
)
GIVEN_UP = Scenario("given up", ends=Phase.FAILED, query="?captcha=1", answers={AskKind.BLOCKER: Resolution.SKIP})
UNANSWERED = Scenario("unanswered", ends=Phase.FAILED, query="?captcha=1", answers={AskKind.BLOCKER: None})
REJECTED = Scenario("rejected", ends=Phase.REJECTED, changes={"browser_mode": "any"})
#: nothing listens on the discard port; VALET cancels after the second attempt
UNREACHABLE = Scenario(
    "unreachable",
    ends=Phase.CANCELLED,
    changes={"target_url": "http://127.0.0.1:9/jobs/1"},
    cancelled_at=("RetryScheduled", 2),
)
#: the site wants an account first
JOINED = Scenario("an account is made", family="workday", query="?login=1", account=AccountNeed.NONE)
SIGNED_IN = Scenario("signed in", query="?login=1", account=AccountNeed.THERE)
LOCKED_OUT = Scenario(
    "a wrong password",
    ends=Phase.FAILED,
    family="workday",
    query="?login=1",
    account=AccountNeed.LOCKED,
    answers={AskKind.BLOCKER: Resolution.SKIP},
)
#: the next step would send something, and a dry run ends before it
STEPS_DRY = replace(STEPS, name="two pages, dry run", changes={"dry_run": True})
#: the page sends its form by itself
EAGER = Scenario("sent by the page", query="?eager=1", answers={AskKind.STUCK: Resolution.DONE})
EAGER_DRY = replace(EAGER, name="sent by the page, dry run", changes={"dry_run": True}, answers={})
EAGER_GIVEN_UP = replace(
    EAGER, name="sent by the page, given up", ends=Phase.FAILED, answers={AskKind.STUCK: Resolution.SKIP}
)
#: a human takes control of the page: to send the form themselves, or to help and let go
SENT_BY_HAND = replace(QUESTION, name="sent by hand", hands=Hands())
#: … and the site stores it and reports a failure
UNTOLD = replace(
    SENT_BY_HAND,
    name="sent by hand, untold",
    query="?unknown=1&garbled=1",
    answers={AskKind.FIELDS: Resolution.VALUE, AskKind.SUBMIT_UNCLEAR: Resolution.DONE},
)
HELPED = replace(QUESTION, name="helped by hand", hands=Hands(send=False))
#: … unasked, as a dry run asks no human
HELPED_DRY = replace(
    PLAIN, name="watched by hand, dry run", changes={"dry_run": True}, hands=Hands(at="PlanProposed", send=False)
)
#: they take control when we are about to press
OVERTAKEN = replace(PLAIN, name="overtaken", hands=Hands(at="EffectIntended"))
#: our own hand cannot choose an answer, but an engine can
ENGINE_HELPS = Scenario("an engine helps", query="?stubborn=1")
ENGINE_FILLS = Scenario("an engine fills", changes={"engine_version": 1, "execution_mode": "ai_only"})
ENGINE_DOES = Scenario("a task in words", changes={"job_type": JobType.CUSTOM, "task_description": TYPE})
TIMED_OUT = Scenario("timed out", ends=Phase.TIMED_OUT, changes={"timeout_seconds": 30}, stalled=PLANNER)

#: fields of the practice site's one page that the profile answers; browser-host fills them in one run
ACTIONS = 15


def _events(scenario: Scenario, service: str, *names: str, after: str = "") -> Iterator[Cell]:
    """Yield cells in which the service dies before and after it appends each of these events."""
    for name in names:
        for point in (BEFORE_APPEND, AFTER_APPEND):
            yield Cell(scenario, (Fault(service, point, name, after=after),))


def _at(scenario: Scenario, service: str, point: str, *names: str, after: str = "") -> Iterator[Cell]:
    """Yield cells in which the service dies at that point, for each of these messages."""
    for name in names:
        yield Cell(scenario, (Fault(service, point, name, after=after),))


def _after(first: Fault, scenario: Scenario, *seconds: Fault) -> Iterator[Cell]:
    """Yield cells in which each second fault strikes while the job recovers from the first."""
    for second in seconds:
        yield Cell(scenario, (first, second))


def _executor() -> Iterator[Cell]:
    steps = ("open_session", "fence", "observe", "find_recipe", "plan_page", "run_actions", "submit", "close_session")
    commands = ("OpenSession", "Fence", "Observe", "FindRecipe", "PlanPage", "RunActions", "Submit", "CloseSession")
    yield from _events(PLAIN, EXECUTOR, "JobClaimed", *(f"StepChosen.{step}" for step in steps))
    yield from _events(PLAIN, EXECUTOR, "EffectIntended", "SubmitConfirmed", "JobCompleted")
    yield from _at(PLAIN, EXECUTOR, AFTER_EFFECT, *commands)
    yield from _at(PLAIN, EXECUTOR, AFTER_EFFECT, "RunJob")
    yield from _at(PLAIN, EXECUTOR, BEFORE_ACK, "RunJob", "SessionOpened")
    yield from _events(STEPS, EXECUTOR, "StepChosen.advance")
    yield from _at(STEPS, EXECUTOR, AFTER_EFFECT, "Advance")
    yield from _events(QUESTION, EXECUTOR, "HumanRequested", "JobResumed")
    yield from _events(CANCELLED, EXECUTOR, "JobCancelled")
    yield from _events(GIVEN_UP, EXECUTOR, "JobFailed")
    yield from _events(REFUSED, EXECUTOR, "EffectNotDone")
    yield from _events(UNREACHABLE, EXECUTOR, "RetryScheduled")
    yield from _at(UNREACHABLE, EXECUTOR, BEFORE_ACK, "retry", "CommandRefused")
    yield from _at(UNREACHABLE, EXECUTOR, AFTER_EFFECT, "RunJob")
    yield from _at(UNREACHABLE, EXECUTOR, AFTER_EFFECT, "RunJob", after="RetryScheduled")
    yield from _events(TIMED_OUT, EXECUTOR, "JobTimedOut")
    yield from _at(TIMED_OUT, EXECUTOR, BEFORE_ACK, "job")
    lost = Fault(CHROMIUM, HoldPoint.AFTER_COUNT)
    for name in ("SubmitUnclear", "HumanRequested.submit_unclear"):
        yield from _after(lost, PLAIN, *(Fault(EXECUTOR, point, name) for point in (BEFORE_APPEND, AFTER_APPEND)))


def _browser_host() -> Iterator[Cell]:
    facts = ("SessionOpened", "SessionFenced", "PageObserved", "ActionStarted.fill", "ActionVerified")
    ends = ("ActionStarted.submit", "ActionSucceeded", "ScreenshotTaken", "SessionClosed")
    yield from _events(PLAIN, BROWSER_HOST, *facts, *ends)
    yield from _at(PLAIN, BROWSER_HOST, AFTER_EFFECT, "OpenSession", "Observe", "RunActions", "Submit")
    yield from _at(PLAIN, BROWSER_HOST, AFTER_EFFECT, "Observe", after="StepChosen.submit")
    yield from _at(PLAIN, BROWSER_HOST, BEFORE_ACK, "OpenSession", "Fence", "Observe", "RunActions", "Submit")
    yield from _at(PLAIN, BROWSER_HOST, BEFORE_ACK, "CloseSession")
    yield from _events(STEPS, BROWSER_HOST, "ActionStarted.next")
    yield from _events(STEPS, BROWSER_HOST, "ActionSucceeded", after="StepChosen.advance")
    yield from _at(STEPS, BROWSER_HOST, AFTER_EFFECT, "Advance")
    yield from _at(STEPS, BROWSER_HOST, BEFORE_ACK, "Advance")
    yield from _events(CANCELLED, BROWSER_HOST, "BlockerDetected")
    yield from _events(UNREACHABLE, BROWSER_HOST, "CommandRefused")
    points = (BEFORE_APPEND, AFTER_APPEND)
    lost = Fault(CHROMIUM, "observe")
    yield from _after(lost, PLAIN, *(Fault(BROWSER_HOST, point, "SessionLost") for point in points))
    pressing = Fault(BROWSER_HOST, AFTER_APPEND, "ActionStarted.submit")
    yield from _after(pressing, PLAIN, *(Fault(BROWSER_HOST, point, "ActionFailed") for point in points))


def _thinkers() -> Iterator[Cell]:
    yield from _events(PLAIN, PLANNER, "PlanProposed")
    yield from _at(PLAIN, PLANNER, BEFORE_ACK, "PlanPage")
    yield from _events(STEPS, PLANNER, "PlanProposed", after="StepChosen.advance")
    yield from _events(PLAIN, COOKBOOK, "RecipeMissed")
    yield from _at(PLAIN, COOKBOOK, BEFORE_ACK, "FindRecipe")


def _job_intake() -> Iterator[Cell]:
    yield from _events(PLAIN, JOB_INTAKE, "JobRequested")
    yield from _at(PLAIN, JOB_INTAKE, AFTER_EFFECT, "RunJob", "accepted")
    yield from _at(PLAIN, JOB_INTAKE, BEFORE_ACK, "requested")
    yield from _events(REJECTED, JOB_INTAKE, "JobRejected")
    yield from _at(REJECTED, JOB_INTAKE, AFTER_EFFECT, "rejected")
    yield from _at(REJECTED, JOB_INTAKE, BEFORE_ACK, "requested")
    yield from _events(CANCELLED, JOB_INTAKE, "JobCancelRequested")
    yield from _at(CANCELLED, JOB_INTAKE, AFTER_EFFECT, "RunJob", after="HumanRequested")
    yield from _at(CANCELLED, JOB_INTAKE, AFTER_EFFECT, "cancel")
    yield from _at(CANCELLED, JOB_INTAKE, BEFORE_ACK, "cancel")


def _hitl_gateway() -> Iterator[Cell]:
    yield from _events(QUESTION, HITL_GATEWAY, "HumanResolved")
    yield from _at(QUESTION, HITL_GATEWAY, AFTER_EFFECT, "RunJob", "answer", "status")
    yield from _at(QUESTION, HITL_GATEWAY, BEFORE_ACK, "resolved", "HumanRequested", "JobResumed", "JobCompleted")
    yield from _at(GIVEN_UP, HITL_GATEWAY, BEFORE_ACK, "JobFailed")
    yield from _at(CANCELLED, HITL_GATEWAY, BEFORE_ACK, "JobCancelled")


def _projector() -> Iterator[Cell]:
    begins = ("JobRequested", "JobClaimed", "SessionOpened", "PageObserved", "PlanProposed", "ActionVerified")
    ends = ("EffectIntended", "SubmitConfirmed", "JobCompleted", "SessionClosed")
    yield from _at(PLAIN, PROJECTOR, BEFORE_APPEND, *begins, *ends)
    yield from _at(QUESTION, PROJECTOR, BEFORE_APPEND, "HumanRequested", "HumanResolved")
    yield from _at(REJECTED, PROJECTOR, BEFORE_APPEND, "JobRejected")
    for after in ("", "RecipeMissed", "EffectIntended"):
        yield from _at(PLAIN, PROJECTOR, BEFORE_ACK, "", after=after)


def _chromium() -> Iterator[Cell]:
    for step in ("open", "observe", "run", *map(str, range(1, ACTIONS + 1)), "submit", "pressed"):
        yield from _at(PLAIN, CHROMIUM, step, "")
    yield from _at(PLAIN, CHROMIUM, "observe", "", after="StepChosen.submit")
    for step in ("next", "pressed"):
        yield from _at(STEPS, CHROMIUM, step, "")
    yield from _at(STEPS, CHROMIUM, "run", "", after="StepChosen.advance")


def _held() -> Iterator[Cell]:
    """Yield cells with the application on its way to the site, held there, or the answer on its way back."""
    for where in HoldPoint:
        for victim in (EXECUTOR, CHROMIUM):
            yield Cell(PLAIN, (Fault(victim, where),))
        for until in (Until.SLOW, Until.ASKED):
            yield Cell(PLAIN, (Fault(BROWSER_HOST, where),), until)
        yield Cell(STEPS, (Fault(BROWSER_HOST, where),), Until.SLOW)
    # a navigating page lets no new host in until it has arrived; here it stays where it is
    for where in (HoldPoint.BEFORE_COUNT, HoldPoint.AFTER_COUNT):
        yield Cell(PLAIN, (Fault(BROWSER_HOST, where),))


def _both() -> Iterator[Cell]:
    """Yield cells of executor and browser-host, one after the other, around the submit."""
    intended = Fault(EXECUTOR, AFTER_APPEND, "EffectIntended")
    pressed = Fault(BROWSER_HOST, AFTER_EFFECT, "Submit")
    yield from _after(intended, PLAIN, Fault(BROWSER_HOST, AFTER_APPEND, "ActionStarted.submit"), pressed)
    yield from _after(pressed, PLAIN, Fault(EXECUTOR, BEFORE_APPEND, "SubmitConfirmed"))


def _accounts() -> Iterator[Cell]:
    """Yield cells around the press that makes an account, and the one that signs in."""
    yield from _events(JOINED, EXECUTOR, "EffectIntended.create_account")
    yield from _at(JOINED, EXECUTOR, BEFORE_APPEND, "AccountCreated")
    yield from _at(JOINED, EXECUTOR, AFTER_EFFECT, "CreateAccount")
    yield from _events(JOINED, BROWSER_HOST, "ActionStarted.submit")
    yield from _at(JOINED, BROWSER_HOST, AFTER_EFFECT, "CreateAccount")
    for victim in (EXECUTOR, BROWSER_HOST, CHROMIUM):
        yield Cell(JOINED, (Fault(victim, HoldPoint.AFTER_COUNT),))
    yield from _events(SIGNED_IN, EXECUTOR, "StepChosen.sign_in")
    yield from _at(SIGNED_IN, EXECUTOR, AFTER_EFFECT, "SignIn")
    yield from _events(SIGNED_IN, BROWSER_HOST, "ActionStarted.next")
    yield from _at(SIGNED_IN, BROWSER_HOST, AFTER_EFFECT, "SignIn")
    yield from _at(SIGNED_IN, CHROMIUM, "pressed", "")
    yield from _at(LOCKED_OUT, BROWSER_HOST, AFTER_EFFECT, "SignIn")
    yield from _at(LOCKED_OUT, EXECUTOR, AFTER_EFFECT, "SignIn")
    yield from _at(LOCKED_OUT, CHROMIUM, "pressed", "")


def _sent_by_the_page() -> Iterator[Cell]:
    """Yield cells of a page that sends by itself: the request is held, a human is asked, and it is sent once."""
    for scenario in (EAGER, EAGER_DRY):
        yield from _at(scenario, BROWSER_HOST, AFTER_EFFECT, "RunActions")
        yield from _events(scenario, BROWSER_HOST, "RequestHeld")
        yield from _at(scenario, CHROMIUM, "observe", "", after="RequestHeld")
    yield from _events(EAGER, EXECUTOR, "HumanRequested.stuck")
    yield from _at(EAGER, BROWSER_HOST, BEFORE_APPEND, "ActionVerified")
    yield from _events(EAGER, HITL_GATEWAY, "HumanResolved")
    yield from _at(EAGER, EXECUTOR, AFTER_APPEND, "EffectIntended")
    yield from _events(EAGER, BROWSER_HOST, "ActionStarted.submit")
    yield from _at(EAGER, BROWSER_HOST, AFTER_EFFECT, "Submit")
    yield from _at(EAGER_GIVEN_UP, HITL_GATEWAY, AFTER_APPEND, "HumanResolved")
    yield from _at(EAGER_GIVEN_UP, BROWSER_HOST, AFTER_APPEND, "RequestHeld")


def _held_steps() -> Iterator[Cell]:
    """Yield cells of a press that leads on and would send: the network holds it, and sends it once or never."""
    yield from _events(STEPS, BROWSER_HOST, "PressHeld")
    yield from _events(STEPS, EXECUTOR, "EffectIntended.step", "StepChosen.release_step", "StepTaken")
    yield from _at(STEPS, EXECUTOR, AFTER_EFFECT, "ReleaseStep")
    yield from _events(STEPS, BROWSER_HOST, "ActionStarted.next", after="PressHeld")
    yield from _at(STEPS, BROWSER_HOST, AFTER_EFFECT, "ReleaseStep")
    yield from _at(STEPS, BROWSER_HOST, BEFORE_APPEND, "ActionSucceeded", after="PressHeld")
    yield from _at(STEPS, CHROMIUM, "observe", "", after="StepChosen.release_step")
    intended = Fault(EXECUTOR, AFTER_APPEND, "EffectIntended.step")
    yield Cell(STEPS, (intended, Fault(BROWSER_HOST, AFTER_APPEND, "ActionStarted.next", after="EffectIntended.step")))
    yield from _events(STEPS_DRY, BROWSER_HOST, "PressHeld")
    yield from _at(STEPS_DRY, BROWSER_HOST, AFTER_EFFECT, "Advance")
    yield from _at(STEPS_DRY, EXECUTOR, BEFORE_APPEND, "JobCompleted")


def _hands() -> Iterator[Cell]:
    """Yield cells in which a human has control of the page, and may have sent the form."""
    for scenario in (SENT_BY_HAND, UNTOLD):
        yield from _events(scenario, BROWSER_HOST, "HumanSubmitted")
        yield from _at(scenario, BROWSER_HOST, AFTER_APPEND, "ControlReleased")
        for victim in (BROWSER_HOST, CHROMIUM, HITL_GATEWAY):
            yield Cell(scenario, (Fault(victim, HandPoint.SENT),))
        yield Cell(scenario, (Fault(BROWSER_HOST, HandPoint.IN_CONTROL),))
    yield from _events(UNTOLD, EXECUTOR, "HumanRequested.submit_unclear")
    yield from _events(HELPED, BROWSER_HOST, "ControlTaken", "ControlReleased")
    for victim in (BROWSER_HOST, CHROMIUM, HITL_GATEWAY):
        yield Cell(HELPED, (Fault(victim, HandPoint.IN_CONTROL),))
    yield Cell(HELPED_DRY, (Fault(BROWSER_HOST, HandPoint.IN_CONTROL),))
    intended = Fault(EXECUTOR, AFTER_APPEND, "EffectIntended")
    yield Cell(OVERTAKEN, (intended,))
    for victim in (BROWSER_HOST, EXECUTOR):
        yield Cell(OVERTAKEN, (intended, Fault(victim, HandPoint.SENT)))


MATRIX: tuple[Cell, ...] = (
    *_executor(),
    *_browser_host(),
    *_thinkers(),
    *_job_intake(),
    *_hitl_gateway(),
    *_projector(),
    *_chromium(),
    *_held(),
    *_both(),
    *_accounts(),
    *_sent_by_the_page(),
    *_held_steps(),
    *_hands(),
)

#: the case that "act, then append" gets wrong: killed between press and event, with the form still there
IN_FLIGHT = Cell(PLAIN, (Fault(BROWSER_HOST, HoldPoint.AFTER_COUNT),))

#: a case of each kind that a careless host gets wrong
CAUGHT: tuple[Cell, ...] = (
    IN_FLIGHT,
    Cell(JOINED, (Fault(BROWSER_HOST, HoldPoint.AFTER_COUNT),)),
    Cell(EAGER_DRY, ()),
    Cell(UNTOLD, (Fault(HITL_GATEWAY, HandPoint.SENT),)),
    Cell(STEPS, ()),
)

#: the cells of every `make test`: those that could lose a job or send it twice
SAMPLE: tuple[Cell, ...] = (
    Cell(PLAIN, (Fault(JOB_INTAKE, AFTER_APPEND, "JobRequested"),)),
    Cell(PLAIN, (Fault(EXECUTOR, AFTER_APPEND, "EffectIntended"),)),
    Cell(PLAIN, (Fault(BROWSER_HOST, AFTER_EFFECT, "Submit"),)),
    IN_FLIGHT,
    Cell(PLAIN, (Fault(CHROMIUM, "run"),)),
)

#: cells without an answer, for a stack that gives humans seconds
UNANSWERED_CELLS: tuple[Cell, ...] = (
    *_events(UNANSWERED, HITL_GATEWAY, "HumanTimedOut"),
    *_at(UNANSWERED, HITL_GATEWAY, BEFORE_ACK, "human"),
)

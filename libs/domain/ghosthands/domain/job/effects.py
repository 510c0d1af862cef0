"""Effects, which cannot be undone: each is announced, done at most once, and observed until its outcome is known."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from ghosthands.domain import ids
from ghosthands.domain.codes import ActionFailure, BlockerType, Doubt, Evidence, JobFailure, Sequel, Stuck
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import attempt, evidence, filling
from ghosthands.domain.job.events import (
    AccountCreated,
    AccountUnclear,
    BlockedRequest,
    EffectIntended,
    EffectKind,
    EffectNotDone,
    HumanRequested,
    JobCompleted,
    JobFailed,
    Outcome,
    StepKind,
    StepTaken,
    SubmitConfirmed,
    SubmitUnclear,
)
from ghosthands.domain.job.state import Intent, Job, OnwardPress, SubmissionState
from ghosthands.domain.job.steps import Append, Ask, Fail, Send, Step
from ghosthands.domain.page import BEHIND_LOGIN, AccountPurpose, ButtonRole, PageSummary, PageType
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.requests import RequestHeld
from ghosthands.domain.session import ActionFailed, ActionStarted, ActionSucceeded, CommandRefused

#: seconds before each look at a page whose submit button was pressed: the site may still be working
LOOK_PAUSES = (0, 1, 2, 4, 8)
#: after this many looks the outcome counts as unclear
MAX_LOOKS = len(LOOK_PAUSES)
#: looks at a wall that appeared after the press, before a human is asked: some disappear by themselves
LOOKS_AT_WALL = 3
#: the walls that are themselves a site's answer to a form
_ANSWERS = {BlockerType.RATE_LIMITED: Doubt.REFUSED_FOR_NOW, BlockerType.LOGIN: Doubt.LOGIN_FOLLOWED}
#: effects of a job, beside those that led to the form's next page
MAX_TRIES = 5
#: how often a step is tried again when a human says that it was not sent, or a form that can be gone on with
MAX_DENIALS = 2


# The fold


def fold_intent(job: Job, event: EffectIntended) -> Job:
    """Open an intent for the announced effect, which is settled before anything else is done."""
    if event.kind is EffectKind.STEP:
        return _fold_step_intent(job, event)
    intent = Intent(
        id=event.intent_id,
        kind=event.kind,
        button_id=event.button_id,
        button_role=event.button_role,
        fingerprint=event.fingerprint,
        fields=job.page.fields if job.page else (),
        errors=job.page.refused_fields if job.page else frozenset(),
    )
    job = replace(job, effects=replace(job.effects, intent=intent, intents=job.effects.intents + 1))
    if event.kind is EffectKind.CREATE_ACCOUNT:
        return replace(job, login=replace(job.login, account_intended=True))
    return _set_submission(job, SubmissionState.INTENDED)


def _fold_step_intent(job: Job, event: EffectIntended) -> Job:
    """Open an intent to release the held press; the page shows afterwards whether it was the application too."""
    held = job.effects.held_press
    intent = Intent(
        id=event.intent_id,
        kind=event.kind,
        releases=held.action_id if held else "",
        button_id=event.button_id,
        button_role=event.button_role,
        fingerprint=event.fingerprint,
        fields=held.fields if held else (),
        errors=held.errors if held else frozenset(),
        step=held.step if held else None,
    )
    return replace(job, effects=replace(job.effects, intent=intent, held_press=None))


def fold_sending(job: Job) -> Job:
    """Record that a human may have sent the application, unless a submission is confirmed already."""
    submission = job.effects.submission
    if submission is SubmissionState.CONFIRMED:
        return job
    known = SubmissionState.UNCLEAR if submission is SubmissionState.NONE else submission
    return replace(job, effects=replace(job.effects, submission=known, untold=True))


def fold_denial(job: Job) -> Job:
    """Record that a human says that nothing sent so far was the application; an open intent is settled separately."""
    told = replace(job, effects=replace(job.effects, untold=False))
    return told if told.effects.intent is not None else _clear_submission(told)


def fold_late_word(job: Job, resolution: Resolution) -> Job:
    """Record what a human says of the application after the job ended in doubt; the job then ends anew by it.

    Their question is closed: should the same be in doubt once more, that is another question, with another id.
    """
    intent = job.effects.intent
    said = replace(job.human, late=resolution, asks=job.human.asks + 1, ask=None, answer=None)
    job = replace(job, human=said)
    told = _set_intent(job, replace(intent, answer=resolution)) if intent is not None else job
    return fold_denial(told) if resolution is Resolution.SKIP else told


def fold_failure(job: Job, event: JobFailed) -> Job:
    """Close the intent of a job that failed because a human said that it was not sent: it counts as unsent."""
    intent = job.effects.intent
    is_denied = intent is not None and intent.answer is Resolution.SKIP and event.code == JobFailure.NOT_SUBMITTED
    return _clear_submission(_set_intent(job, None)) if is_denied else job


def fold_start(job: Job, intent: Intent, event: ActionStarted) -> Job:
    """Record that the effect is about to happen: from here on it may have happened."""
    return _set_intent(job, replace(intent, started=True)) if intent.id == event.action_id else job


def fold_press(job: Job, intent: Intent, event: ActionSucceeded) -> Job:
    """Record that the intended button was pressed."""
    return _set_intent(job, replace(intent, renewed=event.renewed)) if intent.id == event.action_id else job


def fold_failed_press(job: Job, intent: Intent, event: ActionFailed) -> Job:
    """Record that the intended button was provably not pressed, or may have been."""
    settled = filling.settle_action(job, event.cause, event.action_id)
    unpressed = event.code == ActionFailure.NOT_PRESSED
    intent = replace(intent, unpressed=unpressed, started=intent.started or not unpressed)
    return replace(_set_intent(settled, intent), page=None)


def fold_look(job: Job, intent: Intent, page: PageSummary) -> Job:
    """Count another observation of the page, if the effect has begun, and record its thanks."""
    thanked = intent.thanked or (intent.started and page.page_type is PageType.CONFIRMATION)
    return _set_intent(job, replace(intent, looks=intent.looks + intent.started, thanked=thanked))


def fold_refusal(job: Job, intent: Intent, step: StepKind, event: CommandRefused) -> Job:
    """Handle a refused command: a refused press did not happen; an unreadable page is tried again, up to a limit."""
    if step in (StepKind.SUBMIT, StepKind.CREATE_ACCOUNT, StepKind.RELEASE_STEP) and not intent.started:
        return _set_intent(attempt.keep_refusal(job, event), replace(intent, unpressed=True))
    looks = intent.looks + 1
    return replace(_set_intent(job, replace(intent, looks=looks, out_of_sight=looks >= MAX_LOOKS)), page=None)


def fold_resolution(job: Job, intent: Intent, asked: HumanRequested, resolution: Resolution) -> Job:
    """Take the human's reply into the intent: about a wall that appeared after the press, or about the press itself."""
    if asked.kind is AskKind.BLOCKER:
        return _set_intent(job, replace(intent, looks=0, out_of_sight=resolution is Resolution.SKIP))
    goes_on = bool(asked.fields) or asked.code == Sequel.MORE_ASKED
    return _set_intent(job, replace(intent, answer=resolution, goes_on=goes_on))


def fold_gone_wall(job: Job, intent: Intent) -> Job:
    """Look at the page again from the start, since the wall that appeared after the press is gone."""
    return _set_intent(job, replace(intent, looks=0))


def fold_confirmation(job: Job) -> Job:
    """Record that the site confirmed the application, or a human did."""
    told = replace(job, effects=replace(job.effects, intent=None, untold=False))
    return attempt.note_progress(_set_submission(told, SubmissionState.CONFIRMED))


def fold_doubt(job: Job) -> Job:
    """Record that the outcome of the press is unknown."""
    return _set_submission(job, SubmissionState.UNCLEAR)


def fold_not_done(job: Job, event: EffectNotDone) -> Job:
    """Close an intent that had no effect."""
    if event.evidence == Evidence.NOT_PRESSED:
        job = _count_unpressed(job)
    if event.evidence == Evidence.HUMAN:
        job = replace(job, effects=replace(job.effects, denials=job.effects.denials + 1))
    if event.evidence == Evidence.MOVED_ON:
        job = replace(job, effects=replace(job.effects, led_on=job.effects.led_on + 1))
    if event.evidence == Evidence.REFUSED_VALUE:  # the same again is not sent on the page's word alone
        job = replace(job, effects=replace(job.effects, untold=True))
    return drop_intent(_clear_submission(job))


def _count_unpressed(job: Job) -> Job:
    """Count that the button was not pressed; an account whose form was never sent may be tried again."""
    if job.is_stepping:  # else it would be tried for ever
        work = replace(job.work, unmoved=job.work.unmoved + 1)
        return replace(job, work=work, passage=replace(job.passage, missed=True))
    if job.effects.intent is not None and job.effects.intent.kind is EffectKind.CREATE_ACCOUNT:
        job = replace(job, login=replace(job.login, account_intended=False))
    return replace(job, effects=replace(job.effects, unpressed=job.effects.unpressed + 1))


def fold_step_taken(job: Job) -> Job:
    """Close the intent of a step that was sent, and go on to the page it led to."""
    return filling.turn_page(_clear_submission(_set_intent(job, None)))


def drop_intent(job: Job) -> Job:
    """Close the intent, and go on with the page that shows now."""
    job = _set_intent(job, None)
    if job.passage.departed and job.page is not None:
        return filling.arrive(job, job.page)
    work = job.work if job.page is None else filling.note_lost(job.work, job.page)
    return replace(job, work=work, passage=replace(job.passage, departed=False))


def _set_intent(job: Job, intent: Intent | None) -> Job:
    return replace(job, effects=replace(job.effects, intent=intent))


def _clear_submission(job: Job) -> Job:
    """Record that we sent nothing; what a human may have sent remains unclear until somebody tells."""
    return _set_submission(job, SubmissionState.UNCLEAR if job.effects.untold else SubmissionState.NONE)


def _set_submission(job: Job, submission: SubmissionState) -> Job:
    return replace(job, effects=replace(job.effects, submission=submission))


def fold_held(job: Job, event: RequestHeld) -> Job:
    """Record that the network guard held a request the page sent by itself; a human is asked about it once.

    One that is told of after a press that leads on may be the next page's.
    """
    passage = job.passage
    has_left = job.effects.intent is not None or (passage.departed and passage.press is None)
    passage = replace(passage, kept_on=passage.pages + has_left)
    before = job.effects.held_request
    fullest = before if before is not None and len(before.keys) > len(event.keys) else event
    return replace(job, effects=replace(job.effects, held=True, held_request=fullest), passage=passage)


def drop_held(job: Job) -> Job:
    """Forget what the network guard held in a browser that is gone, and the human's question about it."""
    return replace(job, effects=replace(job.effects, held_press=None, held=False, held_request=None))


def settle_held(job: Job) -> Job:
    """Record that a human has dealt with the held request."""
    return replace(job, effects=replace(job.effects, held_settled=True))


# The needs of an effect


def announce(job: Job, kind: EffectKind, button: str, role: ButtonRole, at: datetime) -> EffectIntended:
    """Return the intent to press the button once."""
    return EffectIntended(
        at=at,
        intent_id=ids.derived(job.id, "intent", job.effects.intents),
        kind=kind,
        button_id=button,
        button_role=role,
        fingerprint=job.current_page.fingerprint,
    )


def announce_step(held: OnwardPress, at: datetime) -> EffectIntended:
    """Return the intent to release, once, the requests that the press set off."""
    return EffectIntended(
        at=at,
        intent_id=ids.derived(held.action_id, "release"),
        kind=EffectKind.STEP,
        button_id=held.button_id,
        button_role=held.role,
        fingerprint=held.fingerprint,
    )


def settle_intent(job: Job, intent: Intent, at: datetime) -> Step:
    """Return the next step for an open intent: press, look at the page, or settle it; never repeat what has begun."""
    if intent.answer is not None:
        return _take_word(job, intent, at)
    if intent.thanked and intent.kind is not EffectKind.CREATE_ACCOUNT:
        return Append(SubmitConfirmed(intent_id=intent.id, evidence=Evidence.PAGE, at=at))
    if intent.out_of_sight:
        return doubt(job, intent, at)
    session = job.browser.session
    if intent.unpressed or session is None:
        return Append(_declare_unpressed(intent))
    if session.epoch < job.attempt.epoch:
        return Send(StepKind.FENCE)
    if job.is_stepping and not intent.started:
        return _release(job, intent)
    if job.page is None:
        return Send(StepKind.OBSERVE)
    if intent.kind is EffectKind.CREATE_ACCOUNT:
        return _judge_account(job, intent, job.page, at)
    return _judge_submission(job, intent, job.page, at)


def find_sign(job: Job) -> str | None:
    """Return the sign beside which it is asked whether the application was submitted; None if there is none."""
    if job.page is not None and job.page.denial is not None:
        return job.page.denial
    if job.blocker is not None and job.blocker.type in _ANSWERS:
        return _ANSWERS[job.blocker.type]
    is_lost = job.effects.intent is not None and job.browser.session is None and not job.ended
    if is_lost:
        return Doubt.BROWSER_GONE
    if list_refused(job):
        return Sequel.VALUE_REFUSED
    return Sequel.MORE_ASKED if _asks_more(job) else None


def may_be_denied(job: Job) -> bool:
    """Whether the job may go on once more where a human says that it was not sent."""
    return job.effects.denials < MAX_DENIALS


def _asks_more(job: Job) -> bool:
    """Whether the submission was followed by another form to be sent: it may be its second part, or a survey."""
    intent, page = job.effects.intent, job.page
    if intent is None or page is None or page.page_type is not PageType.FORM or page.submit_button is None:
        return False
    return bool(page.fields) and _shows_another(intent, page)


def list_refused(job: Job) -> tuple[Unanswered, ...]:
    """List the verified fields whose value the page refuses."""
    refused = job.page.refused_fields if job.page is not None else frozenset()
    return tuple(Unanswered(one.field_id, one.question_key) for one in job.work.held if one.field_id in refused)


def _take_word(job: Job, intent: Intent, at: datetime) -> Step:
    """Settle the intent by what the human says of the press."""
    if intent.answer is Resolution.DONE:
        return Append(SubmitConfirmed(intent_id=intent.id, evidence=Evidence.HUMAN, at=at))
    if (job.is_stepping or intent.goes_on) and may_be_denied(job):
        # the application is still to be made, from the page that shows
        return Append(EffectNotDone(intent_id=intent.id, evidence=Evidence.HUMAN))
    return ask_before(job, Fail(JobFailure.NOT_SUBMITTED))


def _release(job: Job, intent: Intent) -> Step:
    """Release the held press, unless the job is being cancelled or something else may have been sent meanwhile."""
    is_off = job.cancel_requested or job.effects.untold
    return Append(_declare_unpressed(intent)) if is_off else Send(StepKind.RELEASE_STEP, (intent.id,))


def _judge_account(job: Job, intent: Intent, page: PageSummary, at: datetime) -> Step:
    """Judge whether the account was made; a page that offers to sign in leaves that to the sign-in."""
    stands = page.account is not None and page.account.purpose is AccountPurpose.CREATE
    if not intent.started:
        may_press = stands and _is_as_intended(intent, page)
        return Send(StepKind.CREATE_ACCOUNT, (intent.id,)) if may_press else Append(_declare_unpressed(intent))
    if stands and (page.page_error or page.refused_fields):
        return Append(EffectNotDone(intent_id=intent.id, evidence=Evidence.VALIDATION))
    if page.page_type in BEHIND_LOGIN or (job.blocker is not None and job.blocker.type is not BlockerType.LOGIN):
        return Append(AccountCreated(intent_id=intent.id, at=at))
    if page.account is not None and not stands:
        return doubt(job, intent, at)
    return _look_again(job, intent, at) if intent.looks < MAX_LOOKS else doubt(job, intent, at)


def _judge_submission(job: Job, intent: Intent, page: PageSummary, at: datetime) -> Step:
    """Judge a submission or a step by the page: it confirms, refuses, has moved on, or leaves the outcome open."""
    if page.page_type is PageType.CONFIRMATION:
        return Append(SubmitConfirmed(intent_id=intent.id, evidence=Evidence.PAGE, at=at))
    if not intent.started:
        may_press = _is_as_intended(intent, page) and job.blocker is None and not job.effects.untold
        return Send(StepKind.SUBMIT, (intent.id,)) if may_press else Append(_declare_unpressed(intent))
    refused = page.refused_fields - (frozenset() if intent.renewed else intent.errors)
    proof = evidence.judge_refusal(intent.fields, job.work.held, page, refused) if job.blocker is None else None
    if proof is not None:
        return Append(EffectNotDone(intent_id=intent.id, evidence=proof))
    if job.is_stepping and _shows_another(intent, page):
        return Append(StepTaken(intent_id=intent.id, at=at))
    moved = page.fingerprint != intent.fingerprint and page.page_type is PageType.FORM
    if moved and not job.is_stepping and intent.button_role is ButtonRole.NEXT:
        return Append(EffectNotDone(intent_id=intent.id, evidence=Evidence.MOVED_ON))
    if job.blocker is not None and intent.looks >= LOOKS_AT_WALL:
        is_answer = job.blocker.type in _ANSWERS  # nobody gets past it to what the page said of the form
        return doubt(job, intent, at, None if is_answer else Ask(AskKind.BLOCKER, code=job.blocker.type.value))
    return _look_again(job, intent, at) if intent.looks < MAX_LOOKS else doubt(job, intent, at)


def _is_as_intended(intent: Intent, page: PageSummary) -> bool:
    """Whether the page is still the form that the effect was announced for, and keeps all that was filled in."""
    kept = {(field.id, field.equals_key) for field in page.fields if field.filled}
    return page.fingerprint == intent.fingerprint and all(
        (field.id, field.equals_key) in kept for field in intent.fields if field.filled
    )


def _shows_another(intent: Intent, page: PageSummary) -> bool:
    """Whether the form has moved on: by the page's own step count, or because most of its fields are new."""
    if page.step is not None and intent.step is not None and page.step.current > intent.step.current:
        return True
    if page.fingerprint == intent.fingerprint or page.page_type not in (PageType.FORM, PageType.LOGIN):
        return False
    shown = {field.id for field in page.fields}
    known = shown & {field.id for field in intent.fields}
    return len(known) * 2 <= len(shown)


def _look_again(job: Job, intent: Intent, at: datetime) -> Step:
    """Observe the page again, after a longer pause each time."""
    return attempt.look_after_pause(job, LOOK_PAUSES[intent.looks], at)


def _declare_unpressed(intent: Intent) -> EffectNotDone:
    """Return the event that the button was provably not pressed for this intent."""
    return EffectNotDone(intent_id=intent.id, evidence=Evidence.NOT_PRESSED)


def doubt(job: Job, intent: Intent, at: datetime, ask: Ask | None = None) -> Step:
    """Declare the outcome unclear, then ask a human whether it was sent, unless `ask` asks something else.

    Of an unclear account nobody is asked: a sign-in shows whether it exists.
    """
    if intent.kind is EffectKind.CREATE_ACCOUNT:
        return Append(AccountUnclear(intent_id=intent.id, at=at))
    if job.effects.submission is not SubmissionState.UNCLEAR:
        return Append(SubmitUnclear(intent_id=intent.id, at=at))
    return ask or Ask(AskKind.SUBMIT_UNCLEAR)


def ask_before(job: Job, end: Step) -> Step:
    """Ask whether the application was sent, if that is unknown, before the step that ends the job or its attempt."""
    return Ask(AskKind.SUBMIT_UNCLEAR) if job.effects.untold else end


def ask_about_held(job: Job) -> Step | None:
    """Ask a human whether the page's own held request may go, before anything else is done on the page.

    The page is read first, so that they can be told what the request carries. A dry run does not ask, since it sends
    nothing.
    """
    is_read = job.page is not None or job.effects.held_press is not None
    asks = job.effects.held and is_read and not job.effects.held_settled and not job.is_dry
    return Ask(AskKind.STUCK, code=Stuck.REQUEST_HELD) if asks else None


def describe_held(job: Job) -> BlockedRequest | None:
    """Return what the page tried to send by itself, with the fields of the page that it would have sent."""
    held, page = job.effects.held_request, job.page
    if held is None:
        return None
    read = [(field.id, field.equals_key) for field in page.fields] if page is not None else []
    filled = [*read, *((one.field_id, one.key) for one in job.work.held)]
    told = {field_id: key for field_id, key in filled if key in held.keys}
    return BlockedRequest(
        method=held.method,
        site=held.site,
        path=held.path,
        fields=tuple(told),
        others=len({*held.keys} - {*told.values()}),
        file=held.file,
    )


def end_by_late_word(job: Job, at: datetime) -> Step | None:
    """Return the step to the new end of a job whose doubt a human settled after its end; None for any other job."""
    if job.human.late is None:
        return None
    if job.human.late is not Resolution.DONE:
        return Append(JobFailed(at=at, code=JobFailure.NOT_SUBMITTED))
    if job.effects.submission is SubmissionState.CONFIRMED:
        return Append(JobCompleted(at=at, outcome=Outcome.SUBMITTED))
    intent = job.effects.intent
    intent_id = intent.id if intent is not None else ids.derived(job.id, "human")
    return Append(SubmitConfirmed(intent_id=intent_id, evidence=Evidence.HUMAN, at=at))

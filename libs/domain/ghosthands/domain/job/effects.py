"""What cannot be taken back: announced, done at most once, and looked into until it is known what came of it."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from ghosthands.domain import ids
from ghosthands.domain.codes import ActionFailure, BlockerType, Evidence, JobFailure, Stuck
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import attempt, evidence, filling
from ghosthands.domain.job.events import (
    AccountCreated,
    AccountUnclear,
    EffectIntended,
    EffectKind,
    EffectNotDone,
    StepKind,
    StepTaken,
    SubmitConfirmed,
    SubmitUnclear,
)
from ghosthands.domain.job.state import Intent, Job, OnwardPress, SubmissionState
from ghosthands.domain.job.steps import Append, Ask, Fail, Send, Step
from ghosthands.domain.page import BEHIND_LOGIN, AccountPurpose, ButtonRole, PageSummary, PageType
from ghosthands.domain.session import ActionFailed, ActionStarted, ActionSucceeded, CommandRefused

#: seconds before each look at a page whose submit button was pressed: the site may still be at it
LOOK_PAUSES = (0, 1, 2, 4, 8)
#: after so many the outcome counts as unclear
MAX_LOOKS = len(LOOK_PAUSES)
#: looks at a wall that came up after the press, before a human is asked: some go by themselves
LOOKS_AT_WALL = 3
MAX_INTENTS = 5
#: how often a step is tried again as a human says that it did not go
MAX_DENIALS = 2


# The fold


def fold_intent(job: Job, event: EffectIntended) -> Job:
    """The effect is announced: from here on it is settled before anything else."""
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
    """What the network holds is to go; whether that is the application too, the page says afterwards."""
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
    """Something was sent, by a human, that may have been the application; what was confirmed stays so."""
    submission = job.effects.submission
    if submission is SubmissionState.CONFIRMED:
        return job
    known = SubmissionState.UNCLEAR if submission is SubmissionState.NONE else submission
    return replace(job, effects=replace(job.effects, submission=known, untold=True))


def fold_denial(job: Job) -> Job:
    """The human says that what was sent was not the application."""
    return _clear_submission(replace(job, effects=replace(job.effects, untold=False)))


def fold_start(job: Job, intent: Intent, event: ActionStarted) -> Job:
    """The effect comes next: from here on it may have happened."""
    return _set_intent(job, replace(intent, started=True)) if intent.id == event.action_id else job


def fold_press(job: Job, intent: Intent, event: ActionSucceeded) -> Job:
    """The job after the intended button was pressed."""
    return _set_intent(job, replace(intent, renewed=event.renewed)) if intent.id == event.action_id else job


def fold_failed_press(job: Job, intent: Intent, event: ActionFailed) -> Job:
    """The button was provably not pressed, or nobody knows."""
    settled = filling.settle_action(job, event.cause, event.action_id)
    unpressed = event.code == ActionFailure.NOT_PRESSED
    intent = replace(intent, unpressed=unpressed, started=intent.started or not unpressed)
    return replace(_set_intent(settled, intent), page=None)


def fold_look(job: Job, intent: Intent) -> Job:
    """The page was read again; that counts once the effect has begun."""
    return _set_intent(job, replace(intent, looks=intent.looks + intent.started))


def fold_refusal(job: Job, intent: Intent, step: StepKind, event: CommandRefused) -> Job:
    """A press that was refused did not happen; a page that cannot be read may be later, but not for ever."""
    if step in (StepKind.SUBMIT, StepKind.CREATE_ACCOUNT, StepKind.RELEASE_STEP) and not intent.started:
        return _set_intent(attempt.keep_refusal(job, event), replace(intent, unpressed=True))
    looks = intent.looks + 1
    return replace(_set_intent(job, replace(intent, looks=looks, out_of_sight=looks >= MAX_LOOKS)), page=None)


def fold_resolution(job: Job, intent: Intent, asked: AskKind, resolution: Resolution) -> Job:
    """The job after a wall that came up behind the press was resolved, or was not."""
    if asked is AskKind.BLOCKER:
        return _set_intent(job, replace(intent, looks=0, out_of_sight=resolution is Resolution.SKIP))
    return _set_intent(job, replace(intent, answer=resolution))


def fold_gone_wall(job: Job, intent: Intent) -> Job:
    """A wall that came up after the press is gone: the page has the word again."""
    return _set_intent(job, replace(intent, looks=0))


def fold_confirmation(job: Job) -> Job:
    """The job after the site confirmed that it received the application."""
    told = replace(job, effects=replace(job.effects, intent=None, untold=False))
    return attempt.note_progress(_set_submission(told, SubmissionState.CONFIRMED))


def fold_doubt(job: Job) -> Job:
    """The job after a press of which nothing tells what came of it."""
    return _set_submission(job, SubmissionState.UNCLEAR)


def fold_not_done(job: Job, event: EffectNotDone) -> Job:
    """The effect was none; an account that was not even asked for may be asked for again."""
    intent = job.effects.intent
    if event.evidence == Evidence.NOT_PRESSED and intent is not None and intent.kind is EffectKind.CREATE_ACCOUNT:
        job = replace(job, login=replace(job.login, account_intended=False))
    if event.evidence == Evidence.NOT_PRESSED and job.is_stepping:  # else it would be tried for ever
        job = replace(job, work=replace(job.work, unmoved=job.work.unmoved + 1))
        job = replace(job, passage=replace(job.passage, missed=True))
    if event.evidence == Evidence.HUMAN:
        job = replace(job, effects=replace(job.effects, denials=job.effects.denials + 1))
    if event.evidence == Evidence.REFUSED_VALUE:  # the same again is not sent on the page's word alone
        job = replace(job, effects=replace(job.effects, untold=True))
    return drop_intent(_clear_submission(job))


def fold_step_taken(job: Job) -> Job:
    """What was held has gone and was a step: the page it led to is the next one."""
    return filling.turn_page(_clear_submission(_set_intent(job, None)))


def drop_intent(job: Job) -> Job:
    """The intent is no longer open, and its page is the one to go on with."""
    job = _set_intent(job, None)
    if job.passage.departed and job.page is not None:
        return filling.arrive(job, job.page)
    return replace(job, passage=replace(job.passage, departed=False))


def _set_intent(job: Job, intent: Intent | None) -> Job:
    return replace(job, effects=replace(job.effects, intent=intent))


def _clear_submission(job: Job) -> Job:
    """The job with nothing of ours sent; what another sent stays unclear until somebody tells."""
    return _set_submission(job, SubmissionState.UNCLEAR if job.effects.untold else SubmissionState.NONE)


def _set_submission(job: Job, submission: SubmissionState) -> Job:
    return replace(job, effects=replace(job.effects, submission=submission))


def fold_held(job: Job) -> Job:
    """The page tried to send by itself what was filled in: a human is asked, once."""
    return replace(job, effects=replace(job.effects, held=True))


def settle_held(job: Job) -> Job:
    """A human has seen to what was held."""
    return replace(job, effects=replace(job.effects, held_settled=True))


# What an effect needs


def announce(job: Job, kind: EffectKind, button: str, role: ButtonRole, at: datetime) -> EffectIntended:
    """The intent to press the button, once."""
    return EffectIntended(
        at=at,
        intent_id=ids.derived(job.id, "intent", job.effects.intents),
        kind=kind,
        button_id=button,
        button_role=role,
        fingerprint=job.current_page.fingerprint,
    )


def announce_step(held: OnwardPress, at: datetime) -> EffectIntended:
    """The intent to let go what the press set off, once."""
    return EffectIntended(
        at=at,
        intent_id=ids.derived(held.action_id, "release"),
        kind=EffectKind.STEP,
        button_id=held.button_id,
        button_role=held.role,
        fingerprint=held.fingerprint,
    )


def ask_about_held(job: Job) -> Step | None:
    """Whether what the page tried to send goes: a human says so, before anything else is done on the page.

    In a dry run the answer is known.
    """
    asks = job.effects.held and not job.effects.held_settled and not job.is_dry
    return Ask(AskKind.STUCK, code=Stuck.REQUEST_HELD) if asks else None


def settle_intent(job: Job, intent: Intent, at: datetime) -> Step:
    """What became of an effect that was announced: looked into, never repeated once it has begun."""
    if intent.answer is not None:
        return _take_word(job, intent, at)
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


def _release(job: Job, intent: Intent) -> Step:
    """What is held goes, unless somebody wants the job's end or has sent something meanwhile."""
    is_off = job.cancel_requested or job.effects.untold
    return Append(_declare_unpressed(intent)) if is_off else Send(StepKind.RELEASE_STEP, (intent.id,))


def _judge_account(job: Job, intent: Intent, page: PageSummary, at: datetime) -> Step:
    """What became of the form for a new account; a page that lets one sign in leaves it to that to tell."""
    stands = page.account is not None and page.account.purpose is AccountPurpose.CREATE
    if not intent.started:
        is_same = stands and page.fingerprint == intent.fingerprint
        return Send(StepKind.CREATE_ACCOUNT, (intent.id,)) if is_same else Append(_declare_unpressed(intent))
    if stands and (page.page_error or page.refused_fields):
        return Append(EffectNotDone(intent_id=intent.id, evidence=Evidence.VALIDATION))
    if page.page_type in BEHIND_LOGIN or (job.blocker is not None and job.blocker.type is not BlockerType.LOGIN):
        return Append(AccountCreated(intent_id=intent.id, at=at))
    if page.account is not None and not stands:
        return doubt(job, intent, at)
    return _look_again(job, intent, at) if intent.looks < MAX_LOOKS else doubt(job, intent, at)


def _judge_submission(job: Job, intent: Intent, page: PageSummary, at: datetime) -> Step:
    """What became of the application, or a step: the page says so, refuses it, went on, or leaves it open."""
    if page.page_type is PageType.CONFIRMATION:
        return Append(SubmitConfirmed(intent_id=intent.id, evidence=Evidence.PAGE, at=at))
    if not intent.started:
        is_same = page.fingerprint == intent.fingerprint and job.blocker is None and not job.effects.untold
        return Send(StepKind.SUBMIT, (intent.id,)) if is_same else Append(_declare_unpressed(intent))
    refused = page.refused_fields - (frozenset() if intent.renewed else intent.errors)
    proof = evidence.judge_refusal(intent.fields, page, refused) if job.blocker is None else None
    if proof is not None:
        return Append(EffectNotDone(intent_id=intent.id, evidence=proof))
    if job.is_stepping and _shows_another(intent, page):
        return Append(StepTaken(intent_id=intent.id, at=at))
    moved = page.fingerprint != intent.fingerprint and page.page_type is PageType.FORM
    if moved and not job.is_stepping and intent.button_role is ButtonRole.NEXT:
        return Append(EffectNotDone(intent_id=intent.id, evidence=Evidence.MOVED_ON))
    if job.blocker is not None and intent.looks >= LOOKS_AT_WALL:
        return doubt(job, intent, at, Ask(AskKind.BLOCKER, code=job.blocker.type.value))
    return _look_again(job, intent, at) if intent.looks < MAX_LOOKS else doubt(job, intent, at)


def _shows_another(intent: Intent, page: PageSummary) -> bool:
    """Whether the application goes on elsewhere: by the page's own count, or as most of what it asks is new."""
    if page.step is not None and intent.step is not None and page.step.current > intent.step.current:
        return True
    if page.fingerprint == intent.fingerprint or page.page_type not in (PageType.FORM, PageType.LOGIN):
        return False
    shown = {field.id for field in page.fields}
    known = shown & {field.id for field in intent.fields}
    return len(known) * 2 <= len(shown)


def ask_before(job: Job, end: Step) -> Step:
    """What ends the job or its attempt, once somebody has told whether the application was sent."""
    return Ask(AskKind.SUBMIT_UNCLEAR) if job.effects.untold else end


def _declare_unpressed(intent: Intent) -> EffectNotDone:
    """The button was provably not pressed for this intent."""
    return EffectNotDone(intent_id=intent.id, evidence=Evidence.NOT_PRESSED)


def _look_again(job: Job, intent: Intent, at: datetime) -> Step:
    """The page once more, each time after a longer pause."""
    return attempt.look_after_pause(job, LOOK_PAUSES[intent.looks], at)


def doubt(job: Job, intent: Intent, at: datetime, ask: Ask | None = None) -> Step:
    """Say that the outcome is unclear, then ask: by default whether it was sent; of an account a sign-in tells."""
    if intent.kind is EffectKind.CREATE_ACCOUNT:
        return Append(AccountUnclear(intent_id=intent.id, at=at))
    if job.effects.submission is not SubmissionState.UNCLEAR:
        return Append(SubmitUnclear(intent_id=intent.id, at=at))
    return ask or Ask(AskKind.SUBMIT_UNCLEAR)


def _take_word(job: Job, intent: Intent, at: datetime) -> Step:
    """What the human says of the press is what came of it."""
    if intent.answer is Resolution.DONE:
        return Append(SubmitConfirmed(intent_id=intent.id, evidence=Evidence.HUMAN, at=at))
    if (
        job.is_stepping and job.effects.denials < MAX_DENIALS
    ):  # the application is still to be made, from the page it stands on
        return Append(EffectNotDone(intent_id=intent.id, evidence=Evidence.HUMAN))
    return Fail(JobFailure.NOT_SUBMITTED)

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
    SubmitConfirmed,
    SubmitUnclear,
)
from ghosthands.domain.job.state import Intent, Job, SubmissionState
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


# The fold


def fold_intent(job: Job, event: EffectIntended) -> Job:
    """The effect is announced: from here on it is settled before anything else."""
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
    """The button was pressed."""
    return _set_intent(job, replace(intent, renewed=event.renewed)) if intent.id == event.action_id else job


def fold_failed_press(job: Job, intent: Intent, event: ActionFailed) -> Job:
    """The button was provably not pressed, or nobody knows."""
    settled = filling.settle_action(job, event.cause, event.action_id)
    return replace(_set_intent(settled, replace(intent, unpressed=event.code == ActionFailure.NOT_PRESSED)), page=None)


def fold_look(job: Job, intent: Intent) -> Job:
    """The page was read again; that counts once the effect has begun."""
    return _set_intent(job, replace(intent, looks=intent.looks + intent.started))


def fold_refusal(job: Job, intent: Intent, step: StepKind, event: CommandRefused) -> Job:
    """A press that was refused did not happen; a page that cannot be read may be later, but not for ever."""
    if step in (StepKind.SUBMIT, StepKind.CREATE_ACCOUNT) and not intent.started:
        return _set_intent(attempt.keep_refusal(job, event), replace(intent, unpressed=True))
    looks = intent.looks + 1
    return replace(_set_intent(job, replace(intent, looks=looks, out_of_sight=looks >= MAX_LOOKS)), page=None)


def fold_resolution(job: Job, intent: Intent, asked: AskKind, resolution: Resolution) -> Job:
    """Of a wall that came up after the press: who took care of it leaves the rest to the page, who did not is asked."""
    if asked is AskKind.BLOCKER:
        return _set_intent(job, replace(intent, looks=0, out_of_sight=resolution is Resolution.SKIP))
    return _set_intent(job, replace(intent, answer=resolution))


def fold_confirmation(job: Job) -> Job:
    """The application was received."""
    told = replace(job, effects=replace(job.effects, intent=None, untold=False))
    return attempt.note_progress(_set_submission(told, SubmissionState.CONFIRMED))


def fold_doubt(job: Job) -> Job:
    """Nothing tells what came of the press."""
    return _set_submission(job, SubmissionState.UNCLEAR)


def fold_not_done(job: Job, event: EffectNotDone) -> Job:
    """The effect was none; an account that was not even asked for may be asked for again."""
    intent = job.effects.intent
    if event.evidence == Evidence.NOT_PRESSED and intent is not None and intent.kind is EffectKind.CREATE_ACCOUNT:
        job = replace(job, login=replace(job.login, account_intended=False))
    if event.evidence == Evidence.REFUSED_VALUE:  # the same again is not sent on the page's word alone
        job = replace(job, effects=replace(job.effects, untold=True))
    return drop_intent(_clear_submission(job))


def drop_intent(job: Job) -> Job:
    """The intent is no longer open, and its page is the one to go on with."""
    job = _set_intent(job, None)
    if job.passage.departed and job.page is not None:
        return filling.arrive(job, job.page)
    return replace(job, passage=replace(job.passage, departed=False))


def _set_intent(job: Job, intent: Intent | None) -> Job:
    return replace(job, effects=replace(job.effects, intent=intent))


def _clear_submission(job: Job) -> Job:
    """Nothing of ours was sent; what another sent stays unclear until somebody tells."""
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


def ask_about_held(job: Job) -> Step | None:
    """Whether what the page tried to send goes: a human says so, before anything else is done on the page."""
    asks = job.effects.held and not job.effects.held_settled
    return Ask(AskKind.STUCK, code=Stuck.REQUEST_HELD) if asks else None


def settle_intent(job: Job, intent: Intent, at: datetime) -> Step:
    """What became of an effect that was announced: looked into, never repeated once it has begun."""
    if intent.answer is not None:
        return _take_word(intent, at)
    if intent.out_of_sight:
        return doubt(job, intent, at)
    session = job.browser.session
    if intent.unpressed or session is None:
        return Append(_declare_unpressed(intent))
    if session.epoch < job.attempt.epoch:
        return Send(StepKind.FENCE)
    if job.page is None:
        return Send(StepKind.OBSERVE)
    if intent.kind is EffectKind.CREATE_ACCOUNT:
        return _judge_account(job, intent, job.page, at)
    return _judge_submission(job, intent, job.page, at)


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
    """What became of the application: the page says so, refuses it, went on, or leaves it open."""
    if page.page_type is PageType.CONFIRMATION:
        return Append(SubmitConfirmed(intent_id=intent.id, evidence=Evidence.PAGE, at=at))
    if not intent.started:
        is_same = page.fingerprint == intent.fingerprint and job.blocker is None and not job.effects.untold
        return Send(StepKind.SUBMIT, (intent.id,)) if is_same else Append(_declare_unpressed(intent))
    refused = page.refused_fields - (frozenset() if intent.renewed else intent.errors)
    proof = evidence.judge_refusal(intent.fields, page, refused) if job.blocker is None else None
    if proof is not None:
        return Append(EffectNotDone(intent_id=intent.id, evidence=proof))
    moved = page.fingerprint != intent.fingerprint and page.page_type is PageType.FORM
    if moved and intent.button_role is ButtonRole.NEXT:
        return Append(EffectNotDone(intent_id=intent.id, evidence=Evidence.MOVED_ON))
    if job.blocker is not None and intent.looks >= LOOKS_AT_WALL:
        return doubt(job, intent, at, Ask(AskKind.BLOCKER, code=job.blocker.type.value))
    return _look_again(job, intent, at) if intent.looks < MAX_LOOKS else doubt(job, intent, at)


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


def _take_word(intent: Intent, at: datetime) -> Step:
    """What the human says of the press is what came of it."""
    if intent.answer is Resolution.DONE:
        return Append(SubmitConfirmed(intent_id=intent.id, evidence=Evidence.HUMAN, at=at))
    return Fail(JobFailure.NOT_SUBMITTED)

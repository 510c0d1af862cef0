"""Leaving a filled page: to the next step, by an account form, or by submitting the application.

Whether a press is a step is judged by what it would send. The network guard holds those requests (PressHeld); the job
announces their release like any effect, or ends if it is a dry run.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from ghosthands.domain import ids, keys
from ghosthands.domain.codes import ActionFailure, BlockerType, DryRunEnd, JobFailure, Stuck
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import effects, filling
from ghosthands.domain.job.events import EffectKind, JobCompleted, Outcome, PressUnmoved, StepChosen, StepKind
from ghosthands.domain.job.page_work import PageWork
from ghosthands.domain.job.state import Job, OnwardPress
from ghosthands.domain.job.steps import Append, Ask, Fail, Send, Step
from ghosthands.domain.kinds import JobType
from ghosthands.domain.page import (
    ANY_BUTTON,
    AccountForm,
    AccountPurpose,
    ButtonRole,
    PageSummary,
    PageType,
    StepIndicator,
)
from ghosthands.domain.requests import PressHeld, RunMode

#: how often each of a page's onward buttons is tried if it leads nowhere
MAX_UNMOVED = 2

#: the keys that must be filled in before an account form is sent
_ENTERED = {
    AccountPurpose.SIGN_IN: frozenset({keys.USERNAME, keys.PASSWORD}),
    AccountPurpose.CREATE: frozenset({keys.USERNAME, keys.NEW_PASSWORD}),
}
#: the wall that a human is asked about if they are not
_WALLS = {AccountPurpose.VERIFY: BlockerType.TWO_FACTOR}


# The fold


def fold_choice(job: Job, chosen: StepChosen) -> Job:
    """Keep the press with its page's state when an onward press or a manual's move is chosen, in case it is held.

    A look that waits names the disabled button that it waits for, or ANY_BUTTON, and is not repeated.
    """
    page = job.page
    if chosen.step is StepKind.OBSERVE and chosen.actions:
        if chosen.actions[0] == ANY_BUTTON:
            return replace(job, work=replace(job.work, way_on_awaited=True))
        return replace(job, work=replace(job.work, awaited=True))
    if chosen.step not in (StepKind.ADVANCE, StepKind.MAKE_MOVE) or not chosen.actions or page is None:
        return job
    press = OnwardPress(
        action_id=chosen.actions[0],
        button_id=next_button(job),
        role=_onward_role(page),
        fingerprint=page.fingerprint,
        fields=page.fields,
        errors=page.refused_fields,
        step=page.step,
        is_proven=page.page_type is PageType.FORM and page.next_is_step and bool(page.fields),
    )
    return _set_press(job, press)


def _onward_role(page: PageSummary) -> ButtonRole:
    if page.account is not None:
        return ButtonRole.OTHER
    return ButtonRole.APPLY if page.page_type is PageType.POSTING else ButtonRole.NEXT


def fold_start(job: Job, action_id: str) -> Job:
    """Record that the press that leaves the page has begun."""
    press = job.passage.press
    return _set_press(job, replace(press, began=True)) if press and press.action_id == action_id else job


def fold_held_press(job: Job, event: PressHeld) -> Job:
    """Record that the network guard held the requests of the press."""
    press = job.passage.press
    if press is None or press.action_id != event.action_id:
        return job
    settled = filling.settle_action(_set_press(job, None), event.cause, event.action_id)
    return replace(settled, page=None, effects=replace(settled.effects, held_press=press))


def settle_press(job: Job, action_id: str, code: str | None = None) -> Job:
    """Record the outcome of a press that was not held."""
    press = job.passage.press
    if press is None or press.action_id != action_id:
        return job
    job = replace(job, passage=replace(job.passage, missed=code is not None))
    return doubt_press(job) if code == ActionFailure.INTERRUPTED else _set_press(job, None)


def doubt_press(job: Job) -> Job:
    """Give up waiting for the press's outcome; in a browser that is not ours, something may have been sent."""
    press = job.passage.press
    job = _set_press(job, None)
    return effects.fold_sending(job) if press and press.began and job.is_guests else job


def close_press(job: Job) -> Job:
    """Drop the press, and what the network guard held of it, since the browser was closed."""
    return _set_press(effects.drop_held(job), None)


def lose_press(job: Job) -> Job:
    """Drop the press with the lost browser; in a browser that is not ours, what was held may have been sent."""
    held = job.effects.held_press
    job = doubt_press(effects.drop_held(job))
    return effects.fold_sending(job) if held and job.is_guests else job


def _set_press(job: Job, press: OnwardPress | None) -> Job:
    return replace(job, passage=replace(job.passage, press=press))


# What is next


def release_held(job: Job, at: datetime) -> Step | None:
    """Announce the release of the held requests; a dry run ends instead, unless it may send a proven step."""
    held = job.effects.held_press
    if held is None:
        return None
    if job.effects.untold:
        return Ask(AskKind.SUBMIT_UNCLEAR)
    may_go = job.run_mode is RunMode.DRY_STEPS and held.is_proven and not job.passage.unread
    if job.is_dry and not may_go:
        return _end_unsent(job, DryRunEnd.STEP, held.step, at)
    return Append(effects.announce_step(held, at))


def leave_page(job: Job, at: datetime) -> Step:
    """Return the step that leaves a finished page: press Next, or announce the submission."""
    page = job.current_page
    if page.account is not None:
        return _send_account_form(job, page.account, at)
    if page.next_button is not None and page.next_is_step:
        if job.is_dry and _is_turned_back(job.work):
            return _end_unsent(job, DryRunEnd.NOT_TRIED, page.step, at)
        if job.work.unmoved > job.work.unmoved_told:
            return Append(_tell_unmoved(job, at))
        if _is_stuck(job):
            return Ask(AskKind.STUCK, code=Stuck.NO_WAY_ON)
        return Send(StepKind.ADVANCE, (ids.derived(job.id, "advance", job.attempt.steps),))
    if job.effects.untold:
        return Ask(AskKind.SUBMIT_UNCLEAR)
    button = page.submit_button or page.next_button
    if button is None and job.job_type is JobType.CUSTOM:
        return _end_unsent(job, None, page.step, at)
    if button is None and page.pays:
        return Ask(AskKind.STUCK, code=Stuck.PAYMENT_REQUIRED)
    if button is None:
        return _await_button(job, page.disabled_button, at)
    if job.is_dry:
        return _end_unsent(job, DryRunEnd.SUBMIT, page.step, at)
    if job.effects.tries >= effects.MAX_TRIES or _demands_skipped(job):
        is_out_of_reach = job.effects.unpressed >= job.effects.tries and not _demands_skipped(job)
        return Ask(AskKind.STUCK, code=Stuck.BUTTON_OUT_OF_REACH if is_out_of_reach else Stuck.VALIDATION_ERROR)
    role = ButtonRole.SUBMIT if page.submit_button else ButtonRole.NEXT
    return Append(effects.announce(job, EffectKind.SUBMIT, button, role, at))


def _await_button(job: Job, disabled: str | None, at: datetime) -> Step:
    """Look once more, when the disabled button may be enabled, or any be drawn; then ask a human.

    A dry run that kept requests of this page back ends: no human could get the page to enable it either.
    """
    if disabled is None and not job.work.way_on_awaited:
        return Send(StepKind.OBSERVE, (ANY_BUTTON,))
    if disabled is None:
        return Ask(AskKind.STUCK, code=Stuck.NO_WAY_ON)
    if job.work.awaited and job.is_dry and job.passage.kept_on >= job.passage.pages:
        return _end_unsent(job, DryRunEnd.KEPT_DISABLED, job.current_page.step, at)
    if job.work.awaited:
        return Ask(AskKind.STUCK, code=Stuck.BUTTON_DISABLED)
    return Send(StepKind.OBSERVE, (disabled,))


def _is_stuck(job: Job) -> bool:
    """Whether every onward button was tried as often as allowed."""
    return job.work.unmoved >= MAX_UNMOVED * (1 + len(job.current_page.other_next_buttons))


def _tell_unmoved(job: Job, at: datetime) -> PressUnmoved:
    return PressUnmoved(
        at=at,
        button_id=_pick_button(job.current_page, job.work.unmoved - 1),
        pressed=not job.passage.missed,
        times=job.work.unmoved,
        next_button=None if _is_stuck(job) else next_button(job),
    )


def fold_unmoved(job: Job) -> Job:
    """Record that the unmoved press was reported."""
    return replace(job, work=replace(job.work, unmoved_told=job.work.unmoved))


def _pick_button(page: PageSummary, tries: int) -> str:
    """Return the onward button to press after `tries` presses that led nowhere; the buttons take turns."""
    candidates = (page.next_button or "", *page.other_next_buttons)
    return candidates[tries % len(candidates)]


def next_button(job: Job) -> str:
    """Return the button that leads on; after one that led nowhere, another of the same role."""
    page = job.current_page
    if page.account is not None:
        return page.account.other_button or ""
    return _pick_button(page, job.work.unmoved)


def _end_unsent(job: Job, before: DryRunEnd | None, step: StepIndicator | None, at: datetime) -> Step:
    """End a job that sends nothing.

    The page it reached is counted as the site counts, or else as the job did. A custom task that filled nothing
    fails.
    """
    is_dry_run = job.request is not None and job.request.dry_run
    if job.job_type is JobType.CUSTOM and not is_dry_run and not (job.work.held or job.passage.pages):
        return Fail(JobFailure.TASK_NOT_DONE)
    page, pages = (step.current, step.total) if step else (job.passage.pages + 1, None)
    outcome = Outcome.DRY_RUN if is_dry_run else Outcome.FILLED
    ended = JobCompleted(at=at, outcome=outcome, ended_before=before, page=page, pages=pages)
    return effects.ask_before(job, Append(ended))


def _is_turned_back(work: PageWork) -> bool:
    """Whether the page refused to go on after we left out a field that would have sent something."""
    is_refused = bool(work.repairs or work.complaints or work.unmoved)
    return is_refused and any(work.codes.get(action.id) == ActionFailure.NOT_TRIED for action in work.failed)


def _demands_skipped(job: Job) -> bool:
    """Whether the page insists on an answer that the human skipped, so that no press helps."""
    fields = job.current_page.fields
    return bool(job.human.skipped) and any(field.error and field.required and not field.filled for field in fields)


def _send_account_form(job: Job, account: AccountForm, at: datetime) -> Step:
    """Sign in or enter a code, which is a step, or make an account, which cannot be undone.

    The form is never sent with anything left out.
    """
    is_sign_in = account.purpose is not AccountPurpose.CREATE
    if job.is_dry and not (is_sign_in and job.run_mode is RunMode.DRY_STEPS):
        before = DryRunEnd.SIGN_IN if is_sign_in else DryRunEnd.CREATE_ACCOUNT
        return _end_unsent(job, before, job.current_page.step, at)
    if not job.work.entered or not job.work.entered >= _ENTERED.get(account.purpose, frozenset()):
        return Ask(AskKind.BLOCKER, code=_WALLS.get(account.purpose, BlockerType.LOGIN).value)
    if job.work.unmoved >= MAX_UNMOVED or job.effects.tries >= effects.MAX_TRIES:
        return Ask(AskKind.STUCK, code=Stuck.NO_WAY_ON)
    if is_sign_in:
        return Send(StepKind.SIGN_IN, (ids.derived(job.id, StepKind.SIGN_IN, job.attempt.steps),))
    if job.effects.untold:
        return Ask(AskKind.SUBMIT_UNCLEAR)
    return Append(effects.announce(job, EffectKind.CREATE_ACCOUNT, account.button, ButtonRole.OTHER, at))

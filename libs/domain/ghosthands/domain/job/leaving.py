"""The way on from a page that is filled: a mere step, a login's form, or the application itself."""

from __future__ import annotations

from datetime import datetime

from ghosthands.domain import ids, keys
from ghosthands.domain.codes import BlockerType, Stuck
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import effects
from ghosthands.domain.job.events import EffectKind, JobCompleted, Outcome, StepKind
from ghosthands.domain.job.state import Job
from ghosthands.domain.job.steps import Append, Ask, Send, Step
from ghosthands.domain.page import AccountForm, AccountPurpose, ButtonRole

#: how often the onward buttons of a page are tried that lead nowhere, each
MAX_UNMOVED = 2

#: what each account form must hold before it is sent
_ENTERED = {
    AccountPurpose.SIGN_IN: frozenset({keys.USERNAME, keys.PASSWORD}),
    AccountPurpose.CREATE: frozenset({keys.USERNAME, keys.NEW_PASSWORD}),
}


def leave_page(job: Job, at: datetime) -> Step:
    """On to the next page, or send the application."""
    page = job.current_page
    if page.account is not None:
        return _send_account_form(job, page.account, at)
    if page.next_button is not None and page.next_is_step:
        if job.work.unmoved >= MAX_UNMOVED * (1 + len(page.other_next_buttons)):
            return Ask(AskKind.STUCK, code=Stuck.NO_WAY_ON)
        return Send(StepKind.ADVANCE, (ids.derived(job.id, "advance", job.attempt.steps),))
    if job.effects.untold:
        return Ask(AskKind.SUBMIT_UNCLEAR)
    button = page.submit_button or page.next_button
    if button is None:
        return Ask(AskKind.STUCK, code=Stuck.NO_WAY_ON)
    if job.is_dry:
        return Append(JobCompleted(at=at, outcome=Outcome.DRY_RUN))
    if job.effects.intents >= effects.MAX_INTENTS or _demands_skipped(job):
        return Ask(AskKind.STUCK, code=Stuck.VALIDATION_ERROR)
    role = ButtonRole.SUBMIT if page.submit_button else ButtonRole.NEXT
    return Append(effects.announce(job, EffectKind.SUBMIT, button, role, at))


def next_button(job: Job) -> str:
    """The button that leads on; another of its role after one that led nowhere."""
    page = job.current_page
    if page.account is not None:
        return page.account.other_button or ""
    candidates = (page.next_button or "", *page.other_next_buttons)
    return candidates[job.work.unmoved % len(candidates)]


def _demands_skipped(job: Job) -> bool:
    """Whether the page refuses the form for want of an answer that the human would not give: no press helps."""
    fields = job.current_page.fields
    return bool(job.human.skipped) and any(field.error and field.required and not field.filled for field in fields)


def _send_account_form(job: Job, account: AccountForm, at: datetime) -> Step:
    """Sign in, which is a step, or make an account, which cannot be taken back; never with anything left out."""
    if not job.work.entered >= _ENTERED[account.purpose]:
        return Ask(AskKind.BLOCKER, code=BlockerType.LOGIN.value)
    if job.work.unmoved >= MAX_UNMOVED or job.effects.intents >= effects.MAX_INTENTS:
        return Ask(AskKind.STUCK, code=Stuck.NO_WAY_ON)
    if account.purpose is AccountPurpose.SIGN_IN:
        return Send(StepKind.SIGN_IN, (ids.derived(job.id, "sign_in", job.attempt.steps),))
    if job.effects.untold:
        return Ask(AskKind.SUBMIT_UNCLEAR)
    if job.is_dry:
        return Append(JobCompleted(at=at, outcome=Outcome.DRY_RUN))
    return Append(effects.announce(job, EffectKind.CREATE_ACCOUNT, account.button, ButtonRole.OTHER, at))

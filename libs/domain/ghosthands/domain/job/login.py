"""The way past a login: credentials or a code from the vault, or else a human's help."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from ghosthands.domain import ids
from ghosthands.domain.codes import ActionFailure, BlockerType, Stuck
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import attempt, effects, filling
from ghosthands.domain.job.events import StepKind
from ghosthands.domain.job.state import Job, LoginState, SignInAttempt
from ghosthands.domain.job.steps import Ask, Send, Step
from ghosthands.domain.page import BEHIND_LOGIN, AccountForm, AccountPurpose, KnownCredentials, PageSummary
from ghosthands.domain.session import ActionFailed

#: how often the job switches between a login page's two forms
MAX_FLIPS = 3
#: observations of an unchanged login page before its credentials count as refused
LOOKS_AT_LOGIN = 3


# The fold


def fold_look(login: LoginState, page: PageSummary) -> LoginState:
    """End the login on a page behind it; count any other page as another look since the sign-in was pressed."""
    if page.page_type in BEHIND_LOGIN:
        return replace(login, sign_in=None, flips=0)
    if login.sign_in is None or not login.sign_in.started:
        return login
    return replace(login, sign_in=replace(login.sign_in, looks=login.sign_in.looks + 1))


def is_sign_in(login: LoginState, action_id: str) -> bool:
    """Whether the action is the chosen sign-in."""
    return login.sign_in is not None and login.sign_in.action_id == action_id


def fold_start(job: Job) -> Job:
    """Record that the credentials are being tried."""
    sign_in = job.login.sign_in
    return replace(job, login=replace(job.login, sign_in=replace(sign_in, started=True))) if sign_in else job


def fold_failed_press(job: Job, event: ActionFailed) -> Job:
    """Record a failed sign-in; credentials that were provably not sent do not count as tried."""
    tried = None if event.code == ActionFailure.NOT_PRESSED else job.login.sign_in
    settled = filling.settle_action(job, event.cause, event.action_id)
    return replace(settled, login=replace(settled.login, sign_in=tried))


# The needs of a login


def pass_wall(job: Job, at: datetime) -> Step | None:
    """Return the step that gets past a wall; None if there is none, or if its form can be filled from the vault."""
    wall, page, login = job.blocker, job.current_page, job.login
    if wall is None:
        return None
    account = page.account
    if wall.type is BlockerType.TWO_FACTOR and account is not None and account.purpose is AccountPurpose.VERIFY:
        return _pass_code_wall(job, page, at)
    if wall.type is not BlockerType.LOGIN or account is None:
        return Ask(AskKind.BLOCKER, code=wall.type.value)
    if login.sign_in is not None and login.sign_in.started and account.purpose is AccountPurpose.SIGN_IN:
        return _judge_sign_in(job, login.sign_in, page, at, Stuck.CREDENTIALS_REFUSED)
    if page.credentials is None:
        return Ask(AskKind.BLOCKER, code=wall.type.value)
    if _choose_purpose(login, account, page.credentials) is account.purpose:
        return None
    if account.other_button is None or login.flips >= MAX_FLIPS:
        return Ask(AskKind.BLOCKER, code=Stuck.CREDENTIALS_REFUSED if login.account_intended else wall.type.value)
    return Send(StepKind.ADVANCE, (ids.derived(job.id, "advance", job.attempt.steps),))


def _choose_purpose(login: LoginState, account: AccountForm, credentials: KnownCredentials) -> AccountPurpose:
    """Choose to sign in or to make an account: as the request says, else as the page shows; an account only once."""
    if login.account_intended or credentials.create_account is False:
        return AccountPurpose.SIGN_IN
    if credentials.create_account and account.other_button is not None:
        return AccountPurpose.CREATE
    return account.purpose


def _pass_code_wall(job: Job, page: PageSummary, at: datetime) -> Step | None:
    """Ask a human for the code that was sent to the applicant; None if it is there to be filled in."""
    sign_in = job.login.sign_in
    if sign_in is not None and sign_in.started:
        return _judge_sign_in(job, sign_in, page, at, Stuck.CODE_REFUSED)
    return None if page.credentials is not None else Ask(AskKind.BLOCKER, code=BlockerType.TWO_FACTOR.value)


def _judge_sign_in(job: Job, sign_in: SignInAttempt, page: PageSummary, at: datetime, refused: Stuck) -> Step:
    """Judge a page that still shows after the sign-in: look again, or take the credentials or code as refused."""
    complains = page.page_error or bool(page.refused_fields)
    if complains or sign_in.looks >= LOOKS_AT_LOGIN:
        return Ask(AskKind.BLOCKER, code=refused)
    return attempt.look_after_pause(job, effects.LOOK_PAUSES[sign_in.looks], at)

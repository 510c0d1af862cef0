"""What browser-host does with each command it hears; see `execution` for the frame around it.

What a command does to the page is announced before and reported after, each in one append. Fields may be filled again
after a crash; a button that may have been pressed is never pressed again: `interrupted` is the answer, and whoever
commanded it looks at the page.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ghosthands.browser_host.commands.at_the_browser import past_walls
from ghosthands.browser_host.commands.engine_runs import attached, run_by_engine, switch_engine, take_in_hand
from ghosthands.browser_host.commands.execution import Execution, serve, while_free
from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.operation import Stopped
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.opening import open_session
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.chassis import logging
from ghosthands.domain.codes import ActionFailure, Refusal
from ghosthands.domain.engine import CASCADED
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.job import EffectKind, SubmissionState
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import (
    SURE,
    AccountPurpose,
    BlockerModel,
    BlockerType,
    ButtonModel,
    KnownCredentials,
    PageModel,
    PageType,
    is_onward,
    sends_account,
    summarise,
)
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionSucceeded,
    ActionVerified,
    Advance,
    BlockerDetected,
    CloseSession,
    CreateAccount,
    Fence,
    Observe,
    OpenSession,
    PageObserved,
    Progress,
    RunActions,
    SessionClosed,
    SessionFenced,
    SignIn,
    Submit,
    SwitchEngine,
)
from ghosthands.messaging import fault
from ghosthands.messaging.log import states
from ghosthands.messaging.wire.recorded import Received
from ghosthands.vault.profile import ApplicantData

#: what no application asks; more would not fit the messages that plan and fill them in one go
MAX_FIELDS = 500

_IRREVERSIBLE = (ActionKind.NEXT, ActionKind.SUBMIT)

log = logging.get(__name__)


class Handlers:
    """The table of `service.build`, bound to one host."""

    def __init__(self, host: Host) -> None:
        self.host = host

    @property
    def table(self) -> dict[type[Command], Callable[[Any], Awaitable[None]]]:
        """Which command is handled where."""
        return {
            OpenSession: self.on_open_session,
            Fence: self.on_fence,
            Observe: self.on_observe,
            RunActions: self.on_run_actions,
            Advance: self.on_advance,
            SignIn: self.on_sign_in,
            Submit: self.on_submit,
            CreateAccount: self.on_create_account,
            SwitchEngine: self.on_switch_engine,
            CloseSession: self.on_close_session,
        }

    async def on_open_session(self, received: Received[OpenSession]) -> None:
        """Start a browser for the job and go to its target."""
        await open_session(self.host, received)

    async def on_fence(self, received: Received[Fence]) -> None:
        """From here on obey claims of this epoch or later only."""
        await serve(self.host, received, _fence)

    async def on_observe(self, received: Received[Observe]) -> None:
        """Read the whole page."""
        await serve(self.host, received, _observe)

    async def on_run_actions(self, received: Received[RunActions]) -> None:
        """Fill fields and read them back."""
        await serve(self.host, received, _run_actions)

    async def on_advance(self, received: Received[Advance]) -> None:
        """Press the button of a mere step."""
        await serve(self.host, received, _advance)

    async def on_sign_in(self, received: Received[SignIn]) -> None:
        """Press the button of a login's form."""
        await serve(self.host, received, _sign_in)

    async def on_submit(self, received: Received[Submit]) -> None:
        """Press the button that cannot be taken back, once, for an intent that stands on the log."""
        await serve(self.host, received, _submit)

    async def on_create_account(self, received: Received[CreateAccount]) -> None:
        """Press the button that makes an account, once, for an intent that stands on the log."""
        await serve(self.host, received, _create_account)

    async def on_switch_engine(self, received: Received[SwitchEngine]) -> None:
        """Have another engine work the page."""
        await serve(self.host, received, switch_engine)

    async def on_close_session(self, received: Received[CloseSession]) -> None:
        """Close the session, whoever's claim it was; a session that is gone is closed."""
        command = received.command
        key = SessionKey(command.job_id, command.session_id)
        self.host.sessions.interrupt(key, command.reason)
        async with self.host.sessions.lock(command.job_id):
            session_log = await SessionLog.open(self.host.events, command.job_id)
            session = self.host.sessions.get(command.job_id, command.session_id)
            if session is not None:
                await self.host.close(session, command.reason, session_log, received.cause)
                return
            await self.host.browsers.discard(key)
            closed = SessionClosed(session_id=command.session_id, reason=command.reason)
            await session_log.report_end(closed, received.cause)


async def _fence(execution: Execution[Fence]) -> None:
    fenced = SessionFenced(cause=execution.id, session_id=execution.session.id, epoch=execution.command.epoch)
    await execution.report([fenced])


async def _observe(execution: Execution[Observe]) -> None:
    while_free(execution)  # reading a page may open its lists and scroll it
    started = time.perf_counter()
    values = await execution.values()
    seen = await past_walls(execution, await execution.alive(execution.browser.observe(values)), values)
    if len(seen.fields) + len(seen.file_inputs) > MAX_FIELDS:
        raise CommandRejected(f"the page asks {len(seen.fields)} questions", code=Refusal.PAGE_TOO_LARGE)
    model = execution.redacted(seen, values)
    model_ref = await execution.host.vault.put_page_model(msgspec.json.encode(model))
    execution.session.remember(model_ref, seen)
    observed = PageObserved(
        cause=execution.id,
        session_id=execution.session.id,
        page=summarise(model, model_ref=model_ref, site=_site(model), credentials=await _known_for(execution, seen)),
        took_ms=_ms_since(started),
    )
    walls = [_detected(execution, wall) for wall in _standing(model)][:1]
    why = "blocker" if walls else _worth_a_picture(model)
    pictures = await execution.picture(why) if why else []
    await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, Observe.__name__)
    await execution.report([*walls, *pictures, observed])


def _standing(model: PageModel) -> list[BlockerModel]:
    """The walls there surely are; a login last, as it alone may be got past without a human."""
    sure = [wall for wall in model.blockers if wall.confidence >= SURE]
    return sorted(sure, key=lambda wall: wall.type is BlockerType.LOGIN)


async def _known_for(execution: Execution[Observe], model: PageModel) -> KnownCredentials | None:
    """Whether the vault has credentials for the page's host; those that it plainly refuses are done with."""
    if _refuses_credentials(execution, model):
        await execution.host.vault.refused_credentials(execution.person, _site(model))
    found = (await execution.data()).at(_site(model)).credentials if model.account else None
    return KnownCredentials(found.create_account) if found else None


def _refuses_credentials(execution: Execution[Observe], model: PageModel) -> bool:
    """Whether the page stands there again with a complaint after one signed in."""
    if model.account is None or model.account.purpose is not AccountPurpose.SIGN_IN:
        return False
    complains = model.page_error or any(field.error for field in model.fields if field.visible)
    sign_in = states.job_of(execution.session_log.history).login.sign_in
    return complains and sign_in is not None and sign_in.started


def _detected(execution: Execution[Observe], wall: BlockerModel) -> BlockerDetected:
    return BlockerDetected(
        cause=execution.id,
        session_id=execution.session.id,
        type=wall.type,
        confidence=wall.confidence,
        evidence=wall.evidence,
    )


def _worth_a_picture(model: PageModel) -> str | None:
    """Why this page is worth keeping as evidence, if it is."""
    kept = {PageType.CONFIRMATION: "confirmation", PageType.ERROR: "failure", PageType.CLOSED: "failure"}
    return kept.get(model.page_type)


async def _run_actions(execution: Execution[RunActions]) -> None:
    if any(action.kind in _IRREVERSIBLE for action in execution.command.actions):
        raise CommandRejected("a run of actions holds reversible ones only", code=Refusal.IRREVERSIBLE)
    progress = execution.session_log.state.journal
    done = [action for action in execution.command.actions if progress.get(action.id) is Progress.SETTLED]
    left = [action for action in execution.command.actions if action not in done]
    facts = _restated(execution, [action.id for action in done])
    if left:
        facts += await _carried_out(execution, left)
    if facts:
        await execution.report(facts)


async def _carried_out(execution: Execution[RunActions], actions: Sequence[PlannedAction]) -> list[Event]:
    """Do the actions and read them back; what came of each."""
    model = await execution.model(execution.command.model_ref)
    data = await execution.data(with_files=any(action.kind is ActionKind.UPLOAD for action in actions))
    by_engine = execution.command.engine in CASCADED
    data = data if by_engine else data.at(_site(model))  # no engine is ever told credentials
    if by_engine:
        while_free(execution)
        attached(execution)
    else:
        await take_in_hand(execution)
    await execution.announce([_started(execution, action) for action in actions])
    results = await (
        run_by_engine(execution, model, actions, data) if by_engine else _by_hand(execution, model, actions, data)
    )
    await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, RunActions.__name__)
    facts: list[Event] = [
        await _verified(execution, action, result, data) if result.code is None else _failed(execution, action, result)
        for action, result in zip(actions, results, strict=True)
    ]
    if any(result.code for result in results):
        facts += await execution.picture("failure")
    return facts


async def _by_hand(
    execution: Execution[RunActions], model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData
) -> list[ActionResult]:
    return await execution.alive(execution.browser.run(model, actions, data))


def _started(execution: Execution[RunActions], action: PlannedAction) -> ActionStarted:
    return ActionStarted(
        cause=execution.id,
        session_id=execution.session.id,
        action_id=action.id,
        kind=action.kind,
        target=action.field_id,
        key=action.key,
        tier=action.tier,
        engine=execution.command.engine,
    )


async def _verified(
    execution: Execution[RunActions], action: PlannedAction, result: ActionResult, data: ApplicantData
) -> ActionVerified:
    value = data.file(action.key).data if action.kind is ActionKind.UPLOAD else data.value(action.key)
    key = await execution.host.vault.keyring.ensure(execution.person)
    return ActionVerified(
        cause=execution.id,
        action_id=action.id,
        field_id=action.field_id,
        took_ms=result.took_ms,
        fingerprint=key.fingerprint(value),
        tier=action.tier,
        engine=execution.command.engine,
        confidence=result.confidence,
    )


def _failed(execution: Execution[RunActions], action: PlannedAction, result: ActionResult) -> ActionFailed:
    return ActionFailed(
        cause=execution.id,
        action_id=action.id,
        target=action.field_id,
        code=result.code or "",
        took_ms=result.took_ms,
        tier=action.tier,
        engine=execution.command.engine,
        confidence=result.confidence,
    )


async def _advance(execution: Execution[Advance]) -> None:
    command = execution.command
    await _press(execution, command.action_id, ActionKind.NEXT, command.button_id, _proven_step)


def _proven_step(model: PageModel, button: ButtonModel) -> None:
    """A "Next" that is not provably a mere step counts as a submit, which needs an intent."""
    if not is_onward(model, button):
        raise CommandRejected(f"button {button.id} is not provably a mere step", code=Refusal.NOT_A_STEP)


async def _sign_in(execution: Execution[SignIn]) -> None:
    command = execution.command
    await _press(execution, command.action_id, ActionKind.NEXT, command.button_id, _proven_sign_in)


def _proven_sign_in(model: PageModel, button: ButtonModel) -> None:
    """Only the button of a form that provably signs in."""
    if not sends_account(model, button, AccountPurpose.SIGN_IN):
        raise CommandRejected(f"button {button.id} is not provably one that signs in", code=Refusal.NOT_A_STEP)


async def _submit(execution: Execution[Submit]) -> None:
    command = execution.command
    allow = partial(_intended, execution)
    await _press(execution, command.intent_id, ActionKind.SUBMIT, command.button_id, allow)


async def _create_account(execution: Execution[CreateAccount]) -> None:
    command = execution.command
    allow = partial(_intended, execution)
    await _press(execution, command.intent_id, ActionKind.SUBMIT, command.button_id, allow)


def _intended(execution: Execution[Submit] | Execution[CreateAccount], model: PageModel, button: ButtonModel) -> None:
    """Only for the intent that stands on the log: announced by the job's latest claim, and not settled since."""
    job = states.job_of(execution.session_log.history)
    intent = job.effects.intent
    if intent is None or intent.id != execution.command.intent_id or intent.button_id != execution.command.button_id:
        raise CommandRejected(f"job {job.id} has no such intent", code=Refusal.NO_INTENT)
    makes_account = intent.kind is EffectKind.CREATE_ACCOUNT
    if isinstance(execution.command, CreateAccount) and not makes_account:  # an older executor's Submit does either
        raise CommandRejected(f"the intent of job {job.id} is to submit", code=Refusal.NO_INTENT)
    is_settled = intent.answer is not None or not (makes_account or job.effects.submission is SubmissionState.INTENDED)
    if job.ended or is_settled:
        raise CommandRejected(f"the intent of job {job.id} is settled", code=Refusal.INTENT_SETTLED)
    if makes_account and not sends_account(model, button, AccountPurpose.CREATE):
        raise CommandRejected(
            f"button {button.id} is not provably one that makes an account", code=Refusal.NOT_AN_ACCOUNT
        )
    if execution.command.epoch < job.attempt.epoch:
        raise CommandRejected(f"job {job.id} was claimed anew", code=Refusal.STALE_EPOCH)


async def _press(
    execution: Execution[Advance] | Execution[SignIn] | Execution[Submit] | Execution[CreateAccount],
    action_id: str,
    kind: ActionKind,
    button_id: str,
    allow: Callable[[PageModel, ButtonModel], None],
) -> None:
    """Press the button unless it may have been pressed before; `allow` raises CommandRejected where it may not be."""
    progress = execution.session_log.state.journal.get(action_id)
    if progress is Progress.SETTLED:
        if restated := _restated(execution, [action_id]):
            await execution.report(restated)
        return
    if progress is Progress.STARTED:
        await execution.report(
            [_not_pressed(execution, action_id, button_id, ActionResult(ActionFailure.INTERRUPTED, 0))]
        )
        return
    model = await execution.model(execution.command.model_ref)
    button = _button(model, button_id)
    allow(model, button)
    await take_in_hand(execution)
    if execution.session_log.was_held_since(execution.command.model_ref):  # they may have sent the very form
        await execution.report(
            [_not_pressed(execution, action_id, button_id, ActionResult(ActionFailure.NOT_PRESSED, 0))]
        )
        return
    started = ActionStarted(
        cause=execution.id, session_id=execution.session.id, action_id=action_id, kind=kind, target=button_id
    )
    await execution.announce([started])
    try:
        result = await execution.alive(execution.browser.press(model, button_id, kind))
    except (PageTrouble, Stopped) as trouble:  # whether it was pressed is for the page to say
        log.warning("page_trouble", reason=str(trouble))
        result = ActionResult(ActionFailure.INTERRUPTED, 0)
    await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, type(execution.command).__name__)
    if result.code != ActionFailure.NOT_PRESSED and any(
        sends_account(model, button, purpose) for purpose in AccountPurpose
    ):
        await execution.host.vault.used_credentials(execution.person, _site(model))
    if result.code is None:
        succeeded = ActionSucceeded(
            cause=execution.id, action_id=action_id, took_ms=result.took_ms, renewed=result.renewed
        )
        await execution.report([succeeded])
    else:
        failed = _not_pressed(execution, action_id, button_id, result)
        await execution.report([failed, *await execution.picture("failure")])


def _not_pressed(execution: Execution[Any], action_id: str, button_id: str, result: ActionResult) -> ActionFailed:
    return ActionFailed(
        cause=execution.id,
        action_id=action_id,
        target=button_id,
        code=result.code or "",
        took_ms=result.took_ms,
    )


def _button(model: PageModel, button_id: str) -> ButtonModel:
    for button in model.buttons:
        if button.id == button_id:
            return button
    raise CommandRejected(f"the page has no button {button_id}", code=Refusal.ELEMENT_NOT_FOUND)


def _restated(execution: Execution[Any], action_ids: Sequence[str]) -> list[Event]:
    """What came of actions that another command had done, as the answer to this one."""
    results = [execution.session_log.settlement_of(action_id) for action_id in action_ids]
    return [
        msgspec.structs.replace(one, cause=execution.id)
        for one in results
        if one is not None and one.cause != execution.id
    ]


def _site(model: PageModel) -> str:
    return urlsplit(model.url).hostname or ""


def _ms_since(started: float) -> int:
    return round((time.perf_counter() - started) * 1000)

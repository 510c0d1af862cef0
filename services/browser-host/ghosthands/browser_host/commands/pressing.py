"""Pressing: a button is pressed once, or never.

A press is announced before and reported after. The network guard holds what a press that leads on sends: it is reported
as `PressHeld`, and leaves with an intent of its own, by `ReleaseStep`, or not at all. A button that may have been
pressed is never pressed again: the answer is then `interrupted`, and the executor looks at the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial

from ghosthands.browser_host.commands.execution import Execution, site_of
from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.operation import Stopped
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.chassis import logging
from ghosthands.domain.codes import ActionFailure, Refusal
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.job import EffectKind, SubmissionState
from ghosthands.domain.moves import MakeMove
from ghosthands.domain.page import AccountPurpose, ButtonModel, PageModel, is_onward, sends_account, signs_in
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.requests import PressHeld
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionSucceeded,
    Advance,
    CreateAccount,
    Progress,
    ReleaseStep,
    SignIn,
    Submit,
)
from ghosthands.messaging import fault
from ghosthands.messaging.log import states

#: the result where provably nothing was clicked
_NOT_PRESSED = ActionResult(ActionFailure.NOT_PRESSED, 0)
#: the result where only the page can tell whether it was clicked
PERHAPS_PRESSED = ActionResult(ActionFailure.INTERRUPTED, 0)

#: a command that presses a button
Press = Execution[Advance] | Execution[SignIn] | Execution[Submit] | Execution[CreateAccount]

#: a command that is begun only once
Acting = Press | Execution[ReleaseStep] | Execution[MakeMove]

log = logging.get(__name__)


async def advance(execution: Execution[Advance]) -> None:
    """Press the button of a mere step; what that sends is held."""
    command = execution.command
    await _press(execution, command.action_id, ActionKind.NEXT, command.button_id, _require_step)


def _require_step(model: PageModel, button: ButtonModel) -> None:
    """Refuse a "Next" that is not provably a mere step: it counts as a submit, which needs an intent."""
    if not is_onward(model, button):
        raise CommandRejected(f"button {button.id} is not provably a mere step", code=Refusal.NOT_A_STEP)


async def sign_in(execution: Execution[SignIn]) -> None:
    """Press the button of a login's form."""
    command = execution.command
    await _press(execution, command.action_id, ActionKind.NEXT, command.button_id, _require_sign_in)


def _require_sign_in(model: PageModel, button: ButtonModel) -> None:
    """Refuse any button but that of a form that provably signs in."""
    if not signs_in(model, button):
        raise CommandRejected(f"button {button.id} is not provably one that signs in", code=Refusal.NOT_A_STEP)


async def press_intended(execution: Execution[Submit] | Execution[CreateAccount]) -> None:
    """Press the button that cannot be taken back, once, for an intent on the log."""
    command = execution.command
    await _press(
        execution, command.intent_id, ActionKind.SUBMIT, command.button_id, partial(_require_intent, execution)
    )


def _require_intent(
    execution: Execution[Submit] | Execution[CreateAccount], model: PageModel, button: ButtonModel
) -> None:
    """Refuse unless the intent stands on the log: announced by the job's latest claim, and not settled since."""
    job = states.job_of(execution.session_log.history)
    intent = job.effects.intent
    if intent is None or intent.id != execution.command.intent_id or intent.button_id != execution.command.button_id:
        raise CommandRejected(f"job {job.id} has no such intent", code=Refusal.NO_INTENT)
    makes_account = intent.kind is EffectKind.CREATE_ACCOUNT
    if isinstance(execution.command, CreateAccount) and not makes_account:  # an older executor sends Submit for both
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


async def release_step(execution: Execution[ReleaseStep]) -> None:
    """Let go what a press sent and the network guard held, once, for an intent on the log."""
    command = execution.command
    action_id = command.intent_id
    if await was_answered(execution, action_id, command.action_id):
        return
    button_id = _require_step_intent(execution)
    await execution.take_in_hand()
    await announce(execution, action_id, ActionKind.NEXT, button_id)
    await report(execution, action_id, button_id, await _release_now(execution))


def _require_step_intent(execution: Execution[ReleaseStep]) -> str:
    """Return the button of the latest claim's unsettled intent that names the held press. Raises CommandRejected."""
    job, command = states.job_of(execution.session_log.history), execution.command
    intent = job.effects.intent
    if intent is None or intent.id != command.intent_id or intent.releases != command.action_id:
        raise CommandRejected(f"job {job.id} has no such intent", code=Refusal.NO_INTENT)
    if job.ended or intent.answer is not None or job.effects.submission is not SubmissionState.NONE:
        raise CommandRejected(f"the intent of job {job.id} is settled", code=Refusal.INTENT_SETTLED)
    if command.epoch < job.attempt.epoch:
        raise CommandRejected(f"job {job.id} was claimed anew", code=Refusal.STALE_EPOCH)
    return intent.button_id


async def _release_now(execution: Execution[ReleaseStep]) -> ActionResult:
    """Let go the held requests now, and return the result."""
    try:
        result = await execution.run(execution.browser.release(execution.permit))
    except (PageTrouble, Stopped) as trouble:  # only the page can show whether it left
        log.warning("page_trouble", reason=str(trouble))
        result = PERHAPS_PRESSED
    await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, ReleaseStep.__name__)
    return result


async def was_answered(execution: Acting, action_id: str, button_id: str) -> bool:
    """Whether the act was done or begun before; its result is then reported again, as far as it is known."""
    progress = execution.session_log.state.actions.get(action_id)
    if progress is Progress.SETTLED:
        if restated := execution.restate([action_id]):
            await execution.report(restated)
    elif progress is Progress.STARTED:
        await execution.report([_tell_failure(execution, action_id, button_id, PERHAPS_PRESSED)])
    return progress is not None


async def _press(
    execution: Press,
    action_id: str,
    kind: ActionKind,
    button_id: str,
    allow: Callable[[PageModel, ButtonModel], None],
) -> None:
    """Press the button unless it may have been pressed before; `allow` raises CommandRejected if it must not be."""
    if await was_answered(execution, action_id, button_id):
        return
    model = await execution.read_model(execution.command.model_ref)
    button = find_button(model, button_id)
    allow(model, button)
    await execution.take_in_hand()
    was_held = execution.session_log.was_held_since(execution.command.model_ref)  # they may have sent this very form
    if was_held or (isinstance(execution.command, Submit) and await _are_stopped(execution)):
        await execution.report([_tell_failure(execution, action_id, button_id, _NOT_PRESSED)])
        return
    await announce(execution, action_id, kind, button_id)
    await report(execution, action_id, button_id, await _press_now(execution, model, button, kind))


async def _are_stopped(execution: Press) -> bool:
    """Whether submissions were stopped since the intent, which is then not pressed for."""
    request = states.job_of(execution.session_log.history).request
    return request is not None and (await states.read_stops(execution.host.events)).hold(request.site)


async def announce(execution: Acting, action_id: str, kind: ActionKind, button_id: str) -> None:
    """Append that the press comes next."""
    started = ActionStarted(
        cause=execution.id, session_id=execution.session.id, action_id=action_id, kind=kind, target=button_id
    )
    await execution.announce([started])


async def report(execution: Acting, action_id: str, button_id: str, result: ActionResult) -> None:
    """Append the result of the press."""
    if result.held is not None:
        session_id, took_ms = execution.session.id, result.took_ms
        held = PressHeld(
            cause=execution.id, session_id=session_id, action_id=action_id, took_ms=took_ms, **asdict(result.held)
        )
        await execution.report([held])
        return
    if result.code is not None:
        failed = _tell_failure(execution, action_id, button_id, result)
        await execution.report([failed, *await execution.take_picture("failure")])
        return
    succeeded = ActionSucceeded(cause=execution.id, action_id=action_id, took_ms=result.took_ms, renewed=result.renewed)
    await execution.report([succeeded])


async def _press_now(execution: Press, model: PageModel, button: ButtonModel, kind: ActionKind) -> ActionResult:
    """Press the button now, and return the result; credentials that the press may have sent are marked as used."""
    try:
        holds = isinstance(execution.command, Advance)
        pressing = execution.browser.press(model, button.id, kind, holds=holds, permit=execution.permit)
        result = await execution.run(pressing)
    except (PageTrouble, Stopped) as trouble:  # only the page can show whether it was pressed
        log.warning("page_trouble", reason=str(trouble))
        result = PERHAPS_PRESSED
    await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, type(execution.command).__name__)
    if result.code != ActionFailure.NOT_PRESSED:
        await _mark_used(execution, model, button)
    return result


async def _mark_used(execution: Press, model: PageModel, button: ButtonModel) -> None:
    """Mark what the form of a login or an account sent, so that it is not taken for new; a code is good for one use."""
    vault, person = execution.host.vault, execution.person
    if sends_account(model, button, AccountPurpose.VERIFY):
        await vault.drop_code(person, execution.command.job_id)
    elif model.account is not None and button.id == model.account.button:
        await vault.mark_credentials_used(person, site_of(model))


def _tell_failure(execution: Acting, action_id: str, button_id: str, result: ActionResult) -> ActionFailed:
    """Return the failure of the press: it was not made, or may have been; the result's code says which of the two."""
    return ActionFailed(
        cause=execution.id,
        action_id=action_id,
        target=button_id,
        code=result.code or "",
        took_ms=result.took_ms,
    )


def find_button(model: PageModel, button_id: str) -> ButtonModel:
    """Return the page's button of that id. Raises CommandRejected if it has none."""
    for button in model.buttons:
        if button.id == button_id:
            return button
    raise CommandRejected(f"the page has no button {button_id}", code=Refusal.ELEMENT_NOT_FOUND)

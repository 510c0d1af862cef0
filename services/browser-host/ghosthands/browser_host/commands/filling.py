"""Filling: reversible actions are announced, done by our own hand or an engine, and read back, field by field."""

from __future__ import annotations

from collections.abc import Sequence

from ghosthands.browser_host.commands.engine_runs import require_attached, run_by_engine
from ghosthands.browser_host.commands.execution import Execution, site_of
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.domain.codes import Refusal
from ghosthands.domain.engine import CASCADED
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PRESSES, ActionKind, PlannedAction
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import ActionFailed, ActionStarted, ActionVerified, Progress, RunActions
from ghosthands.messaging import fault
from ghosthands.vault.profile import ApplicantData


async def run_actions(execution: Execution[RunActions]) -> None:
    """Fill fields and read them back; an action done before is not done again, only its result reported again."""
    if any(action.kind in PRESSES for action in execution.command.actions):
        raise CommandRejected("a run of actions holds reversible ones only", code=Refusal.IRREVERSIBLE)
    progress = execution.session_log.state.actions
    done = [action for action in execution.command.actions if progress.get(action.id) is Progress.SETTLED]
    left = [action for action in execution.command.actions if action not in done]
    facts = execution.restate([action.id for action in done])
    told = await _carry_out(execution, left) if left else []
    if facts or told:
        await execution.report([*facts, *told])
    if told and not any(isinstance(one, ActionFailed) for one in told):
        # after the results: these wait for no picture, and are not lost with a browser that dies under it
        await execution.tell(await execution.take_sketch())


async def _carry_out(execution: Execution[RunActions], actions: Sequence[PlannedAction]) -> list[Event]:
    """Do the actions, read them back, and return the result of each as facts."""
    model = await execution.read_model(execution.command.model_ref)
    data = await execution.read_data(with_files=any(action.kind is ActionKind.UPLOAD for action in actions))
    by_engine = execution.command.engine in CASCADED
    data = data if by_engine else data.at(site_of(model))  # no engine is ever told credentials
    if by_engine:
        execution.require_free()
        require_attached(execution)
    else:
        await execution.take_in_hand()
    await execution.announce([_tell_start(execution, action) for action in actions])
    results = await (
        run_by_engine(execution, model, actions, data)
        if by_engine
        else execution.run(execution.browser.run(model, actions, data))
    )
    await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, RunActions.__name__)
    facts: list[Event] = [
        await _tell_verified(execution, action, result, data)
        if result.code is None
        else _tell_failure(execution, action, result)
        for action, result in zip(actions, results, strict=True)
    ]
    has_failed = any(result.code for result in results)
    return facts + (await execution.take_picture("failure") if has_failed else [])


def _tell_start(execution: Execution[RunActions], action: PlannedAction) -> ActionStarted:
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


async def _tell_verified(
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
        left_empty=result.left_empty,
        equals_key=result.equals_key,
    )


def _tell_failure(execution: Execution[RunActions], action: PlannedAction, result: ActionResult) -> ActionFailed:
    return ActionFailed(
        cause=execution.id,
        action_id=action.id,
        target=action.field_id,
        code=result.code or "",
        took_ms=result.took_ms,
        tier=action.tier,
        engine=execution.command.engine,
        confidence=result.confidence,
        holds_other=result.holds_other,
    )

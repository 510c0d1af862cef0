"""An engine's work on a page: another engine takes over, or fills what the tier before it could not.

An engine is told one narrow thing at a time, and its own report of success is only advice: the host reads the field
back over its own connection. An engine that fails too often in a row, takes too long or is not sure makes way for the
next; an engine that was cut off leaves its slot, whatever it was doing.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ghosthands import platforms
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.commands.execution import Execution
from ghosthands.browser_host.engines.engine import Engine, EngineMove, EngineTrouble
from ghosthands.browser_host.engines.slot import Switch
from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.operation import Stopped, milliseconds_since
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.chassis import logging, metrics
from ghosthands.domain import cascade
from ghosthands.domain.codes import ActionFailure, Refusal, StopCode
from ghosthands.domain.engine import CASCADED, EngineName, SwitchReason
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldKind, FieldModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.polarity import Polarity, answered, opposite
from ghosthands.domain.quotes import quote
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import (
    DoTask,
    EngineRecovered,
    EngineSwitched,
    EngineSwitchFailed,
    ExtractData,
    ReadQuestions,
    RunActions,
    SwitchEngine,
)
from ghosthands.messaging.log import states
from ghosthands.vault.profile import ApplicantData

_VETOED = metrics.counter(BROWSER_HOST, "submits_vetoed", "What an engine tried to send and could not", ["engine"])
#: the failure code of an engine that was stopped, by the reason for the stop
STOPS = {
    StopCode.CANCELLED: ActionFailure.CUT_OFF,
    StopCode.INACTIVE: ActionFailure.INACTIVE,
    StopCode.OVERDUE: SwitchReason.OPERATION_TIMEOUT,
}
#: values up to this length tell nothing of a person: hiding "Yes" everywhere would hide the question
_PLAIN_LENGTH = 3
#: how many characters of a page's own words an instruction quotes
_LABEL_LENGTH = 200

log = logging.get(__name__)


async def switch_engine(execution: Execution[SwitchEngine]) -> None:
    """Switch to the engine, and report the state of the page afterwards. Raises Transient while a human holds it."""
    execution.require_free()
    slot = execution.session.slot
    started = time.perf_counter()
    try:
        switch = await execution.run(slot.switch(execution.command.engine))
    except EngineTrouble as trouble:
        switch = Switch(slot.name, execution.command.engine, milliseconds_since(started), code=trouble.code)
    if switch.code is not None:
        execution.require_free()  # a human who takes control cuts it off: the engine did not fail
    facts = _tell_switch(execution, switch)
    if switch.code is None and {switch.source, switch.target} & CASCADED:
        facts += await _recover(execution)
    await execution.report(facts)


def _tell_switch(execution: Execution[SwitchEngine], switch: Switch) -> list[Event]:
    session_id, reason = execution.session.id, execution.command.reason
    page = execution.session.latest
    about = {"platform": page.platform if page else "", "site": execution.session.site}
    facts = switch.tell(session_id, reason)
    route = {"cause": execution.id, "session_id": session_id, "source": switch.source, "target": switch.target}
    if switch.code is not None:
        failed = EngineSwitchFailed(**route, **about, reason=reason, code=switch.code, took_ms=switch.took_ms)  # type: ignore[arg-type]
        return [*facts, failed]
    return [*facts, EngineSwitched(**route, **about, reason=reason, took_ms=switch.took_ms)]  # type: ignore[arg-type]


async def _recover(execution: Execution[SwitchEngine]) -> list[EngineRecovered]:
    """Report the platform, form and page that the engine finds; an empty list if the page cannot be read."""
    started, before = time.perf_counter(), execution.session.latest
    try:
        now = await execution.run(execution.browser.observe())
    except PageTrouble as trouble:  # the switch itself succeeded
        log.warning("page_not_recovered", reason=str(trouble))
        return []
    recovered = EngineRecovered(
        cause=execution.id,
        session_id=execution.session.id,
        engine=execution.command.engine,
        platform=now.platform,
        fingerprint=now.fingerprint,
        same_form=before is None or before.fingerprint == now.fingerprint,
        page=now.step.current if now.step else states.job_of(execution.session_log.history).passage.pages + 1,
        took_ms=milliseconds_since(started),
    )
    return [recovered]


async def run_by_engine(
    execution: Execution[RunActions], model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData
) -> list[ActionResult]:
    """Fill the fields with the attached engine, one by one, and return a result each."""
    engine = require_attached(execution)
    await hide_values(execution, engine)
    await execution.run(execution.browser.expect(model, actions, data))
    results: list[ActionResult] = []
    given_up: str | None = None
    for action in actions:
        if given_up is None:
            result = await _try_action(execution, engine, model, action, data)
            given_up = result.code if result.code in _GIVES_UP else None
        else:
            result = ActionResult(given_up, 0)
        results.append(result)
    with suppress(Stopped):
        await count_vetoes(execution, engine)
    results = await _look_again(execution, model, actions, results, data)
    return await _take_out(execution, engine, model, actions, results)


async def hide_values(execution: Execution[Any], engine: Engine) -> None:
    """Keep the applicant's values from every model that the engine asks."""
    values = await execution.read_values()
    engine.keep_from_models({key: value for key, value in values.items() if len(value) > _PLAIN_LENGTH})


async def _look_again(
    execution: Execution[RunActions],
    model: PageModel,
    actions: Sequence[PlannedAction],
    results: Sequence[ActionResult],
    data: ApplicantData,
) -> list[ActionResult]:
    """Read the fields again once later moves and the page had time to undo them, and return the corrected results."""
    done = [action for action, result in zip(actions, results, strict=True) if result.code is None]
    if not done or execution.session.is_held:
        return list(results)
    verdicts = await execution.run(execution.browser.verify(model, done, data, rested=True))
    lost = {action.id: verdict.code for action, verdict in zip(done, verdicts, strict=True) if verdict.code}
    return [
        dataclasses.replace(result, code=lost.get(action.id, result.code))
        for action, result in zip(actions, results, strict=True)
    ]


async def _take_out(
    execution: Execution[RunActions],
    engine: Engine,
    model: PageModel,
    actions: Sequence[PlannedAction],
    results: Sequence[ActionResult],
) -> list[ActionResult]:
    """Take out what the engine left in fields that it got wrong, and return the results; a human's input stays."""
    tried = zip(actions, results, strict=True)
    failed = [action for action, result in tried if result.code not in (None, ActionFailure.CUT_OFF)]
    held = execution.session.is_held or engine.name is EngineName.HUMAN
    if held or not failed:
        return list(results)
    left = await execution.run(execution.browser.take_out(model, failed))
    holds_other = {action.id for action, is_left in zip(failed, left, strict=True) if is_left}
    return [
        dataclasses.replace(result, holds_other=action.id in holds_other)
        for action, result in zip(actions, results, strict=True)
    ]


async def count_vetoes(execution: _ByEngine, engine: Engine) -> int:
    """Count how often the engine tried to send something and was vetoed."""
    if vetoed := await execution.run(execution.browser.count_vetoes()):
        _VETOED.labels(engine.name.value).inc(vetoed)
        log.warning("engine_vetoed", engine=engine.name.value, times=vetoed)
    return vetoed


#: a command that an engine carries out
_ByEngine = Execution[RunActions] | Execution[ReadQuestions] | Execution[DoTask] | Execution[ExtractData]

_GIVES_UP = frozenset({*STOPS.values(), SwitchReason.CONSECUTIVE_FAILURES.value})


def require_attached(execution: _ByEngine) -> Engine:
    """Return the engine the command is for. Raises CommandRejected if another engine works the page."""
    try:
        return execution.session.slot.require(execution.command.engine)
    except EngineTrouble as trouble:
        raise CommandRejected(
            f"cannot {type(execution.command).__name__}: {trouble}", code=Refusal.ENGINE_NOT_ATTACHED
        ) from None


async def _try_action(
    execution: Execution[RunActions], engine: Engine, model: PageModel, action: PlannedAction, data: ApplicantData
) -> ActionResult:
    """Try one action, within the retries of the engine's level, and return its result."""
    slot, level = execution.session.slot, cascade.level_of(platforms.cascade_of(model.platform), engine.name)
    field = model.field(action.field_id)
    if not isinstance(field, FieldModel) or action.key not in data:
        return ActionResult(ActionFailure.ELEMENT_NOT_FOUND if action.key in data else ActionFailure.NO_VALUE, 0)
    ask = word_request if engine.name is EngineName.HUMAN else word_move
    value = data.value(action.key)
    move = ask(action, field, opposite(value) or value if action.negated else value)
    limits = execution.host.limits.within(level.seconds)
    started, code = time.perf_counter(), ""
    confidence: float | None = None
    seconds = 0.0
    for _ in range(level.retries + 1):
        begun, confidence = time.perf_counter(), None
        try:
            done = await execution.run_within(engine.act(move), limits)
            confidence = done.confidence
        except EngineTrouble as trouble:
            log.info("engine_failed", engine=engine.name.value, code=trouble.code)
        except Stopped as stopped:
            await slot.force_release()
            return ActionResult(STOPS[stopped.code], milliseconds_since(started))
        if slot.name is not engine.name:  # a human took control, or the guard ended with our connection
            return ActionResult(ActionFailure.CUT_OFF, milliseconds_since(started))
        (verdict,) = await execution.run(execution.browser.verify(model, [action], data))
        if verdict.code is None:
            slot.forget_failures()
            took_ms = milliseconds_since(started)
            return ActionResult(None, took_ms, confidence=confidence, left_empty=verdict.left_empty)
        code, seconds = verdict.code, time.perf_counter() - begun
        if code == ActionFailure.NOT_TRIED:  # the engine did not fail
            return ActionResult(code, milliseconds_since(started))
        if cascade.switch_reason(engine.name, failures=0, seconds=seconds, confidence=confidence) is not None:
            break  # trying again would not help
    reason = cascade.switch_reason(engine.name, failures=slot.count_failure(), seconds=seconds, confidence=confidence)
    return ActionResult(reason.value if reason else code, milliseconds_since(started), confidence=confidence)


def word_move(action: PlannedAction, field: FieldModel, value: str) -> EngineMove:
    """Word an engine's instruction: the field by its label, and the value by a placeholder if it need not be known."""
    where, option = name_field(field), _find_option(field, value)
    if _is_tick(action, field):
        return EngineMove(f"{_tick(field, value)} the checkbox labelled {where}")
    if option is not None:
        return EngineMove(f"in the field labelled {where}, choose the option %value%", {"value": option})
    if action.kind in (ActionKind.SELECT, ActionKind.CHOOSE):
        return EngineMove(f"in the field labelled {where}, choose the option that means %value%", {"value": value})
    return EngineMove(f"type %value% into the field labelled {where}", {"value": value})


def word_request(action: PlannedAction, field: FieldModel, value: str) -> EngineMove:
    """Word the request to a human at the browser.

    It names an option, as the page itself shows it to them. It does not name a value to be typed: bystanders can read
    the request, and the human knows their own answers.
    """
    where, option = name_field(field), _find_option(field, value)
    if _is_tick(action, field):
        return EngineMove(f"Please {_tick(field, value)} {where}.")
    if option is not None:
        return EngineMove(f'Please choose "{_quote(option)}" in {where}.')
    if action.kind in (ActionKind.SELECT, ActionKind.CHOOSE):
        return EngineMove(f"Please choose your answer in {where}.")
    return EngineMove(f"Please fill in {where}.")


def name_field(field: FieldModel) -> str:
    """Return the field in words, as the page labels it, quoted."""
    quoted = _quote(field.label or field.placeholder or field.name)
    return f'"{quoted}"' + (f' in the section "{_quote(field.section)}"' if field.section else "")


def _is_tick(action: PlannedAction, field: FieldModel) -> bool:
    return action.kind is ActionKind.CHECK or field.kind is FieldKind.CHECKBOX


def _tick(field: FieldModel, value: str) -> str:
    """Return what to do to a tick box: "tick" or "untick"; one with an unclear answer never gets past our own hand."""
    return "tick" if answered(value, field.label) is Polarity.YES else "untick"


def _find_option(field: FieldModel, value: str) -> str | None:
    """Return the option that means the value, as the page words it."""
    labels = [option.label for option in field.options]
    chosen = pages.choose(labels, value)
    return None if chosen is None else labels[chosen]


def _quote(words: str) -> str:
    """Return a page's words as quoted data, which names no value: an engine puts one in for what stands between `%`."""
    return quote(words.replace("%", ""), _LABEL_LENGTH)

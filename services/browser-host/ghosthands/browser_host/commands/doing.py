"""The execution of a task in words: the engine gets the whole task, with the names of the applicant's values.

The engine sends nothing. From the start of the task on, the page's requests pass only if they merely read and carry
nothing of the applicant's; the network guard holds all others. If a host dies during a task, the task begins anew:
nothing of it had left.
"""

from __future__ import annotations

import dataclasses
import math
import time
from contextlib import suppress
from typing import Any

from ghosthands.browser_host.commands.engine_runs import STOPS, count_vetoes, hide_values, require_attached
from ghosthands.browser_host.commands.execution import Execution
from ghosthands.browser_host.engines.engine import Engine, EngineMove, EngineTrouble
from ghosthands.browser_host.operation import Stopped, milliseconds_since
from ghosthands.chassis import logging
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.session import DoTask
from ghosthands.domain.task import TaskDone, TaskFailed
from ghosthands.planning.rules.sensitive import is_sensitive_key
from ghosthands.vault.profile import ApplicantData

#: the task where the request has none
_TELL = "Fill in the form on this page with the values that there are names for."
_PROFILE = "profile."

log = logging.get(__name__)


async def do_task(execution: Execution[DoTask]) -> None:
    """Let the engine do the request's task, and report what it did, and that the task is done or why it is not."""
    execution.require_free()
    engine, started = require_attached(execution), time.perf_counter()
    task = await execution.host.vault.get_task(execution.person, execution.command.job_id, otherwise=_TELL)
    values = _list_values(await execution.read_data())
    await hide_values(execution, engine)
    model = await execution.read_model(execution.command.model_ref)
    await execution.run(execution.browser.expect_task(model, values))
    acts: list[str] = []
    code = await _perform(execution, engine, EngineMove(task, values), acts)
    vetoed = 0
    with suppress(Stopped):
        vetoed = await count_vetoes(execution, engine)
    about: dict[str, Any] = {
        "cause": execution.id,
        "session_id": execution.session.id,
        "engine": engine.name,
        "acts": tuple(acts),
        "vetoed": vetoed,
        "took_ms": milliseconds_since(started),
    }
    await execution.report([TaskFailed(**about, code=code) if code else TaskDone(**about)])


async def _perform(execution: Execution[DoTask], engine: Engine, task: EngineMove, acts: list[str]) -> str | None:
    """Let the engine do the task, and note its acts in `acts`; return why the task is not done, or None if it is."""
    limits = dataclasses.replace(execution.host.limits, lost_seconds=math.inf)
    try:
        await execution.run_within(engine.perform(task, acts), limits)
    except EngineTrouble as trouble:
        log.info("task_not_done", engine=engine.name.value, code=trouble.code)
        return trouble.code
    except Stopped as stopped:
        await execution.session.slot.force_release()
        return STOPS[stopped.code]
    if execution.session.slot.name is not engine.name:  # a human took control
        return ActionFailure.CUT_OFF
    return None if acts else ActionFailure.ELEMENT_NOT_FOUND


def _list_values(data: ApplicantData) -> dict[str, str]:
    """Return the values that the engine may fill in, by names that its model may see."""
    named = [key for key in data.keys() if key.startswith(_PROFILE) and not is_sensitive_key(key)]  # noqa: SIM118 - no mapping
    return {key: data.value(key) for key in named}

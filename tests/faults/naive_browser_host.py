"""Browser-host as it must not be. What the fault tests must catch.

It presses first and says so afterwards, lets go at once what a step sends, lets out whatever a page sends, and keeps to
itself what a human sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ghosthands.browser_host.commands import pressing
from ghosthands.browser_host.commands.execution import Execution
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.live.view import LiveView
from ghosthands.browser_host.service import build
from ghosthands.browser_host.settings import Settings
from ghosthands.chassis.run import run
from ghosthands.domain.page import ButtonModel, PageModel
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.session import ActionStarted, ActionSucceeded, Progress


async def act_then_append(
    execution: Execution[Any],
    action_id: str,
    kind: ActionKind,
    button_id: str,
    allow: Callable[[PageModel, ButtonModel], None],
) -> None:
    if execution.session_log.state.actions.get(action_id) is Progress.SETTLED:
        return
    model = await execution.read_model(execution.command.model_ref)
    result = await execution.run(execution.browser.press(model, button_id, kind))
    session_id = execution.session.id
    await execution.report(
        [
            ActionStarted(cause=execution.id, session_id=session_id, action_id=action_id, kind=kind, target=button_id),
            ActionSucceeded(cause=execution.id, action_id=action_id, took_ms=result.took_ms),
        ]
    )


if __name__ == "__main__":
    pressing._press = act_then_append
    Gate.holds = lambda *_: False  # type: ignore[method-assign]
    LiveView.note_sending = lambda *_: None  # type: ignore[method-assign]
    run(build, Settings)

"""Browser-host as it must not be: it presses first and says so afterwards. What the fault tests must catch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ghosthands.browser_host import handlers
from ghosthands.browser_host.service import build
from ghosthands.browser_host.settings import Settings
from ghosthands.browser_host.turns import Turn
from ghosthands.chassis.run import run
from ghosthands.domain.page import ButtonModel, PageModel
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.session import ActionStarted, ActionSucceeded, Progress


async def act_then_append(
    turn: Turn[Any],
    action_id: str,
    kind: ActionKind,
    button_id: str,
    allow: Callable[[PageModel, ButtonModel], None],
) -> None:
    if turn.journal.ledger.journal.get(action_id) is Progress.SETTLED:
        return
    model = await turn.model(turn.command.model_ref)
    outcome = await turn.alive(turn.browser.press(model, button_id, kind))
    session_id = turn.session.id
    await turn.report(
        [
            ActionStarted(cause=turn.id, session_id=session_id, action_id=action_id, kind=kind, target=button_id),
            ActionSucceeded(cause=turn.id, action_id=action_id, took_ms=outcome.took_ms),
        ]
    )


if __name__ == "__main__":
    handlers._press = act_then_append
    run(build, Settings)

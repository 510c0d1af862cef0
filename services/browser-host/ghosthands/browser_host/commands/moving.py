"""Moving: what a manual does on a page beside filling it in; each move is made once, or never.

A click and a key are made with the network held, as what leads on is; yet nobody has announced what they would send, so
it is dropped, and the move failed. Whither a manual leads is on the host where the page is.
"""

from __future__ import annotations

import time
from urllib.parse import urljoin, urlsplit

from ghosthands.browser_host.commands.execution import Execution
from ghosthands.browser_host.commands.pressing import PERHAPS_PRESSED, announce, find_button, report, was_answered
from ghosthands.browser_host.errors import PageTrouble, Unreachable
from ghosthands.browser_host.operation import Stopped, milliseconds_since
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.chassis import logging
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.manual import ManualAction, ManualMove
from ghosthands.domain.moves import MakeMove
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.messaging import fault

#: how long something may take to be seen
WAIT_SECONDS = 15.0

log = logging.get(__name__)


async def make_move(execution: Execution[MakeMove]) -> None:
    """Make the move; say that it went well, or how it did not."""
    command, move = execution.command, execution.command.move
    if await was_answered(execution, command.action_id, move.target):
        return
    await execution.take_in_hand()
    await announce(execution, command.action_id, ActionKind.NEXT, move.target)
    await report(execution, command.action_id, move.target, await _make(execution, move))


async def _make(execution: Execution[MakeMove], move: ManualMove) -> ActionResult:
    try:
        result = await _do(execution, move)
    except (PageTrouble, Stopped) as trouble:
        log.warning("page_trouble", reason=str(trouble))
        result = PERHAPS_PRESSED
    await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, MakeMove.__name__)
    return ActionResult(ActionFailure.SENDS, result.took_ms) if result.held is not None else result


async def _do(execution: Execution[MakeMove], move: ManualMove) -> ActionResult:
    browser, started = execution.browser, time.perf_counter()
    match move.action:
        case ManualAction.CLICK:
            model = await execution.read_model(execution.command.model_ref)
            button = find_button(model, move.target)
            return await execution.run(browser.press(model, button.id, ActionKind.NEXT, holds=True))
        case ManualAction.PRESS:
            model = await execution.read_model(execution.command.model_ref)
            return await execution.run(browser.press_key(model, move.target, move.value))
        case ManualAction.NAVIGATE:
            code = await _navigate(execution, move.value)
        case _:
            is_seen = await execution.run(browser.appears(move.target, WAIT_SECONDS))
            code = None if is_seen else ActionFailure.ELEMENT_NOT_FOUND
    return ActionResult(code, milliseconds_since(started))


async def _navigate(execution: Execution[MakeMove], path: str) -> ActionFailure | None:
    """Why the page was not reached; no tab leaves the host it is on meanwhile."""
    browser = execution.browser
    begun_at = urlsplit((await execution.read_data()).target_url)
    url = urljoin(begun_at._replace(path=f"{begun_at.path.rstrip('/')}/", query="", fragment="").geturl(), path)
    if urlsplit(url).netloc != urlsplit(browser.live_page.url).netloc:
        return ActionFailure.OFF_SITE
    await browser.guard(GuardLevel.ENGINE)
    try:
        await execution.run(browser.visit(url))
    except Unreachable:
        return ActionFailure.ELEMENT_NOT_FOUND
    finally:
        if not execution.session.is_held:
            await browser.guard(GuardLevel.RESTING)
    return None

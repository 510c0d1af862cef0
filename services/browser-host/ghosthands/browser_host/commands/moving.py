"""Moves: what a manual does on a page beside filling it in; each move is made once, or never.

The network guard holds what a click or a key sends, as with a press that leads on; as nobody has announced those
requests, they are dropped and the move fails. A manual leads only to addresses on the page's own host.
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

#: how many seconds an element may take to be seen
WAIT_SECONDS = 15.0

log = logging.get(__name__)


async def make_move(execution: Execution[MakeMove]) -> None:
    """Make the move; report that it went well, or how it failed."""
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
    """Go to the path; return why the page was not reached, or None. No tab leaves its host meanwhile."""
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

"""Walls in a browser that its user sits at: the user is asked right there, before anybody else is.

An overlay in the page says what is asked; the user has a minute to get past the wall. A wall that remains is treated
like any other: the job waits for a human, who may well be the same one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

from playwright.async_api import Error

from ghosthands.browser_host.commands.codes_at_hand import is_findable
from ghosthands.browser_host.commands.execution import Execution, site_of
from ghosthands.browser_host.engines import overlay
from ghosthands.chassis import logging
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.page import SURE, PageModel
from ghosthands.domain.session import Observe

#: How many seconds the user is given.
ASK_SECONDS = 60.0

#: the walls that a person gets past, in the order in which they are asked about
ASKED = (BlockerType.CAPTCHA, BlockerType.BOT_CHECK, BlockerType.LOGIN, BlockerType.TWO_FACTOR)

log = logging.get(__name__)


async def get_past_walls(execution: Execution[Observe], seen: PageModel, values: Mapping[str, str]) -> PageModel:
    """Ask the browser's user to get past the page's wall, and return the page afterwards; without a wall, as it was."""
    if execution.browser.owns_browser or execution.session.is_held:
        return seen
    if (wall := await _find_wall(execution, seen)) is None or wall in execution.session.asked:
        return seen
    await execution.take_in_hand()  # an attached engine would keep the guard closed to the user
    execution.session.asked.add(wall)
    log.info("user_asked", wall=wall.value)
    until, answered = time.monotonic() + ASK_SECONDS, True
    while wall is not None and answered:
        answered = await _ask_user(execution, wall, seconds=until - time.monotonic())
        seen = await execution.run(execution.browser.observe(values))
        wall = await _find_wall(execution, seen)
    return seen


async def _ask_user(execution: Execution[Observe], wall: BlockerType, *, seconds: float) -> bool:
    """Whether the user said that it is done."""
    what = f"{wall.to_do} The application then continues by itself."
    try:
        async with asyncio.timeout(seconds):
            await execution.run(overlay.ask(execution.browser.live_page, what))
    except (Error, TimeoutError):  # the page does not take the overlay, or nobody answers
        log.info("user_did_not_say")
        return False
    return True


async def _find_wall(execution: Execution[Observe], seen: PageModel) -> BlockerType | None:
    """Return the wall that only the user can get past, or None: not one for which we have credentials or a code."""
    asked = {wall.type for wall in seen.blockers if wall.confidence >= SURE and wall.type in ASKED}
    if BlockerType.LOGIN in asked and await _can_sign_in(execution, seen):
        asked.remove(BlockerType.LOGIN)
    if BlockerType.TWO_FACTOR in asked and await is_findable(execution, seen):
        asked.remove(BlockerType.TWO_FACTOR)
    return next((wall for wall in ASKED if wall in asked), None)


async def _can_sign_in(execution: Execution[Observe], seen: PageModel) -> bool:
    data = await execution.read_data()
    return seen.account is not None and data.at(site_of(seen)).credentials is not None

"""Observing: a page is read whole, cleared of the applicant's values, stored, and told of with its walls."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress

from ghosthands.browser_host.commands.at_the_browser import get_past_walls
from ghosthands.browser_host.commands.codes_at_hand import find_code
from ghosthands.browser_host.commands.execution import Execution, site_of
from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.operation import milliseconds_since
from ghosthands.domain.code_sources import CodeSought
from ghosthands.domain.codes import BlockerType, Refusal
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.page import (
    ANY_BUTTON,
    SURE,
    AccountPurpose,
    BlockerModel,
    ButtonRole,
    KnownCredentials,
    PageModel,
    PageType,
    summarise,
)
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import BlockerDetected, Observe, PageObserved
from ghosthands.messaging import fault
from ghosthands.messaging.log import states

#: more questions than any application asks; more would not fit the messages that plan and fill them at once
MAX_FIELDS = 500
#: how long a page that shows no button is given to draw one, and how long between two glances at it
DRAWING_SECONDS = 10.0
_GLANCE_SECONDS = 0.5


async def observe(execution: Execution[Observe]) -> None:
    """Read the whole page and report what is on it."""
    execution.require_free()  # reading a page may open its lists and scroll it
    started = time.perf_counter()
    values = await execution.read_values()
    if pressed_at := execution.session_log.find_press(execution.session.id):
        await execution.run(execution.browser.recall_press(pressed_at))
    seen = await get_past_walls(execution, await _read(execution, values), values)
    if len(seen.fields) + len(seen.file_inputs) > MAX_FIELDS:
        raise CommandRejected(f"the page asks {len(seen.fields)} questions", code=Refusal.PAGE_TOO_LARGE)
    model = execution.redact(seen, values)
    model_ref = await execution.host.vault.put_page(model)
    execution.session.remember(model_ref, seen)
    known, sought = await _look_up_credentials(execution, seen)
    observed = PageObserved(
        cause=execution.id,
        session_id=execution.session.id,
        page=summarise(model, model_ref=model_ref, site=site_of(model), credentials=known),
        took_ms=milliseconds_since(started),
    )
    walls = [_tell_wall(execution, wall) for wall in _find_walls(model)][:1]
    why = "blocker" if walls else _find_picture_reason(model)
    pictures = await execution.take_picture(why) if why else []
    await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, Observe.__name__)
    await execution.report([*sought, *walls, *pictures, observed])


async def _read(execution: Execution[Observe], values: Mapping[str, str]) -> PageModel:
    """Return the page as it is; once its button is enabled, or anything drawn, if the command waits for that."""
    browser, button_id = execution.browser, execution.command.button_id
    seen = await execution.run(browser.observe(values))
    if button_id == ANY_BUTTON:
        if _may_go_on(seen):
            return seen
        is_drawn = await _is_drawn_later(execution, seen)
        execution.require_free()  # a human may have taken the page meanwhile
        return await execution.run(browser.observe(values)) if is_drawn else seen
    disabled = next((each for each in seen.buttons if each.id == button_id and not each.enabled), None)
    if disabled is None:
        return seen
    await execution.run(browser.wait_until_enabled(disabled.locator))
    execution.require_free()  # a human may have taken the page meanwhile
    return await execution.run(browser.observe(values))


def _may_go_on(model: PageModel) -> bool:
    """Whether the page shows a button that leads on or will, or is of a kind that has none."""
    is_end = model.page_type in (PageType.CONFIRMATION, PageType.CLOSED, PageType.ERROR)
    buttons = model.button(ButtonRole.SUBMIT) or model.button(model.onward) or model.disabled_button
    return is_end or bool(model.blockers) or model.account is not None or buttons is not None


async def _is_drawn_later(execution: Execution[Observe], seen: PageModel) -> bool:
    """Wait until the page shows a way on, or a question that was not there; return whether it did in time.

    No event tells it: a page may rest for seconds, with no request open, before its script draws the form.
    """
    deadline = time.monotonic() + DRAWING_SECONDS
    while time.monotonic() < deadline:
        await execution.run(asyncio.sleep(_GLANCE_SECONDS))
        now = None
        with suppress(PageTrouble):  # too busy with drawing to answer
            now = await execution.run(execution.browser.glance())
        if now is not None and (_may_go_on(now) or _list_questions(now) - _list_questions(seen)):
            return True
    return False


def _list_questions(model: PageModel) -> set[str]:
    """Return the ids of what the page visibly asks."""
    return {field.id for field in model.fields if field.visible} | {file.id for file in model.file_inputs}


def _find_walls(model: PageModel) -> list[BlockerModel]:
    """Return the walls that are surely there; a login last, as it alone may be got past without a human."""
    sure = [wall for wall in model.blockers if wall.confidence >= SURE]
    return sorted(sure, key=lambda wall: wall.type is BlockerType.LOGIN)


async def _look_up_credentials(
    execution: Execution[Observe], model: PageModel
) -> tuple[KnownCredentials | None, list[CodeSought]]:
    """Return the credentials or code available for the page's account form, and the events on the search for a code.

    Credentials that the page plainly refuses are marked as refused.
    """
    if _refuses_credentials(execution, model):
        await execution.host.vault.mark_credentials_refused(execution.person, site_of(model))
    if model.account is None:
        return None, []
    if model.account.purpose is AccountPurpose.VERIFY:
        is_there, sought = await find_code(execution, model)
        return KnownCredentials() if is_there else None, sought
    data = (await execution.read_data()).at(site_of(model))
    return KnownCredentials(data.credentials.create_account) if data.credentials else None, []


def _refuses_credentials(execution: Execution[Observe], model: PageModel) -> bool:
    """Whether the page shows up again with a complaint after a sign-in."""
    if model.account is None or model.account.purpose is not AccountPurpose.SIGN_IN:
        return False
    complains = model.page_error or any(field.error for field in model.fields if field.visible)
    sign_in = states.job_of(execution.session_log.history).login.sign_in
    return complains and sign_in is not None and sign_in.started


def _tell_wall(execution: Execution[Observe], wall: BlockerModel) -> BlockerDetected:
    return BlockerDetected(
        cause=execution.id,
        session_id=execution.session.id,
        type=wall.type,
        confidence=wall.confidence,
        evidence=wall.evidence,
    )


def _find_picture_reason(model: PageModel) -> str | None:
    """Return why this page is worth keeping as evidence, or None."""
    kept = {PageType.CONFIRMATION: "confirmation", PageType.ERROR: "failure", PageType.CLOSED: "failure"}
    return kept.get(model.page_type)

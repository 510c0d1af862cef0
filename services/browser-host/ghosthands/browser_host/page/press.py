"""Pressing a button once, by a trusted click, and waiting for the consequences, or for word that they are held.

What the press did is for the next scan to say; here it is only made sure that it was pressed at most once and that the
page has come to rest. A new tab that it opened is returned.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import ElementHandle, Frame, JSHandle, Page
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import asked_back, realms, scripts
from ghosthands.browser_host.page.calls import SECONDS, in_time, standing
from ghosthands.browser_host.page.holding import holds_the_same
from ghosthands.browser_host.page.rest import settle
from ghosthands.browser_host.page.scan import PageUnreadable, is_as_read
from ghosthands.browser_host.page.traffic import traffic_of
from ghosthands.browser_host.permit import Permit, always
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import AnyField, ButtonModel, FieldState, Locator, PageModel

_CLICK_MS = 5_000
#: the same for a button over which the pointer is already
_READY_CLICK_MS = 500
_THINKING_MS = 400
#: seconds between two looks for what is waited for
_LOOK_SECONDS = 0.1
#: seconds for a page to confirm a click whose request is held: a script that waits for its answer confirms nothing
_STANDING_SECONDS = 2.0
#: how long a page may take to enable its button: some count down while one is to read their terms
_ENABLING_SECONDS = 30.0
#: how long a site may take over what opens another tab
_TAB_MS = 30_000
#: tells whether what was done asked for a document in another tab, which is reported only with its answer
OpensTab = Callable[[], Awaitable[bool]]
#: values to compare with, where none are known
_NONE_KNOWN: Mapping[str, str] = {}
#: finds what lies over a button and stands for it: a shield beside it that is a button too
_SHIELD = """el => {
  const box = el.getBoundingClientRect();
  const hit = el.getRootNode().elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const over = hit?.closest("[role=button]");
  return over && !over.contains(el) && !el.contains(over) && el.parentElement?.contains(over) ? over : el;
}"""


async def _opens_none() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Pressed:
    """The result of a press."""

    #: whether the click was made; if not, `code` says why and nothing was touched
    clicked: bool
    #: a value of ActionFailure; empty if it was clicked
    code: str
    #: whether the page came to rest within the limits
    rested: bool
    #: whether the page left its document or changed its address; a form may well be answered at its own address
    navigated: bool
    #: whether another document came, not merely another address for the same one
    renewed: bool
    took_ms: int
    #: a tab it opened
    opened: Page | None = None


async def press(
    page: Page,
    model: PageModel,
    button_id: str,
    *,
    values: Mapping[str, str] = _NONE_KNOWN,
    unless: asyncio.Event | None = None,
    permit: Permit = always,
    opens_tab: OpensTab = _opens_none,
) -> Pressed:
    """Press the button of that id, once, and wait until the page, or a tab it opens, is there (about 30 s at most).

    Nothing is clicked if the page is not as it was read: a filled field is empty or holds another of the `values`, or
    the button is another; nor once `permit` has ended. `unless` is set as soon as a request of the press is held; the
    page will not come to rest then.
    """
    held = unless or asyncio.Event()
    return await _follow(page, lambda: _click(page, model, button_id, values, held, permit), held, opens_tab)


async def agree(
    page: Page,
    model: PageModel,
    *,
    values: Mapping[str, str] = _NONE_KNOWN,
    permit: Permit = always,
    opens_tab: OpensTab = _opens_none,
) -> Pressed | None:
    """Agree, once, to the question with which the page answered a press, and wait as `press` does; None without one.

    None also if a field no longer holds what it did: the form that was pressed for is another. The button is waited for
    before that, as a page may send by itself meanwhile, of which `permit` tells.
    """
    try:
        yes = await asked_back.find_yes(page)
        if yes is None:
            return None
        await yes.hover(timeout=_CLICK_MS)
        if not await holds_the_same(page, model, values):
            return None
    except (PlaywrightError, PageUnreadable):
        return None

    async def answer() -> str:
        if not permit():
            return ActionFailure.NOT_PRESSED
        try:
            await yes.click(timeout=_READY_CLICK_MS, no_wait_after=True)
        except PlaywrightError:
            return ActionFailure.COVERED
        return ""

    return await _follow(page, answer, asyncio.Event(), opens_tab)


async def _is_as_read(page: Page, model: PageModel, button: ButtonModel, values: Mapping[str, str]) -> bool:
    try:
        return all(await asyncio.gather(is_as_read(page, model, button), holds_the_same(page, model, values)))
    except PageUnreadable:
        return False


async def press_key(page: Page, field: AnyField | None, key: str, *, unless: asyncio.Event) -> Pressed:
    """Press the key once, in the field if one is given, and wait until the page has come to rest, as `press` does."""

    async def strike() -> str:
        if field is not None:
            element = await _element(page, field.locator)
            if element is None:
                return ActionFailure.ELEMENT_NOT_FOUND
            await in_time(element.focus())
        await page.keyboard.press(key)
        return ""

    return await _follow(page, strike, unless)


async def appears(page: Page, selector: str, seconds: float) -> bool:
    """Whether what a manual's step names (`text=…`, `label=…`, or CSS) becomes visible within `seconds`."""
    deadline = time.monotonic() + seconds
    while not (seen := any([await _is_seen(frame, selector) for frame in page.frames])):
        if time.monotonic() >= deadline:
            break
        await asyncio.sleep(_LOOK_SECONDS)
    return seen


async def _is_seen(frame: Frame, selector: str) -> bool:
    kind, _, words = selector.partition("=")
    by_words = {"text": frame.get_by_text, "label": frame.get_by_label}
    try:
        found = by_words[kind](words, exact=True) if kind in by_words else frame.locator(f"css={selector}")
        return await in_time(found.first.is_visible())
    except PlaywrightError:  # the frame is gone, or it is no selector
        return False


async def wait_until_enabled(page: Page, locator: Locator) -> None:
    """Wait until the disabled button at that place, or another that comes there, is enabled or gone (about 30 s)."""
    deadline, is_over = time.monotonic() + _ENABLING_SECONDS, False
    with contextlib.suppress(PlaywrightError):  # the page navigated, and the button is gone
        while not is_over and (left := deadline - time.monotonic()) > 0:
            element = await _element(page, locator)
            if element is None:
                return
            script = scripts.on_element("seen", "enabled")
            is_over = await in_time(element.evaluate(script, left * 1000), left + SECONDS)


async def release(page: Page, let_go: Callable[[], Awaitable[bool]], *, opens_tab: OpensTab) -> Pressed:
    """Call `let_go` for the held requests, and wait until the page has come to rest, or for the tab it opens too."""

    async def go() -> str:
        return "" if await let_go() else ActionFailure.NOT_PRESSED

    return await _follow(page, go, asyncio.Event(), opens_tab)


async def _follow(
    page: Page, act: Callable[[], Awaitable[str]], unless: asyncio.Event, opens_tab: OpensTab = _opens_none
) -> Pressed:
    """Do `act`, which returns why it was not done, or nothing, and return the result once the page has settled."""
    started, begun = time.monotonic(), traffic_of(page).begun
    with (
        _hearing(page, "popup") as opened,
        _hearing(page, "framenavigated") as frames,
        _hearing(page, "domcontentloaded") as documents,
    ):
        code = await act()
        rested = not code and await _rest_unless(unless, _has_settled(page, begun))
        if not code and not opened and await opens_tab():
            opened += [tab for tab in page.context.pages if await tab.opener() == page]  # a held press opened it before
            if not opened:
                with contextlib.suppress(PlaywrightError):
                    await page.wait_for_event("popup", timeout=_TAB_MS)
    took_ms = round((time.monotonic() - started) * 1000)
    tab = opened[-1] if opened else None
    navigated = page.main_frame in frames
    return Pressed(not code, code, rested, navigated, bool(documents), took_ms, tab)


async def _rest_unless(told: asyncio.Event, settled: Coroutine[Any, Any, bool]) -> bool:
    """Return what `settled` returns; False as soon as `told` is set."""
    settling, listening = asyncio.ensure_future(settled), asyncio.ensure_future(told.wait())
    try:
        await asyncio.wait((settling, listening), return_when=asyncio.FIRST_COMPLETED)
        return settling.done() and settling.result()
    finally:
        for task in (settling, listening):
            task.cancel()
        await asyncio.gather(settling, listening, return_exceptions=True)


async def _has_settled(page: Page, begun: int) -> bool:
    """Whether the page came to rest; one that has sent no request gets time to think first."""
    rested = await settle(page)
    if traffic_of(page).begun == begun:
        return await settle(page, quiet_ms=_THINKING_MS)
    return rested


@contextlib.contextmanager
def _hearing(page: Page, event: Any) -> Iterator[list[Any]]:
    """Collect what `page` emits as that event within the block."""
    heard: list[Any] = []

    def hear(said: Any) -> None:
        heard.append(said)

    page.on(event, hear)
    try:
        yield heard
    finally:
        page.remove_listener(event, hear)


async def _click(
    page: Page, model: PageModel, button_id: str, values: Mapping[str, str], unless: asyncio.Event, permit: Permit
) -> str:
    """Click the button; return why it was not clicked, or nothing. `unless` is set once a request of it is held."""
    button = next((each for each in model.buttons if each.id == button_id), None)
    if button is None:
        return ActionFailure.ELEMENT_NOT_FOUND
    try:
        element = await _element(page, button.locator)
        if element is None:
            return ActionFailure.ELEMENT_NOT_FOUND
        if not await element.is_enabled():
            return ActionFailure.DISABLED
        await element.scroll_into_view_if_needed(timeout=_CLICK_MS)
        element = (await in_time(element.evaluate_handle(_SHIELD))).as_element() or element
    except PlaywrightError:
        return ActionFailure.ELEMENT_NOT_FOUND  # the page navigated, and the button is gone
    try:
        await element.hover(timeout=_CLICK_MS)  # a page may change as the pointer comes: it is looked at after that
        witness = await in_time(element.evaluate_handle(scripts.on_element("witness_press"), _list_read(model, button)))
    except PlaywrightError:
        return ActionFailure.COVERED
    unchanged = await _is_as_read(page, model, button, values)
    code = await _strike(element, witness, unless, permit) if unchanged else ActionFailure.PAGE_CHANGED
    if not unless.is_set() and await _was_kept_away(witness):
        return ActionFailure.PAGE_CHANGED
    return code


def _list_read(model: PageModel, button: ButtonModel) -> list[str]:
    """Return the CSS of what was read to be filled in the button's document."""
    filled = [field.locator for field in model.fields if field.state is FieldState.FILLED]
    files = [file.locator for file in model.file_inputs if file.already_uploaded]
    return [locator.css for locator in (*filled, *files) if locator.frame == button.locator.frame]


async def _strike(element: ElementHandle, witness: JSHandle, unless: asyncio.Event, permit: Permit) -> str:
    """Click the element; return why it was not clicked, or nothing."""
    if not permit():
        return ActionFailure.NOT_PRESSED
    try:
        await element.click(timeout=_CLICK_MS, no_wait_after=True)
    except PlaywrightError:
        seconds = _STANDING_SECONDS if unless.is_set() else SECONDS
        return "" if await _was_clicked(witness, seconds) else ActionFailure.COVERED
    return ""


async def _element(page: Page, locator: Locator) -> ElementHandle | None:
    frame = realms.frame_at(page, locator.frame)
    if frame is None:
        return None
    return await standing(frame, locator.css)


async def _was_clicked(witness: JSHandle, seconds: float) -> bool:
    """Whether the click was made after all; a page that is gone or does not answer counts as clicked."""
    with contextlib.suppress(PlaywrightError):
        return bool(await in_time(witness.evaluate("witness => witness.clicked"), seconds))
    return True


async def _was_kept_away(witness: JSHandle) -> bool:
    """Whether the click found a field emptied, and so reached nothing; from now on none is kept away."""
    with contextlib.suppress(PlaywrightError):  # a page that is gone, or is busy with the click, was reached by it
        return bool(await in_time(witness.evaluate("witness => witness.end()"), _STANDING_SECONDS))
    return False

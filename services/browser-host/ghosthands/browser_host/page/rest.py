"""The wait until a page has come to rest: loaded, frames attached, no request open, DOM quiet.

Every wait is bounded; a page that never rests is looked at as it is. What may have an effect (a POST, a navigation) is
given longer than what only loads.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from weakref import WeakSet

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from ghosthands.browser_host.page import frames, scripts
from ghosthands.browser_host.page.calls import ask
from ghosthands.browser_host.page.traffic import Traffic, traffic_of

#: milliseconds without a change that count as quiet
QUIET_MS = 100
#: seconds for frames to be known after the page was taken over, and for the request of a new frame to be seen
_ATTACH_SECONDS = 2.0
_APPEAR_SECONDS = 0.3
_LOAD_SECONDS = 10.0
_LOADING_SECONDS = 15.0
_SENDING_SECONDS = 30.0
_QUIET_LIMIT_MS = 3_000
_POLL_SECONDS = 0.02
_LEAVE_SECONDS = 2.0

#: frames without an address that were waited for: empty ones, and those that load only in view
_waited_for: WeakSet[Frame] = WeakSet()


async def settle(page: Page, *, quiet_ms: int = QUIET_MS) -> bool:
    """Wait until the page can be looked at; return whether it came to rest within the limits (about 30 s at most)."""
    traffic = traffic_of(page)
    started = time.monotonic()
    while True:
        seen, url = traffic.seen, page.url
        await _wait_until_loaded(page)
        await _wait_until_attached(page, traffic)
        await _wait_until_answered(traffic, started)
        quiet = await _is_page_quiet(page, quiet_ms)
        if traffic.is_quiet and (traffic.seen, page.url) == (seen, url):
            return quiet and not page.is_closed()  # a page that only moves is not waited for any longer
        if page.is_closed() or time.monotonic() - started > _find_limit(traffic):
            return False


async def leave(page: Page) -> None:
    """Take the focus off every field, and let the page paint what that caused."""
    for _, frame in frames.list_form_frames(page):
        with contextlib.suppress(PlaywrightError):
            await ask(frame, scripts.bare("left"), seconds=_LEAVE_SECONDS)


async def _wait_until_loaded(page: Page) -> None:
    with contextlib.suppress(PlaywrightError):
        await page.wait_for_load_state("domcontentloaded", timeout=_LOAD_SECONDS * 1000)


async def _wait_until_attached(page: Page, traffic: Traffic) -> None:
    """Wait until frames have an address: right after a connection cross-site frames have none, lazy ones never."""
    deadline = max(traffic.since + _ATTACH_SECONDS, time.monotonic() + _APPEAR_SECONDS)
    while any(_is_new(frame) for frame in page.frames) and time.monotonic() < deadline:  # noqa: ASYNC110  no event tells
        await asyncio.sleep(_POLL_SECONDS)
    _waited_for.update(frame for frame in page.frames if not frame.url)


def _is_new(frame: Frame) -> bool:
    return not frame.url and frame not in _waited_for


async def _wait_until_answered(traffic: Traffic, started: float) -> None:
    while not traffic.is_quiet and (left := started + _find_limit(traffic) - time.monotonic()) > 0:
        await traffic.changed(left)


def _find_limit(traffic: Traffic) -> float:
    return _SENDING_SECONDS if traffic.is_sending else _LOADING_SECONDS


async def _is_page_quiet(page: Page, quiet_ms: int) -> bool:
    shown = [frame for _, frame in frames.list_form_frames(page)]
    return all(await asyncio.gather(*(_is_frame_quiet(frame, quiet_ms) for frame in shown)))


async def _is_frame_quiet(frame: Frame, quiet_ms: int) -> bool:
    try:
        task = {"quiet": quiet_ms, "limit": _QUIET_LIMIT_MS}
        return bool(await ask(frame, scripts.bare("quiet"), task, seconds=_QUIET_LIMIT_MS / 1000 + 2))
    except PlaywrightError:
        return frame.is_detached()  # navigated away: not quiet; gone: nothing to wait for

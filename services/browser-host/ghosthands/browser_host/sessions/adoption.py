"""Adoption of the browsers that an earlier process of this host left behind, before any command is taken.

Each session that has something here is looked up on the log. If the log has the session open on this host, its very
process still runs, and the host was not away for long, the host adopts the browser: its page goes on as it was, if it
still has one, and is reloaded if nobody had looked at it yet. An open session that cannot be adopted is lost. Browsers
that the log does not know, or no longer, are ended and removed, as are those that were started ahead.

All are handled at once: until then this host gives no sign of life, and other hosts soon count it as gone.
"""

from __future__ import annotations

import asyncio

from ghosthands.browser_host.errors import BrowserLost, PageTrouble, Unreachable
from ghosthands.browser_host.ports.browser import Browser, LaunchRequest
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.launch_requests import make_launch_request
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.chassis import logging
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.errors import NewerMessage, Permanent
from ghosthands.domain.session import SessionOpened
from ghosthands.messaging.log import states
from ghosthands.vault.applicant import Applicant

#: A host that was away for longer than this may have missed changes of its pages.
ADOPTION_SECONDS = 30.0
#: A reloaded page is waited for this long; a slower one is judged by the first look at it.
LOAD_SECONDS = 10.0

#: the scheme of the page that Chromium shows instead of one that it could not load
_NOT_LOADED = "chrome-error:"

log = logging.get(__name__)


async def take_over(host: Host, *, away_seconds: float) -> None:
    """Adopt, report lost or remove every browser of this host's name. Raises StreamUnavailable."""
    await host.browsers.end_spares()
    settling = (_take_over_one(host, key, away_seconds) for key in host.browsers.session_keys())
    for outcome in await asyncio.gather(*settling, return_exceptions=True):
        if outcome is not None:
            raise outcome


async def _take_over_one(host: Host, key: SessionKey, away_seconds: float) -> None:
    with logging.bound(**key.log_names):
        try:
            await _settle(host, key, away_seconds=away_seconds)
        except (Permanent, NewerMessage) as error:  # the host starts even if one job cannot be read
            log.error("session_not_taken_over", code=error.code, reason=str(error))
            await host.browsers.discard(key)


async def _settle(host: Host, key: SessionKey, *, away_seconds: float) -> None:
    if host.sessions.get(key.owner, key.session_id) is not None:
        return  # adopted in an attempt that broke off
    session_log = await SessionLog.open(host.events, key.owner)
    launch_request = await _launch_request(host, key, session_log)
    opened = session_log.state.session
    if opened is None or opened.session_id != key.session_id or opened.host != host.name:
        log.info("orphan_removed")
        await host.browsers.discard(key, launch_request)
        return
    await session_log.report_unwatched(key, tenant=session_log.tenant)
    if away_seconds <= ADOPTION_SECONDS and await _adopt(host, key, opened, launch_request, session_log):
        log.info("session_adopted")
        return
    reason = _find_reason(opened, away_seconds)
    log.warning("session_lost", reason=reason)
    await session_log.report_lost(key, reason, tenant=session_log.tenant)
    await host.browsers.discard(key, launch_request)


async def _launch_request(host: Host, key: SessionKey, session_log: SessionLog) -> LaunchRequest:
    """Return the request that the session was opened with, by which what it still has can be reached."""
    job = states.job_of(session_log.history)
    request = job.request
    if request is None:
        return LaunchRequest()
    person = Applicant(session_log.tenant, request.applicant)
    try:
        return await make_launch_request(
            host.vault, person, key.owner, provider=request.provider, run_mode=job.run_mode
        )
    except Permanent:  # the person was erased
        return LaunchRequest(request.provider, run_mode=job.run_mode)


async def _adopt(
    host: Host, key: SessionKey, opened: SessionOpened, launch_request: LaunchRequest, session_log: SessionLog
) -> bool:
    browser = await host.browsers.adopt(key, _find_process(opened), launch_request)
    if browser is None or _has_lost_its_page(browser):
        return False
    if browser.owns_browser and session_log.is_untouched(key.session_id) and not await _loads_again(browser):
        return False
    session = _make_session(host, key, browser, session_log)
    if session.least_guard is not GuardLevel.RESTING:
        try:
            await browser.guard(session.least_guard)
        except (BrowserLost, PageTrouble):  # a page that cannot be guarded is not taken over
            return False
    host.take_in(session)
    return True


async def _loads_again(browser: Browser) -> bool:
    """Reload the page, as its pending loads ended with the old process; return False if it leads nowhere now."""
    try:
        async with asyncio.timeout(LOAD_SECONDS):
            await browser.load_again()
    except (BrowserLost, Unreachable):
        return False
    except (PageTrouble, TimeoutError):  # the browser is well, and the page may still load
        log.info("page_not_loaded_again")
    return True


def _has_lost_its_page(browser: Browser) -> bool:
    """Whether Chromium's error page replaced the page: without a host, what the page asked for was refused."""
    page = browser.shown
    return browser.owns_browser and page is not None and page.url.startswith(_NOT_LOADED)


def _make_session(host: Host, key: SessionKey, browser: Browser, session_log: SessionLog) -> Session:
    history = session_log.history
    if request := states.job_of(history).request:
        return Session.of_job(key, request, browser, host.engines, history)
    return Session.of_tools(key, session_log.tenant, browser, host.engines, history, keep_alive=session_log.is_kept)


def _find_reason(opened: SessionOpened, away_seconds: float) -> str:
    process = _find_process(opened)
    crashed = away_seconds <= ADOPTION_SECONDS or (process and not process.alive)
    return SessionLoss.CRASHED if crashed else SessionLoss.HOST_WAS_AWAY


def _find_process(opened: SessionOpened) -> ProcessIdentity | None:
    """Return the browser's process; None if the provider does not know it."""
    if opened.pid is None or opened.pid_start_time is None:
        return None
    return ProcessIdentity(opened.pid, opened.pid_start_time)

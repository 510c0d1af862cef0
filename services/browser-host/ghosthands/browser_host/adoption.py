"""Taking over what an earlier process of this host left behind, before any command is taken.

Each profile folder is asked for its session. Where the log has it open here, its very process still runs, and this
host was not away for long, the browser is adopted: its page goes on as it was. An open session that cannot be is lost,
and whatever the log does not know, or no longer, is ended and removed.
"""

from __future__ import annotations

from ghosthands.browser_host.driving.browser import Browser
from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.guard.submit_guard import Guard
from ghosthands.browser_host.host import Host
from ghosthands.browser_host.journal import Journal, over
from ghosthands.browser_host.profiles import Profile
from ghosthands.browser_host.providers.orders import order_for
from ghosthands.browser_host.providers.provider import Order
from ghosthands.browser_host.sessions import Session
from ghosthands.browser_host.tools.tool_sessions import is_kept
from ghosthands.chassis import logging
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.errors import Permanent
from ghosthands.domain.session import SessionLost, SessionOpened
from ghosthands.messaging.log import states
from ghosthands.vault.keyring import Applicant

#: A host that was away for longer may have missed what its pages went through.
ADOPTION_SECONDS = 30.0

log = logging.get(__name__)


async def take_over(host: Host, *, away_seconds: float) -> None:
    """Adopt, report lost or remove every browser this host's name stands for. Raises StreamUnavailable."""
    for profile in host.browsers.profiles():
        with logging.bound(job_id=profile.job_id, session_id=profile.session_id):
            try:
                await _settle(host, profile, away_seconds=away_seconds)
            except Permanent as error:  # one job nobody can read is no reason not to start
                log.error("session_not_taken_over", code=error.code, reason=str(error))
                await host.browsers.discard(profile)


async def _settle(host: Host, profile: Profile, *, away_seconds: float) -> None:
    if host.sessions.get(profile.job_id, profile.session_id) is not None:
        return  # adopted in an attempt that broke off
    journal = await Journal.open(host.events, profile.job_id)
    order = await _order(host, profile, journal)
    opened = journal.ledger.session
    if opened is None or opened.session_id != profile.session_id or opened.host != host.name:
        log.info("orphan_removed")
    elif away_seconds <= ADOPTION_SECONDS and await _adopted(host, profile, opened, order, journal):
        log.info("session_adopted")
        return
    else:
        await _report_lost(profile, journal, reason=_reason(opened, away_seconds))
    await host.browsers.discard(profile, order)


async def _order(host: Host, profile: Profile, journal: Journal) -> Order:
    """What the session was opened with, so that what it still has can be reached."""
    request = states.job_of(journal.history).request
    if request is None:
        return Order()
    person = Applicant(journal.tenant, request.applicant)
    try:
        return await order_for(host.vault, person, profile.job_id, provider=request.provider)
    except Permanent:  # the person was erased
        return Order(request.provider)


async def _adopted(host: Host, profile: Profile, opened: SessionOpened, order: Order, journal: Journal) -> bool:
    browser = await host.browsers.adopt(profile, _process(opened), order)
    if browser is None:
        return False
    session = _session(profile, browser, journal)
    if session.least_guard is not Guard.OPEN:
        try:
            await browser.guard(session.least_guard)
        except (BrowserLost, PageTrouble):  # a page that cannot be guarded is not taken over
            return False
    host.take_in(session)
    return True


def _session(profile: Profile, browser: Browser, journal: Journal) -> Session:
    if request := states.job_of(journal.history).request:
        return Session.of_job(request, profile, browser)
    return Session(profile, journal.tenant, "", browser, keep_alive=is_kept(journal.history))


async def _report_lost(profile: Profile, journal: Journal, *, reason: str) -> None:
    log.warning("session_lost", reason=reason)
    lost = SessionLost(session_id=profile.session_id, reason=reason)
    cause = over(profile.session_id, job_id=profile.job_id, tenant=journal.tenant)
    await journal.report_end(lost, cause)


def _reason(opened: SessionOpened, away_seconds: float) -> str:
    process = _process(opened)
    return (
        SessionLoss.CRASHED
        if away_seconds <= ADOPTION_SECONDS or (process and not process.alive)
        else SessionLoss.HOST_WAS_AWAY
    )


def _process(opened: SessionOpened) -> ProcessIdentity | None:
    """The browser's process; None where the provider does not know it."""
    if opened.pid is None or opened.pid_start_time is None:
        return None
    return ProcessIdentity(opened.pid, opened.pid_start_time)

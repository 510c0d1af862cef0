"""The opening of a session: a slot, a browser of its own, the target page, and only then the event on the log.

Until SessionOpened stands on the log the session does not exist: the redelivered command first ends what a dead process
left behind, then starts over. The job's executor does not know yet where the session is, so the host follows the log
meanwhile: if the job ends or is claimed anew, the host ends the browser while it opens.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import Any, TypeVar

from ghosthands.browser_host.errors import BrowserLost, BrowserUnavailable, PageTrouble, Unreachable
from ghosthands.browser_host.keeping.keepsakes import Beginning
from ghosthands.browser_host.operation import Stopped, watch
from ghosthands.browser_host.ports.browser import Browser
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.launch_requests import make_launch_request
from ghosthands.browser_host.sessions.registry import Booking
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.chassis import logging
from ghosthands.domain.asked_models import ModelSubstituted
from ghosthands.domain.codes import Refusal, StopCode
from ghosthands.domain.errors import CommandRejected, Permanent
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import OpenSession, SessionOpened
from ghosthands.messaging import fault
from ghosthands.messaging.log import states
from ghosthands.messaging.wire.recorded import Received
from ghosthands.messaging.work.turns import Seeker
from ghosthands.models import Wish
from ghosthands.vault.applicant import Applicant

T = TypeVar("T")

#: seconds to wait for an event before the log is asked again
LISTEN_SECONDS = 20.0

log = logging.get(__name__)


async def open_session(host: Host, received: Received[OpenSession]) -> None:
    """Open the session the command asks for, or report why not; once, however often it is delivered.

    Raises Transient if there is no slot for it now, NotYet if it is not its turn. Books the slot before it awaits
    anything.
    """
    command = received.command
    key = SessionKey(command.job_id, command.session_id)
    asked_at = received.at.timestamp()
    host.sessions.require_turn(Seeker(key, command.tenant, command.applicant, command.site, received.queue, asked_at))
    with host.sessions.booked(key, command.tenant, command.site) as booking:
        async with host.sessions.lock(command.job_id):
            session_log = await SessionLog.open(host.events, command.job_id)
            if received.id in session_log.state.answered:
                return
            try:
                _admit(command, session_log)
                await _open(host, received, session_log, booking)
            except Stopped as stopped:
                await session_log.refuse(received, stopped.code)
            except (CommandRejected, Permanent) as refusal:
                await session_log.refuse(received, refusal.code)
            except (BrowserUnavailable, Unreachable) as refusal:
                await session_log.refuse(received, refusal.code, retryable=refusal.retryable)
            except (BrowserLost, PageTrouble):
                await session_log.refuse(received, Refusal.BROWSER_CRASHED)


def _admit(command: OpenSession, session_log: SessionLog) -> None:
    """Refuse all but the job's latest claim, and that too unless the job runs. Raises CommandRejected."""
    job = states.job_of(session_log.history)
    if job.ended:
        raise CommandRejected(f"cannot open a session: job {job.id} has ended", code=Refusal.JOB_ENDED)
    if command.epoch < max(job.attempt.epoch, session_log.state.epoch):
        raise CommandRejected(f"cannot open a session: job {job.id} was claimed anew", code=Refusal.STALE_EPOCH)


async def _open(host: Host, received: Received[OpenSession], session_log: SessionLog, booking: Booking) -> None:
    command = received.command
    if session := host.sessions.get(command.job_id, command.session_id):  # several commands asked for it at once
        await _report(host, received, session_log, session.browser)
        return
    started = time.perf_counter()
    person = Applicant(command.tenant, command.applicant)
    data = await host.vault.get_applicant_data(person, command.job_id, with_files=False)
    launch_request = await make_launch_request(
        host.vault,
        person,
        command.job_id,
        provider=command.provider,
        run_mode=command.run_mode,
        headed=command.headed,
    )
    key = booking.key
    await host.browsers.discard(key)

    async def at_the_target() -> tuple[Browser, bool]:
        browser = await host.browsers.launch(key, launch_request)
        beginning = await _find_beginning(host, browser, person, session_log)
        return browser, await _reach(browser, data.target_url, beginning)

    try:
        browser, restored = await _run_while_wanted(host, command, session_log, booking, at_the_target())
        await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, OpenSession.__name__)
        is_ours = await _report(host, received, session_log, browser, restored=restored)
    except BaseException:  # the redelivered command starts over
        await host.browsers.discard(key)
        raise
    if not is_ours:
        await host.browsers.discard(key)
        return
    history = session_log.history
    host.take_in(Session.of_job(key, states.job_of(history).accepted_request, browser, host.engines, history))
    log.info("session_opened", session_id=key.session_id, took_ms=round((time.perf_counter() - started) * 1000))


async def _run_while_wanted(
    host: Host, command: OpenSession, session_log: SessionLog, booking: Booking, work: Awaitable[T]
) -> T:
    """Return what `work` returns. Raises CommandRejected once its claim is outdated, Stopped once it is told to end."""
    doing, overtaken = (
        asyncio.ensure_future(work),
        asyncio.ensure_future(_wait_until_overtaken(host, command, session_log)),
    )
    try:
        either: set[asyncio.Future[Any]] = {doing, overtaken, booking.interruption}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        if booking.interruption.done():
            raise Stopped(StopCode.CANCELLED)
        raise await overtaken
    finally:
        doing.cancel()
        overtaken.cancel()
        await asyncio.gather(doing, overtaken, return_exceptions=True)


async def _wait_until_overtaken(host: Host, command: OpenSession, session_log: SessionLog) -> CommandRejected:
    """Wait until the job has ended or was claimed anew, and return the rejection that says so."""
    history = session_log.history
    async with host.events.follow(history.aggregate) as feed:
        while True:
            history = history.including(await feed.next(LISTEN_SECONDS))
            try:
                _admit(command, SessionLog(host.events, history))
            except CommandRejected as rejected:
                return rejected


async def _find_beginning(host: Host, browser: Browser, person: Applicant, session_log: SessionLog) -> Beginning:
    """Return what is restored into the new browser: nothing if the browser is its user's own."""
    if not browser.owns_browser:
        return Beginning()
    return await host.keepsakes.find_beginning(person, session_log.history.aggregate.id, lost=session_log.lost)


async def _reach(browser: Browser, target: str, beginning: Beginning) -> bool:
    """Go to the lost session's page, else to the target; return whether it is the former. Raises Unreachable."""
    if beginning.url is not None:
        try:
            await watch(browser.visit(beginning.url, beginning.storage), lost=browser.lost)
        except Unreachable as error:
            log.warning("page_not_restored", code=error.code)
        else:
            return True
    await watch(browser.visit(target, beginning.storage), lost=browser.lost)
    return False


async def _report(
    host: Host, received: Received[OpenSession], session_log: SessionLog, browser: Browser, *, restored: bool = False
) -> bool:
    """Report the session as open, if its claim is still valid; return False if another host did, for the same command.

    Raises CommandRejected.
    """
    await session_log.catch_up()
    _admit(received.command, session_log)
    process = browser.process
    opened = SessionOpened(
        cause=received.id,
        session_id=received.command.session_id,
        host=host.name,
        provider=received.command.provider,
        pid=process.pid if process else None,
        pid_start_time=process.start_time if process else None,
        epoch=received.command.epoch,
        engines=host.engines.available,
        restored=restored,
    )
    (recorded,) = await session_log.report([opened], received.cause.at_stage("reported"))
    if recorded.event != opened:
        return False
    await session_log.report(_tell_substitutions(host, session_log), received.cause.at_stage("substituted"))
    return True


def _tell_substitutions(host: Host, session_log: SessionLog) -> list[ModelSubstituted]:
    """Return the events on models that the job names and that are not available here, without those already told."""
    told = {event for event in session_log.history.events if isinstance(event, ModelSubstituted)}
    found = host.engines.list_substitutions(Wish.of(states.job_of(session_log.history).accepted_request))
    substituted = [ModelSubstituted(asked=each.asked, used=each.used, code=each.code) for each in found]
    return [event for event in substituted if event not in told]

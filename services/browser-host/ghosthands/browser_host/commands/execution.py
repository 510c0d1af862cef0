"""The execution of a command: the frame around everything that is done to an open session.

The frame reads the job's history, leaves an answered command alone, refuses one that the session's state does not
admit, and reports a browser that dies under it as lost.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

import msgspec

from ghosthands.browser_host.engines.engine import EngineTrouble
from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.keeping.redaction import PageRedaction
from ghosthands.browser_host.operation import OUR_LIMITS, OperationLimits, Signs, Stopped, watch
from ghosthands.browser_host.permit import Permit
from ghosthands.browser_host.ports.browser import Browser
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.chassis import logging
from ghosthands.domain.codes import Refusal, SessionLoss
from ghosthands.domain.engine import CASCADED
from ghosthands.domain.errors import CommandRejected, Permanent, Transient
from ghosthands.domain.keys import FILES
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.domain.session import (
    ActionSucceeded,
    ActionVerified,
    ScreenshotTaken,
    SessionCommand,
    admit,
)
from ghosthands.messaging.log import states
from ghosthands.messaging.wire.recorded import Received, Recorded
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.profile import ApplicantData

C = TypeVar("C", bound=SessionCommand)
R = TypeVar("R")

#: A picture is evidence, not work: it is given up after so many seconds.
PICTURE_SECONDS = 15.0

_PICTURE = OUR_LIMITS.within(PICTURE_SECONDS)

#: the seconds that a browser gets to show that it is well while an intent is open
INTENDED_SECONDS = 30.0
#: the seconds after which it is given up all the same, if its site does not answer or its script stands still
SITE_SECONDS = 150.0
#: the facts after which the page is kept: a field that holds what it should, a page that was left
_WORTH_KEEPING = (ActionVerified, ActionSucceeded)

#: seconds before the redelivery of a command whose page a human holds
HELD_SECONDS = 1.0
#: and of one whose page an engine does not let go of
BUSY_SECONDS = 1.0

log = logging.get(__name__)


@dataclass
class Execution(Generic[C]):
    """An admitted command, the job's log, and the session the command is for."""

    host: Host
    received: Received[C]
    session_log: SessionLog
    session: Session
    #: given before the log was read: whether what the log admits may still be done
    permit: Permit

    @property
    def id(self) -> str:
        """The command's id: the `cause` of every fact that answers it."""
        return self.received.id

    @property
    def command(self) -> C:
        """The command to be carried out."""
        return self.received.command

    @property
    def browser(self) -> Browser:
        """The browser of the session the command is for."""
        return self.session.browser

    @property
    def person(self) -> Applicant:
        """The applicant whom the job is for."""
        return Applicant(self.command.tenant, self.command.applicant)

    async def run(self, work: Awaitable[R]) -> R:
        """Return what `work` in the browser returns. Raises BrowserLost, or Stopped if the session is to end."""
        return await self.run_within(work, OUR_LIMITS)

    async def run_within(self, work: Awaitable[R], limits: OperationLimits) -> R:
        """Return what `work` returns, within the limits. Raises BrowserLost, Stopped."""
        signs = Signs()
        self.session.slot.on_sign = signs
        return await watch(
            work, lost=self.browser.lost, interruption=self.session.interruption, signs=signs, limits=limits
        )

    async def announce(self, facts: Sequence[Event]) -> None:
        """Append the facts that announce an act, before the act."""
        await self.session_log.announce(facts, self.received.cause.at_stage("announced"))

    async def report(self, facts: Sequence[Event]) -> list[Recorded[Event]]:
        """Append the command's answer, after the facts on what left the browser meanwhile or tried to."""
        await self.tell(self.browser.take_told())
        return await self.session_log.report(facts, self.received.cause.at_stage("reported"))

    async def tell(self, told: Sequence[Event]) -> None:
        """Append events that answer no command."""
        await self.session_log.tell(told, self.session.key, tenant=self.session.tenant)

    def restate(self, action_ids: Sequence[str]) -> list[Event]:
        """Return the results of actions that another command had done, as the answer to this one."""
        results = (self.session_log.settlement_of(action_id) for action_id in action_ids)
        return [msgspec.structs.replace(one, cause=self.id) for one in results if one and one.cause != self.id]

    def require_free(self) -> None:
        """Raise Transient while a human holds the page, as it is not ours to touch."""
        if self.session.is_held:
            raise Transient("a human holds the page", delay=HELD_SECONDS)

    async def take_in_hand(self) -> None:
        """Take the page over from any engine. Raises Transient while a human holds it, or an engine does not let go."""
        self.require_free()
        slot = self.session.slot
        if slot.name not in CASCADED:
            return
        log.warning("engine_let_go", engine=slot.name.value)
        try:
            await slot.disconnect()
        except EngineTrouble as trouble:
            raise Transient(f"the engine does not let go: {trouble.code}", delay=BUSY_SECONDS) from None

    async def read_data(self, *, with_files: bool = False) -> ApplicantData:
        """Return what the form may be filled with, as it is now. Raises Permanent if it is gone."""
        return await self.host.vault.get_applicant_data(self.person, self.command.job_id, with_files=with_files)

    def redact(self, page: PageModel, values: Mapping[str, str]) -> PageModel:
        """Return the page model without the applicant's `values`, as it may be stored."""
        before = self.session.redaction
        if before.made_of != (values, self.session.target_url):
            self.session.redaction = PageRedaction(values, self.session.target_url, before)
        return self.session.redaction.redact(page)

    async def read_values(self) -> dict[str, str]:
        """Return all the applicant's values that may not be seen outside, by key. Raises Permanent if they are gone."""
        known = self.session.file_names
        data = await self.read_data(with_files=not known)
        self.session.target_url = data.target_url
        if not known:
            known = {key: data.file(key).name for key in data.keys() if key.startswith(FILES)}  # noqa: SIM118 - no mapping
            self.session.file_names = known
        return data.all_values() | known

    async def read_model(self, model_ref: str) -> PageModel:
        """Return the page model as it was read, or as it was stored if an earlier process read it. Raises Permanent."""
        remembered = self.session.recall(model_ref)
        if remembered is not None:
            return remembered
        return await self.host.vault.read_page(model_ref)

    async def take_picture(self, why: str) -> list[ScreenshotTaken]:
        """Take a sealed picture of the page with its fields veiled; none if that fails, or the session is to end."""
        return await self._keep_picture(self.browser.screenshot(veiled=True), why)

    async def take_sketch(self) -> list[ScreenshotTaken]:
        """Take a sealed small picture of the filled page, without its values; none in somebody else's browser."""
        if not (self.host.takes_sketches and self.browser.owns_browser):
            return []
        return await self._keep_picture(self.browser.sketch(), "filled")

    async def _keep_picture(self, picture: Coroutine[Any, Any, bytes | None], why: str) -> list[ScreenshotTaken]:
        if self.session.interruption.done():
            picture.close()
            return []
        try:
            taken = await self.run_within(picture, _PICTURE)
        except (PageTrouble, Stopped):  # the fact is reported without its picture
            return []
        if taken is None:
            return []
        ref = await self.host.vault.seal_screenshot(self.person, taken)
        return [ScreenshotTaken(cause=self.id, session_id=self.session.id, ref=ref, why=why)]


def site_of(model: PageModel) -> str:
    """Return the host of the page; empty if it has none."""
    return urlsplit(model.url).hostname or ""


async def serve(host: Host, received: Received[C], carry_out: Callable[[Execution[C]], Awaitable[None]]) -> None:
    """Carry the command out, one per job at a time, and make sure that it is answered."""
    command = received.command
    async with host.sessions.lock(command.job_id):
        session, permit = host.sessions.get(command.job_id, command.session_id), host.tenure.permit()
        session_log = await SessionLog.open(host.events, command.job_id, known=session.history if session else None)
        if received.id in session_log.state.answered:
            return
        try:
            admit(session_log.state, command)
            if session is None:
                await _report_missing(host, command, session_log)
                return
            await _carry_out(Execution(host, received, session_log, session, permit), carry_out)
        except (CommandRejected, Permanent) as refusal:
            await _refuse(received, session_log, session, refusal.code)
        except Stopped as stopped:
            await _refuse(received, session_log, session, stopped.code)
        except PageTrouble as trouble:
            log.warning("page_trouble", reason=str(trouble))
            await _refuse(received, session_log, session, Refusal.PAGE_UNREADABLE)


async def _carry_out(execution: Execution[C], carry_out: Callable[[Execution[C]], Awaitable[None]]) -> None:
    execution.session.used_at = time.monotonic()
    known = len(execution.session_log.history.recorded)
    try:
        await _check(execution)
        with execution.session.costs.told(execution.tell):
            await carry_out(execution)
        if any(isinstance(one.event, _WORTH_KEEPING) for one in execution.session_log.history.recorded[known:]):
            await execution.host.keep_page(execution.session, execution.person)
    except BrowserLost as lost:
        await execution.host.lose(execution.session, lost.reason, execution.session_log)
    finally:
        execution.session.used_at = time.monotonic()
        execution.session.history = execution.session_log.history


async def _check(execution: Execution[C]) -> None:
    """Check that browser and page answer before anything is done. Raises BrowserLost."""
    browser = execution.browser
    if await browser.answers():
        return
    if states.job_of(execution.session_log.history).effects.intent is not None and await _outlasts(browser):
        return
    raise BrowserLost(browser.lost.result() if browser.lost.done() else SessionLoss.UNHEALTHY)


async def _outlasts(browser: Browser) -> bool:
    """Whether the page answers in the end: only it can show what became of an open intent, so it gets more time."""
    until = time.monotonic() + SITE_SECONDS
    while not await browser.answers(INTENDED_SECONDS):
        if time.monotonic() >= until or not await browser.wait_for_page():
            return await browser.answers()  # it may have come back just now
    return True


async def _refuse(received: Received[Any], session_log: SessionLog, session: Session | None, code: str) -> None:
    if session is not None:
        session.last_error = code
    await session_log.refuse(received, code)


async def _report_missing(host: Host, command: SessionCommand, session_log: SessionLog) -> None:
    """Report the session as lost: the log has it open, and this host does not have it. Raises CommandRejected.

    It ended with an earlier process of this host; the command is rejected if the session is on another host.
    """
    opened = session_log.state.session
    if opened is not None and opened.host != host.name:
        raise CommandRejected(f"session {command.session_id} is on host {opened.host}", code=Refusal.WRONG_HOST)
    key = SessionKey(command.job_id, command.session_id)
    await session_log.report_lost(key, SessionLoss.CRASHED, tenant=command.tenant)
    await host.browsers.discard(key)

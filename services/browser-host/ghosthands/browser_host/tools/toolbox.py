"""The browser tools as NATS endpoints: what each does to its session's page.

A request may reach any host; the one that has the session answers. An engine works through the session's slot, and the
submit guard is closed all the time: the answer counts what tried to be sent.
"""

from __future__ import annotations

import base64
import math
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from playwright.async_api import Error

from ghosthands.browser_host.engines.engine import Engine, EngineMove, EngineTrouble, EngineUnavailable
from ghosthands.browser_host.errors import BrowserLost, PageTrouble, Unreachable
from ghosthands.browser_host.operation import Signs, Stopped, watch
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.status import describe_sessions
from ghosthands.browser_host.tools import shapes
from ghosthands.browser_host.tools.tool_sessions import ElsewhereError, ToolSessions
from ghosthands.chassis import logging, metrics
from ghosthands.domain.codes import EngineFailure, ToolFailure
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.message import Event
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import ToolUsed
from ghosthands.domain.tools import (
    CALLS,
    Act,
    Close,
    Extract,
    Navigate,
    Observe,
    Screenshot,
    SessionStatus,
    Status,
    Tool,
    ToolCall,
)
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts, micro
from ghosthands.messaging.work.micro import Endpoint, Micro, RequestRefused

T = TypeVar("T")

#: The engines for the tools, of which the first available works. Not Magnitude: its extract takes a page apart.
_ENGINES = (EngineName.STAGEHAND_DOM, EngineName.PLAYWRIGHT)
#: Largest picture; in base64 it still fits a message.
MAX_PICTURE_BYTES = 5 * 1024 * 1024
#: How many seconds a page may take to show something.
_LOAD_SECONDS = 15.0
#: How many seconds another host may take with a call passed on to it; longer than any operation.
_FORWARD_SECONDS = 330.0


log = logging.get(__name__)

USED = metrics.counter(BROWSER_HOST, "tools", "Calls of the browser tools", ["tool", "code"])
SECONDS = metrics.histogram(BROWSER_HOST, "tool_seconds", "How long they took", ["tool"])

#: metered if the call was passed on: its result is metered on the other host
_ELSEWHERE = "elsewhere"

#: the schema of an extraction without one: whatever fits
_ANYTHING: dict[str, Any] = {"type": "object", "properties": {"extraction": {"type": "string"}}}

_NOTHING_IS_SENT = "it was vetoed: nothing can be sent from a tool session, nor its site be left"


class Toolbox:
    """The tools of one host."""

    def __init__(self, host: Host, sessions: ToolSessions, bus: Bus, *, live_view: bool = False) -> None:
        self._host = host
        self._sessions = sessions
        self._bus = bus
        self._live_view = live_view

    def endpoints(self) -> Micro:
        """Return the endpoints at which tools are called: on any host, and on this one."""
        shared = [Endpoint(tool, subjects.tool(tool), self._answer_anywhere(tool), BROWSER_HOST) for tool in Tool]
        own = [
            Endpoint(f"{tool}-here", subjects.tool(tool, host=self._host.name), self._answer_here(tool), "one")
            for tool in Tool
        ]
        return Micro(self._bus, "browser", [*shared, *own], description="the browser tools")

    def _answer_anywhere(self, tool: Tool) -> micro.Answer:
        async def answer(data: bytes) -> bytes:
            call = _read(tool, data)
            try:
                return await self.use(tool, call)
            except ElsewhereError as elsewhere:
                return await self._pass_on(tool, call, data, elsewhere.host)

        return answer

    def _answer_here(self, tool: Tool) -> micro.Answer:
        async def answer(data: bytes) -> bytes:
            try:
                return await self.use(tool, _read(tool, data))
            except ElsewhereError as elsewhere:  # the session moved a moment ago
                raise RequestRefused(ToolFailure.HOST_AWAY, f"{elsewhere}: ask again") from None

        return answer

    async def _pass_on(self, tool: Tool, call: ToolCall, data: bytes, host: str) -> bytes:
        """Return the answer of the host that has the session; of this one, if that host is gone for good."""
        try:
            return await micro.ask(self._bus, subjects.tool(tool, host=host), data, timeout=_FORWARD_SECONDS)
        except StreamUnavailable as error:
            if await hosts.is_there(self._bus, host):
                raise RequestRefused(ToolFailure.HOST_AWAY, f"host {host} does not answer: {error}") from None
        await self._sessions.give_up_elsewhere(_name(call))
        return await self._answer_here(tool)(data)

    async def use(self, tool: Tool, call: ToolCall) -> bytes:
        """Carry the call out. Raises RequestRefused, ElsewhereError."""
        started = time.perf_counter()
        code: str = ToolFailure.INTERNAL_ERROR
        try:
            answer = msgspec.json.encode(await self._answer(call))
            code = ""
            return answer
        except ElsewhereError:
            code = _ELSEWHERE
            raise
        except RequestRefused as refused:
            code = refused.code
            self._sessions.note_error(_name(call), code)
            raise
        finally:
            USED.labels(tool.value, code).inc()
            SECONDS.labels(tool.value).observe(time.perf_counter() - started)

    async def _answer(self, call: ToolCall) -> object:
        match call:
            case Navigate():
                return await self._use_session(call, lambda work: self._navigate(work, call), begins=True)
            case Act():
                return _note_vetoes(await self._use_session(call, lambda work: self._act(work, call)))
            case Extract():
                return await self._use_session(call, lambda work: self._extract(work, call))
            case Observe():
                return await self._use_session(call, lambda work: self._observe(work, call))
            case Screenshot():
                return await self._use_session(call, lambda work: self._screenshot(work, call))
            case Status():
                return await self._find_status(call)
            case Close():
                await self._sessions.close(_name(call))
                return {"status": "ok"}
        raise RequestRefused(ToolFailure.INVALID_ARGUMENTS)

    async def _use_session(
        self, call: ToolCall, do: Callable[[_Work], Coroutine[Any, Any, dict[str, Any]]], *, begins: bool = False
    ) -> dict[str, Any]:
        """Run `do` in the session, and return its answer with the number of vetoes; one event reports the call."""

        async def work(session: Session) -> dict[str, Any]:
            if session.is_held:
                raise RequestRefused(ToolFailure.HELD_BY_HUMAN, "a human holds the page")
            at_work = _Work(session)
            session.used_at = time.monotonic()
            try:
                answer = await self._watch(session, do(at_work))
                at_work.code = None
            except RequestRefused as refused:
                at_work.code = refused.code
                raise
            except BrowserLost:
                at_work.code = ToolFailure.BROWSER_LOST
                raise
            finally:
                session.used_at = time.monotonic()
                vetoed = await _count_vetoes(session)
                await self._sessions.report(session, at_work.facts(_tool_of(call), vetoed))
            return {**answer, "vetoed": vetoed}

        return await self._sessions.use(_name(call), work, begins=begins)

    async def _watch(self, session: Session, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` returns. Raises RequestRefused if a limit is hit or the session ends, BrowserLost."""
        signs = session.slot.on_sign = Signs()
        lost, limits = session.browser.lost, replace(self._host.limits, lost_seconds=math.inf)
        try:
            return await watch(work, lost=lost, interruption=session.interruption, signs=signs, limits=limits)
        except EngineTrouble as trouble:
            code = (
                ToolFailure.HELD_BY_HUMAN if trouble.code == EngineFailure.HELD_BY_HUMAN else ToolFailure.ENGINE_FAILED
            )
            raise RequestRefused(code, f"{trouble.code}: {trouble}") from None
        except PageTrouble as trouble:
            raise RequestRefused(ToolFailure.ENGINE_FAILED, str(trouble)) from None
        except Stopped as stopped:
            await session.slot.force_release()
            code = ToolFailure.CLOSED if session.interruption.done() else ToolFailure.ENGINE_FAILED
            raise RequestRefused(code, str(stopped)) from None

    async def _navigate(self, work: _Work, call: Navigate) -> dict[str, Any]:
        session = work.session
        if call.keep_alive is not None:
            session.keep_alive = call.keep_alive
        try:
            await _visit(session, call.url)
        except Unreachable as error:
            raise RequestRefused(ToolFailure.UNREACHABLE, f"the page cannot be loaded: {error.code}") from None
        except PageTrouble as error:
            raise RequestRefused(ToolFailure.UNREACHABLE, str(error)) from None
        page = session.browser.live_page
        with suppress(Error):  # the answer is what the page shows so far
            await page.wait_for_load_state("domcontentloaded", timeout=_LOAD_SECONDS * 1000)
        return {"url": page.url, "title": await _read_title(session)}

    async def _act(self, work: _Work, call: Act) -> dict[str, Any]:
        done = await (await self._attach_engine(work)).act(EngineMove(call.instruction))
        url = work.session.browser.live_page.url
        return {"success": True, "actions": done.actions, "confidence": done.confidence, "url": url}

    async def _extract(self, work: _Work, call: Extract) -> dict[str, Any]:
        schema = call.schema or _ANYTHING
        data = await (await self._attach_engine(work)).extract(call.instruction, schema)
        shapes.hold(data, schema)
        return {"data": data}

    async def _observe(self, work: _Work, call: Observe) -> dict[str, Any]:
        found = await (await self._attach_engine(work)).observe(call.instruction)
        return {
            "elements": [
                {
                    "selector": one.selector,
                    "method": one.method,
                    "arguments": list(one.arguments),
                    "description": one.description,
                }
                for one in found
            ]
        }

    async def _screenshot(self, work: _Work, call: Screenshot) -> dict[str, Any]:
        png = await work.session.browser.screenshot(full_page=call.full_page, cut=False)
        if png is None:
            raise EngineTrouble(EngineFailure.NO_SCREENSHOT)
        if len(png) > MAX_PICTURE_BYTES:
            raise RequestRefused(ToolFailure.TOO_LARGE, "the picture is too large: ask for what is in view")
        url = work.session.browser.live_page.url  # after a failed visit it is the previous page's
        return {"png": base64.b64encode(png).decode(), "fullPage": call.full_page, "url": url}

    async def _attach_engine(self, work: _Work) -> Engine:
        """Attach the engine for the tools, and return it. Raises EngineTrouble."""
        slot = work.session.slot
        name = next((one for one in _ENGINES if one in self._host.engines.available), None)
        if name is None:
            raise EngineUnavailable(EngineFailure.ENGINE_UNAVAILABLE, "no engine on this host")
        if slot.name is not name:
            switch = await slot.switch(name)
            work.switches += switch.tell(work.session.id, SwitchReason.FORCED)
            if switch.code is not None:
                raise EngineTrouble(switch.code)
        work.engine = name
        return slot.require(name)

    async def _find_status(self, call: Status) -> SessionStatus:
        """Return the status of the session, wherever it is; also of one that serves a job, by its id."""
        name, us = _name(call), self._host.name
        here = describe_sessions(self._host.sessions, host=us, live_view=self._live_view)
        known = next((one for one in here if name in (one.session, one.session_id)), None)
        if known is None:
            there = await hosts.find_session(self._bus, name)
            known = there if there and there.host != us else SessionStatus(session=call.session)
        return msgspec.structs.replace(known, last_error=known.last_error or self._sessions.last_error(name))


@dataclass
class _Work:
    """A call at work in its session, and what is to be reported of it."""

    session: Session
    engine: EngineName = EngineName.PLAYWRIGHT
    #: why it was not carried out; an unforeseen error until that is known
    code: str | None = ToolFailure.INTERNAL_ERROR
    #: the events on engines that left and came
    switches: list[Event] = field(default_factory=list)
    _started: float = field(default_factory=time.perf_counter)

    def facts(self, tool: Tool, vetoed: int) -> list[Event]:
        """Return the events that report what was done in the session."""
        took_ms = round((time.perf_counter() - self._started) * 1000)
        used = ToolUsed(
            session_id=self.session.id,
            tool=tool,
            engine=self.engine,
            took_ms=took_ms,
            code=self.code,
            vetoed=vetoed,
            keep_alive=self.session.keep_alive,
        )
        return [*self.switches, used]


def _read(tool: Tool, data: bytes) -> ToolCall:
    """Parse the call. Raises RequestRefused, which says what is wrong but repeats no value."""
    call = micro.read(data or b"{}", CALLS[tool])
    if isinstance(call, Extract) and call.schema is not None:
        shapes.check(call.schema)
    return call


def _name(call: ToolCall) -> str:
    return subjects.token(call.session)


def _note_vetoes(acted: dict[str, Any]) -> dict[str, Any]:
    """Mark an act as failed if it was vetoed: an engine counts a vetoed press as done."""
    return {**acted, "success": False, "message": _NOTHING_IS_SENT} if acted["vetoed"] else acted


def _tool_of(call: ToolCall) -> Tool:
    return next(tool for tool, kind in CALLS.items() if isinstance(call, kind))


async def _visit(session: Session, url: str) -> None:
    """Go to the address: it may be off the site, and still nothing may be sent."""
    await session.browser.guard(GuardLevel.FILLING)
    try:
        await session.browser.visit(url)
    finally:
        if not session.browser.lost.done():
            await session.browser.guard(GuardLevel.ENGINE)


async def _count_vetoes(session: Session) -> int:
    """Return how often something was vetoed; 0 if that cannot be told."""
    try:
        return await session.browser.count_vetoes()
    except (BrowserLost, PageTrouble):
        return 0


async def _read_title(session: Session) -> str:
    try:
        return await session.browser.live_page.title()
    except Error:
        return ""

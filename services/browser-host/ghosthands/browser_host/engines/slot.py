"""The engine slot of a session: which one engine works the page, and how another takes its place.

The browser, its tab and the page stay as they are; only who works them changes. Coming and going happen under one
lock with a time-out; what an attached engine does on the page does not. A switch:

    capture   the page's state, over the host's own connection     what cannot be read counts as unknown
    leave     the engine at work detaches                          one that fails or hangs is killed
    ping      the browser                                          dead: BrowserLost, the session is over
    enter     the next engine attaches                             killed; SwitchFailed, the slot is empty
    verify    same tab, address, field values; it sees all frames  page put back, once more, then as above
    resume    address, scroll position, focus                      said in the log, no more

Deciding that and whereto to switch comes before (`domain.cascade`), reading the page anew after (`EngineRecovered`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from ghosthands.browser_host.engines.engine import Engine, EngineTrouble
from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.operation import milliseconds_since
from ghosthands.browser_host.ports.browser import EnginePage
from ghosthands.browser_host.ports.control import Control
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.page_state import PageState
from ghosthands.chassis import logging
from ghosthands.domain.codes import EngineFailure, SessionLoss
from ghosthands.domain.engine import MODELLED, EngineName, SwitchReason
from ghosthands.domain.message import Event
from ghosthands.domain.session import EngineConnected, EngineDisconnected

T = TypeVar("T")

#: How long anybody may hold the lock, or wait for it.
LOCK_SECONDS = 30.0
#: How many seconds an engine that is to detach may take.
LEAVE_SECONDS = 5.0
#: How many seconds restoring the page's state may take.
RESUME_SECONDS = 10.0
_ATTACHES = 2

log = logging.get(__name__)


@dataclass(frozen=True)
class Left:
    """An engine that was detached."""

    engine: EngineName
    attached_ms: int
    failed: bool


@dataclass(frozen=True)
class Switch:
    """The result of a switch: the engine that left, the one that came, and why it did not, if so."""

    source: EngineName
    target: EngineName
    took_ms: int
    left: Left | None = None
    entered_ms: int = 0
    #: why the target is not attached; None if it is
    code: str | None = None

    def tell(self, session_id: str, reason: SwitchReason) -> list[Event]:
        """Return the events on the engine that left the session's page, and on the one that came."""
        facts: list[Event] = []
        if self.left is not None:
            facts.append(EngineDisconnected(session_id=session_id, reason=reason, **asdict(self.left)))
        if self.code is None:
            facts.append(EngineConnected(session_id=session_id, engine=self.target, took_ms=self.entered_ms))
        return facts


class EngineSlot:
    """The slot of one page, which at most one engine has at a time."""

    def __init__(
        self,
        page: EnginePage,
        control: Control,
        make: Callable[[EngineName], Engine],
        *,
        least: GuardLevel = GuardLevel.RESTING,
        lock_seconds: float = LOCK_SECONDS,
    ) -> None:
        """`least` is the guard level of the page whichever engine works it, unless a human holds it."""
        self._page = page
        self._control = control
        self._make = make
        self._least = least
        self._lock_seconds = lock_seconds
        self._lock = asyncio.Lock()
        self._engine: Engine | None = None
        #: the engine that is attaching or detaching: it ends with the change that moves it
        self._moving: Engine | None = None
        self._attached_at = 0.0
        self._changing: asyncio.Future[Any] | None = None
        self._releases = 0
        #: consecutive failures of the attached engine
        self.failures = 0
        #: called with every sign of life of the attached engine
        self.on_sign: Callable[[str], None] = lambda _what: None

    @property
    def name(self) -> EngineName:
        """The engine that is attached; NONE if none is."""
        return self._engine.name if self._engine is not None else EngineName.NONE

    def require(self, name: EngineName) -> Engine:
        """Return the engine of that name. Raises EngineTrouble if another works the page, or a human holds it."""
        if self._control.held:
            raise EngineTrouble(EngineFailure.HELD_BY_HUMAN, "a human holds the page")
        if self._engine is None or self._engine.name is not name:
            raise EngineTrouble(EngineFailure.NOT_ATTACHED, f"{name} is not attached: {self.name} is")
        return self._engine

    def count_failure(self) -> int:
        """Count a failure of the attached engine; return the number of failures in a row."""
        self.failures += 1
        return self.failures

    def forget_failures(self) -> None:
        """Reset the failure count."""
        self.failures = 0

    async def switch(self, target: EngineName) -> Switch:
        """Attach `target` in place of the present engine; do nothing if it is attached already.

        Raises EngineTrouble if the lock cannot be had, BrowserLost.
        """
        if self._control.held and target is not EngineName.NONE:
            raise EngineTrouble(EngineFailure.HELD_BY_HUMAN, "a human holds the page")
        return await self._run_exclusively(lambda: self._switch(target))

    async def disconnect(self) -> Left | None:
        """Detach the engine. Raises EngineTrouble if the lock cannot be had."""
        return await self._run_exclusively(self._disconnect)

    async def force_release(self) -> None:
        """Empty the slot at once, whatever is running: changes that hold or await the lock raise EngineTrouble."""
        self._releases += 1
        await self._empty()

    async def _empty(self) -> None:
        engines = [engine for engine in (self._engine, self._moving) if engine is not None]
        self._engine = self._moving = None
        if self._changing is not None:
            self._changing.cancel()
        for engine in engines:
            await _kill(engine)
        with _log_trouble("guard_not_opened"):  # the next look at the page will show it
            await self._leave_to(EngineName.NONE)

    async def _run_exclusively(self, change: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run one change at a time, none for longer than the lock's time-out."""
        releases = self._releases
        try:
            async with asyncio.timeout(self._lock_seconds):
                await self._lock.acquire()
        except TimeoutError:
            raise EngineTrouble(
                EngineFailure.SLOT_BUSY, f"another change holds the slot for {self._lock_seconds:g} s"
            ) from None
        try:
            if releases != self._releases:
                raise EngineTrouble(EngineFailure.FORCE_RELEASED)
            return await self._run_in_time(asyncio.ensure_future(change()))
        finally:
            self._lock.release()

    async def _run_in_time(self, changing: asyncio.Future[T]) -> T:
        self._changing = changing
        try:
            await asyncio.wait({changing}, timeout=self._lock_seconds)
            if changing.cancelled():
                raise EngineTrouble(EngineFailure.FORCE_RELEASED)
            if changing.done():
                return changing.result()
            await self._empty()
            raise EngineTrouble(EngineFailure.SWITCH_TIMEOUT)
        finally:
            self._changing = None
            changing.cancel()
            if self._moving is not None:
                engine, self._moving = self._moving, None
                await _kill(engine)

    async def _switch(self, target: EngineName) -> Switch:
        started, source = time.perf_counter(), self.name
        if source is target:
            return Switch(source, target, 0)
        before = await self._page.capture()
        left = await self._leave()
        if not await self._page.answers():
            raise BrowserLost(SessionLoss.UNRESPONSIVE)
        entered = time.perf_counter()
        try:
            await self._enter(target, before)
        except (EngineTrouble, PageTrouble) as trouble:
            log.warning("engine_not_attached", engine=target.value, code=_code_of(trouble), reason=str(trouble))
            await self._resume(before)
            with _log_trouble("guard_not_opened"):
                await self._leave_to(EngineName.NONE)
            return Switch(source, target, milliseconds_since(started), left, code=_code_of(trouble))
        entered_ms = milliseconds_since(entered)
        await self._resume(before)
        return Switch(source, target, milliseconds_since(started), left, entered_ms)

    async def _disconnect(self) -> Left | None:
        left = await self._leave()
        if left is not None:
            await self._leave_to(EngineName.NONE)
        return left

    async def _leave(self) -> Left | None:
        engine, self._engine = self._engine, None
        if engine is None:
            return None
        attached_ms, failed = milliseconds_since(self._attached_at), False
        self._moving = engine
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await engine.detach()
        except (EngineTrouble, TimeoutError) as error:
            log.warning("engine_not_detached", engine=engine.name.value, reason=type(error).__name__)
            failed = True
            await _kill(engine)
        self._moving = None
        return Left(engine.name, attached_ms, failed)

    async def _enter(self, target: EngineName, before: PageState) -> None:
        """Attach and check that everything is as it was; once more if it is not. Raises EngineTrouble."""
        await self._leave_to(target)
        if target is EngineName.NONE:
            return
        for attempt in range(1, _ATTACHES + 1):
            engine = self._moving = self._make(target)  # raises EngineUnavailable
            try:
                await engine.attach(self._page.address, lambda what: self.on_sign(what))
                await self._verify(engine, before)
            except BaseException as error:
                self._moving = None
                await _kill(engine)
                if attempt < _ATTACHES and isinstance(error, _NotAsItWas):
                    await self._resume(before)
                    continue
                raise
            self._moving, self._engine = None, engine
            self._attached_at, self.failures = time.perf_counter(), 0
            return

    async def _verify(self, engine: Engine, before: PageState) -> None:
        try:
            changed = before.compare(await engine.locate()) or await self._page.find_difference(before)
        except (EngineTrouble, PageTrouble) as trouble:
            raise _NotAsItWas(_code_of(trouble), str(trouble)) from trouble
        if changed is not None:
            raise _NotAsItWas(changed)

    async def _leave_to(self, engine: EngineName) -> None:
        """Leave the page to that engine, with the submit guard at its level. Raises PageTrouble, in time."""
        await self._page.guard(max(self._least, _guard_of(engine)))

    async def _resume(self, before: PageState) -> None:
        with _log_trouble("page_not_resumed"):
            async with asyncio.timeout(RESUME_SECONDS):
                await self._page.restore(before)


def _guard_of(engine: EngineName) -> GuardLevel:
    """Return the guard level for an engine.

    A human who is asked for a field may go on to another page, but not submit: what they sent would be sent again.
    """
    if engine is EngineName.HUMAN:
        return GuardLevel.FILLING
    return GuardLevel.ENGINE if engine in MODELLED else GuardLevel.RESTING


class _NotAsItWas(EngineTrouble):
    """The engine attached, and the page is not as it was, or cannot be seen."""


@contextmanager
def _log_trouble(what: str) -> Iterator[None]:
    """Log a page that cannot be worked on, or hangs, and otherwise ignore it."""
    try:
        yield
    except (PageTrouble, TimeoutError) as error:
        log.warning(what, reason=str(error) or type(error).__name__)


def _code_of(trouble: EngineTrouble | PageTrouble) -> str:
    return trouble.code if isinstance(trouble, EngineTrouble) else EngineFailure.PAGE_UNREADABLE


async def _kill(engine: Engine) -> None:
    try:
        async with asyncio.timeout(LEAVE_SECONDS):
            await engine.kill()
    except Exception as error:  # the slot lets go of it anyway
        log.error("engine_not_killed", engine=engine.name.value, reason=type(error).__name__)

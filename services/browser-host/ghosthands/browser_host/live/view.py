"""One session's live view: its viewers, which of them has control, and what their input does.

It can be turned on and off while it is watched. Control survives a broken connection: a viewer who comes back within
`RETURN_SECONDS` still has it.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from playwright.async_api import Error, Page

from ghosthands.browser_host.live import messages
from ghosthands.browser_host.live.messages import ControlDenied, Halt, Heard, Holder, Release, Renewed, State, Take
from ghosthands.browser_host.live.picture import LOOK_SECONDS, Picture
from ghosthands.browser_host.live.touch import Touch
from ghosthands.browser_host.live.viewer import Parting, Viewer
from ghosthands.browser_host.permit import Permit
from ghosthands.browser_host.ports.control import Control, ControlRefused
from ghosthands.chassis import logging
from ghosthands.chassis.grants import LINK_SECONDS, Grant, Right
from ghosthands.domain.codes import ControlDenial
from ghosthands.domain.errors import GhostHandsError

#: seconds that control is kept for a viewer whose connection broke
RETURN_SECONDS = 30.0
#: seconds after which every viewer is sent the state, changed or not
STATE_SECONDS = 5.0

log = logging.get(__name__)


class Backdrop(Protocol):
    """The session and the host, as a live view needs them."""

    @property
    def session_id(self) -> str:
        """The id of the session that is shown."""

    @property
    def page(self) -> Page | None:
        """The page the session works in now."""

    @property
    def has_desktop(self) -> bool:
        """Whether its browser is on a desktop that can be shown too."""

    @property
    def is_open(self) -> bool:
        """Whether the session is still open."""

    @property
    def is_cut_off(self) -> bool:
        """Whether the host has been without NATS for so long that others may take it for gone."""

    def issue_token(self, right: Right, viewer_id: str) -> str:
        """Return a token for a viewer to come back with."""

    def touch(self) -> None:
        """Note that the session is in use."""

    async def describe_ask(self) -> str:
        """Describe what the session's job waits for a human to do; empty if it does not wait."""

    async def take_control(self, viewer_id: str, grant: Callable[[Permit], None]) -> None:
        """End the work on the page, log that the viewer has control, and call `grant`. Raises Transient.

        `grant` gets the permit with which the viewer may send.
        """

    async def report_sending(self, viewer_id: str) -> None:
        """Log that the viewer sent what may be the application; return once it is on the log."""

    async def release_control(self, viewer_id: str, held_ms: int) -> None:
        """Log that the viewer let go, and whether they sent anything; return once it is on the log."""

    async def lock_desktop(self, locked: bool) -> None:
        """Set whether the desktop takes no input at all."""


class LiveView:
    """The live view of one session."""

    def __init__(self, backdrop: Backdrop, control: Control) -> None:
        self.control = control
        self._backdrop = backdrop
        self._viewers: set[Viewer] = set()
        self._picture = Picture(lambda: backdrop.page, self._show)
        self._touch = Touch(self._picture)
        self._beating: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        #: whether something was sent that is not logged yet, and the task that logs it
        self._unreported = False
        self._reporting: asyncio.Task[None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether the live view is on."""
        return self.control.is_shown

    @property
    def viewers(self) -> int:
        """The number of viewers watching now."""
        return len(self._viewers)

    async def join(self, grant: Grant) -> Viewer:
        """Add a viewer who came, or came back."""
        viewer = Viewer(grant.viewer_id or uuid.uuid4().hex, grant.right)
        self._viewers.add(viewer)
        if self._leaving is not None and viewer.id == self.control.holder:
            self._leaving.cancel()
            self._leaving = None
        self._renew(viewer)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat(), name=f"live view {self._backdrop.session_id}")
        elif self._picture.frame is not None:
            viewer.show(self._picture.frame)
        await self._tell_all()
        return viewer

    async def leave(self, viewer: Viewer) -> None:
        """Remove a viewer whose connection ended; one in control may come back for a while."""
        self._viewers.discard(viewer)
        if viewer.id == self.control.holder and not self._is_here(viewer.id):
            self.await_return()
        if not self._viewers:
            await self._rest()
        await self._tell_all()

    def await_return(self) -> None:
        """Release the page for its holder unless they come back."""
        holder = self.control.holder
        if holder is not None and self._leaving is None:
            self._leaving = asyncio.create_task(self._let_go_later(holder))

    async def hear(self, viewer: Viewer, data: str) -> None:
        """Do what a viewer's message says, if it is valid and they may."""
        try:
            heard = messages.parse(data)
        except (msgspec.DecodeError, ValueError):
            viewer.tell(ControlDenied(code=ControlDenial.INVALID))
            return
        if not viewer.can_control:
            viewer.tell(ControlDenied(code=ControlDenial.VIEW_ONLY))
            return
        await self._obey(viewer, heard)

    async def switch(self, on: bool) -> None:
        """Turn the live view on or off; off, nobody sees or holds the page any more."""
        self.control.is_shown = on
        if not on:
            await self.end(Parting.OFF)

    async def end(self, why: Parting) -> None:
        """Disconnect every viewer."""
        for viewer in self._viewers:
            viewer.part(why)
        holder = self.control.holder
        if why is Parting.OFF and holder is not None:
            await self._release(holder)

    def may_act(self, viewer_id: str) -> bool:
        """Whether that viewer's input is let through now."""
        return self.is_on and self.control.is_with(viewer_id)

    def let_through(self, viewer_id: str) -> bool:
        """Whether that viewer's input, which comes now, is let through; it is noted if so."""
        if not self.may_act(viewer_id):
            return False
        self.control.note_hand()
        return True

    async def take_back(self, rested_seconds: float) -> None:
        """Release the page for its holder, if their hands have rested for `rested_seconds`."""
        holder = self.control.holder
        if holder is not None and self.control.rests_for >= rested_seconds:
            await self._release(holder)

    async def _obey(self, viewer: Viewer, heard: Heard) -> None:
        match heard:
            case Take():
                self._spawn(self._take(viewer))
            case Release():
                if viewer.id == self.control.holder:
                    self._spawn(self._release(viewer.id))
            case _ if not self.let_through(viewer.id):
                viewer.tell(ControlDenied(code=ControlDenial.NOT_IN_CONTROL))
            case _:
                await self._touch.do(heard, viewer.tell)

    async def _take(self, viewer: Viewer) -> None:
        if self.control.is_with(viewer.id) and not self._backdrop.is_cut_off and not self.control.may_send():
            await self._release(viewer.id)
        if self.control.holder == viewer.id:
            return
        try:
            self.control.reserve(viewer.id)
            await self._tell_all()
            await self._backdrop.take_control(viewer.id, self.control.grant)
            await self._backdrop.lock_desktop(False)
        except ControlRefused as refusal:
            viewer.tell(ControlDenied(code=refusal.code))
        except GhostHandsError as error:  # there is no control without its event on the log
            log.warning("control_not_taken", session_id=self._backdrop.session_id, reason=str(error))
            self.control.clear()
            viewer.tell(ControlDenied(code=ControlDenial.UNAVAILABLE))
        if not self.is_on:  # turned off meanwhile
            await self._release(viewer.id)
        elif not self._is_here(viewer.id) and viewer.id == self.control.holder:
            self.await_return()
        await self._tell_all()

    async def _release(self, holder: str) -> None:
        """Release the page once that is on the log; until then its holder still has it."""
        if not self.control.is_with(holder):
            return
        self.control.withdraw()
        held_ms = self.control.held_ms
        await self._picture.let_go()
        await self._backdrop.lock_desktop(True)
        if self._reporting is not None:
            await self._reporting
        await self._backdrop.release_control(holder, held_ms)
        self.control.clear()
        await self._tell_all()

    async def _let_go_later(self, holder: str) -> None:
        await asyncio.sleep(RETURN_SECONDS)
        self._leaving = None
        await self._release(holder)

    def note_sending(self, is_form: bool) -> None:
        """Note a human's request: it counts if it is a form, or follows the press of a form's button.

        A human who is about to let go still holds the page.
        """
        holder = self.control.holder
        if holder is None or not (is_form or self._touch.may_have_sent):
            return
        self.control.submitted = self._unreported = True
        if self._reporting is None or self._reporting.done():
            self._reporting = asyncio.create_task(self._report_sending(holder))

    async def _report_sending(self, holder: str) -> None:
        """Log it at once, not when they let go: this process may be gone by then."""
        while self._unreported:
            self._unreported = False
            await self._backdrop.report_sending(holder)

    def _show(self, frame: bytes) -> None:
        for viewer in self._viewers:
            viewer.show(frame)

    async def _beat(self) -> None:
        """Follow the right page and give signs of life while somebody watches."""
        told, renewed, halt = 0.0, time.monotonic(), Halt.NONE
        while self._viewers:
            if not self._backdrop.is_open:
                await self.end(Parting.ENDED)
                return
            await self._picture.follow()
            if self.control.held:
                self._backdrop.touch()
            if time.monotonic() - told > STATE_SECONDS or halt is not self._halt:
                halt = self._halt
                await self._tell_all()
                told = time.monotonic()
            if time.monotonic() - renewed > LINK_SECONDS / 3:
                for viewer in self._viewers:
                    self._renew(viewer)
                renewed = time.monotonic()
            await asyncio.sleep(LOOK_SECONDS)

    async def _rest(self) -> None:
        """Stop taking pictures, as nobody watches."""
        beating, self._beating = self._beating, None
        if beating is not None:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
        await self._picture.stop()

    def _renew(self, viewer: Viewer) -> None:
        viewer.tell(Renewed(token=self._backdrop.issue_token(viewer.right, viewer.id)))

    async def _tell_all(self) -> None:
        (title, url), asked = await asyncio.gather(self._read_address(), self._backdrop.describe_ask())
        for viewer in self._viewers:
            viewer.tell(
                State(
                    hold=self._find_holder(viewer),
                    can_control=viewer.can_control,
                    desktop=self._backdrop.has_desktop,
                    viewers=len(self._viewers),
                    title=title,
                    url=url,
                    asked=asked,
                    halt=self._halt if self.control.is_with(viewer.id) else Halt.NONE,
                )
            )

    async def _read_address(self) -> tuple[str, str]:
        page = self._picture.page
        if page is None or page.is_closed():
            return "", ""
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(1.0):
                return await page.title(), page.url
        return "", page.url

    @property
    def _halt(self) -> Halt:
        if not self.control.granted or self.control.may_send():
            return Halt.NONE
        return Halt.CUT_OFF if self._backdrop.is_cut_off else Halt.WAS_CUT_OFF

    def _find_holder(self, viewer: Viewer) -> Holder:
        if not self.control.held:
            return Holder.NOBODY
        if self.control.holder != viewer.id:
            return Holder.ANOTHER
        return Holder.YOU if self.control.granted else Holder.SOON

    def _is_here(self, viewer_id: str) -> bool:
        return any(viewer.id == viewer_id for viewer in self._viewers)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

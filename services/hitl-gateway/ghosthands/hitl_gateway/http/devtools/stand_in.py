"""Stands in for a browser's DevTools: takes VALET's calls, acts as a viewer, answers as a browser would.

It takes control with the first input, and releases it after a rest, so that the job can check whether it may go on.
The connection ends when the job's wait ends, earlier after its own time, or where it carries too much.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import ConnectionClosed

from ghosthands.hitl_gateway.http.devtools import dialect
from ghosthands.hitl_gateway.http.devtools.bounds import Bucket
from ghosthands.hitl_gateway.http.devtools.dialect import Call, CallFault, CallRefused, Method
from ghosthands.hitl_gateway.http.devtools.offers import Offer, Offers
from ghosthands.hitl_gateway.http.devtools.viewing import LiveLine

#: most characters of one call; VALET's have some two hundred
CALL_CHARACTERS = 8 * 1024


class LineEnd(NamedTuple):
    """A close code of RFC 6455, and a reason for people."""

    code: int
    reason: str


class LineEnds(Enum):
    """The ways in which a connection ends."""

    OVER = LineEnd(1000, "the job waits for nobody any more")
    TIME = LineEnd(1000, "this line has had its time: ask for the session again")
    SILENT = LineEnd(1000, "nothing was asked for a while")
    GONE = LineEnd(1011, "the live view ended")
    BINARY = LineEnd(1003, "calls are texts")
    TOO_FAST = LineEnd(1008, "too many calls")
    TOO_LARGE = LineEnd(1009, "the call is too large")


@dataclass(frozen=True)
class Patience:
    """The time limits of a connection, in seconds."""

    #: for the connection as a whole
    line: float = 900.0
    #: between two calls
    silence: float = 60.0
    #: after an input, until control is released
    rest: float = 15.0
    #: for sending a message
    send: float = 10.0


PATIENCE = Patience()


class StandIn:
    """Stands in for a browser on VALET's connection to the page of one job."""

    def __init__(self, socket: WebSocket, offer: Offer, offers: Offers) -> None:
        self._socket = socket
        self._offer = offer
        self._offers = offers
        self._patience = PATIENCE
        self._calls = Bucket(at_once=200, per_second=60)
        self._hands: asyncio.Queue[Call] = asyncio.Queue(200)
        self._navigated: asyncio.Queue[str] = asyncio.Queue()
        self._saying = asyncio.Lock()

    def note_navigated(self, url: str) -> None:
        """Note that the page has changed, for VALET to be told."""
        self._navigated.put_nowait(url)

    async def serve(self, viewing: LiveLine) -> None:
        """Serve until either end closes or a limit is reached; then release the page and close the socket."""
        works = (
            self._hear(viewing),
            self._work(viewing),
            self._watch(),
            self._tell_navigated(),
            self._listen(viewing),
        )
        tasks = [asyncio.create_task(work) for work in works]
        ended, _ = await asyncio.wait(tasks, timeout=self._patience.line, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        partings = [one for one in results if isinstance(one, LineEnds)]
        with suppress(ConnectionClosed):
            await viewing.release()
        parting = (partings[0] if partings else LineEnds.GONE) if ended else LineEnds.TIME
        with suppress(RuntimeError, WebSocketDisconnect):  # they were first
            await self._socket.close(*parting.value)

    async def _hear(self, viewing: LiveLine) -> LineEnds:
        """Read calls; inputs are carried out beside that, one after the other, while pictures go on."""
        while True:
            try:
                async with asyncio.timeout(self._patience.silence):
                    message = await self._socket.receive()
            except TimeoutError:
                return LineEnds.SILENT
            if message["type"] == "websocket.disconnect":
                return LineEnds.OVER
            text = message.get("text")
            if text is None:
                return LineEnds.BINARY
            if len(text) > CALL_CHARACTERS:
                return LineEnds.TOO_LARGE
            if not self._calls.take():
                return LineEnds.TOO_FAST
            try:
                await self._take_in(dialect.read_call(text), viewing)
            except CallRefused as refused:
                await self._say(dialect.write_refusal(refused))

    async def _take_in(self, call: Call, viewing: LiveLine) -> None:
        match call.method:
            case Method.ENABLE:
                await self._say(dialect.write_answer(call.id))
            case Method.SCREENSHOT:
                dialect.check_screenshot(call)
                try:
                    picture = await viewing.await_picture()
                except CallRefused as refused:
                    raise CallRefused(refused.fault, call.id) from None
                await self._say(dialect.write_answer(call.id, {"data": picture.text}))
            case Method.MOUSE | Method.KEY:
                try:
                    self._hands.put_nowait(call)
                except asyncio.QueueFull:
                    raise CallRefused(CallFault.TOO_FAST, call.id) from None
            case _:
                raise CallRefused(CallFault.NOT_PASSED_ON, call.id)

    async def _work(self, viewing: LiveLine) -> LineEnds:
        """Carry out VALET's inputs in order; release the page where none comes for a while."""
        while True:
            try:
                async with asyncio.timeout(self._patience.rest):
                    call = await self._hands.get()
            except TimeoutError:
                await viewing.release()
                continue
            try:
                if not await self._do(call, viewing):
                    return LineEnds.OVER
            except CallRefused as refused:
                await self._say(dialect.write_refusal(CallRefused(refused.fault, call.id)))

    async def _do(self, call: Call, viewing: LiveLine) -> bool:
        """Carry out the call, with control; False where the job waits for nobody any more. Raises CallRefused."""
        gestures = dialect.read_gestures(call, await viewing.await_picture())
        if gestures and viewing.is_cut_off:
            raise CallRefused(CallFault.CUT_OFF)
        if gestures and not viewing.is_in_control:
            if not await self._offers.holds(self._offer):
                return False
            await viewing.take_control()
        for gesture in gestures:
            await viewing.do(gesture)
        await self._say(dialect.write_answer(call.id))
        return True

    async def _watch(self) -> LineEnds:
        await self._offers.await_end(self._offer)
        return LineEnds.OVER

    async def _listen(self, viewing: LiveLine) -> LineEnds:
        with suppress(ConnectionClosed):
            await viewing.listen()
        return LineEnds.GONE

    async def _tell_navigated(self) -> None:
        while True:
            await self._say(dialect.tell_navigated(await self._navigated.get()))

    async def _say(self, text: str) -> None:
        async with asyncio.timeout(self._patience.send), self._saying:
            await self._socket.send_text(text)

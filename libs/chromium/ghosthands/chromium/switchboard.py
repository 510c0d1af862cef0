"""Connects callers that have the key to a browser's DevTools, at an address that cannot be found without it.

Chromium itself listens nowhere. It speaks DevTools over a pipe, which takes one client; here many call, each over a
WebSocket whose path is the key. A caller gets a session of their own with the browser, which works like a connection
to Chromium's own port: what they attach to, enable or hold ends when they hang up. The switchboard renumbers requests,
and passes answers to the caller who asked, events to the owner of their session.

It answers nothing else: no list of pages, no version. It keeps and logs nothing.
"""

from __future__ import annotations

import asyncio
import hmac
import itertools
import json
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from ghosthands.chromium.devtools import SERVER, SILENT

#: seconds for a caller to show the key
HANDSHAKE_SECONDS = 10.0
#: most bytes that wait for a caller who does not read, as at Chromium's own port
MOST_BYTES_WAITING = 256 << 20

_ATTACHED, _DETACHED = "Target.attachedToTarget", "Target.detachedFromTarget"
_END = b"\0"
_DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class DevToolsMessage(msgspec.Struct, omit_defaults=True):
    """A request, an answer or an event; its content is not examined."""

    id: int | UnsetType = UNSET
    method: str | UnsetType = UNSET
    params: Raw | UnsetType = UNSET
    result: Raw | UnsetType = UNSET
    error: Raw | UnsetType = UNSET
    sessionId: str | UnsetType = UNSET  # noqa: N815  the protocol's spelling


class _OfSession(msgspec.Struct):
    """The session that an answer or an event belongs to."""

    sessionId: str  # noqa: N815  the protocol's spelling


#: the errors for data that is no message
UNREADABLE = (ValueError, msgspec.DecodeError, RecursionError)

_PARTS = ("params", "result", "error")
_decode = msgspec.json.Decoder(DevToolsMessage).decode
_decode_session = msgspec.json.Decoder(_OfSession).decode
_encode = msgspec.json.Encoder().encode

_ATTACH = DevToolsMessage(method="Target.attachToBrowserTarget", params=Raw(b"{}"))
#: Chromium's own error
_NO_SESSION = Raw(b'{"code":-32001,"message":"Session with given id not found."}')


def read_message(data: bytes) -> DevToolsMessage:
    """Return the message; accept halves of surrogate pairs, which any page may contain. Raises one of UNREADABLE."""
    try:
        return _decode(data)
    except msgspec.DecodeError:
        whole = msgspec.convert(json.loads(data), dict[str, Any])
        told: dict[str, Any] = {
            name: value for name, value in whole.items() if name in DevToolsMessage.__struct_fields__
        }
        told |= {name: Raw(json.dumps(told[name]).encode()) for name in _PARTS if name in told}
        return msgspec.convert(told, DevToolsMessage)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request that the browser has not answered yet: its caller, and their number for it; None while they connect."""

    caller: _Caller
    id: int | None
    session: str | None


class Switchboard:
    """Connects callers to one browser, and knows which caller owns each session."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._numbers = itertools.count(1)
        self._asked: dict[int, _Asked] = {}
        self._sessions: dict[str, _Caller] = {}
        self._callers: set[_Caller] = set()
        self._pipe: asyncio.WriteTransport | None = None

    async def serve(self, listener: socket.socket, pipe: socket.socket) -> None:
        """Connect callers until the browser hangs up; then hang up on all of them."""
        loop = asyncio.get_running_loop()
        _, browser = await loop.create_connection(lambda: _Pipe(self._hear, loop.create_future()), sock=pipe)
        self._pipe = browser.transport
        server = await loop.create_server(lambda: _Caller(self), sock=listener)
        try:
            await browser.broken
        finally:
            server.close()
            for caller in list(self._callers):
                caller.hang_up()

    def put_through(self, caller: _Caller) -> None:
        """Get the caller a session with the browser; their connection is accepted once it is there."""
        self._callers.add(caller)
        self._ask(_Asked(caller, None, None), _ATTACH)

    def ask(self, caller: _Caller, data: bytes) -> None:
        """Pass a caller's request on. Raises one of UNREADABLE where it is none."""
        question = read_message(data)
        own_number = question.id
        if not caller.session:  # without one it would be a question to the whole browser
            raise ValueError("nobody was put through")
        if own_number is UNSET:
            raise ValueError("a question without a number")
        if question.sessionId is UNSET:
            question.sessionId = caller.session
        elif self._sessions.get(question.sessionId) is not caller:
            caller.tell(_encode(DevToolsMessage(id=own_number, error=_NO_SESSION)))
            return
        self._ask(_Asked(caller, own_number, question.sessionId), question)

    def forget(self, caller: _Caller) -> None:
        """End all sessions of a caller who hung up."""
        self._callers.discard(caller)
        self._asked = {
            number: asked for number, asked in self._asked.items() if asked.caller is not caller or asked.id is None
        }
        self._sessions = {session: whose for session, whose in self._sessions.items() if whose is not caller}
        if caller.session:
            self._end_session(caller.session)

    def _ask(self, asked: _Asked, question: DevToolsMessage) -> None:
        number = next(self._numbers)
        self._asked[number] = asked
        self._say(number, question)

    def _say(self, number: int, question: DevToolsMessage) -> None:
        question.id = number
        assert self._pipe is not None  # noqa: S101  nobody is let in before
        self._pipe.write(_encode(question) + _END)

    def _end_session(self, session: str) -> None:
        told = _encode({"sessionId": session})
        self._say(next(self._numbers), DevToolsMessage(method="Target.detachFromTarget", params=Raw(told)))

    def _hear(self, data: bytes) -> None:
        """Pass on a message of the browser's; drop one that cannot be read, as its receiver is unknown."""
        try:
            message = read_message(data)
        except UNREADABLE:
            return
        if message.id is UNSET:
            self._pass_event(message)
        elif asked := self._asked.pop(message.id, None):
            self._pass_answer(asked, message)

    def _pass_answer(self, asked: _Asked, answer: DevToolsMessage) -> None:
        if asked.id is not None:
            answer.id = asked.id
            self._tell(asked.caller, answer)
            return
        if answer.result is UNSET:  # the browser is about to end
            asked.caller.hang_up()
            return
        session = _decode_session(answer.result).sessionId
        if asked.caller not in self._callers:  # they did not wait
            self._end_session(session)
            return
        self._sessions[session] = asked.caller
        asked.caller.greet(session)

    def _pass_event(self, event: DevToolsMessage) -> None:
        caller = self._sessions.get(cast("str", event.sessionId))
        if caller is None:
            return
        if event.method == _ATTACHED:
            self._sessions[_decode_session(cast("Raw", event.params)).sessionId] = caller
        elif event.method == _DETACHED:
            self._lose(_decode_session(cast("Raw", event.params)).sessionId)
        self._tell(caller, event)

    def _lose(self, session: str) -> None:
        """Forget an ended session, and the unanswered requests in it."""
        self._sessions.pop(session, None)
        self._asked = {number: asked for number, asked in self._asked.items() if asked.session != session}

    def _tell(self, caller: _Caller, message: DevToolsMessage) -> None:
        if message.sessionId == caller.session:
            message.sessionId = UNSET
        caller.tell(_encode(message))


class _Pipe(asyncio.Protocol):
    """The browser's end of every connection."""

    transport: asyncio.WriteTransport

    def __init__(self, hear: Callable[[bytes], None], broken: asyncio.Future[None]) -> None:
        self._hear = hear
        self._begun: list[bytes] = []
        #: done once the browser has hung up
        self.broken = broken

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.WriteTransport", transport)

    def data_received(self, data: bytes) -> None:
        *ends, begun = data.split(_END)
        for end in ends:
            self._begun.append(end)
            whole = b"".join(self._begun)
            self._begun.clear()
            self._hear(whole)
        if begun:
            self._begun.append(begun)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.broken.done():
            self.broken.set_result(None)


class _Caller(asyncio.Protocol):
    """A caller: unknown until they have shown the key, then with a session of their own."""

    _transport: asyncio.Transport

    def __init__(self, board: Switchboard) -> None:
        self._board = board
        self._line = ServerProtocol(max_size=None, logger=SILENT)
        self._request: Request | None = None
        self._begun: list[bytes] = []
        self._patience: asyncio.TimerHandle | None = None
        self.session = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._patience = asyncio.get_running_loop().call_later(HANDSHAKE_SECONDS, self.hang_up)

    def data_received(self, data: bytes) -> None:
        self._line.receive_data(data)
        for event in self._line.events_received():
            if isinstance(event, Request):
                self._admit(event)
            elif self.session:
                self._take(cast("Frame", event))
            else:  # said along with the call, before anybody was let in: the line parses it even after a refusal
                self.hang_up()
                return
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        self._rest_patience()
        self._board.forget(self)

    def greet(self, session: str) -> None:
        """Accept the caller, whose session is there: from now on their messages go to the browser."""
        assert self._request is not None  # noqa: S101  who is put through has asked
        self.session = session
        self._answer(self._line.accept(self._request))

    def tell(self, message: bytes) -> None:
        """Send the browser's message to the caller, unless they are hanging up."""
        if self._line.state is not State.OPEN:
            return
        self._line.send_text(message)
        self._flush()
        if self._transport.get_write_buffer_size() > MOST_BYTES_WAITING:
            self.hang_up()

    def hang_up(self) -> None:
        """Cut the caller off."""
        self._transport.abort()

    def _admit(self, request: Request) -> None:
        """Accept callers who know the path and are no page: a page sends its origin, and is refused."""
        self._rest_patience()
        if "Origin" in request.headers or not hmac.compare_digest(request.path.encode(), self._board.path.encode()):
            self._answer(self._line.reject(404, "not here\n"))
            return
        self._request = request
        self._board.put_through(self)

    def _answer(self, response: Any) -> None:
        response.headers["Server"] = SERVER
        self._line.send_response(response)
        self._flush()

    def _take(self, frame: Frame) -> None:
        if frame.opcode not in _DATA:
            return
        self._begun.append(bytes(frame.data))
        if frame.fin:
            whole = b"".join(self._begun)
            self._begun.clear()
            try:
                self._board.ask(self, whole)
            except UNREADABLE:  # they do not speak DevTools
                self.hang_up()

    def _flush(self) -> None:
        for data in self._line.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    def _rest_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

"""The desktop's protocol (RFB, RFC 6143) between a viewer and TigerVNC's socket, and the filter on a viewer's input.

A viewer's bytes are split into messages as far as needed to tell keys, mouse and clipboard from the rest: those pass
only while the viewer has control. Bytes that cannot be split end the connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from starlette.websockets import WebSocket, WebSocketDisconnect

_CHUNK = 64 * 1024
#: no form needs a clipboard larger than that
_MOST = 256 * 1024
#: seconds between two checks whether the connection may go on
_LOOK_SECONDS = 1.0

#: the allowed parts of a greeting by size: version 3.8; no password, shared or not
_GREETINGS = {12: (b"RFB 003.008\n",), 1: (b"\x00", b"\x01")}

KEY, POINTER, CUT_TEXT, QEMU = 4, 5, 6, 255
_HANDS = (KEY, POINTER, CUT_TEXT, QEMU)
#: the sizes of messages of a fixed size
_SIZES = {0: 20, 3: 10, KEY: 8, POINTER: 6, 150: 10, 250: 4, QEMU: 12}
#: nobody may set the screen's size or end the desktop
_SET_SIZE, _XVP = 251, 250


class NotUnderstood(Exception):
    """The bytes are no RFB that a viewer of ours speaks."""


class Viewing:
    """The filter on one viewer's messages."""

    def __init__(self, may_act: Callable[[], bool]) -> None:
        self._may_act = may_act
        self._buffer = bytearray()
        #: the sizes of the greeting's parts that are still to come: version, security, shared or not
        self._greeting = [12, 1, 1]

    def let_pass(self, data: bytes) -> bytes:
        """Return the bytes that may pass, of the messages that are complete now. Raises NotUnderstood."""
        self._buffer += data
        passing = bytearray()
        while self._buffer:
            size = self._greeting[0] if self._greeting else self._size()
            if size > _MOST:
                raise NotUnderstood
            if size == 0 or len(self._buffer) < size:
                break
            message = bytes(self._buffer[:size])
            del self._buffer[:size]
            if self._greeting:
                passing += self._greet(message)
            elif self._may_pass(message[0]):
                passing += message
        return bytes(passing)

    def _greet(self, message: bytes) -> bytes:
        size = self._greeting.pop(0)
        if message not in _GREETINGS.get(size, ()):
            raise NotUnderstood  # another version has another greeting, which we could not split
        return message if self._greeting else b"\x01"  # shared: other viewers stay connected

    def _may_pass(self, kind: int) -> bool:
        if kind in (_SET_SIZE, _XVP):
            return False
        return kind not in _HANDS or self._may_act()

    def _size(self) -> int:
        """Return the size of the message at hand; 0 while that cannot be told. Raises NotUnderstood."""
        have, kind = self._buffer, self._buffer[0]
        if kind in _SIZES:
            return _SIZES[kind]
        match kind:
            case 2:
                return 4 + 4 * int.from_bytes(have[2:4]) if len(have) >= 4 else 0
            case 6:  # a negative length: TigerVNC's extended clipboard
                return 8 + abs(int.from_bytes(have[4:8], signed=True)) if len(have) >= 8 else 0
            case 248:
                return 9 + have[8] if len(have) >= 9 else 0
            case 251:
                return 8 + 16 * have[6] if len(have) >= 8 else 0
        raise NotUnderstood


async def relay(socket: WebSocket, path: Path, *, is_watched: Callable[[], bool], may_act: Callable[[], bool]) -> None:
    """Relay both directions until one of them ends, or the desktop may be watched no more; then close both."""
    try:
        reader, writer = await asyncio.open_unix_connection(path)
    except OSError:
        await socket.close(1011)
        return
    lines = [
        asyncio.ensure_future(_relay_to_viewer(reader, socket)),
        asyncio.ensure_future(_relay_to_desktop(socket, writer, Viewing(may_act))),
        asyncio.ensure_future(_wait_until(lambda: not is_watched())),
    ]
    try:
        await asyncio.wait(lines, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        writer.close()
        with suppress(RuntimeError, WebSocketDisconnect):  # closed by the viewer
            await socket.close()


async def _relay_to_viewer(reader: asyncio.StreamReader, socket: WebSocket) -> None:
    while data := await reader.read(_CHUNK):
        await socket.send_bytes(data)


async def _relay_to_desktop(socket: WebSocket, writer: asyncio.StreamWriter, viewing: Viewing) -> None:
    with suppress(WebSocketDisconnect, NotUnderstood, KeyError):
        while True:
            writer.write(viewing.let_pass(await socket.receive_bytes()))
            await writer.drain()


async def _wait_until(over: Callable[[], bool]) -> None:
    while not over():  # noqa: ASYNC110  asked of whoever turns it off; a second is soon enough
        await asyncio.sleep(_LOOK_SECONDS)

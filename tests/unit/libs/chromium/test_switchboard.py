"""Who has the key is put through to the browser, each by themselves; the test plays the browser."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from ghosthands.chromium import switchboard
from ghosthands.chromium.switchboard import Switchboard

PATH = "/devtools/browser/the-key"


@dataclass
class Board:
    """A switchboard, and the browser's end of its pipe."""

    port: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    sessions: int = 0
    heard: list[dict[str, Any]] = field(default_factory=list)

    async def hear(self) -> dict[str, Any]:
        """The next question."""
        asked = msgspec.json.decode((await self.reader.readuntil(b"\0"))[:-1])
        self.heard.append(asked)
        return dict(asked)

    def say(self, **message: Any) -> None:
        self.writer.write(msgspec.json.encode(message) + b"\0")

    def answer(self, question: dict[str, Any], **result: Any) -> None:
        of = {"sessionId": question["sessionId"]} if "sessionId" in question else {}
        self.say(id=question["id"], result=result, **of)

    def call(self, path: str = PATH, **how: Any) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}{path}", proxy=None, compression=None, max_size=None, **how)

    async def put_through(self) -> ClientConnection:
        """One more caller, whom the browser gave the next session: `S1`, `S2` …"""
        calling = asyncio.ensure_future(self.call().__aenter__())
        question = await self.hear()
        assert question["method"] == "Target.attachToBrowserTarget"
        self.sessions += 1
        self.answer(question, sessionId=f"S{self.sessions}")
        return await calling


@pytest.fixture
async def board() -> AsyncIterator[Board]:
    theirs, ours = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=theirs, limit=1 << 24)
    listener = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(Switchboard(PATH).serve(listener, ours))
    yield Board(listener.getsockname()[1], reader, writer)
    writer.close()
    await serving


async def ask(caller: ClientConnection, **question: Any) -> None:
    await caller.send(msgspec.json.encode(question), text=True)


async def told(caller: ClientConnection) -> Any:
    async with asyncio.timeout(20):
        return msgspec.json.decode(await caller.recv())


@pytest.mark.parametrize(
    "path",
    ["/", "/json", "/json/list", "/json/version", "/devtools/browser/", "/devtools/page/1", f"{PATH}x", PATH[:-1]],
)
async def test_whoever_lacks_the_key_learns_only_who_is_there(board: Board, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await board.call(path)
    assert refused.value.response.status_code == 404
    assert refused.value.response.headers["Server"] == "GhostHands"
    assert refused.value.response.body == b"not here\n"


@pytest.mark.parametrize(
    ("path", "more", "put_through"),
    [("/wrong", "", 0), (PATH, "Origin: http://evil.example\r\n", 0), (PATH, "", 1)],
)
async def test_what_is_said_along_with_the_call_reaches_no_browser(
    board: Board, path: str, more: str, put_through: int
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", board.port)
    call = f"GET {path} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{more}"
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    said = Frame(Opcode.TEXT, b'{"id":1,"method":"Browser.close"}').serialize(mask=True)
    writer.write(f"{call}{key}".encode() + said)
    with suppress(ConnectionResetError, TimeoutError):
        async with asyncio.timeout(1):
            await reader.read()  # until they are hung up on
    writer.close()
    calling = asyncio.ensure_future(board.call().__aenter__())
    heard = [await board.hear() for _ in range(put_through + 1)]
    for question in heard:
        board.answer(question, sessionId=f"S{question['id']}")
    await (await calling).close()
    assert [question["method"] for question in heard] == ["Target.attachToBrowserTarget"] * len(heard)


async def test_a_page_is_not_let_in_even_with_the_key(board: Board) -> None:
    with pytest.raises(InvalidStatus):
        await board.call(origin="http://evil.example")


async def test_who_shows_no_key_is_hung_up_on(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switchboard, "HANDSHAKE_SECONDS", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", board.port)
    async with asyncio.timeout(20):
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
    writer.close()


async def test_each_is_answered_by_their_own_numbers_in_their_own_session(board: Board) -> None:
    one, other = await board.put_through(), await board.put_through()
    await ask(one, id=7, method="Browser.getVersion")
    await ask(other, id=7, method="Target.getTargets")
    first, second = await board.hear(), await board.hear()
    by_method = {question["method"]: question for question in (first, second)}
    assert first["id"] != second["id"]
    assert by_method["Browser.getVersion"]["sessionId"] == "S1"
    assert by_method["Target.getTargets"]["sessionId"] == "S2"
    board.answer(by_method["Target.getTargets"], targetInfos=[])
    board.answer(by_method["Browser.getVersion"], product="Chrome")
    assert await told(one) == {"id": 7, "result": {"product": "Chrome"}}
    assert await told(other) == {"id": 7, "result": {"targetInfos": []}}


async def test_events_go_to_whose_session_they_belong_to(board: Board) -> None:
    one, other = await board.put_through(), await board.put_through()
    attached = {"sessionId": "TAB", "targetInfo": {"targetId": "T"}, "waitingForDebugger": False}
    board.say(method="Target.attachedToTarget", params=attached, sessionId="S1")
    board.say(method="Page.loadEventFired", params={"timestamp": 1}, sessionId="TAB")
    board.say(method="Target.targetCreated", params={}, sessionId="S2")
    board.say(method="Target.attachedToTarget", params=attached)  # ours, nobody's
    assert await told(one) == {"method": "Target.attachedToTarget", "params": attached}
    assert await told(one) == {"method": "Page.loadEventFired", "params": {"timestamp": 1}, "sessionId": "TAB"}
    assert await told(other) == {"method": "Target.targetCreated", "params": {}}


async def test_nobody_works_in_anothers_session(board: Board) -> None:
    one, other = await board.put_through(), await board.put_through()
    board.say(method="Target.attachedToTarget", params={"sessionId": "TAB"}, sessionId="S1")
    await told(one)
    for session in ("TAB", "S1", "none"):
        await ask(other, id=3, method="Runtime.evaluate", sessionId=session)
        error = {"code": -32001, "message": "Session with given id not found."}
        assert await told(other) == {"id": 3, "error": error}
    await ask(one, id=4, method="Runtime.evaluate", sessionId="TAB")
    asked = await board.hear()
    assert (asked["method"], asked["sessionId"]) == ("Runtime.evaluate", "TAB")
    board.say(id=asked["id"], error={"code": -32001, "message": "gone"})  # a session that has just ended
    assert await told(one) == {"id": 4, "error": {"code": -32001, "message": "gone"}}


async def test_what_a_caller_had_ends_when_they_hang_up(board: Board) -> None:
    one, other = await board.put_through(), await board.put_through()
    await ask(one, id=1, method="Page.navigate")
    pending = await board.hear()
    await one.close()
    ended = await board.hear()
    assert (ended["method"], ended["params"]) == ("Target.detachFromTarget", {"sessionId": "S1"})
    assert "sessionId" not in ended
    board.answer(pending)
    board.say(method="Fetch.requestPaused", params={}, sessionId="S1")
    board.say(method="Target.targetCreated", params={}, sessionId="S2")
    assert (await told(other))["method"] == "Target.targetCreated"


async def test_who_did_not_wait_leaves_no_session(board: Board) -> None:
    calling = asyncio.ensure_future(board.call().__aenter__())
    question = await board.hear()
    calling.cancel()
    await asyncio.wait({calling})
    board.answer(question, sessionId="LOST")
    ended = await board.hear()
    assert (ended["method"], ended["params"]) == ("Target.detachFromTarget", {"sessionId": "LOST"})


async def test_halves_of_pairs_that_a_page_shows_are_passed_on(board: Board) -> None:
    one = await board.put_through()
    board.writer.write(b'{"method":"Runtime.consoleAPICalled","params":{"text":"\\ud83d"},"sessionId":"S1"}\0')
    async with asyncio.timeout(20):
        assert "\\ud83d" in str(await one.recv())


async def test_what_comes_in_pieces_is_whole(board: Board) -> None:
    one = await board.put_through()
    picture = "x" * 3_000_000
    board.say(method="Page.screencastFrame", params={"data": picture}, sessionId="S1")
    assert (await told(one))["params"]["data"] == picture
    await one.send(['{"id":1,', '"method":"IO.read"}'])
    assert (await board.hear())["method"] == "IO.read"


@pytest.mark.parametrize("nonsense", ["", "[]", "{}", "nonsense", '{"id":"1"}', '{"id":1.5}', "[" * 5000])
async def test_who_speaks_something_else_is_hung_up_on(board: Board, nonsense: str) -> None:
    one, other = await board.put_through(), await board.put_through()
    await one.send(nonsense)
    with pytest.raises(ConnectionClosed):
        await told(one)
    await ask(other, id=1, method="Browser.getVersion")
    while (asked := await board.hear())["method"] != "Browser.getVersion":
        pass
    board.answer(asked)
    assert await told(other) == {"id": 1, "result": {}}


async def test_all_are_hung_up_on_when_the_browser_is(board: Board) -> None:
    one, other = await board.put_through(), await board.put_through()
    board.writer.close()
    for caller in (one, other):
        with pytest.raises(ConnectionClosed):
            await told(caller)

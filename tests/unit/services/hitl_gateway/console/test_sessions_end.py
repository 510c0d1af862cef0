"""What a visitor has open ends with their session, and what they send has to arrive."""

from __future__ import annotations

import asyncio
import time
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import Request
from starlette.types import Message
from starlette.websockets import WebSocket
from websockets.asyncio.server import ServerConnection, serve

from ghosthands.chassis.grants import Doorplate, Grants
from ghosthands.domain.errors import GhostHandsError, StreamUnavailable
from ghosthands.hitl_gateway.console import means, sign_outs
from ghosthands.hitl_gateway.console.access import ConsoleAccess, Role, Visitor
from ghosthands.hitl_gateway.console.sign_outs import SignOuts
from ghosthands.hitl_gateway.console.takeover import Takeover
from ghosthands.messaging.server.jetstream import ApiError
from ghosthands.messaging.server.waiting import Forbidden
from ghosthands.vault.store import Entry, MemoryStore


class Watcher:
    """A visitor's WebSocket: it says nothing, and stays for as long as it may."""

    scope: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, access: ConsoleAccess, seconds: float) -> None:
        visitor = Visitor("v", Role.GUEST, time.time() + seconds, "1")
        self.state = SimpleNamespace(visitor=visitor)
        self.path_params = {"job_id": "1", "token": access.make_view_ticket(visitor, "s-1"), "rest": "socket"}
        self.seen: list[bytes] = []
        self.closed: list[int] = []

    async def accept(self, subprotocol: str | None = None) -> None:
        pass

    async def receive(self) -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send_bytes(self, data: bytes) -> None:
        self.seen.append(data)

    async def close(self, code: int) -> None:
        self.closed.append(code)


async def test_who_watches_a_page_is_cut_off_and_lets_go_once_their_session_is_over(tmp_path: Path) -> None:
    access, heard = ConsoleAccess([b"c" * 32], MemoryStore()), list[str | bytes]()

    async def show(line: ServerConnection) -> None:
        await line.send(b"a picture")
        heard.append(await line.recv())
        await line.wait_closed()

    async with serve(show, "127.0.0.1", 0) as live_view:
        url = f"http://127.0.0.1:{live_view.sockets[0].getsockname()[1]}"
        plate = tmp_path / "live.json"
        Doorplate(url, url, Grants(b"k" * 32)).hang(plate)
        watcher = Watcher(access, seconds=0.5)
        known = SimpleNamespace(live_plate=plate, access=access, sign_outs=SignOuts(MemoryStore()))
        takeover = Takeover(cast(means.ConsoleMeans, known))
        async with asyncio.timeout(20):
            await takeover.relay_socket(cast(WebSocket, watcher))
    assert watcher.seen == [b"a picture"]
    assert watcher.closed == [4003]
    assert heard == ['{"type":"release"}']


class Refusing(MemoryStore):
    """A store that refuses to be listed once."""

    is_asked = False

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        if self.is_asked:
            return await super().list(prefix)
        self.is_asked = True
        raise ApiError("a list", 500, 10000, "not now")


@pytest.mark.parametrize("shared", [MemoryStore(), Refusing()])
async def test_who_signs_out_at_one_gateway_is_out_at_the_others(
    shared: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_outs, "LOOK_SECONDS", 0.01)
    visitor = Visitor("v", Role.OPERATOR, time.time() + 900)
    here, there = SignOuts(shared), SignOuts(shared)
    running = asyncio.create_task(there.run())
    ending = asyncio.create_task(there.wait_for(visitor))
    try:
        assert visitor not in there
        await here.end(visitor)
        await asyncio.wait_for(ending, 20)
        assert visitor in there
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


class Away(MemoryStore):
    """A store that can be read, and takes nothing until it is back."""

    why: GhostHandsError | None = None

    async def put(self, key: str, data: bytes, *, expected: int | None = None, ttl: timedelta | None = None) -> int:
        if self.why is not None:
            raise self.why
        return await super().put(key, data, expected=expected, ttl=ttl)


@pytest.mark.parametrize("why", [StreamUnavailable("not now"), Forbidden("not yours")])
async def test_who_signs_out_while_the_store_is_away_is_out_here_at_once_and_at_the_others_later(
    why: GhostHandsError, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_outs, "LOOK_SECONDS", 0.01)
    store, visitor = Away(), Visitor("v", Role.OPERATOR, time.time() + 900)
    here, there = SignOuts(store), SignOuts(store)
    store.why = why
    await here.end(visitor)
    await here.look()
    assert visitor in here
    store.why = None
    running = [asyncio.create_task(one.run()) for one in (here, there)]
    try:
        await asyncio.wait_for(there.wait_for(visitor), 20)
        assert visitor in there
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_what_is_recorded_no_longer_is_forgotten() -> None:
    store, visitor = MemoryStore(), Visitor("v", Role.OPERATOR, time.time() + 900)
    there = SignOuts(store)
    await SignOuts(store).end(visitor)
    await there.look()
    assert visitor in there
    await store.delete("sign-outs/v")
    await there.look()
    assert visitor not in there


@pytest.mark.parametrize(("why", "begins"), [(Forbidden("not yours"), True), (StreamUnavailable("not now"), False)])
async def test_a_gateway_that_may_not_read_the_sign_outs_begins_without_them(
    why: GhostHandsError, begins: bool
) -> None:
    class Closed(MemoryStore):
        async def list(self, prefix: str) -> list[tuple[str, Entry]]:
            raise why

    with nullcontext() if begins else pytest.raises(StreamUnavailable):
        await SignOuts(Closed()).begin()


async def test_a_session_that_expires_while_the_machine_sleeps_is_over_when_it_wakes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sign_outs, "LOOK_SECONDS", 0.01)
    clock = iter([100.0, 200.0, 1001.0])
    ended = SignOuts(MemoryStore(), now=lambda: next(clock))
    await asyncio.wait_for(ended.wait_for(Visitor("v", Role.OPERATOR, 1000.0)), 20)
    assert next(clock, None) is None


async def test_a_form_that_does_not_come_to_its_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(means, "FORM_SECONDS", 0.05)
    begun = iter([{"type": "http.request", "body": b"confirmation=st", "more_body": True}])

    async def receive() -> Message:
        for message in begun:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    async with asyncio.timeout(20):
        assert await means.read_form(request) is None

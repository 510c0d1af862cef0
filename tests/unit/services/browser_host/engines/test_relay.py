"""The line to the browser that Stagehand is given instead of the browser's own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ghosthands.browser_host.engines.relay import FrameIntroductions, Relay
from ghosthands.browser_host.ports.tab import TabAddress

TAB = "tab-1"
EXTENSION = "chrome-extension://abc"


@dataclass
class Browser:
    """Answers every command with its name."""

    url: str = ""
    heard: list[dict[str, Any]] = field(default_factory=list)

    async def answer(self, line: ServerConnection) -> None:
        async for message in line:
            command = json.loads(message)
            self.heard.append(command)
            await line.send(json.dumps({"id": command["id"], "result": {"did": command["method"]}}))


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    running = Browser()
    async with serve(running.answer, "127.0.0.1", 0) as server:
        running.url = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/devtools/browser/1"
        yield running


@pytest.fixture
async def relay(browser: Browser) -> AsyncIterator[Relay]:
    relay = Relay(TabAddress(browser.url, TAB))
    yield relay
    await relay.close()


async def ask(line: ClientConnection, method: str, **params: Any) -> Any:
    await line.send(json.dumps({"id": 1, "method": method, "params": params}))
    async with asyncio.timeout(10):
        return json.loads(await line.recv())["result"]


async def test_what_is_asked_is_passed_on_and_answered(browser: Browser, relay: Relay) -> None:
    async with connect(await relay.open()) as line:
        assert await ask(line, "Target.getTargets") == {"did": "Target.getTargets"}


async def test_browser_and_tab_are_closed_by_nobody(browser: Browser, relay: Relay) -> None:
    async with connect(await relay.open()) as line:
        for method, params in (
            ("Browser.close", {}),
            ("Page.close", {}),
            ("Target.closeTarget", {"targetId": TAB}),
            ("Target.disposeBrowserContext", {"browserContextId": "1"}),
        ):
            assert await ask(line, method, **params) == {}
        assert await ask(line, "Target.closeTarget", targetId="another") == {"did": "Target.closeTarget"}
    assert [command["params"] for command in browser.heard] == [{"targetId": "another"}]


async def test_a_tab_to_wake_the_worker_does_not_come_to_the_front(browser: Browser, relay: Relay) -> None:
    async with connect(await relay.open()) as line:
        await ask(line, "Target.createTarget", url="about:blank")
    assert browser.heard[0]["params"] == {"url": "about:blank", "background": True}


async def test_nobody_dials_who_was_not_told_the_address(relay: Relay) -> None:
    address = await relay.open()
    with pytest.raises(InvalidStatus):
        async with connect(f"{address}x"):
            pass


async def test_hung_up_an_extension_is_not_heard_and_does_not_come_back(browser: Browser, relay: Relay) -> None:
    address = await relay.open()
    async with connect(address) as ours, connect(address, origin=EXTENSION) as theirs:  # type: ignore[arg-type]
        await ask(theirs, "Page.enable")
        await relay.hang_up_on_extensions()
        with pytest.raises(ConnectionClosed):
            await ask(theirs, "Input.insertText")
        with pytest.raises(InvalidStatus):
            async with connect(address, origin=EXTENSION):  # type: ignore[arg-type]
                pass
        assert await ask(ours, "Target.getTargets") == {"did": "Target.getTargets"}
    assert "Input.insertText" not in [command["method"] for command in browser.heard]


async def test_closed_it_is_gone_for_everybody(relay: Relay) -> None:
    address = await relay.open()
    async with connect(address) as line:
        await relay.close()
        with pytest.raises(ConnectionClosed):
            await line.recv()
    with pytest.raises(ConnectionRefusedError):
        async with connect(address):
            pass
    await relay.close()


def attached(session: str, frame: str, parent_frame: str, parent: str) -> dict[str, Any]:
    target = {"targetId": frame, "type": "iframe", "parentFrameId": parent_frame}
    return {
        "method": "Target.attachedToTarget",
        "sessionId": parent,
        "params": {"sessionId": session, "targetInfo": target},
    }


def tree(request: int, frame: str, *children: str) -> dict[str, Any]:
    below = [{"frame": {"id": child}} for child in children]
    return {"id": request, "result": {"frameTree": {"frame": {"id": frame}, "childFrames": below}}}


def told(frame: str, parent_frame: str, session: str) -> dict[str, Any]:
    params = {"frameId": frame, "parentFrameId": parent_frame}
    return {"method": "Page.frameAttached", "params": params, "sessionId": session}


def introductions(*sessions: str) -> FrameIntroductions:
    """Those sessions have been asked for their trees, by requests 1, 2, …"""
    frames = FrameIntroductions()
    for request, session in enumerate(sessions, start=1):
        frames.note_sent({"id": request, "sessionId": session, "method": "Page.getFrameTree"})
    return frames


def test_a_frame_that_was_there_before_is_told_of_once_both_trees_are_known() -> None:
    frames = introductions("top", "frame")
    assert frames.note_received(attached("frame", "F", "M", "top")) == []
    assert frames.note_received(tree(2, "F")) == []
    assert frames.note_received(tree(1, "M")) == [told("F", "M", "top")]


def test_frames_in_frames_are_told_of_from_the_outside_in() -> None:
    frames = introductions("top", "frame", "inmost")
    frames.note_received(attached("frame", "F", "M", "top"))
    frames.note_received(attached("inmost", "I", "F", "frame"))
    assert frames.note_received(tree(3, "I")) == []
    assert frames.note_received(tree(1, "M")) == []
    assert frames.note_received(tree(2, "F")) == [told("F", "M", "top"), told("I", "F", "frame")]


def test_a_frame_the_browser_tells_of_itself_is_not_told_of_twice() -> None:
    frames = introductions("top", "frame")
    frames.note_received(tree(1, "M"))
    frames.note_received(told("F", "M", "top"))
    frames.note_received(attached("frame", "F", "M", "top"))
    assert frames.note_received(tree(2, "F")) == []


def test_a_frame_told_of_before_anybody_listened_is_told_of_again() -> None:
    frames = introductions("top", "frame")
    frames.note_received(told("F", "M", "top"))
    frames.note_received(attached("frame", "F", "M", "top"))
    frames.note_received(tree(1, "M"))
    assert frames.note_received(tree(2, "F")) == [told("F", "M", "top")]


def test_a_frame_in_the_pages_own_tree_is_known() -> None:
    frames = introductions("top", "frame")
    frames.note_received(attached("frame", "F", "M", "top"))
    assert frames.note_received(tree(1, "M", "F")) == []
    assert frames.note_received(tree(2, "F")) == []


def test_a_frame_that_asked_for_its_page_too_early_is_told_of() -> None:
    frames = introductions("top", "frame")
    frames.note_received(attached("frame", "F", "M", "top"))
    assert frames.note_received(tree(2, "F")) == []
    assert frames.note_received(tree(1, "M", "F")) == [told("F", "M", "top")]


def test_what_stands_below_a_frame_is_known_from_its_second_answer_on() -> None:
    frames = introductions("top", "frame", "frame", "inmost", "later")
    frames.note_received(tree(1, "M", "F"))
    frames.note_received(attached("frame", "F", "M", "top"))
    frames.note_received(attached("inmost", "I", "F", "frame"))
    frames.note_received(tree(2, "F", "I"))
    assert frames.note_received(tree(4, "I")) == [told("I", "F", "frame")]
    frames.note_received(tree(3, "F", "I", "L"))
    frames.note_received(attached("later", "L", "F", "frame"))
    assert frames.note_received(tree(5, "L")) == []


def test_a_frame_that_has_gone_is_told_of_no_more() -> None:
    frames = introductions("top", "frame")
    frames.note_received(attached("frame", "F", "M", "top"))
    frames.note_received({"method": "Target.detachedFromTarget", "params": {"sessionId": "frame"}})
    assert [*frames.note_received(tree(2, "F")), *frames.note_received(tree(1, "M"))] == []

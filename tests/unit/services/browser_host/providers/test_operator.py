"""Which addresses of users' browsers a host may use, and what it leaves open there."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.server import Server, ServerConnection, serve

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports import devtools
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers import keyhole, operator
from ghosthands.browser_host.providers.operator import OperatorProvider, is_allowed
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.domain.errors import Transient
from ghosthands.domain.provider import ProviderName

CONFIGURED = frozenset({"browsers.example.com"})


@pytest.mark.parametrize("url", ["http://localhost:9222", "ws://127.0.0.1:1/devtools/browser/x", "http://[::1]:9222"])
def test_a_browser_of_this_machine_may_be_driven_where_its_port_is_configured(url: str) -> None:
    assert is_allowed(url, (), ["1", "9222"])
    assert is_allowed(url, (), ["any"])
    assert not is_allowed(url, (), [])
    assert not is_allowed(url, CONFIGURED, ["4222"]), "it may be a service's of ours"


@pytest.mark.parametrize("url", ["http://localhost/", "ws://127.0.0.1/devtools/browser/x", "http://localhost:80"])
def test_an_address_without_a_port_has_its_schemes(url: str) -> None:
    assert is_allowed(url, (), ["80"])
    assert not is_allowed(url, (), ["9222"])


@pytest.mark.parametrize("url", ["wss://browsers.example.com/?token=x", "https://user:x@browsers.example.com"])
def test_one_elsewhere_may_where_its_host_is_configured_and_a_token_is_shown(url: str) -> None:
    assert is_allowed(url, CONFIGURED, ())
    assert not is_allowed(url, (), ["any"])


@pytest.mark.parametrize(
    "url",
    [
        "wss://browsers.example.com/",
        "https://user@browsers.example.com",
        "wss://127.0.0.1.example.com/?token=x",
        "ftp://localhost/",
        "http://localhost:99999/",
        "http://127.0.0.2:9222/",
        "http://0.0.0.0:9222/",
        "",
    ],
)
def test_no_other_may(url: str) -> None:
    assert not is_allowed(url, CONFIGURED, ["any"])


def address_of(server: Server) -> str:
    """As a browser's, which has a path of its own."""
    port = next(iter(server.sockets)).getsockname()[1]
    return f"ws://127.0.0.1:{port}/devtools/browser/{uuid.uuid4()}"


class Chrome:
    """A browser with nothing but tabs, which may hang up on whoever drives it."""

    def __init__(self) -> None:
        self.tabs = ["the user's"]
        #: who is connected; the address it had
        self.wires: set[ServerConnection] = set()
        self.connected = asyncio.Semaphore(0)
        self.order = LaunchRequest()
        self.answers, self.asked = asyncio.Event(), asyncio.Event()
        self.answers.set()

    async def answer(self, wire: ServerConnection) -> None:
        self.wires.add(wire)
        self.connected.release()
        try:
            async for asked in wire:
                question = msgspec.json.decode(asked)
                self.asked.set()
                await self.answers.wait()
                result = self.result(question["method"], question["params"])
                await wire.send(msgspec.json.encode({"id": question["id"], "result": result}))
        finally:
            self.wires.discard(wire)

    def result(self, method: str, params: dict[str, str]) -> dict[str, object]:
        match method:
            case "Target.createTarget":
                self.tabs.append(f"tab {len(self.tabs)}")
                return {"targetId": self.tabs[-1]}
            case "Target.closeTarget":
                self.tabs.remove(params["targetId"])
        return {"targetInfos": [{"targetId": tab, "type": "page"} for tab in self.tabs]}

    async def hang_up(self) -> None:
        for wire in list(self.wires):
            await wire.close()


@pytest.fixture
async def chrome() -> AsyncIterator[Chrome]:
    chrome = Chrome()
    async with serve(chrome.answer, "127.0.0.1", 0) as server:
        chrome.order = LaunchRequest(ProviderName.OPERATOR, cdp_url=address_of(server))
        yield chrome


@pytest.fixture
def provider(tmp_path: Path) -> OperatorProvider:
    return OperatorProvider(UserDataDirs(tmp_path / "host"), hosts=(), ports=["any"])


MINE, OTHER = SessionKey("job-1", "s1"), SessionKey("job-2", "s2")


async def test_a_browser_that_hangs_up_is_called_three_times_more(
    chrome: Chrome, provider: OperatorProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devtools, "PAUSES", (0.0, 0.0, 0.0))
    browser = await provider.launch(MINE, chrome.order)
    await chrome.connected.acquire()  # which opened the tab
    for _ in range(4):
        await chrome.connected.acquire()
        assert not await browser.wait_until_gone(0.0)
        await chrome.hang_up()
    assert await browser.wait_until_gone(None)
    assert not browser.alive
    await browser.end()
    await provider.discard(MINE, chrome.order)


async def test_the_tab_is_closed_also_where_the_browser_has_just_hung_up(
    chrome: Chrome, provider: OperatorProvider
) -> None:
    browser = await provider.launch(MINE, chrome.order)
    assert chrome.tabs == ["the user's", "tab 1"]
    await chrome.hang_up()
    await browser.end()
    assert chrome.tabs == ["the user's"]
    await provider.discard(MINE, LaunchRequest())


async def test_a_tab_that_is_not_wanted_any_more_when_it_opens_is_closed(
    chrome: Chrome, provider: OperatorProvider
) -> None:
    chrome.answers.clear()
    launching = asyncio.create_task(provider.launch(MINE, chrome.order))
    await chrome.asked.wait()
    launching.cancel()
    chrome.answers.set()
    with pytest.raises(asyncio.CancelledError):
        await launching
    assert chrome.tabs == ["the user's"]
    await provider.discard(MINE, LaunchRequest())


async def test_a_tab_that_cannot_be_driven_is_closed(
    chrome: Chrome, provider: OperatorProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object, **_options: object) -> None:
        raise OSError("no port is free")

    monkeypatch.setattr(keyhole, "serve", fail)
    with pytest.raises(OSError, match="no port"):
        await provider.launch(MINE, chrome.order)
    assert chrome.tabs == ["the user's"]
    await provider.discard(MINE, LaunchRequest())


async def test_two_hosts_of_one_machine_do_not_work_one_browser_at_once(
    chrome: Chrome, provider: OperatorProvider, tmp_path: Path
) -> None:
    elsewhere = OperatorProvider(UserDataDirs(tmp_path / "another host"), hosts=(), ports=["any"])
    browser = await provider.launch(MINE, chrome.order)
    with pytest.raises(Transient):
        await elsewhere.launch(OTHER, chrome.order)
    await browser.end()
    await provider.discard(MINE, chrome.order)
    await (await elsewhere.launch(OTHER, chrome.order)).end()
    await elsewhere.discard(OTHER, chrome.order)


async def test_a_successor_takes_a_tab_over_once_its_predecessor_has_ended(
    chrome: Chrome, provider: OperatorProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator, "PREDECESSOR_SECONDS", 0.1)
    earlier = await provider.launch(MINE, chrome.order)
    successor = OperatorProvider(UserDataDirs(tmp_path / "host"), hosts=(), ports=["any"])
    assert await successor.adopt(MINE, None, chrome.order) is None
    provider._holds[MINE].close()  # with its process
    adopted = await successor.adopt(MINE, None, chrome.order)
    assert adopted is not None
    await adopted.end()
    await earlier.end()
    await successor.discard(MINE, chrome.order)


async def test_a_browser_that_opens_no_tab_is_unreachable_and_nothing_stays_open_to_it(
    tmp_path: Path,
) -> None:
    hung_up = asyncio.Event()

    async def refuse(connection: ServerConnection) -> None:
        async for asked in connection:
            await connection.send(msgspec.json.encode({"id": msgspec.json.decode(asked)["id"], "error": {"code": -1}}))
        hung_up.set()

    provider = OperatorProvider(UserDataDirs(tmp_path), hosts=(), ports=["any"])
    async with serve(refuse, "127.0.0.1", 0) as server:
        order = LaunchRequest(ProviderName.OPERATOR, cdp_url=address_of(server))
        with pytest.raises(BrowserUnavailable) as unavailable:
            await provider.launch(MINE, order)
        assert unavailable.value.code == "operator_unreachable"
        await provider.discard(MINE, LaunchRequest())
        async with asyncio.timeout(10):
            await hung_up.wait()


async def test_a_port_that_no_operator_allowed_is_not_even_asked(tmp_path: Path) -> None:
    """Whoever sends requests may name any; something of ours may listen there."""
    asked = asyncio.Event()

    async def note(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        writer.close()

    async with await asyncio.start_server(note, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        for scheme in ("http", "ws"):
            order = LaunchRequest(ProviderName.OPERATOR, cdp_url=f"{scheme}://127.0.0.1:{port}/devtools/browser/x")
            provider = OperatorProvider(UserDataDirs(tmp_path), hosts=(), ports=[str(port + 1)])
            with pytest.raises(BrowserUnavailable) as refused:
                await provider.launch(SessionKey("job", "session"), order)
            assert refused.value.code == "operator_not_allowed"
            assert await provider.adopt(SessionKey("job", "session"), None, order) is None
    assert not asked.is_set()

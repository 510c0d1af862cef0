"""Which addresses of users' browsers a host may use, and what it leaves open there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.profiles import Profile, Profiles
from ghosthands.browser_host.providers.operator import OperatorProvider, is_allowed
from ghosthands.browser_host.providers.provider import Order
from ghosthands.domain.provider import ProviderName

CONFIGURED = frozenset({"browsers.example.com"})


@pytest.mark.parametrize("url", ["http://localhost:9222", "ws://127.0.0.1:1/devtools/browser/x", "http://[::1]:9222"])
def test_a_browser_of_this_machine_may_be_driven(url: str) -> None:
    assert is_allowed(url, ())


@pytest.mark.parametrize("url", ["wss://browsers.example.com/?token=x", "https://user:x@browsers.example.com"])
def test_one_elsewhere_may_where_its_host_is_configured_and_a_token_is_shown(url: str) -> None:
    assert is_allowed(url, CONFIGURED)
    assert not is_allowed(url, ())


@pytest.mark.parametrize(
    "url",
    [
        "wss://browsers.example.com/",
        "https://user@browsers.example.com",
        "wss://127.0.0.1.example.com/?token=x",
        "ftp://localhost/",
        "",
    ],
)
def test_no_other_may(url: str) -> None:
    assert not is_allowed(url, CONFIGURED)


async def test_a_browser_that_opens_no_tab_is_unreachable_and_nothing_stays_open_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung_up = asyncio.Event()

    async def refuse(connection: ServerConnection) -> None:
        async for asked in connection:
            await connection.send(msgspec.json.encode({"id": msgspec.json.decode(asked)["id"], "error": {"code": -1}}))
        hung_up.set()

    provider = OperatorProvider(Profiles(tmp_path), hosts=())
    async with serve(refuse, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        order = Order(ProviderName.OPERATOR, cdp_url=f"ws://127.0.0.1:{port}/devtools/browser/x")
        with pytest.raises(BrowserUnavailable) as unavailable:
            await provider.launch(Profile("job", "session"), order)
        assert unavailable.value.code == "operator_unreachable"
        async with asyncio.timeout(10):
            await hung_up.wait()

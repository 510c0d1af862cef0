"""A browser that cannot be driven is said so without its address, which is a credential."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path

import pytest
from playwright.async_api import Error

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.registry import Driving, Providers
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.domain.provider import ProviderName

ADDRESS = "ws://127.0.0.1:9222/devtools/browser/0d5f-secret"
MINE = SessionKey("job", "session")


class Browser:
    """One that runs and takes no connection."""

    owns_browser, proxied, door, process, ws_url, alive = True, False, None, None, ADDRESS, True

    async def wait_until_gone(self, timeout_seconds: float | None) -> bool:
        await asyncio.Event().wait()
        return False

    async def end(self) -> None:
        pass


class Provider:
    def session_keys(self) -> Collection[SessionKey]:
        return ()

    async def launch(self, profile: SessionKey, order: LaunchRequest) -> Browser:
        return Browser()

    async def discard(self, profile: SessionKey, order: LaunchRequest) -> None:
        pass


class Driver:
    async def connect(self, ws_url: str) -> None:
        raise Error(f"BrowserType.connect_over_cdp: Timeout 30000ms exceeded.\n  - <ws connecting> {ws_url}")


async def test_a_browser_that_takes_no_connection_is_unavailable_and_its_address_untold(tmp_path: Path) -> None:
    driving = Driving(Driver(), ())  # type: ignore[arg-type]
    providers = Providers({ProviderName.LOCAL: Provider()}, UserDataDirs(tmp_path), driving)  # type: ignore[dict-item]
    with pytest.raises(BrowserUnavailable) as unavailable:
        await providers.launch(MINE, LaunchRequest())
    await providers.discard(MINE)
    assert unavailable.value.code == "browser_crashed"
    assert unavailable.value.retryable
    assert "secret" not in str(unavailable.value)

"""A real Chromium that was started ahead: whom it goes to, as what, and what becomes of one that nobody got."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ghosthands import chromium
from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers import spares
from ghosthands.browser_host.providers.registry import Providers
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.requests import RequestHeld, RunMode
from ghosthands.testkit.story import fill
from ghosthands.vault.profile import ApplicantData

if TYPE_CHECKING:
    from conftest import House, Pages

pytestmark = [pytest.mark.integration, pytest.mark.slow]

FIRST, SECOND = SessionKey("job-1", "session-1"), SessionKey("job-2", "session-2")
DATA = ApplicantData.of({"profile": {"first_name": "Wilhelmina", "email": "w@example.org"}}, {}, {})


@asynccontextmanager
async def with_a_spare(house: House) -> AsyncIterator[Providers]:
    """A process of the host whose spare browser stands ready; everything of its is ended with the block."""
    house.provider = house.new_provider(spares=1)
    keeping = asyncio.create_task(house.provider.keep_spares())
    try:
        await until_ready(house)
        yield house.provider
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        for key in (FIRST, SECOND):
            await house.provider.discard(key)
        await house.provider.end_spares()


async def until_ready(house: House) -> int:
    """The process of the browser that is marked as driven and that no session has."""
    folders = UserDataDirs(house.browsers_dir)
    async with asyncio.timeout(30):
        while not (ready := [one for one in folders.spares() if folders.marker_path(one).exists()]):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return pid_on(folders.path(ready[0]))


def pid_on(folder: Path) -> int:
    (found,) = chromium.find_processes(folder)
    return found.pid


def pids(house: House) -> set[int]:
    return {one.pid for one in chromium.find_processes(house.browsers_dir)}


async def test_a_session_gets_the_browser_that_stands_ready_and_another_takes_its_place(
    house: House, site: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spares, "BREATHER_SECONDS", 0.0)
    async with with_a_spare(house) as providers:
        spare = await until_ready(house)
        browser = await providers.launch(FIRST, LaunchRequest())
        assert browser.process is not None
        assert browser.process.pid == spare
        assert site.asked == []
        assert await until_ready(house) != spare


async def test_a_spare_browser_is_guarded_as_the_session_that_gets_it_wants(house: House, site: Pages) -> None:
    async with with_a_spare(house) as providers:
        browser = await providers.launch(FIRST, LaunchRequest(run_mode=RunMode.DRY))
        await browser.visit(site.url("/form"))
        model = await browser.observe()
        first, email = (field.id for field in model.fields)
        await browser.run(model, [fill(first, key="profile.first_name"), fill(email, key="profile.email")], DATA)
        await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT)
        held = [event for event in browser.take_told() if isinstance(event, RequestHeld)]
    assert site.sent == []
    assert [event.session_id for event in held] == [FIRST.session_id]


@pytest.mark.heavy
async def test_a_spare_browser_reaches_no_private_host_either(house: House, site: Pages) -> None:
    async with with_a_spare(house) as providers:
        browser = await providers.launch(FIRST, LaunchRequest())
        await browser.visit(site.url("/form"))
        page = await house.visitor(browser)
        await page.evaluate(
            "url => fetch(url, {mode: 'no-cors'}).catch(() => 0)", site.url("/secret", host="localhost")
        )
    assert ("GET", "/secret") not in site.asked


@pytest.mark.heavy
async def test_a_session_that_wants_a_window_leaves_it_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("ghosthands.chromium.tigervnc.missing", lambda: "Xtigervnc")
    async with with_a_spare(house) as providers:
        spare = await until_ready(house)
        with pytest.raises(BrowserUnavailable):
            await providers.launch(FIRST, LaunchRequest(headed=True))
        assert pids(house) == {spare}


async def test_a_spare_browser_that_died_is_nobodys(house: House, site: Pages) -> None:
    async with with_a_spare(house) as providers:
        (spare,) = chromium.find_processes(house.browsers_dir)
        spare.signal(signal.SIGKILL)
        await spare.wait_until_gone(10)
        browser = await providers.launch(FIRST, LaunchRequest())
        await browser.visit(site.url("/form"))
        assert browser.process is not None
        assert browser.process.pid != spare.pid


async def test_the_next_process_adopts_a_browser_that_was_a_spare_with_its_page(house: House, site: Pages) -> None:
    async with with_a_spare(house) as providers:
        earlier = await providers.launch(FIRST, LaunchRequest())
        await earlier.visit(site.url("/form"))
        await (await house.visitor(earlier)).fill("#first", "Wilhelmina")
        successor = house.new_provider()
        await successor.end_spares()
        assert list(successor.session_keys()) == [FIRST]
        adopted = await successor.adopt(FIRST, earlier.process, LaunchRequest())
        assert adopted is not None
        assert [field.state.value for field in (await adopted.observe()).fields] == ["filled", "empty"]


@pytest.mark.heavy
async def test_of_a_session_that_had_a_spare_nothing_is_left(house: House, site: Pages) -> None:
    async with with_a_spare(house) as providers:
        browser = await providers.launch(FIRST, LaunchRequest())
        await browser.visit(site.url("/form"))
        assert browser.process is not None
        await providers.discard(FIRST)
        assert not browser.process.alive
        assert list(house.browsers_dir.iterdir()) == []


_HOST = """
import asyncio, sys
from pathlib import Path
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.providers.desktop import Desktops
from ghosthands.browser_host.providers.local import LocalProvider
from ghosthands.browser_host.providers.registry import Driving, Providers
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.domain.provider import ProviderName

async def main():
    folders = UserDataDirs(Path(sys.argv[1]))
    local = LocalProvider(folders, Desktops(folders.root), allowed_hosts=(), headed=False, on_desktop=False)
    driving = Driving(Driver(Path(sys.argv[2])), ())
    await Providers({ProviderName.LOCAL: local}, folders, driving, spares=1).keep_spares()

asyncio.run(main())
"""


async def test_the_spare_of_a_killed_host_is_ended_by_the_next(house: House, tmp_path: Path) -> None:
    folders = (str(house.browsers_dir), str(tmp_path / "driver"))
    host = await asyncio.create_subprocess_exec(sys.executable, "-c", _HOST, *folders)
    try:
        spare = await until_ready(house)
    finally:
        host.kill()
        await host.wait()
    assert pids(house) == {spare}
    successor = house.new_provider()
    assert list(successor.session_keys()) == []
    await successor.end_spares()
    assert pids(house) == set()
    assert list(house.browsers_dir.iterdir()) == []

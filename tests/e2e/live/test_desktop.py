"""A session's visible browser on a desktop of its own, which a human sees and works in the same page of ours."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright, expect

from ghosthands import chromium
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.desktop import Desktop, Desktops
from ghosthands.browser_host.providers.local import LocalProvider
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.browser_host.sessions.session import Session
from ghosthands.chassis.grants import Right
from ghosthands.chromium import processes, tigervnc
from tests.e2e.live.conftest import FORM, House, Opens, Viewer, listening

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.heavy,
    pytest.mark.skipif(tigervnc.missing() is not None, reason=f"a desktop is {tigervnc.missing()}"),
]

NAME = "Ünï € 日本"


@pytest.fixture
async def key(house: House) -> AsyncIterator[SessionKey]:
    """The key of a session with a desktop."""
    made = SessionKey("job", "session")
    await house.desktops.start(made)
    yield made
    await house.desktops.discard(made)


@pytest.fixture
async def page(house: House, key: SessionKey, open_folder: Path) -> AsyncIterator[Page]:
    """The form in a visible browser on the desktop."""
    process = await chromium.launch(
        open_folder / "visible",
        log_path=open_folder / "visible.log",
        headless=False,
        environ=house.desktops[key].environ,
    )
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.connect_over_cdp(process.ws_url)
            shown = browser.contexts[0].pages[0]
            await shown.set_content(FORM)
            yield shown
    finally:
        await chromium.end(process)


@pytest.fixture
async def session(house: House, key: SessionKey, page: Page) -> Session:
    opened = house.open(page)
    house.desktops._open[opened.key] = house.desktops[key]
    return opened


async def to_desktop(viewer: Viewer) -> None:
    await viewer.page.get_by_role("button", name="Desktop").click()
    await expect(viewer.page.locator("body[data-desktop=there]")).to_be_visible()
    await viewer.until(
        """() => { const shown = document.querySelector("#desktop canvas");
            return shown?.width === 1280 && shown.height === 1000; }"""
    )


async def click(viewer: Viewer, page: Page, selector: str) -> None:
    """Click on the desktop, where the browser's window has the page's element."""
    spot = await page.locator(selector).bounding_box()
    left, top = await page.evaluate("[screenX + (outerWidth - innerWidth) / 2, screenY + outerHeight - innerHeight]")
    shown = await viewer.page.locator("#desktop canvas").bounding_box()
    assert spot is not None
    assert shown is not None
    scale = shown["width"] / 1280
    await viewer.page.mouse.click(
        shown["x"] + (left + spot["x"] + spot["width"] / 2) * scale,
        shown["y"] + (top + spot["y"] + spot["height"] / 2) * scale,
    )


async def test_what_a_human_does_on_the_desktop_is_what_the_page_gets(
    house: House, session: Session, page: Page, opens: Opens
) -> None:
    viewer = await opens(house.link(session))
    await to_desktop(viewer)
    await viewer.take()
    await click(viewer, page, "#name")
    await page.wait_for_function("document.activeElement.id === 'name'")
    await viewer.paste(NAME)
    await expect(page.locator("#name")).to_have_value(NAME)
    await click(viewer, page, "#about")
    await page.wait_for_function("document.activeElement.id === 'about'")
    await viewer.page.locator("#desktop canvas").focus()
    await viewer.page.keyboard.type("Plain", delay=30)
    await expect(page.locator("#about")).to_have_value("Plain")
    await click(viewer, page, "#go")
    await page.wait_for_function("seen.includes('click go true')")


async def test_hands_on_the_desktop_pass_only_with_control(
    house: House, session: Session, page: Page, opens: Opens
) -> None:
    holder, onlooker = await opens(house.link(session)), await opens(house.link(session, Right.VIEW))
    for viewer in (holder, onlooker):
        await to_desktop(viewer)
    await holder.take()
    await onlooker.page.evaluate("document.querySelector('#desktop canvas').style.pointerEvents = 'auto'")
    await click(onlooker, page, "#go")
    await click(holder, page, "#name")
    await page.wait_for_function("document.activeElement.id === 'name'")
    await holder.release()
    await click(holder, page, "#go")
    assert "click go true" not in await page.evaluate("seen")


async def test_a_desktop_is_on_no_network_and_its_socket_is_its_owners(house: House, key: SessionKey) -> None:
    desktop = house.desktops[key]
    assert not list(listening(desktop.process.pid))
    assert stat.S_IMODE(desktop.socket_path.stat().st_mode) == 0o600
    assert stat.S_IMODE(desktop.folder.stat().st_mode) == 0o700


async def test_nobody_without_the_key_gets_onto_a_desktop(house: House, key: SessionKey) -> None:
    asking = await asyncio.create_subprocess_exec(
        "tigervncconfig",
        "-list",
        env={"PATH": "/usr/bin", "DISPLAY": house.desktops[key].display, "HOME": "/nonexistent"},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert await asking.wait() != 0


async def test_a_successor_finds_a_desktop_and_ends_it(house: House, key: SessionKey) -> None:
    desktop = house.desktops[key]
    successor = Desktops(house.desktops._root)
    assert successor.adopt(key) == desktop
    await successor.discard(key)
    assert not desktop.process.alive
    assert desktop.manager is None or not desktop.manager.alive
    assert not desktop.folder.exists()
    assert Desktops(house.desktops._root).adopt(key) is None


async def test_a_desktop_of_a_session_that_never_came_to_be_is_ended(house: House, key: SessionKey) -> None:
    desktop = house.desktops[key]
    folder = house.desktops._root / key.name
    folder.mkdir()
    await Desktops(house.desktops._root).end_strays()
    assert desktop.process.alive
    folder.rmdir()
    await Desktops(house.desktops._root).end_strays()
    assert not desktop.process.alive


async def test_a_visible_browser_of_this_host_stands_on_its_own_desktop_and_goes_with_it(open_folder: Path) -> None:
    root = open_folder / "on-desktop"
    root.mkdir(mode=0o711)
    key, held = SessionKey("job", "visible"), Desktops(root)
    provider = LocalProvider(UserDataDirs(root), held, headed=False, on_desktop=True)
    browser = await provider.launch(key, LaunchRequest(headed=True))
    desktop = held[key]
    told = processes.command_line(browser.process.pid)
    assert not any(word.startswith("--headless") for word in told)
    assert f"DISPLAY={desktop.display}" in environ(browser.process.pid)
    successor = LocalProvider(UserDataDirs(root), Desktops(root), headed=False, on_desktop=True)
    assert await successor.adopt(key, browser.process, LaunchRequest(headed=True)) is not None
    await successor.discard(key, LaunchRequest())
    assert not browser.process.alive
    assert not desktop.process.alive


def environ(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/environ").read_text().split("\0")


def test_where_tigervnc_or_novnc_is_missing_the_mend_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ghosthands.chromium.tigervnc._NOVNC", Path("/nonexistent"))
    assert tigervnc.missing() == "not available: apt-get install novnc tigervnc-standalone-server tigervnc-common"


async def test_a_desktop_takes_no_hands_before_it_is_unlocked(house: House, key: SessionKey) -> None:
    desktop = house.desktops[key]
    assert await accepts(desktop) == "0"
    await desktop.lock(False)
    assert await accepts(desktop) == "1"
    await desktop.lock(True)
    assert await accepts(desktop) == "0"


async def accepts(desktop: Desktop) -> str:
    asking = await asyncio.create_subprocess_exec(
        "tigervncconfig",
        "-get",
        "AcceptKeyEvents",
        env={"PATH": "/usr/bin", **desktop.environ},
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await asking.communicate()
    return out.decode().strip()

"""Launching, with scripts in the place of Chromium that behave as it does where it cannot start."""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ghosthands import chromium
from ghosthands.chromium import devtools
from ghosthands.chromium.executable import Executable


@pytest.fixture(autouse=True)
def forget_what_the_kernel_forbids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ghosthands.chromium.launcher._sandbox_forbidden", False)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Outside pytest's private folders, so that the browser's user can reach it when root runs the tests."""
    with tempfile.TemporaryDirectory(prefix="gh-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        yield folder
        assert chromium.find_processes(folder) == []


def pretender(folder: Path, behaviour: str) -> Executable:
    """A script called like Chromium is; `$profile` is the profile it is given."""
    path = folder / "chromium"
    find_profile = 'for a in "$@"; do case "$a" in --user-data-dir=*) profile="${a#*=}";; esac; done'
    path.write_text(f"#!/bin/bash\n{find_profile}\n{behaviour}\n")
    path.chmod(0o755)
    return Executable(path, "configured")


#: gives whoever is first to call a session
LISTEN = """read -r -d '' <&3; printf '{"id":1,"result":{"sessionId":"S"}}\\0' >&4; sleep 600 & wait"""


async def test_a_browser_that_ends_at_once_is_an_error_with_its_last_words(folder: Path) -> None:
    dies = pretender(folder, "echo 'Failed to connect to the bus: dbus/bus.cc'; echo 'no room'; exit 3")
    with pytest.raises(chromium.LaunchFailed, match=r"ended at once \(exit code 3\): no room; see ") as failure:
        await chromium.launch(folder / "p", log_path=folder / "log", executable=dies)
    assert failure.value.log_tail == "no room"


async def test_the_error_repeats_nothing_an_earlier_browser_wrote(folder: Path) -> None:
    (folder / "log").write_text("from before\n")
    dies = pretender(folder, "exit 3")
    with pytest.raises(chromium.LaunchFailed, match="its log is empty"):
        await chromium.launch(folder / "p", log_path=folder / "log", executable=dies)


async def test_what_a_browser_complains_of_is_for_its_owner_only(folder: Path) -> None:
    dies = pretender(folder, "echo 'https://jobs.example.com/?token=x'; exit 3")
    with pytest.raises(chromium.LaunchFailed):
        await chromium.launch(folder / "p", log_path=folder / "log", executable=dies)
    assert (folder / "log").stat().st_mode & 0o777 == 0o600


async def test_a_browser_that_stays_silent_is_ended(folder: Path) -> None:
    silent = pretender(folder, "sleep 600 & wait")
    with pytest.raises(chromium.LaunchFailed, match=r"could not be driven within 0\.2 s"):
        await chromium.launch(folder / "p", log_path=folder / "log", executable=silent, timeout_seconds=0.2)


async def test_a_cancelled_launch_leaves_no_browser(folder: Path) -> None:
    # it waits by itself: a child that it starts is called like a browser until it has become another program
    silent = pretender(folder, 'mkfifo "$profile/never"; touch "$profile/started"; read -r < "$profile/never"')
    launching = asyncio.create_task(chromium.launch(folder / "p", log_path=folder / "log", executable=silent))
    while not (folder / "p/started").exists():  # noqa: ASYNC110 - another process makes it
        await asyncio.sleep(0.01)
    (browser,) = chromium.find_processes(folder)
    launching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await launching
    await chromium.end(browser)


async def test_where_the_kernel_forbids_the_sandbox_it_is_left_off(folder: Path) -> None:
    refuse = 'if [[ "$*" != *--no-sandbox* ]]; then echo "No usable sandbox!"; exit 1; fi'
    wants_namespaces = pretender(folder, f"{refuse}\n{LISTEN}")
    browser = await chromium.launch(folder / "p", log_path=folder / "log", executable=wants_namespaces)
    assert not browser.sandboxed
    await chromium.end(browser)


async def test_any_other_failure_is_not_tried_again_without_the_sandbox(folder: Path) -> None:
    dies = pretender(folder, 'echo once >> "$profile/starts"; exit 1')
    with pytest.raises(chromium.LaunchFailed):
        await chromium.launch(folder / "p", log_path=folder / "log", executable=dies)
    assert (folder / "p/starts").read_text() == "once\n"


async def test_what_a_killed_browser_left_in_the_profile_does_not_matter(folder: Path) -> None:
    left = folder / "p"
    left.mkdir()
    (left / "SingletonLock").symlink_to("another-machine-1234")
    devtools.leave_address(left, "ws://127.0.0.1:9/devtools/browser/old")
    browser = await chromium.launch(left, log_path=folder / "log", executable=pretender(folder, LISTEN))
    assert browser.ws_url == devtools.find_address(left) != "ws://127.0.0.1:9/devtools/browser/old"
    assert not (left / "SingletonLock").is_symlink()
    await chromium.end(browser)


async def test_a_profile_in_use_is_refused(folder: Path) -> None:
    browser = await chromium.launch(folder / "p", log_path=folder / "log", executable=pretender(folder, LISTEN))
    with pytest.raises(chromium.ProfileInUse, match=f"process {browser.pid} still runs"):
        await chromium.launch(folder / "p", log_path=folder / "log", executable=pretender(folder, LISTEN))
    await chromium.end(browser)


async def test_a_browser_that_does_not_answer_is_not_adopted(folder: Path) -> None:
    browser = await chromium.launch(folder / "p", log_path=folder / "log", executable=pretender(folder, LISTEN))
    devtools.leave_address(folder / "p", f"ws://127.0.0.1:{free_port()}/devtools/browser/x")
    assert await chromium.adopt(folder / "p", browser.pid, browser.start_time) is None
    await chromium.end(browser)


async def test_a_visible_browser_needs_a_display(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(chromium.ChromiumError, match="needs a display"):
        await chromium.launch(folder / "p", log_path=folder / "log", headless=False)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

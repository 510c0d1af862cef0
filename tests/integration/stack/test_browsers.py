"""A real Chromium: started, adopted after its host died, ended; as root under an unprivileged user, in its sandbox."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import async_playwright

from ghosthands import chromium
from ghosthands.chromium import BrowserProcess, processes

pytestmark = pytest.mark.integration

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root hands its browsers to another user")

Until = Callable[[Callable[[], object]], Awaitable[None]]

HOST = """
import asyncio, json, sys
from pathlib import Path
from ghosthands import chromium

folder = Path(sys.argv[1])
browser = asyncio.run(chromium.launch(folder / "profile", log_path=folder / "log"))
print(json.dumps([browser.pid, browser.start_time, browser.ws_url]), flush=True)
sys.stdin.read()
"""

REPORT = """
import asyncio, json
from ghosthands import chromium

report = asyncio.run(chromium.sandbox_report())
print(json.dumps([report.sandboxed, report.user, report.reason]))
"""

#: Runs a command in a user namespace with all users of ours, beneath which there may be no other.
WITHOUT_NAMESPACES = """
import ctypes, os, sys

ours, theirs = os.pipe(), os.pipe()
child = os.fork()
if child == 0:
    if ctypes.CDLL(None).unshare(0x10000000) != 0:
        sys.exit("user namespaces cannot be limited here")
    os.write(ours[1], b"entered")
    os.read(theirs[0], 6)
    with open("/proc/sys/user/max_user_namespaces", "w") as limit:
        limit.write("0")
    os.execv(sys.argv[1], sys.argv[1:])
os.close(ours[1])
if os.read(ours[0], 7):
    for kind in ("uid_map", "gid_map"):
        with open(f"/proc/{child}/{kind}", "w") as map_file:
            map_file.write("0 0 65536")
    os.write(theirs[1], b"mapped")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.fixture
async def browser(state_dir: Path) -> AsyncIterator[BrowserProcess]:
    browser = await chromium.launch(state_dir / "profile", log_path=state_dir / "log")
    yield browser
    await chromium.end(browser)


def session(browser: BrowserProcess) -> list[int]:
    return [member.pid for member in processes.session_members(browser)]


def renderers(browser: BrowserProcess) -> list[int]:
    """The processes of its pages; what Chromium's zygote made has all its arguments in one."""
    return [pid for pid in session(browser) if "--type=renderer" in " ".join(processes.command_line(pid))]


def listeners(port: int) -> set[str]:
    """The local addresses somebody listens on at that port, as /proc/net spells them."""
    rows = Path("/proc/net/tcp").read_text().splitlines() + Path("/proc/net/tcp6").read_text().splitlines()
    return {row.split()[1] for row in rows if f":{port:04X} " in row and " 0A " in row}


def environ(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


def status(pid: int, field: str) -> list[str]:
    """A line of /proc/<pid>/status."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(line.split()[1:] for line in lines if line.startswith(f"{field}:"))


async def test_a_browser_has_no_page_but_its_own_to_work_on(browser: BrowserProcess) -> None:
    """What its address bar would suggest is a page as large as any, which nobody who applies looks at."""
    async with async_playwright() as playwright:
        connection = await playwright.chromium.connect_over_cdp(browser.ws_url)
        await connection.contexts[0].new_page()
        devtools = await connection.new_browser_cdp_session()
        targets = (await devtools.send("Target.getTargets", {"filter": [{}]}))["targetInfos"]
        assert {target["type"] for target in targets} == {"page", "tab"}, targets


async def test_a_launched_browser_is_driven_on_loopback_only(browser: BrowserProcess) -> None:
    port = urlsplit(browser.ws_url).port
    assert port is not None
    assert listeners(port) == {f"0100007F:{port:04X}"}


async def test_its_profile_is_private(browser: BrowserProcess) -> None:
    assert browser.profile_dir.stat().st_mode & 0o777 == 0o700


@root_only
async def test_as_root_the_browser_runs_unprivileged_in_its_sandbox(browser: BrowserProcess) -> None:
    assert browser.sandboxed
    user = chromium.browser_user()
    assert user.uid != 0
    owners = {uid for pid in session(browser) for uid in status(pid, "Uid")}
    assert owners == {str(user.uid)}
    assert browser.profile_dir.stat().st_uid == user.uid


async def test_its_pages_run_in_namespaces_under_a_system_call_filter(browser: BrowserProcess, until: Until) -> None:
    await until(lambda: renderers(browser) and all(status(pid, "Seccomp") == ["2"] for pid in renderers(browser)))
    assert all(len(status(pid, "NSpid")) > 1 for pid in renderers(browser))


async def test_the_browser_sees_none_of_our_secrets(state_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_NATS_PASSWORD", "not-for-browsers")
    browser = await chromium.launch(state_dir / "profile", log_path=state_dir / "log")
    seen = environ(browser.pid)
    await chromium.end(browser)
    assert b"not-for-browsers" not in seen
    assert b"HOME=" + os.fsencode(browser.profile_dir) in seen


async def test_ending_a_browser_ends_every_helper_of_it(browser: BrowserProcess, state_dir: Path) -> None:
    helpers = [stat.identity for stat in processes.list_living() if _names(stat.pid, state_dir)]
    assert len(helpers) > 5
    await chromium.end(browser)
    assert not any(helper.alive for helper in helpers)
    await chromium.end(browser)


async def test_a_browser_that_was_killed_is_ended_with_what_it_left(browser: BrowserProcess, state_dir: Path) -> None:
    helpers = [stat.identity for stat in processes.list_living() if _names(stat.pid, state_dir)]
    browser.signal(signal.SIGKILL)
    await browser.wait_until_gone(30)
    await chromium.end(browser)
    assert not any(helper.alive for helper in helpers)


async def test_a_browser_outlives_its_killed_host_and_is_adopted(state_dir: Path) -> None:
    host = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        HOST,
        str(state_dir),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert host.stdout is not None
    pid, start_time, ws_url = json.loads(await asyncio.wait_for(host.stdout.readline(), 60))
    host.kill()
    await host.wait()
    adopted = await chromium.adopt(state_dir / "profile", pid, start_time)
    assert adopted is not None
    assert (adopted.pid, adopted.ws_url) == (pid, ws_url)
    await chromium.end(adopted)
    assert await chromium.adopt(state_dir / "profile", pid, start_time) is None


async def test_another_process_is_not_taken_for_the_browser(browser: BrowserProcess) -> None:
    assert await chromium.adopt(browser.profile_dir, browser.pid, browser.start_time - 1) is None
    assert await chromium.adopt(browser.profile_dir.parent, browser.pid, browser.start_time) is None
    assert await chromium.adopt(browser.profile_dir, os.getpid(), 1) is None


async def test_browsers_are_found_beneath_a_folder(browser: BrowserProcess, state_dir: Path) -> None:
    (found,) = chromium.find_processes(state_dir)
    assert (found.pid, found.start_time, found.profile_dir) == (
        browser.pid,
        browser.start_time,
        browser.profile_dir,
    )
    assert chromium.find_processes(state_dir / "profile") == [found]
    assert chromium.find_processes(state_dir / "pro") == []


async def test_a_profile_can_be_used_again_after_its_browser_was_killed(state_dir: Path) -> None:
    first = await chromium.launch(state_dir / "profile", log_path=state_dir / "log")
    first.signal(signal.SIGKILL)
    await first.wait_until_gone(30)
    second = await chromium.launch(state_dir / "profile", log_path=state_dir / "log")
    assert second.pid != first.pid
    await chromium.end(second)


async def test_a_used_profile_remembers_no_forms(state_dir: Path) -> None:
    browser = await chromium.launch(state_dir / "profile", log_path=state_dir / "log")
    await chromium.end(browser)
    kept = json.loads((state_dir / "profile/Default/Preferences").read_text())
    assert kept["autofill"]["profile_enabled"] is False
    assert kept["credentials_enable_service"] is False


async def test_the_sandbox_report_says_how_browsers_run_here() -> None:
    report = await chromium.sandbox_report()
    assert report.sandboxed
    assert report.user in report.reason


@root_only
def test_where_the_kernel_forbids_namespaces_the_browser_is_still_unprivileged() -> None:
    report = subprocess.run(
        [sys.executable, "-c", WITHOUT_NAMESPACES, sys.executable, "-c", REPORT],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if "user namespaces cannot be limited here" in report.stderr:
        pytest.skip("user namespaces cannot be limited here")
    sandboxed, user, reason = json.loads(report.stdout)
    assert (sandboxed, user) == (False, chromium.browser_user().name)
    assert "user namespaces are forbidden here" in reason


@root_only
async def test_a_profile_the_browsers_user_cannot_reach_is_run_as_root_without_a_sandbox(tmp_path: Path) -> None:
    # pytest's own folders are private to root
    browser = await chromium.launch(tmp_path / "profile", log_path=tmp_path / "log")
    await chromium.end(browser)
    assert not browser.sandboxed


@root_only
async def test_a_file_lent_to_the_browser_belongs_to_its_user(browser: BrowserProcess) -> None:
    path = chromium.put_file(browser.profile_dir, "resume.pdf", b"%PDF")
    assert path.stat().st_uid == path.parent.stat().st_uid == chromium.browser_user().uid


def _names(pid: int, folder: Path) -> bool:
    return any(str(folder) in argument for argument in processes.command_line(pid))

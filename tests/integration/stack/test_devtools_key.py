"""No stranger drives a browser of ours: one of another user, and one of our own who lacks the key, at every port."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import async_playwright

from ghosthands import chromium
from ghosthands.chromium import BrowserProcess, WayOut, devtools, processes

pytestmark = pytest.mark.integration

NOBODY = 65534
#: one that others may run as well, where there is one
PYTHON = shutil.which("python3", path="/usr/local/bin:/usr/bin:/bin") or sys.executable
SECRET = "Wilhelmina"
#: tries all that Chromium answers at a port of its own, and says what it was answered
STRANGER = """
import base64, http.client, json, sys

PAGES = ("/json", "/json/list", "/json/version", "/json/protocol")
told = []
for port in map(int, sys.argv[1:]):
    def ask(method, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return answer.status, "" if answer.status == 101 else answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            return None, ""
        finally:
            connection.close()

    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    upgrade["Sec-WebSocket-Key"] = base64.b64encode(b"0" * 16).decode()
    answers = [ask("GET", page) for page in PAGES] + [ask("PUT", "/json/new?about:blank")]
    answers += [ask("GET", path, **upgrade) for path in ("/", "/devtools/browser", "/devtools/browser/" + "x" * 43)]
    told += [[port, *answer] for answer in answers if answer[0] in (101, 200)]
print(json.dumps(told))
"""


@asynccontextmanager
async def launched() -> AsyncIterator[BrowserProcess]:
    """A browser such as hosts launch, with a page that shows something of somebody."""
    with tempfile.TemporaryDirectory(prefix="gh-") as name:
        os.chmod(name, 0o711)
        folder = Path(name)
        way_out = WayOut(websockets=False)
        process = await chromium.launch(folder / "profile", log_path=folder / "log", way_out=way_out)
        try:
            async with async_playwright() as playwright:
                connection = await playwright.chromium.connect_over_cdp(process.ws_url)
                await connection.contexts[0].pages[0].goto(f"data:text/html,<title>{SECRET}</title>")
                yield process
        finally:
            await chromium.end(process)


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[BrowserProcess]:
    """One for all who only look at it."""
    async with launched() as process:
        yield process


@pytest.fixture
async def own_browser() -> AsyncIterator[BrowserProcess]:
    """One for a test that changes or ends it."""
    async with launched() as process:
        yield process


def ports_of(browser: BrowserProcess) -> set[int]:
    """Every TCP port that the browser, what it started, and what stands beside it listen on."""
    beside = [pid for pid in pids() if name_of(pid).endswith(f" {browser.pid}")]
    return {port for pid in (*session_of(browser), *beside) for port in listening(pid)}


def session_of(browser: BrowserProcess) -> list[int]:
    return [member.pid for member in processes.session_members(browser)]


def pids() -> Iterator[int]:
    yield from (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def listening(pid: int) -> Iterator[int]:
    inodes = {os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir() if os.path.lexists(one)}
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
                yield int(fields[1].rpartition(":")[2], 16)


async def ask_as_a_stranger(ports: set[int], user: int | None) -> Any:
    """What somebody is answered there: as that user, or one of our own."""
    process = await asyncio.create_subprocess_exec(
        *(PYTHON, "-I", "-c", STRANGER, *map(str, ports)),
        stdout=asyncio.subprocess.PIPE,
        cwd="/",
        **({} if user is None else {"user": user, "group": user, "extra_groups": []}),
    )
    told, _ = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode == 0
    return json.loads(told)


@pytest.mark.parametrize(
    "user",
    [
        pytest.param(NOBODY, marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user too")),
        None,
    ],
    ids=["another user", "our own"],
)
async def test_a_stranger_can_neither_list_nor_attach_nor_open(browser: BrowserProcess, user: int | None) -> None:
    ports = ports_of(browser)
    assert ports, "it is driven somewhere"
    assert await ask_as_a_stranger(ports, user) == []


async def test_chromium_itself_listens_nowhere(browser: BrowserProcess) -> None:
    assert {port for pid in session_of(browser) for port in listening(pid)} == set()


async def test_the_key_is_in_a_file_of_its_hosts_alone(browser: BrowserProcess) -> None:
    file = devtools.address_file(browser.profile_dir)
    assert file.read_text() == browser.ws_url
    assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (os.geteuid(), 0o600)
    key = browser.ws_url.rpartition("/")[2]
    assert len(key) >= 43
    assert key not in repr(browser)


async def test_the_key_is_on_no_command_line_and_in_no_environment(browser: BrowserProcess) -> None:
    key = browser.ws_url.rpartition("/")[2].encode()
    shown = {pid for pid in pids() for part in ("cmdline", "environ") if key in read(Path(f"/proc/{pid}/{part}"))}
    assert shown == set()


def read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


async def test_who_has_the_key_drives_the_same_pages_as_others_who_have_it(own_browser: BrowserProcess) -> None:
    async with async_playwright() as playwright:
        callers = [await playwright.chromium.connect_over_cdp(own_browser.ws_url) for _ in range(3)]
        pages = [caller.contexts[0].pages[0] for caller in callers]
        assert [await page.title() for page in pages] == [SECRET] * 3
        await pages[0].evaluate("document.title = 'changed'")
        await callers[0].close()
        assert [await page.title() for page in pages[1:]] == ["changed"] * 2


async def test_a_browser_ends_with_its_attendant(own_browser: BrowserProcess) -> None:
    (beside,) = (pid for pid in pids() if name_of(pid) == f"beside {own_browser.pid}")
    os.kill(beside, 9)
    assert await own_browser.wait_until_gone(60)

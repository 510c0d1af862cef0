"""`ghosthands live`: a link to a job's browser, as the stack serves it."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, expect

from ghosthands import chromium
from ghosthands.chromium import tigervnc
from tests.e2e.live.conftest import Viewer, listening

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

UNKNOWN = "0b8f7d3e-0000-5000-8000-000000000001"


@pytest.fixture(scope="module")
def waiting(shell: Any, site: Any, me: list[str]) -> Iterator[str]:
    """A job that waits for a human, by the beginning of its id."""
    waits = shell.run("apply", site.posting("?unknown=1"), *me)
    short = waits.out.partition("ghosthands answer ")[2].split()[0]
    yield short
    assert shell.run("cancel", short).code == 0
    assert "no browser open now" in shell.run("live", short).err


async def test_a_waiting_jobs_page_is_seen_taken_and_given_back_by_its_link(
    shell: Any, waiting: str, browser: Browser
) -> None:
    short = waiting
    assert f"ghosthands live {short}" in shell.run("show", short).out
    link = shell.run("live", short).out.strip()
    told = shell.run("live", short, "--view-only", "--json").json
    assert told["on"]
    assert told["link"] != link
    context = await browser.new_context()
    try:
        viewer = Viewer(await context.new_page(), context)
        await viewer.page.goto(link)
        await viewer.until_shown()
        await viewer.take()
        await viewer.release()
        off = shell.run("live", told["session_id"], "--off")
        assert (off.code, off.out) == (0, "the live view is turned off\n")
        await expect(viewer.page.locator("#status")).to_have_text("The live view was turned off")
    finally:
        await context.close()
    assert "turned off; on again: ghosthands live" in shell.run("live", short).err
    assert shell.run("live", short, "--on").out.startswith("http://127.0.0.1:")
    events = [line["event"] for line in shell.run("show", short, "--json").json["timeline"]]
    assert events.count("ControlTaken") == events.count("ControlReleased") == 1
    token = re.search("/live/([^/]+)/", link)
    assert token is not None
    for log in (shell.state_dir / "logs").iterdir():
        assert token[1] not in log.read_text()


@pytest.mark.heavy
@pytest.mark.skipif(tigervnc.missing() is not None, reason=f"a desktop is {tigervnc.missing()}")
async def test_a_visible_browser_is_seen_on_its_desktop(shell: Any, site: Any, me: list[str], browser: Browser) -> None:
    waits = shell.run("apply", site.posting("?unknown=1"), *me, "--headed", "--allow-duplicate")
    short = waits.out.partition("ghosthands answer ")[2].split()[0]
    context = await browser.new_context()
    try:
        viewer = Viewer(await context.new_page(), context)
        await viewer.page.goto(shell.run("live", short).out.strip())
        await viewer.until_shown()
        await viewer.page.get_by_role("button", name="Desktop").click()
        await expect(viewer.page.locator("body[data-desktop=there]")).to_be_visible()
    finally:
        await context.close()
        assert shell.run("cancel", short).code == 0


def test_a_stack_listens_on_this_machine_alone_and_shows_nothing_without_a_link(shell: Any, waiting: str) -> None:
    record = json.loads((shell.state_dir / "stack.json").read_text())
    services = {name: set(listening(process["pid"])) for name, process in record["processes"].items()}
    browsers = [set(listening(browser.pid)) for browser in chromium.find_processes(shell.state_dir / "browsers")]
    assert services["browser-host"]
    assert browsers
    for found in (*services.values(), *browsers):
        assert {address for address, _ in found} <= {"127.0.0.1"}
    doors = {port for _, port in services["browser-host"]} - {record["processes"]["browser-host"]["metrics_port"]}
    assert [httpx.get(f"http://127.0.0.1:{port}/").status_code for port in doors] == [403]


def test_no_port_of_a_stack_tells_anybody_what_is_counted_or_monitored(shell: Any, waiting: str) -> None:
    record = json.loads((shell.state_dir / "stack.json").read_text())
    token = json.loads((shell.state_dir / "secrets.json").read_text())["metrics_token"]
    for name, process in record["processes"].items():
        for _, port in listening(process["pid"]):
            told = {page for page in ("metrics", "monitoring/metrics", "varz", "connz") if asked(port, page) == 200}
            assert told == set(), f"{name} tells it at {port}"
        if metrics_port := process["metrics_port"]:
            assert asked(metrics_port, "metrics", token) == asked(metrics_port, "readyz") == 200


def asked(port: int, page: str, token: str = "") -> int | None:
    """The status that the port answers with; None where it speaks no HTTP."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        return httpx.get(f"http://127.0.0.1:{port}/{page}", headers=headers, trust_env=False).status_code
    except httpx.HTTPError:
        return None


def test_a_job_nobody_knows_has_no_link(shell: Any) -> None:
    ended = shell.run("live", "nonsense")
    assert (ended.code, ended.err) == (2, "there is no job 'nonsense'; see: ghosthands jobs\n")
    ended = shell.run("live", UNKNOWN)
    assert (ended.code, ended.err) == (
        2,
        f"no session {UNKNOWN} is open on this machine; those there are: ghosthands sessions\n",
    )


@pytest.mark.heavy
async def test_who_has_control_has_it_still_when_the_host_was_killed_and_is_back(
    shell: Any, waiting: str, browser: Browser
) -> None:
    context = await browser.new_context()
    try:
        viewer = Viewer(await context.new_page(), context)
        await viewer.page.goto(shell.run("live", waiting).out.strip())
        await viewer.until_shown()
        await viewer.take()
        record = json.loads((shell.state_dir / "stack.json").read_text())
        os.kill(record["processes"]["browser-host"]["pid"], signal.SIGKILL)
        await expect(viewer.page.locator("body[data-line=lost]")).to_be_visible()
        await expect(viewer.page.locator("body[data-line=there][data-hold=you]")).to_be_visible(timeout=60_000)
        await viewer.release()
    finally:
        await context.close()
    said = [line["event"] for line in shell.run("show", waiting, "--json").json["timeline"]]
    assert said.count("ControlTaken") == said.count("ControlReleased")
    assert "SessionLost" not in said

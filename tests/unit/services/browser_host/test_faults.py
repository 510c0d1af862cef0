"""The fault point that kills or stops a browser."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from ghosthands.browser_host.driving.faults import ChromiumFault, parse
from ghosthands.chromium import ProcessIdentity
from ghosthands.chromium.processes import identify


async def sleeper() -> tuple[asyncio.subprocess.Process, ProcessIdentity]:
    process = await asyncio.create_subprocess_exec("sleep", "600")
    identity = identify(process.pid)
    assert identity is not None
    return process, identity


async def test_a_step_kills_the_browser_once_for_all_processes(tmp_path: Path) -> None:
    marker = tmp_path / "fired"
    first, browser = await sleeper()
    await parse(f"observe:{marker}").at("observe", browser)
    assert await first.wait() == -9
    second, browser = await sleeper()
    await parse(f"observe:{marker}").at("observe", browser)
    assert browser.alive
    second.kill()
    await second.wait()


async def test_another_step_leaves_the_browser_alone(tmp_path: Path) -> None:
    process, browser = await sleeper()
    await parse(f"submit:{tmp_path / 'fired'}").at("observe", browser)
    assert browser.alive
    process.kill()
    await process.wait()


async def test_a_step_stops_the_browser_where_a_test_wants_it(tmp_path: Path) -> None:
    process, browser = await sleeper()
    await parse(f"submit:freeze:{tmp_path / 'fired'}").at("submit", browser)
    _, status = await asyncio.to_thread(os.waitpid, browser.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    process.kill()
    await process.wait()


def test_a_number_names_an_action_of_a_run(tmp_path: Path) -> None:
    assert parse(f"3:{tmp_path / 'fired'}").actions_before == 2
    assert parse(f"run:{tmp_path / 'fired'}").actions_before is None


@pytest.mark.parametrize("text", ["nowhere:/tmp/m", "0:/tmp/m", "submit", "submit:", "submit:melt:/tmp/m"])
def test_a_fault_nobody_planned_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="GHOSTHANDS_FAULT_CHROMIUM"):
        parse(text)


def test_without_the_variable_nothing_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GHOSTHANDS_FAULT_CHROMIUM", raising=False)
    assert ChromiumFault.planned() == ChromiumFault()

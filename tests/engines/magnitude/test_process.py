"""The process of the real Magnitude: killed, hung, cancelled, without its host, and what it is told of secrets."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import EngineMove, EngineTrouble, EngineUnavailable
from ghosthands.browser_host.ports.tab import TabAddress, target_id
from ghosthands.practice.model_server import AnswerRule, ModelServer
from tests.engines.magnitude.conftest import (
    CITY,
    DONE,
    Asking,
    Attach,
    Signs,
    click,
    is_gone,
    open_application,
    plan,
    state,
    type_,
)
from tests.engines.magnitude.conftest import PAGES as PAGES

if TYPE_CHECKING:
    from conftest import Running, Site

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.heavy,
    pytest.mark.skipif(node.missing() is not None, reason=f"magnitude not available: {node.missing()}"),
]


async def test_a_sidecar_that_is_killed_at_work_leaves_the_page_and_makes_room_for_another(
    running: Running, page: Page, attach: Attach, model: ModelServer, signs: Signs
) -> None:
    model.rules.append(AnswerRule(answer="late", delay_seconds=60))
    before = await state(page)
    engine = await attach(page)
    acting = asyncio.ensure_future(engine.act(EngineMove("Fill it")))
    await asyncio.wait_for(signs.looked.wait(), 20)
    os.kill(engine.pid, signal.SIGKILL)
    with pytest.raises(EngineTrouble) as told:
        await acting
    assert told.value.code == "engine_crashed"
    assert running.process.alive
    assert await state(page) == before
    await engine.kill()
    model.rules[:] = [plan(click(CITY), type_("Lyon"), DONE)]
    await (await attach(page)).act(EngineMove("Write Lyon into City"))
    assert await page.input_value("#city") == "Lyon"


async def test_a_sidecar_that_hangs_is_found_and_ended(page: Page, attach: Attach) -> None:
    engine = await attach(page, hang_seconds=4.0)
    before, pid = await state(page), engine.pid
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(EngineTrouble) as told:
        await engine.locate()
    assert told.value.code == "engine_hung"
    assert await state(page) == before
    await engine.kill()
    assert is_gone(pid)


async def test_a_cancelled_operation_takes_the_sidecar_with_it(
    page: Page, attach: Attach, model: ModelServer, signs: Signs
) -> None:
    model.rules.append(AnswerRule(answer="late", delay_seconds=60))
    engine = await attach(page)
    pid = engine.pid
    acting = asyncio.ensure_future(engine.act(EngineMove("Fill it")))
    await asyncio.wait_for(signs.looked.wait(), 20)
    acting.cancel()
    with suppress(asyncio.CancelledError):
        await acting
    await engine.kill()
    assert is_gone(pid)


async def test_its_process_is_told_no_secret_by_its_command_or_its_environment(
    running: Running, page: Page, attach: Attach, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_MASTER_KEY", "the-master-key")
    engine = await attach(page)
    process = Path(f"/proc/{engine.pid}")
    told = process.joinpath("cmdline").read_text() + process.joinpath("environ").read_text()
    assert not any(secret in told for secret in ("key-of-the-gateway", running.process.ws_url, "the-master-key"))
    assert "key-of-the-gateway" not in repr(engine.__dict__)


OWNER = """
import asyncio, sys
from ghosthands import models
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.domain.asked_models import Purpose
async def main():
    account = models.Account(models.ModelGateway(models.ModelSettings()), Purpose.SEE)
    engine = MagnitudeEngine(account, models.ModelEndpoint("http://127.0.0.1:9/v1"))
    await engine.attach(TabAddress(*sys.argv[1:]), lambda _: None)
    print(engine.pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


async def test_a_killed_host_leaves_no_sidecar_and_the_page_as_it_was(running: Running, page: Page) -> None:
    before = await state(page)
    command = (sys.executable, "-c", OWNER, running.process.ws_url, await target_id(page))
    owner = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert owner.stdout is not None
    watched = os.pidfd_open(int(await owner.stdout.readline()))
    owner.kill()
    await owner.wait()
    ready, _, _ = await asyncio.to_thread(select.select, [watched], [], [], 20)
    os.close(watched)
    assert ready, "the sidecar is still there"
    assert running.process.alive
    assert await state(page) == before


BUSY = """
import { Worker } from 'node:worker_threads';
const spin = () => { console.log(process.pid); while (true); };
new Worker(process.argv[2], { workerData: process.ppid }).once('online', () => setTimeout(spin, 100));
"""
STARTER = "import subprocess, sys; subprocess.run(['node', *sys.argv[1:]])"


async def test_a_sidecar_that_is_too_busy_to_listen_ends_with_its_host_all_the_same(tmp_path: Path) -> None:
    script = tmp_path / "busy.mjs"
    script.write_text(BUSY)
    command = (sys.executable, "-c", STARTER, str(script), str(node.MAGNITUDE / "watchdog.mjs"))
    starter = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert starter.stdout is not None
    watched = os.pidfd_open(int(await starter.stdout.readline()))
    starter.kill()
    await starter.wait()
    ready, _, _ = await asyncio.to_thread(select.select, [watched], [], [], 20)
    os.close(watched)
    assert ready, "the sidecar is still there"


async def test_a_tab_that_is_not_there_cannot_be_taken(running: Running, asking: Asking) -> None:
    engine = asking.engine()
    with pytest.raises(EngineTrouble) as told:
        await engine.attach(TabAddress(running.process.ws_url, "0" * 32), lambda _: None)
    assert told.value.code == "page_gone"
    assert engine.pid is None


async def test_a_page_that_closes_at_work_is_gone(
    running: Running, site: Site, attach: Attach, model: ModelServer
) -> None:
    tab = await running.context.new_page()
    await open_application(tab, site)
    engine = await attach(tab)
    await tab.close()
    with pytest.raises(EngineTrouble) as told:
        await engine.locate()
    assert told.value.code == "page_gone"


async def test_without_magnitude_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asking: Asking
) -> None:
    address = TabAddress("ws://127.0.0.1:9/devtools/browser/x", "x")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineUnavailable, match="magnitude not available: install Node"):
        await asking.engine().attach(address, lambda _: None)
    monkeypatch.undo()
    with pytest.raises(EngineUnavailable, match="make setup-magnitude"):
        await asking.engine(sidecar=tmp_path).attach(address, lambda _: None)

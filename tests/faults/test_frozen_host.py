"""A browser host stops breathing until others take it for gone, and comes back: what was sent was sent once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import pytest

from ghosthands import chromium
from ghosthands.browser_host.sessions.adoption import ADOPTION_SECONDS
from ghosthands.domain import services
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import EffectIntended, Phase
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.session import ActionFailed, ActionStarted, ActionVerified, SessionLost
from ghosthands.messaging import fault
from ghosthands.messaging.work import hosts
from ghosthands.stack import Tolerance
from ghosthands.stack.services import module_command
from ghosthands.testkit.lab import TENANT, Lab, a_posting

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

#: the second host's name
OTHER = "other"
#: until a silent host is gone, and one that is loaded has looked often enough
GONE_SECONDS = 5 * ADOPTION_SECONDS


@pytest.fixture
async def lab(open_folder: Path) -> AsyncIterator[Lab]:
    async with Lab.start(open_folder / "lab", tolerance=Tolerance(running=10_000.0)) as lab:
        yield lab


def environment_of(pid: int) -> dict[str, str]:
    told = Path(f"/proc/{pid}/environ").read_text()
    return dict(line.split("=", 1) for line in told.split("\0") if line)


@asynccontextmanager
async def another_host(lab: Lab) -> AsyncIterator[None]:
    """A second host beside the stack's own, with browsers of its own."""
    folder = lab.stack.state.browsers.with_name("browsers-of-other")
    environment = environment_of(lab.stack.process(services.BROWSER_HOST).pid) | {
        "GHOSTHANDS_BROWSER_HOST_HOST": OTHER,
        "GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR": str(folder),
        "GHOSTHANDS_METRICS_PORT": "0",
    }
    process = await asyncio.create_subprocess_exec(*module_command(services.BROWSER_HOST), env=environment)
    try:
        async with asyncio.timeout(60):
            while not await hosts.is_there(lab.bus, OTHER):  # noqa: ASYNC110 - said in a while
                await asyncio.sleep(0.2)
        yield
    finally:
        process.send_signal(signal.SIGINT)
        await process.wait()
        for browser in chromium.find_processes(folder):
            os.kill(browser.pid, signal.SIGKILL)


@pytest.mark.parametrize("after", [ActionVerified, EffectIntended], ids=lambda event: event.__name__)
async def test_a_host_that_was_taken_for_gone_presses_nothing_when_it_comes_back(lab: Lab, after: type) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting)
    await lab.until(job_id, lambda seen: any(isinstance(each.event, after) for each in seen.recorded))
    lab.signal(services.BROWSER_HOST, signal.SIGSTOP)
    try:
        async with another_host(lab):
            await lab.until(job_id, lambda seen: bool(seen.named(SessionLost.__name__)), timeout=GONE_SECONDS)
            await lab.until(job_id, lambda seen: seen.over or seen.asks)
            lab.signal(services.BROWSER_HOST, signal.SIGCONT)
            async with asyncio.timeout(60):
                while sum(host.is_there for host in await hosts.read_hosts(lab.bus)) < 2:  # noqa: ASYNC110
                    await asyncio.sleep(0.2)
            seen = await lab.unhelped(job_id)
            await lab.finished(await lab.apply(a_posting()))
    finally:
        lab.signal(services.BROWSER_HOST, signal.SIGCONT)
    assert lab.submissions(posting) <= 1
    assert (seen.phase is Phase.COMPLETED) == (lab.submissions(posting) == 1), seen


@pytest.mark.parametrize("is_browser_frozen", [False, True], ids=["host", "host and browser"])
async def test_a_press_that_was_announced_before_the_freeze_is_not_made_after_it(
    open_folder: Path, *, is_browser_frozen: bool
) -> None:
    """Others took the host for gone, a human said that nothing was sent, and the job was tried again elsewhere."""
    announced, posting = f"{ActionStarted.__name__}.{ActionKind.SUBMIT}", a_posting()
    frozen = f"{services.BROWSER_HOST}:{fault.AFTER_APPEND}:{announced}:freeze:{open_folder / 'frozen'}"
    planned = {services.BROWSER_HOST: {fault.VARIABLE: frozen}}
    async with Lab.start(open_folder / "lab", tolerance=Tolerance(running=10_000.0), by_service=planned) as lab:
        browsers = lab.stack.state.browsers
        job_id = await lab.apply(posting)
        await lab.until(job_id, lambda seen: any(map(begins_to_submit, seen.named(ActionStarted.__name__))))
        try:
            if is_browser_frozen:
                signal_browsers(browsers, signal.SIGSTOP)
            async with another_host(lab):
                await lab.until(job_id, lambda seen: seen.asks, timeout=GONE_SECONDS)
                await lab.answer(job_id, Resolution.SKIP)
                await lab.until(job_id, lambda seen: seen.over)
                await lab.publish("job.retry", {"tenant": TENANT, "job_id": job_id})
                seen = await lab.until(job_id, lambda seen: seen.phase is Phase.COMPLETED)
                assert lab.submissions(posting) == 1, seen
                since = hosts.now()
                lab.signal(services.BROWSER_HOST, signal.SIGCONT)
                signal_browsers(browsers, signal.SIGCONT)
                await until_it_has_no_session(lab, since)
                if not is_browser_frozen:  # else the connection to it may be gone, and with it whoever would press
                    await lab.until(job_id, lambda seen: any(map(is_unpressed, seen.named(ActionFailed.__name__))))
        finally:
            lab.signal(services.BROWSER_HOST, signal.SIGCONT)
            signal_browsers(browsers, signal.SIGCONT)
        assert lab.submissions(posting) == 1, seen


async def until_it_has_no_session(lab: Lab, since: datetime) -> None:
    """Wait until the host that came back has ended what it had: by then it has pressed, or never will."""
    async with asyncio.timeout(GONE_SECONDS):
        while all(host.at < since or host.open for host in await own_records(lab)):  # noqa: ASYNC110 - said in a while
            await asyncio.sleep(0.2)


async def own_records(lab: Lab) -> list[hosts.HostRecord]:
    """What the stack's own host said of itself last; nothing while it is silent."""
    return [host for host in await hosts.read_hosts(lab.bus) if host.host != OTHER]


def begins_to_submit(event: object) -> bool:
    return isinstance(event, ActionStarted) and event.kind is ActionKind.SUBMIT


def is_unpressed(event: object) -> bool:
    return isinstance(event, ActionFailed) and event.code == ActionFailure.NOT_PRESSED


def signal_browsers(folder: Path, number: signal.Signals) -> None:
    for browser in chromium.find_processes(folder):
        os.kill(browser.pid, number)

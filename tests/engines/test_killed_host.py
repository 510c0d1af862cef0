"""Browser-host is killed while an engine works a half-filled form: its successor finds all as it was, and goes on."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright

from ghosthands.browser_host.engines import node
from ghosthands.chromium import devtools
from ghosthands.domain import services
from ghosthands.domain.engine import EngineName
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.session import EngineConnected, SessionOpened
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

DOM, CUA, VISION = EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA, EngineName.MAGNITUDE

#: what a model says to each engine so that the next one is tried
GIVES_UP = {
    DOM: AnswerRule(answer={"elements": []}, schema=("elements",)),
    CUA: AnswerRule(
        answer={"action": "impossible", "x": None, "y": None, "text": None, "confidence": None}, schema=("confidence",)
    ),
    VISION: AnswerRule(answer={"reasoning": "no", "actions": [{"variant": "task:fail"}]}, image=True),
}
#: the page was not loaded anew, and this is in its fields
FORM = """() => [window.visited, ...[...document.querySelectorAll("input, textarea, select")].map((field) =>
    field.type === "file" ? [...field.files].map(({name}) => name).join() : `${field.value} ${field.checked}`)]"""

needs_node = pytest.mark.skipif(node.missing() is not None, reason=f"magnitude not available: {node.missing()}")


@pytest.mark.parametrize("held", [DOM, CUA, pytest.param(VISION, marks=needs_node)])
async def test_a_host_that_is_killed_with_an_engine_attached_leaves_its_successor_all_as_it_was(
    lab: Lab, model: ModelServer, held: EngineName
) -> None:
    asked = asyncio.Event()
    at_work = AnswerRule(answer=lambda _: asked.set() or "", schema=GIVES_UP[held].schema, delay_seconds=120, times=1)
    model.rules[:] = [rule for name in GIVES_UP for rule in ([at_work] if name is held else []) + [GIVES_UP[name]]]
    posting = a_posting()
    job_id = await lab.apply(posting, query="?stubborn=1")
    async with asyncio.timeout(120):
        await asked.wait()
    before = await lab.until(job_id, lambda seen: held in engines(seen))
    async with page_of(before) as page:
        await page.evaluate("window.visited = true")
        form = await page.evaluate(FORM)
        lab.signal(services.BROWSER_HOST, signal.SIGKILL)
        seen = await lab.until(job_id, lambda one: one.asks or one.over)
        assert seen.asks, seen
        assert engines(seen).count(held) == 2, "it was attached anew"
        assert opened(seen) == opened(before), "the browser was adopted"
        assert not seen.named("SessionLost")
        assert await page.evaluate(FORM) == form
        assert lab.submissions(posting) == 0
        await page.locator("input[type=radio][value=yes]").dblclick()
    await lab.answer(job_id, Resolution.DONE)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert lab.submissions(posting) == 1


def engines(seen: FollowedJob) -> list[EngineName]:
    return [one.engine for one in seen.named("EngineConnected") if isinstance(one, EngineConnected)]


def opened(seen: FollowedJob) -> SessionOpened:
    (only,) = (one for one in seen.named("SessionOpened") if isinstance(one, SessionOpened))
    return only


@asynccontextmanager
async def page_of(seen: FollowedJob) -> AsyncIterator[Page]:
    """The job's page, over a connection of our own."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(address_of(opened(seen).pid))
        (page,) = (each for each in browser.contexts[0].pages if "stubborn=1" in each.url)
        yield page
        await browser.close()


def address_of(pid: int | None) -> str:
    """Where the browser of that process is reached."""
    command = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    (profile,) = (each.partition("=")[2] for each in command if each.startswith("--user-data-dir="))
    address = devtools.find_address(Path(profile))
    assert address is not None, "the host left no address"
    return address

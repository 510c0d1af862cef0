"""VALET's way, over HTTP alone: an application asked for, watched and sent; one that waits, and is called off."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser

from ghosthands.testkit.lab import PATIENCE, Lab, a_posting
from ghosthands.testkit.valet_client import ValetClient
from ghosthands.testkit.valet_takeover import ValetTakeover

pytestmark = pytest.mark.e2e


@pytest.fixture
def valet(lab: Lab) -> ValetClient:
    base = f"http://127.0.0.1:{lab.stack.http_port}"
    return ValetClient(base, lab.stack.service_secret, worker_port=lab.stack.worker_port)


def application(lab: Lab, posting: Any, query: str = "") -> dict[str, Any]:
    """As VALET submits it: no key and no version of ours, a platform it does not know."""
    ours = ("tenant", "idempotency_key", "engine_version")
    made = {name: value for name, value in lab.request(posting, query=query).items() if name not in ours}
    named = {"valet_task_id": str(uuid.uuid4()), "valet_user_id": str(uuid.uuid4())}
    return {**made, **named, "platform": "unknown", "quality": "quality", "max_retries": 1}


async def watch(valet: ValetClient, job_id: str) -> AsyncIterator[Any]:
    """How the job stands, as VALET asks, again and again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            yield await valet.status(job_id)
            await asyncio.sleep(0.1)  # VALET polls


async def test_an_application_is_asked_for_watched_and_sent_once(lab: Lab, valet: ValetClient) -> None:
    posting = a_posting()
    told = await valet.apply(application(lab, posting))
    assert told["status"] == "pending"
    seen = []
    async for status in watch(valet, told["job_id"]):
        seen.append(status)
        if status["status"] not in ("pending", "running"):
            break
    last = seen[-1]
    assert (last["status"], last["error"], last["progress"]) == ("completed", None, 100), last
    assert last["result"]["data"]["outcome"] == "submitted"
    assert [each["progress"] for each in seen] == sorted(each["progress"] for each in seen)
    assert len({each["progress"] for each in seen}) > 3
    assert last["timestamps"]["started_at"] < last["timestamps"]["completed_at"]
    assert lab.submissions(posting) == 1


async def test_a_click_by_valets_own_takeover_lands_on_the_page_that_waits(
    lab: Lab, valet: ValetClient, browser: Browser
) -> None:
    posting, base, key = a_posting(), f"http://127.0.0.1:{lab.stack.http_port}", lab.stack.service_secret
    job_id = (await valet.apply(application(lab, posting, "?captcha=1")))["job_id"]
    async for status in watch(valet, job_id):
        if status["status"] == "paused":
            break
    assert status["browser_session_available"] is True
    async with asyncio.timeout(PATIENCE):
        while not (told := await ValetTakeover.look(base, key))["available"]:  # noqa: ASYNC110  VALET polls
            await asyncio.sleep(0.2)
    assert (told["jobId"], told["pauseReason"]) == (job_id, "captcha")
    async with ValetTakeover.open(base, key) as person:
        await person.call("Page.enable")
        assert await person.see()
        await person.click(*await find_box(browser, lab.site.url(posting, "?captcha=1"), told["viewport"]))
    # the wall is seen to be gone; it may be asked whether what the person sent was the application
    seen = await lab.until(job_id, lambda seen: seen.over or len(seen.named("HumanRequested")) == 2)
    assert seen.named("ActionVerified"), seen
    assert len(seen.named("ControlTaken")) == len(seen.named("ControlReleased")) == 1
    if seen.asks:
        await valet.resume(job_id, {"notes": "It was sent"})
    await lab.finished(job_id)


async def find_box(browser: Browser, url: str, viewport: Any) -> tuple[float, float]:
    """Where a person sees the captcha's button, in a browser of the same size."""
    context = await browser.new_context(viewport=viewport)
    page = await context.new_page()
    await page.goto(url)
    box = await page.frame_locator(".g-recaptcha iframe[src*=recaptcha]").locator("button").bounding_box()
    await context.close()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.heavy
async def test_an_application_that_waits_for_a_human_is_called_off(lab: Lab, valet: ValetClient) -> None:
    posting = a_posting()
    job_id = (await valet.apply(application(lab, posting, "?captcha=1")))["job_id"]
    async for status in watch(valet, job_id):
        if status["status"] == "paused":
            break
    assert status["interaction"]["type"] == "captcha"
    assert (await valet.ask_worker("GET", "/worker/status"))["max_concurrent"] > 0
    gone = await valet.cancel(job_id)
    assert (gone["id"], gone["status"]) == (job_id, "cancelled")
    assert lab.submissions(posting) == 0
    await lab.finished(job_id)

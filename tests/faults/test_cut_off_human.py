"""A human controls a page whose host loses NATS: nothing leaves meanwhile, they are told, and it is sent once after."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from ghosthands.testkit.lab import Lab, a_posting
from tests.e2e.jobs.test_human_submission import ANSWER, in_control

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

#: milliseconds until a host without NATS is cut off, on a busy machine
CUT_OFF_MS = 90_000


@pytest.fixture
async def lab(open_folder: Path) -> AsyncIterator[Lab]:
    async with Lab.start(open_folder / "lab") as lab:
        yield lab


async def test_a_human_whose_host_is_cut_off_sends_nothing_is_told_so_and_sends_it_once_when_it_is_back(
    lab: Lab, browser: Browser, open_folder: Path
) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?unknown=1")
    asked = await lab.asking(job_id)
    async with in_control(asked, posting, browser, open_folder / "lab") as (viewer, page):
        told = viewer.page.get_by_role("alert")
        field, button = page.get_by_label("parrot"), page.get_by_role("button", name="Submit application")
        await field.scroll_into_view_if_needed()
        await viewer.click_on(page, field)
        await viewer.paste(ANSWER)
        await expect(field).to_have_value(ANSWER)
        nats = lab.stack.process("nats").pid
        os.kill(nats, signal.SIGSTOP)
        try:
            await expect(told.filter(has_text="Nothing that you send leaves")).to_be_visible(timeout=CUT_OFF_MS)
            await button.scroll_into_view_if_needed()
            async with page.expect_event("requestfailed"):
                await viewer.click_on(page, button)
        finally:
            os.kill(nats, signal.SIGCONT)
        await expect(told.filter(has_text="The connection to GhostHands is back")).to_be_visible(timeout=CUT_OFF_MS)
        assert lab.submissions(posting) == 0
        await viewer.page.get_by_role("button", name="Take control again").click()
        await expect(viewer.page.get_by_role("button", name="Release control")).to_be_visible()
        await button.scroll_into_view_if_needed()
        await viewer.click_on(page, button)
        await lab.until(job_id, lambda seen: bool(seen.named("HumanSubmitted")))
        await viewer.release()
    assert lab.submissions(posting) == 1

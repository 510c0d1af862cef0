"""What a human sends in a job's browser: it counts, whatever page the job remembers, until somebody tells."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from ghosthands import chromium
from ghosthands.chassis import grants
from ghosthands.chassis.grants import Right
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase, SubmissionState
from ghosthands.domain.session import SessionOpened
from ghosthands.practice.postings import Posting
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting
from tests.e2e.live.conftest import Viewer

pytestmark = pytest.mark.e2e

ANSWER = "Norwegian blue"
#: they name the posting too
HABITS = "?unknown=1&garbled=1"


@asynccontextmanager
async def in_control(
    seen: FollowedJob, posting: Posting, browser: Browser, folder: Path
) -> AsyncIterator[tuple[Viewer, Page]]:
    """A human who has control of the job's page, and that page."""
    opened = seen.named("SessionOpened")[-1]
    plate = grants.doorplate(folder / "browsers" / grants.PLATE)
    assert isinstance(opened, SessionOpened)
    assert plate is not None
    # those of jobs before this one may be about to end
    found = next(one for one in chromium.find_processes(folder / "browsers") if one.pid == opened.pid)
    process = await chromium.adopt(found.profile_dir, found.pid, found.start_time)
    assert process is not None
    context = await browser.new_context(viewport={"width": 1280, "height": 900})
    async with async_playwright() as playwright:
        contexts = (await playwright.chromium.connect_over_cdp(process.ws_url)).contexts
        shown = next(page for each in contexts for page in each.pages if posting.path in page.url)
        try:
            viewer = Viewer(await context.new_page(), context)
            await viewer.page.goto(plate.link(opened.session_id, Right.CONTROL))
            await viewer.until_shown()
            await viewer.take()
            yield viewer, shown
        finally:
            await context.close()


async def test_what_a_human_sent_is_neither_sent_again_nor_cancelled_nor_free_for_another(
    lab: Lab, browser: Browser, open_folder: Path
) -> None:
    """The site takes it and answers with an error: nobody but the human knows that it arrived."""
    posting = a_posting()
    job_id = await lab.apply(posting, query=HABITS)
    asked = await lab.asking(job_id)
    async with in_control(asked, posting, browser, open_folder / "lab") as (viewer, page):
        field = page.get_by_label("parrot")
        await field.scroll_into_view_if_needed()
        await viewer.click_on(page, field)
        await viewer.paste(ANSWER)
        await expect(field).to_have_value(ANSWER)
        button = page.get_by_role("button", name="Submit application")
        await button.scroll_into_view_if_needed()
        await viewer.click_on(page, button)
        sent = await lab.until(job_id, lambda seen: bool(seen.named("HumanSubmitted")))
        assert sent.job.effects.submission is SubmissionState.UNCLEAR
        assert not sent.named("ControlReleased")
        await lab.cancel(job_id)
        second = await lab.until(await lab.apply(posting, query=HABITS), lambda seen: seen.job.ended)
        assert second.phase is Phase.REJECTED
        await viewer.release()
    question = asked.ask
    await lab.answer(job_id, values={question.fields[0].question_key: ANSWER})
    doubting = await lab.until(job_id, lambda seen: seen.asks and len(seen.named("HumanRequested")) == 2)
    assert (doubting.ask.kind, lab.submissions(posting)) == (AskKind.SUBMIT_UNCLEAR, 1)
    assert not doubting.named("JobCancelRequested")
    assert not doubting.named("EffectIntended")
    await lab.answer(job_id, Resolution.DONE)
    assert (await lab.finished(job_id)).job.effects.submission is SubmissionState.CONFIRMED
    assert lab.submissions(posting) == 1

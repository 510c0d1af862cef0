"""Walls that nobody has to report gone: one that lets the browser through by itself, one that a human gets past."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import Lab, a_posting
from tests.e2e.jobs.test_human_submission import in_control

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


async def test_a_wall_that_goes_away_by_itself_needs_nobody(lab: Lab) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?checking=1")
    asked = (await lab.asking(job_id)).ask
    assert (asked.kind, asked.code) == ("blocker", "bot_check")
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert lab.submissions(posting) == 1
    assert (len(seen.named("BlockerGone")), len(seen.named("HumanRequested"))) == (1, 1)
    assert not seen.named("HumanResolved")


async def test_a_captcha_solved_in_the_live_view_is_seen_to_be_solved(
    lab: Lab, browser: Browser, open_folder: Path
) -> None:
    """They press no more than the captcha: control is taken back, nobody asks whether they sent the application."""
    posting = a_posting()
    job_id = await lab.apply(posting, query="?captcha=1")
    asked = await lab.asking(job_id)
    async with in_control(asked, posting, browser, open_folder / "lab") as (viewer, page):
        await viewer.click_on(page, page.frame_locator("iframe[src*=anchor]").get_by_role("button"))
        seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert lab.submissions(posting) == 1
    assert (len(seen.named("BlockerGone")), len(seen.named("HumanRequested"))) == (1, 1)
    assert not seen.named("HumanResolved")
    assert not seen.named("HumanSubmitted")

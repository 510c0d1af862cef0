"""The console in a real Chromium, on a real stack: judged by what the careers site received."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import Lab, a_posting
from tests.e2e.console.conftest import make_link

pytestmark = pytest.mark.e2e


async def test_a_question_arrives_by_itself_is_answered_in_the_list_and_the_application_is_sent_once(
    lab: Lab, operator: Page
) -> None:
    errors: list[str] = []
    operator.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    posting = a_posting()
    job_id = await lab.apply(posting, query="?unknown=1")
    line = operator.locator("article.ask").filter(has=operator.locator(f'a[href="/jobs/{job_id}/answer"]'))
    await expect(line).to_be_visible()
    await expect(operator).to_have_title("(1) Inbox · GhostHands")
    await line.get_by_role("button", name="Answer").click()
    await answer(line)
    await expect(line).to_have_count(0)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED
    assert lab.submissions(posting) == 1
    assert errors == []


async def test_a_guest_answers_on_a_phone_by_a_link_alone(lab: Lab, browser: Browser) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?unknown=1")
    await lab.asking(job_id)
    context = await browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    try:
        page = await context.new_page()
        await page.goto(await make_link(lab, job_id))
        await page.get_by_role("button", name="Open it").tap()
        await answer(page)
        assert (await lab.finished(job_id)).phase is Phase.COMPLETED
        assert lab.submissions(posting) == 1
        await page.goto(page.url.partition("/jobs/")[0] + "/jobs")
        await expect(page.get_by_role("heading", name="Not for this link")).to_be_visible()
    finally:
        await context.close()


async def answer(where: Any) -> None:
    """Answer everything that the form asks, whatever its controls."""
    form = where.locator("form.question")
    await expect(form).to_be_visible()
    for text in await form.locator("input[type=text], textarea").all():
        await text.fill("Because of the people")
    for group in await form.locator("fieldset").all():
        await group.locator("label").first.click()
    for choice in await form.locator("select").all():
        await choice.select_option(index=1)
    await form.get_by_role("button", name="Answer").click()

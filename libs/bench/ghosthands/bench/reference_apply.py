"""Applying by a hand-written Playwright script: what a good engineer writes for one form, and the peer we race.

Every answer is filled by its locator, read back, and the application sent once; nothing sleeps. The script knows the
form beforehand: it neither looks for fields nor decides what belongs in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Locator, Page, expect

from ghosthands.practice.profiles import SampleApplicant


async def fill_greenhouse(page: Page, url: str, applicant: SampleApplicant, resume: Path) -> None:
    """Everything but sending it."""
    profile, answers = applicant.profile, applicant.answers
    question = f"#question_{urlsplit(url).path.rsplit('/', 1)[-1]}"
    await _fill(page.locator("#first_name"), profile["first_name"])
    await _fill(page.locator("#last_name"), profile["last_name"])
    await _fill(page.locator("#email"), profile["email"])
    await _fill(page.locator("#phone"), profile["phone"])
    await _select(page.locator("#country"), profile["location"]["country"])
    await page.locator("#resume").set_input_files(resume)
    await expect(page.locator(".file-upload__filename")).to_contain_text(resume.name)
    await _fill(page.locator(f"{question}001"), profile["linkedin_url"])
    await _choose(page, answers, "Are you legally authorized to work in the country in which this job is located?")
    await _select(
        page.locator(f"{question}003"),
        answers["Will you now or in the future require sponsorship for employment visa status?"],
    )
    await _select(page.locator(f"{question}004"), answers["How did you hear about this job?"])
    await _select(page.locator("#gender"), answers.get("Gender"))
    await _select(page.locator("#hispanic_ethnicity"), answers.get("Are you Hispanic/Latino?"))
    await _select(page.locator("#veteran_status"), answers.get("Veteran Status"))
    await _select(page.locator("#disability_status"), answers.get("Disability Status"))
    await _tick(page.locator("#gdpr_processing_consent"))


async def send_greenhouse(page: Page) -> None:
    """Press the button; back when the confirmation is seen."""
    await page.get_by_role("button", name="Submit application").click()
    await _confirmed(page, "confirmation")


async def _fill(field: Locator, value: str) -> None:
    await field.fill(value)
    await expect(field).to_have_value(value)


async def _select(field: Locator, label: str | None) -> None:
    """Choose the option of that label; nothing when there is no answer."""
    if label is None:
        return
    [value] = await field.select_option(label=label)
    await expect(field).to_have_value(value)


async def _choose(page: Page, answers: Mapping[str, str], question: str) -> None:
    group = page.get_by_role("group", name=question)
    option = group.get_by_role("radio", name=answers[question], exact=True)
    await option.check()
    await expect(option).to_be_checked()


async def _tick(box: Locator) -> None:
    await box.check()
    await expect(box).to_be_checked()


async def _confirmed(page: Page, address: str) -> None:
    await page.wait_for_url(f"**/{address}*")
    await expect(page.get_by_role("heading", name="Thank you for applying")).to_be_visible()
    await expect(page.get_by_role("button", name="Submit application")).to_have_count(0)

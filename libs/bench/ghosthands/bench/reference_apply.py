"""Applying by a hand-written Playwright script: what a good engineer writes for these two forms, our reference.

It fills every answer by its locator, reads it back, and sends the application once; nothing sleeps. The scripts know
the forms in advance: they neither look for fields nor decide what belongs in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Locator, Page, expect

from ghosthands.practice.profiles import SampleApplicant


async def apply_greenhouse(page: Page, url: str, applicant: SampleApplicant, resume: Path) -> None:
    """Send one application to a greenhouse posting; return when the confirmation shows."""
    await page.goto(url)
    await fill_greenhouse(page, url, applicant, resume)
    await send_greenhouse(page)


async def fill_greenhouse(page: Page, url: str, applicant: SampleApplicant, resume: Path) -> None:
    """Fill the whole application, by selectors that are known in advance; send nothing."""
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
    """Press the button; return when the confirmation shows."""
    await page.get_by_role("button", name="Submit application").click()
    await _confirm(page, "confirmation")


async def apply_stepwise(page: Page, url: str, applicant: SampleApplicant, resume: Path) -> None:
    """Send one application to a stepwise posting; return when the confirmation shows."""
    await page.goto(url)
    await fill_first_step(page, applicant)
    await page.get_by_role("button", name="Continue").click()
    await expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    await fill_second_step(page, applicant, resume)
    await page.get_by_role("button", name="Submit application").click()
    await _confirm(page, "thanks")


async def fill_first_step(page: Page, applicant: SampleApplicant) -> None:
    """Fill the first step, with the fields that its answers reveal."""
    profile, answers = applicant.profile, applicant.answers
    location = profile["location"]
    await _fill(page.locator("#full_name"), applicant.name)
    await _fill(page.locator("#email"), profile["email"])
    await _fill(page.locator("#phone"), profile["phone"])
    await _fill(page.locator("#address"), answers["Street address"])
    await _fill(page.locator("#city"), location["city"])
    await _fill(page.locator("#postal_code"), location["zip"])
    await _select(page.locator("#country"), location["country"])
    if location["country"] == "United States":
        await _select(page.locator("#state"), location["state"])
    await _choose(page, answers, "Do you need visa sponsorship to work in the United States, now or in the future?")
    if "What is your current visa status?" in answers:
        await _select(page.locator("#visa_status"), answers["What is your current visa status?"])


async def fill_second_step(page: Page, applicant: SampleApplicant, resume: Path) -> None:
    """Fill the application's second step, by selectors that are known in advance."""
    profile, answers = applicant.profile, applicant.answers
    await page.locator("#resume").set_input_files(resume)
    await _fill(page.locator("#years_of_experience"), str(profile["years_of_experience"]))
    await _fill(page.locator("#start_date"), answers["Earliest start date"])
    await _fill(page.locator("#salary"), profile["salary_expectation"])
    await _fill(page.locator("#motivation"), answers["Why would you like to work with us?"])
    await _choose(page, answers, "Have you worked for us before?")
    await _choose(page, answers, "How would you prefer to work?")
    await _tick(page.locator("#consent"))


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


async def _confirm(page: Page, address: str) -> None:
    await page.wait_for_url(f"**/{address}*")
    await expect(page.get_by_role("heading", name="Thank you for applying")).to_be_visible()
    await expect(page.get_by_role("button", name="Submit application")).to_have_count(0)

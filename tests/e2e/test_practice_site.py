"""The practice site in a real Chromium: it behaves like the sites it stands for and counts what was really sent."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser, Page, Response, async_playwright, expect

from ghosthands.bench import reference_apply as reference
from ghosthands.practice import server
from ghosthands.practice.holds import HoldPoint
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import APPLICANTS, ASA, JORDAN, SampleApplicant
from ghosthands.practice.server import Site

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.e2e,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="there is no Chromium on PATH"),
]

FAMILIES = ("greenhouse", "stepwise")

numbers = count(70_001)


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    # Chromium refuses to run as root with its sandbox.
    arguments = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else [*QUIET]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        await browser.close()


@pytest.fixture(scope="module")
async def site() -> AsyncIterator[Site]:
    async with server.serve() as site:
        yield site


@pytest.fixture
async def page(browser: Browser, site: Site) -> AsyncIterator[Page]:
    context = await browser.new_context(base_url=site.base_url)
    context.set_default_timeout(15_000)
    yield await context.new_page()
    site.holds.release()
    await context.close()


@pytest.fixture
def resume(tmp_path: Path) -> Path:
    path = tmp_path / "resume.pdf"
    path.write_bytes(JORDAN.resume())
    return path


@pytest.fixture
def another_resume(tmp_path: Path) -> Path:
    path = tmp_path / "another.pdf"
    path.write_bytes(ASA.resume())
    return path


def posting(family: str) -> Posting:
    """A posting no other test applies to."""
    return Posting(family, "acme", next(numbers))


def script(family: str) -> Callable[[Page, str, SampleApplicant, Path], Awaitable[None]]:
    """The reference script for a family."""
    apply: Callable[[Page, str, SampleApplicant, Path], Awaitable[None]] = getattr(reference, f"apply_{family}")
    return apply


async def filled_greenhouse(page: Page, site: Site, resume: Path, query: str = "") -> Posting:
    """A posting with its form filled, not sent."""
    job = posting("greenhouse")
    await page.goto(site.url(job, query))
    await reference.fill_greenhouse(page, site.url(job), JORDAN, resume)
    return job


async def send(page: Page) -> None:
    await page.get_by_role("button", name="Submit application").click()


@pytest.mark.parametrize("applicant", APPLICANTS, ids=lambda applicant: applicant.name)
@pytest.mark.parametrize("family", FAMILIES)
async def test_a_completed_form_counts_once(
    page: Page, site: Site, resume: Path, family: str, applicant: SampleApplicant
) -> None:
    job = posting(family)
    await script(family)(page, site.url(job), applicant, resume)
    [submission] = site.ledger.of(job.key)
    assert submission.applicant == applicant.profile["email"]
    assert submission.received.first("phone") == applicant.profile["phone"]
    assert "marketing_opt_in" not in submission.received.values
    assert site.ledger.attempts_of(job.key) == []


@pytest.mark.parametrize("family", FAMILIES)
async def test_the_resume_arrives_byte_for_byte(
    page: Page, site: Site, resume: Path, another_resume: Path, family: str
) -> None:
    job = posting(family)
    site.ledger.expect_resume(job.key, hashlib.sha256(JORDAN.resume()).hexdigest())
    await script(family)(page, site.url(job), JORDAN, resume)
    await script(family)(page, site.url(job), JORDAN, another_resume)
    assert [each.resume_matches for each in site.ledger.of(job.key)] == [True, False]


async def test_two_clicks_are_two_submissions(page: Page, site: Site, resume: Path) -> None:
    job = await filled_greenhouse(page, site, resume)
    site.holds.arm(job.key, HoldPoint.BEFORE_COUNT)
    button = page.get_by_role("button", name="Submit application")
    await button.click()
    await site.holds.wait_held(job.key, timeout=15)
    await button.click()
    site.holds.release()
    assert await site.ledger.wait_counted(job.key, 2, timeout=15) == 2


# A controlled form


@pytest.mark.parametrize("events", ["", "input change"])
async def test_a_value_set_past_the_framework_is_lost(page: Page, site: Site, events: str) -> None:
    await page.goto(site.url(posting("greenhouse")))
    field = page.locator("#first_name")
    await field.evaluate(SET, {"value": "Jordan", "events": events})
    await field.focus()
    await page.locator("#last_name").focus()
    await expect(field).to_have_value("")


async def test_a_value_set_natively_with_its_event_is_kept(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("greenhouse")))
    for selector, value in (("#first_name", "Jordan"), ("#cover_letter_text", "Dear all"), ("#country", "SE")):
        await page.locator(selector).evaluate(SET_NATIVELY, value)
    await page.locator("#last_name").focus()
    await page.locator("#email").focus()
    assert [await page.locator(each).input_value() for each in ("#first_name", "#cover_letter_text", "#country")] == [
        "Jordan",
        "Dear all",
        "SE",
    ]


async def test_a_select_changed_without_its_event_is_lost(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("greenhouse")))
    country = page.locator("#country")
    await country.evaluate("node => { node.value = 'SE' }")
    await expect(country).to_have_value("SE")
    await country.focus()
    await page.locator("#email").focus()
    await expect(country).to_have_value("")


async def test_a_box_ticked_without_a_click_is_lost(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("greenhouse")))
    box = page.locator("#gdpr_processing_consent")
    await box.evaluate("node => { node.checked = true; node.dispatchEvent(new Event('change', { bubbles: true })) }")
    await page.locator("#email").focus()
    await page.locator("#phone").focus()
    await expect(box).not_to_be_checked()
    await box.evaluate("node => node.click()")
    await expect(box).to_be_checked()


async def test_a_radio_can_be_chosen_changed_and_chosen_again(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("greenhouse")))
    group = page.get_by_role("group", name="Are you legally authorized")
    for label in ("Yes", "No", "Yes"):
        await group.get_by_label(label, exact=True).check()
        await expect(group.get_by_role("radio", checked=True)).to_have_count(1)
        await expect(group.get_by_label(label, exact=True)).to_be_checked()


async def test_a_removed_file_is_not_sent(page: Page, site: Site, resume: Path) -> None:
    await filled_greenhouse(page, site, resume)
    await page.get_by_role("button", name="Remove file").click()
    await expect(page.locator(".file-upload__filename")).to_have_count(0)
    await send(page)
    await expect(page.locator("#resume-error")).to_have_text("This field is required.")


async def test_race_is_asked_only_after_hispanic_is_denied(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("greenhouse")))
    await expect(page.locator("#race")).to_have_count(0)
    await page.locator("#hispanic_ethnicity").select_option(label="No")
    await page.locator("#race").select_option(label="Asian")
    await page.locator("#hispanic_ethnicity").select_option(label="Yes")
    await expect(page.locator("#race")).to_have_count(0)
    await page.locator("#hispanic_ethnicity").select_option(label="No")
    await expect(page.locator("#race")).to_have_value("")


async def test_nobody_sees_the_honeypot_or_the_invisible_captcha(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("greenhouse")))
    await expect(page.locator("#personal_site")).not_to_be_in_viewport()
    await expect(page.get_by_role("textbox", name="Personal website")).to_have_count(0)
    await expect(page.locator("#g-recaptcha-response")).to_be_hidden()


# Comboboxes


async def pick(page: Page, question: str, typed: str, option: str) -> None:
    box = page.get_by_role("combobox", name=question)
    await box.click()
    await box.press_sequentially(typed)
    await page.get_by_role("listbox").get_by_role("option", name=option, exact=True).click()
    await expect(page.locator(".select__single-value", has_text=option)).to_be_visible()


async def test_a_form_with_comboboxes_is_completed_by_picking(page: Page, site: Site, resume: Path) -> None:
    job = await filled_greenhouse(page, site, resume, "?widgets=1")
    city = JORDAN.answers["Location (City)"]
    await pick(page, "Location (City)", "sacra", city)
    await pick(page, "Are you willing to relocate", "", "No")
    await pick(page, "Are you willing to relocate", "y", "Yes")
    await send(page)
    await page.wait_for_url("**/confirmation?widgets=1")
    [submission] = site.ledger.of(job.key)
    assert (submission.received.first("candidate-location"), submission.received.first("relocation")) == (city, "1")


async def test_a_place_typed_and_not_picked_is_no_answer(page: Page, site: Site, resume: Path) -> None:
    await filled_greenhouse(page, site, resume, "?widgets=1")
    location = page.get_by_role("combobox", name="Location (City)")
    await location.fill("Sacramento, California, United States")
    await expect(page.get_by_role("listbox").get_by_role("option")).to_have_count(1)
    await page.locator("#email").focus()
    await expect(location).to_have_value("")
    await expect(page.get_by_role("listbox")).to_have_count(0)
    await send(page)
    await expect(page.locator("p#candidate-location-error")).to_have_text("This field is required.")
    await expect(location).to_have_attribute("aria-invalid", "true")


async def test_a_combobox_obeys_the_keyboard(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("greenhouse"), "?widgets=1"))
    location = page.get_by_role("combobox", name="Location (City)")
    await location.press_sequentially("lond")
    await expect(page.get_by_role("listbox").get_by_role("option")).to_have_text(
        ["London, England, United Kingdom", "London, Ontario, Canada"]
    )
    await location.press("ArrowDown")
    await location.press("Enter")
    await expect(page.locator(".select__single-value")).to_have_text("London, Ontario, Canada")


# Mistakes


async def test_mistakes_are_marked_where_they_are_and_can_be_mended(page: Page, site: Site, resume: Path) -> None:
    job = await filled_greenhouse(page, site, resume)
    await page.locator("#email").fill("nowhere")
    await page.locator("#country").select_option("")
    await send(page)
    await expect(page.locator("p#email-error.helper-text--error")).to_have_text(
        "Enter a valid email address, like name@example.com."
    )
    await expect(page.locator("#email")).to_have_attribute("aria-invalid", "true")
    await expect(page.locator("#email")).to_be_focused()
    await expect(page.locator("p#country-error")).to_be_visible()
    await page.locator("#email").fill(JORDAN.profile["email"])
    await expect(page.locator("p#email-error")).to_have_count(0)
    await page.locator("#country").select_option(label="United States")
    await send(page)
    await page.wait_for_url("**/confirmation")
    assert (len(site.ledger.of(job.key)), len(site.ledger.attempts_of(job.key))) == (1, 1)


async def test_a_wrong_first_step_keeps_what_was_typed(page: Page, site: Site) -> None:
    job = posting("stepwise")
    await page.goto(site.url(job))
    await reference.fill_first_step(page, ASA)
    await page.locator("#phone").fill("070 174 06 05")
    await page.get_by_role("button", name="Continue").click()
    await expect(page.locator("#phone-error")).to_contain_text("country code")
    await expect(page.locator("#phone")).to_have_attribute("aria-invalid", "true")
    await expect(page.locator("#full_name")).to_have_value(ASA.name)
    await expect(page.locator("#visa_status")).to_have_value("1")
    await page.locator("#phone").fill(ASA.profile["phone"])
    await page.get_by_role("button", name="Continue").click()
    await expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    [attempt] = site.ledger.attempts_of(job.key)
    assert list(attempt.problems) == ["phone"]


async def test_an_answer_reveals_a_question_and_takes_it_away(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("stepwise")))
    await expect(page.locator("#state")).to_be_hidden()
    await page.locator("#country").select_option(label="United States")
    await expect(page.locator("#state")).to_be_visible()
    await page.locator("#country").select_option(label="Sweden")
    await expect(page.locator("#state")).to_be_hidden()
    await expect(page.locator("#state")).to_be_disabled()


# Holds


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("where", "counted"), [(HoldPoint.BEFORE_COUNT, 0), (HoldPoint.AFTER_COUNT, 1)])
async def test_a_held_post_keeps_the_browser_waiting(
    page: Page, site: Site, resume: Path, family: str, where: HoldPoint, counted: int
) -> None:
    job = posting(family)
    site.holds.arm(job.key, where)
    applying = asyncio.ensure_future(script(family)(page, site.url(job), JORDAN, resume))
    [held] = await site.holds.wait_held(job.key, timeout=30)
    assert (held.where, len(site.ledger.of(job.key))) == (where, counted)
    assert not applying.done()
    site.holds.release()
    await applying
    assert len(site.ledger.of(job.key)) == 1


@pytest.mark.parametrize("family", FAMILIES)
async def test_after_the_response_the_confirmation_is_held(page: Page, site: Site, resume: Path, family: str) -> None:
    job = posting(family)
    site.holds.arm(f"{job.key}/{JORDAN.profile['email']}", HoldPoint.AFTER_RESPONSE)
    answered = asyncio.ensure_future(_answer_to_the_submission(page, job))
    applying = asyncio.ensure_future(script(family)(page, site.url(job), JORDAN, resume))
    assert await site.holds.wait_held(job.key, timeout=30)
    assert await answered in {201, 303}
    assert not applying.done()
    assert len(site.ledger.of(job.key)) == 1
    site.holds.release()
    await applying


async def _answer_to_the_submission(page: Page, job: Posting) -> int:
    """The status the browser got for the POST that submitted."""
    last_step = job.path if job.family == "greenhouse" else "/2"

    def submits(response: Response) -> bool:
        return response.request.method == "POST" and urlsplit(response.url).path.endswith(last_step)

    response = await page.wait_for_event("response", submits, timeout=30_000)
    return response.status


async def test_a_post_whose_browser_is_gone_still_counts(browser: Browser, site: Site, resume: Path) -> None:
    page = await browser.new_page()
    job = await filled_greenhouse(page, site, resume)
    site.holds.arm(job.key, HoldPoint.BEFORE_COUNT)
    await send(page)
    await site.holds.wait_held(job.key, timeout=15)
    await page.close()
    site.holds.release()
    assert await site.ledger.wait_counted(job.key, 1, timeout=15) == 1


# Switches


async def test_echo_repeats_every_typed_value_everywhere(page: Page, site: Site, resume: Path) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    await filled_greenhouse(page, site, resume, "?echo=1")
    await page.locator("#email").fill("nowhere")
    assert "nowhere" in await page.title()
    query = {value for values in parse_qs(urlsplit(page.url).query).values() for value in values}
    for value in ("Jordan", "Ellsworth", "+1 415 555 0134", "United States", "resume.pdf", "Company website"):
        assert value in query
        assert any(value in each for each in said)
        await expect(page.locator(".label .echo-label", has_text=value)).not_to_have_count(0)
        await expect(page.locator(".echo-help", has_text=value)).not_to_have_count(0)
    await send(page)
    await expect(page.locator("#email-error")).to_contain_text("“nowhere”")
    await expect(page.get_by_role("alert")).to_contain_text("Ellsworth")


@pytest.mark.parametrize("family", FAMILIES)
async def test_echo_repeats_what_was_sent_on_the_confirmation(
    page: Page, site: Site, resume: Path, family: str
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    await script(family)(page, site.url(posting(family), "?echo=1"), JORDAN, resume)
    assert [JORDAN.profile["email"]] in parse_qs(urlsplit(page.url).query).values()
    assert any(JORDAN.profile["phone"] in each for each in said)


@pytest.mark.parametrize("family", FAMILIES)
async def test_without_echo_the_page_keeps_values_to_itself(page: Page, site: Site, resume: Path, family: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    await script(family)(page, site.url(posting(family)), JORDAN, resume)
    everything = json.dumps([said, page.url, await page.title(), await page.content()])
    assert not any(value in everything for value in ("Ellsworth", "555 0134", "resume.pdf"))


async def test_a_person_passes_the_captcha_in_its_frame(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("greenhouse"), "?captcha=1"))
    frame = page.locator(".g-recaptcha iframe[src*=recaptcha]")
    await expect(frame).to_be_visible()
    await expect(page.locator("#application-form")).to_have_count(0)
    await frame.content_frame.get_by_role("button", name="I'm not a robot").click()
    await expect(page.locator("#application-form")).to_be_visible()


async def test_a_person_signs_in_at_the_login_wall(page: Page, site: Site) -> None:
    await page.goto(site.url(posting("stepwise"), "?login=1"))
    await page.get_by_label("Email").fill("somebody@example.com")
    await page.get_by_label("Password").fill("a secret")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("Step 1 of 2")).to_be_visible()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/greenhouse/acme/jobs/1001?echo=1",
        "/stepwise/acme/jobs/1?captcha=1",
        "/workday/acme/jobs/1/apply",
        "/lever/acme/jobs/1/apply",
        "/ashby/acme/jobs/1/application",
        "/linkedin/acme/jobs/1",
        "/smartrecruiters/acme/jobs/1/apply",
        "/icims/acme/jobs/1",
    ],
)
async def test_the_site_needs_nothing_from_elsewhere(page: Page, site: Site, path: str) -> None:
    asked: list[str] = []
    failed: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: failed.append(error.message))
    await page.goto(path, wait_until="networkidle")
    assert {url for url in asked if not url.startswith((site.base_url, "data:"))} == set()
    assert failed == []


SET = """(node, { value, events }) => {
  node.value = value;
  events.split(" ").filter(Boolean).forEach((type) => node.dispatchEvent(new Event(type, { bubbles: true })));
}"""

SET_NATIVELY = """(node, value) => {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), "value");
  native.set.call(node, value);
  ["input", "change"].forEach((type) => node.dispatchEvent(new Event(type, { bubbles: true })));
}"""

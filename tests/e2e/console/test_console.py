"""The console in a real Chromium, on a real stack: judged by what the careers site received."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.session import ControlReleased
from ghosthands.testkit.lab import TENANT, Lab, a_posting
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


async def test_a_code_is_entered_in_the_inbox(lab: Lab, operator: Page) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?code=1")
    line = operator.locator("article.ask").filter(has=operator.locator(f'a[href="/jobs/{job_id}/answer"]'))
    await line.get_by_role("button", name="Answer").click()
    await line.get_by_label("Code").fill("482913")
    await line.get_by_role("button", name="Enter this code").click()
    assert (await lab.finished(job_id)).phase is Phase.COMPLETED
    assert lab.submissions(posting) == 1


async def test_what_a_job_lacked_is_said_on_its_page_and_no_news_takes_it_from_who_is_typing(
    lab: Lab, operator: Page
) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?captcha=1&unknown=1")
    await lab.asking(job_id)
    address = f"{operator.url.partition('/jobs')[0].rstrip('/')}/jobs/{job_id}"
    await load_with_news(operator, address)
    await operator.get_by_text("Say something to this job").click()
    field = operator.get_by_label("What it lacked")
    await field.fill("It is not there any more.")
    async with operator.expect_response(lambda response: response.url.partition("?")[0].endswith(f"/{job_id}/now")):
        await lab.publish("job.continue", {"tenant": TENANT, "job_id": job_id, "message": "Look again, please."})
    await lab.until(job_id, lambda seen: seen.asks and len(seen.named("HumanRequested")) == 2)
    await expect(operator.get_by_text("nothing in this job reads free words").first).to_be_visible()
    await expect(field).to_have_value("It is not there any more.")
    await lab.answer(job_id, Resolution.SKIP)
    assert (await lab.finished(job_id)).phase is Phase.FAILED
    await load_with_news(operator, address)
    await operator.get_by_text("Say something to this job").click()
    await expect(field).to_have_value("It is not there any more.")
    await field.fill("Field overrides:\nWhich parrot?: Norwegian blue")
    await operator.get_by_role("button", name="Continue").click()
    await expect(operator.get_by_text("reopened, 1 answer").first).to_be_visible()
    assert (await lab.asking(job_id)).named("JobRetried")
    assert lab.submissions(posting) == 0


async def load_with_news(page: Page, address: str) -> None:
    """Load a job's page and what it loads anew at once: a press in the very moment of that is lost."""
    async with page.expect_response(lambda response: response.url.partition("?")[0] == f"{address}/now"):
        await page.goto(address)
    # not by wait_for_function: what it asks a second time is eval, which the console's policy forbids
    await expect(page.locator("#job:is(.htmx-request, .htmx-swapping, .htmx-settling)")).to_have_count(0)


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


async def test_a_field_that_was_left_alone_can_be_read_on_a_phone(lab: Lab, operator: Page) -> None:
    job_id = await lab.apply(a_posting())
    await lab.finished(job_id)
    await operator.set_viewport_size({"width": 390, "height": 844})
    await operator.goto(f"{operator.url.partition('/jobs')[0].rstrip('/')}/jobs/{job_id}?view=fields")
    asked = operator.locator(".fields td:first-child")
    await expect(operator.locator(".fields").get_by_text("left", exact=True).first).to_be_visible()
    assert min(await asked.evaluate_all("cells => cells.map((cell) => cell.clientWidth)")) >= 120


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


async def test_the_keyboard_alone_finds_opens_and_answers_and_a_reload_loses_nothing(lab: Lab, operator: Page) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?unknown=1")
    line = operator.locator("article.ask").filter(has=operator.locator(f'a[href="/jobs/{job_id}/answer"]'))
    await expect(line).to_be_visible()
    await expect(operator.locator("[data-line]")).to_have_count(1)  # what others answered has left the list
    keys = operator.keyboard
    await keys.press("?")
    await expect(operator.get_by_role("heading", name="Keyboard")).to_be_visible()
    await keys.press("Escape")
    await expect(operator.get_by_role("heading", name="Keyboard")).to_be_hidden()  # what it closes takes the focus back
    await keys.press("j")
    await keys.press("k")
    await expect(line).to_be_focused()
    await keys.press("e")
    field = line.locator("form.question input[type=text], form.question textarea").first
    await expect(field).to_be_focused()
    await keys.type("Because of the people, truly")
    await operator.reload()
    await expect(field).to_have_value("Because of the people, truly")
    await operator.locator("h1").click()
    await line.focus()
    await keys.press("t")
    await expect(operator).to_have_url(re.compile(f"/jobs/{job_id}/takeover$"))
    await operator.goto(operator.url.partition("/jobs/")[0])
    await keys.press("/")
    await expect(operator).to_have_url(re.compile("/jobs$"))
    await operator.wait_for_load_state()  # its keys are heard from then on
    await keys.press("j")
    await keys.press("Enter")
    await expect(operator).to_have_url(re.compile(r"/jobs/[0-9a-f-]{36}$"))


async def test_a_key_is_heard_though_the_focus_is_still_in_the_dialog_that_was_closed(operator: Page) -> None:
    focused = await operator.evaluate("""() => {
      const line = document.body.appendChild(document.createElement("article"));
      Object.assign(line, { tabIndex: -1 }).dataset.line = "";
      const dialog = document.querySelector("#keys");
      dialog.showModal();
      dialog.close();
      dialog.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
      return document.activeElement === document.querySelector("[data-line]");
    }""")
    assert focused


async def test_a_list_that_changes_leaves_the_focus_where_it_is(operator: Page) -> None:
    focused = await operator.evaluate("""() => {
      const list = (keys) => {
        const whole = document.createElement("div");
        const items = keys.map((key) => `<li data-key="${key}" tabindex="0"></li>`);
        whole.innerHTML = `<ol data-keyed>${items.join("")}</ol>`;
        return whole;
      };
      const shown = document.body.appendChild(list(["gone", "first", "mine"]));
      shown.querySelector("[data-key=mine]").focus();
      mergeKeyed(shown, list(["mine", "new", "first"]).firstElementChild);
      return [document.activeElement.dataset.key, [...shown.querySelectorAll("li")].map((item) => item.dataset.key)];
    }""")
    assert focused == ["mine", ["mine", "new", "first"]]


async def test_a_line_that_is_gone_stays_for_who_types_in_it_and_goes_once_that_is_sent(operator: Page) -> None:
    stays, goes = await operator.evaluate("""() => {
      const list = (items) => {
        const whole = document.createElement("div");
        whole.innerHTML = `<div data-keyed>${items}</div>`;
        return whole;
      };
      const form = '<div class="ask-body"><form class="question"><input id="typing"></form></div>';
      const shown = document.body.appendChild(list(`<article data-key="mine">${form}</article>`));
      document.querySelector("#typing").focus();
      mergeKeyed(shown, list("").firstElementChild);
      const stays = shown.querySelector("[data-key=mine]") !== null;
      const body = shown.querySelector(".ask-body");
      body.textContent = "Thank you";
      body.dispatchEvent(new CustomEvent("htmx:afterSettle", { bubbles: true, detail: {} }));
      return [stays, shown.querySelector("[data-key=mine]") === null];
    }""")
    assert stays
    assert goes


async def test_the_pages_of_a_job_are_stepped_through_as_they_went_by_button_and_by_key(
    lab: Lab, operator: Page
) -> None:
    job_id = await lab.apply(a_posting("workday", "northwind"), dry_run=True)
    await lab.finished(job_id)
    await operator.goto(f"{operator.url.partition('/jobs')[0].rstrip('/')}/jobs/{job_id}?page=1&view=page")
    steps = operator.get_by_role("navigation", name="Pages as they went")
    first = await operator.locator(".drawn").inner_text()
    await expect(steps.get_by_role("link", name="The next page")).to_be_visible()
    await steps.get_by_label("The next page").click()
    await expect(steps).to_contain_text("Page 2 of")
    assert await operator.locator(".drawn").inner_text() != first
    await expect(operator.get_by_role("link", name="page", exact=True)).to_have_attribute("aria-current", "page")
    await operator.keyboard.press("ArrowLeft")
    await expect(steps).to_contain_text("Page 1 of")
    await expect(steps.get_by_label("The page before")).to_have_attribute("aria-disabled", "true")
    assert await operator.locator(".drawn").inner_text() == first


@pytest.mark.heavy  # a browser driven by hand in the view of another, then a whole application: half a minute
async def test_a_captcha_is_solved_by_hand_in_the_live_view_and_the_job_goes_on_and_is_sent_once(
    lab: Lab, operator: Page
) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?captcha=1")
    line = operator.locator("article.ask").filter(has=operator.locator(f'a[href="/jobs/{job_id}/answer"]'))
    await line.get_by_role("link", name="Take over").click()
    live = operator.frame_locator("iframe")
    await expect(live.locator("body[data-shown=yes]")).to_be_visible()
    await live.get_by_role("button", name="Take control").click()
    await expect(live.locator("body[data-hold=you]")).to_be_visible()
    screen = live.locator("canvas#screen")
    across, down = await find_box(operator, lab.site.url(posting, "?captcha=1"), screen)
    shown = await screen.bounding_box()
    assert shown is not None
    await operator.mouse.click(shown["x"] + across * shown["width"], shown["y"] + down * shown["height"])
    await expect(operator.get_by_text("It asks nothing now")).to_be_visible()
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert seen.named("HumanResolved") == []
    assert lab.submissions(posting) == 1


@pytest.mark.heavy  # a browser in the view of another
async def test_who_signs_out_in_one_tab_has_let_go_of_the_page_that_they_control_in_another(
    lab: Lab, operator: Page
) -> None:
    job_id = await lab.apply(a_posting(), query="?captcha=1")
    await lab.asking(job_id)
    other = await operator.context.new_page()
    await other.goto(f"{operator.url.rstrip('/')}/jobs/{job_id}/takeover")
    live = other.frame_locator("iframe")
    await live.get_by_role("button", name="Take control").click()
    await expect(live.locator("body[data-hold=you]")).to_be_visible()
    await operator.get_by_role("button", name="Sign out").click()
    await expect(live.get_by_text("You are signed out")).to_be_visible()
    await expect(other.locator("#line")).to_contain_text("You are signed out")
    await expect(other.get_by_text("comes back by itself")).to_be_hidden()
    seen = await lab.until(job_id, lambda seen: bool(seen.named("ControlReleased")))
    (released,) = seen.named("ControlReleased")
    assert isinstance(released, ControlReleased)
    assert not released.submitted


async def find_box(operator: Page, address: str, screen: Any) -> tuple[float, float]:
    """Where on the captcha's page its box is, as shares of a view of it."""
    width, height = await screen.evaluate("(canvas) => [canvas.width, canvas.height]")
    context = await operator.context.browser.new_context(viewport={"width": 1280, "height": 1280 * height // width})
    try:
        page = await context.new_page()
        await page.goto(address)
        box = await page.frame_locator("iframe").locator("button").bounding_box()
        assert box is not None
        return (box["x"] + 20) / 1280, (box["y"] + box["height"] / 2) / (1280 * height / width)
    finally:
        await context.close()

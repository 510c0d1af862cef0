"""Jobs in the browser that the user has open: whatever becomes of them, it stays as it was."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import BrowserContext, Page, async_playwright

from ghosthands import chromium
from ghosthands.chromium import BrowserProcess
from ghosthands.domain import services
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import Phase
from ghosthands.practice import users_browser
from ghosthands.testkit.lab import PATIENCE, FollowedJob, Lab, a_posting

pytestmark = pytest.mark.e2e


@dataclass
class User:
    """Somebody at their browser, with two tabs open."""

    process: BrowserProcess
    context: BrowserContext
    tabs: list[Page]

    @property
    def browser(self) -> dict[str, str]:
        """What a request says of it."""
        return {"browser_mode": "operator", "cdp_url": f"http://127.0.0.1:{users_browser.port_of(self.process)}"}

    async def asked(self, job_id: str, lab: Lab) -> Page:
        """The job's tab, once something is asked there."""
        await lab.until(job_id, lambda seen: seen.job.browser.session is not None)
        tab = self.context.pages[-1]
        overlay = "[...document.documentElement.children].some((one) => /data-ask-/.test(one.outerHTML.slice(0, 40)))"
        await tab.wait_for_function(overlay, timeout=60_000)
        return tab

    async def state(self) -> list[Any]:
        """What the user sees of their browser."""
        shown = "[location.href, outerWidth, outerHeight, innerWidth, innerHeight, scrollY, document.body.outerHTML]"
        return [len(self.context.pages), self.process.alive, *[await tab.evaluate(shown) for tab in self.tabs]]


@pytest.fixture
async def user(open_folder: Path, lab: Lab) -> AsyncIterator[User]:
    process = await users_browser.launch(
        open_folder / "user", log_path=open_folder / "user.log", extra_args=["--window-size=900,700"]
    )
    try:
        async with async_playwright() as playwright:
            connection = await playwright.chromium.connect_over_cdp(process.ws_url)
            context = connection.contexts[0]
            tabs = [context.pages[0], await context.new_page()]
            for tab in tabs:
                await tab.goto(lab.site.url(a_posting()))
            yield User(process, context, tabs)
    finally:
        await chromium.end(process)


async def left_as_it_was(user: User, before: list[Any]) -> None:
    """Nothing of the user's has changed; a tab that was closed may take a moment to be gone."""
    async with asyncio.timeout(PATIENCE):
        while len(user.context.pages) > len(user.tabs):
            await user.context.pages[-1].wait_for_event("close")
    assert await user.state() == before


async def test_an_application_is_sent_from_the_users_browser_and_leaves_it_as_it_was(lab: Lab, user: User) -> None:
    before, posting = await user.state(), a_posting()
    seen = await lab.finished(await lab.apply(posting, **user.browser))
    assert seen.phase is Phase.COMPLETED, seen
    assert lab.submissions(posting) == 1
    await left_as_it_was(user, before)
    assert str(users_browser.port_of(user.process)) not in told(seen)


async def test_a_browser_that_is_not_reached_fails_the_job_at_once(lab: Lab) -> None:
    seen = await lab.finished(await lab.apply(a_posting(), browser_mode="operator", cdp_url="http://127.0.0.1:9"))
    assert (seen.phase, seen.job.failure) == (Phase.FAILED, "operator_unreachable"), seen
    assert len(seen.named("CommandRefused")) == 1


@pytest.mark.heavy
async def test_jobs_queue_for_the_browser_and_each_has_a_tab_of_its_own(lab: Lab, user: User) -> None:
    before, postings = await user.state(), [a_posting() for _ in range(10)]
    at_once: list[int] = []
    user.context.on("page", lambda _page: at_once.append(len(user.context.pages) - len(user.tabs)))
    jobs = [await lab.apply(posting, **user.browser) for posting in postings]
    for job_id, posting in zip(jobs, postings, strict=True):
        seen = await lab.finished(job_id, timeout=200)
        assert seen.phase is Phase.COMPLETED, seen
        assert lab.submissions(posting) == 1
    assert at_once == [1] * len(jobs)
    await left_as_it_was(user, before)


@pytest.mark.heavy
async def test_a_job_that_fails_leaves_the_browser_as_it_was(lab: Lab, user: User) -> None:
    before = await user.state()
    seen = await lab.finished(await lab.apply(a_posting(), query="?closed=1", **user.browser))
    assert seen.phase is Phase.FAILED, seen
    await left_as_it_was(user, before)


@pytest.mark.heavy
async def test_a_job_that_is_cancelled_leaves_the_browser_as_it_was(lab: Lab, user: User) -> None:
    before = await user.state()
    job_id = await lab.apply(a_posting(), query="?captcha=1", **user.browser)
    await user.asked(job_id, lab)
    await lab.cancel(job_id)
    assert (await lab.finished(job_id)).phase is Phase.CANCELLED
    await left_as_it_was(user, before)


@pytest.mark.heavy
async def test_a_wall_is_got_past_by_the_user_in_their_browser_and_the_job_goes_on(lab: Lab, user: User) -> None:
    before, posting = await user.state(), a_posting()
    job_id = await lab.apply(posting, query="?captcha=1", **user.browser)
    tab = await user.asked(job_id, lab)
    captcha = next(frame for frame in tab.frames if "/anchor" in frame.url)
    await captcha.click("button")
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert (lab.submissions(posting), seen.named("HumanRequested")) == (1, [])
    await left_as_it_was(user, before)


@pytest.mark.heavy
async def test_what_our_own_hand_cannot_answer_the_user_does_in_their_browser(lab: Lab, user: User) -> None:
    before, posting = await user.state(), a_posting()
    job_id = await lab.apply(posting, query="?stubborn=1", **user.browser)
    tab = await user.asked(job_id, lab)
    await tab.get_by_role("radio", name="Yes").dblclick()
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    done = [one for one in seen.named("ActionVerified") if getattr(one, "engine", None) == EngineName.HUMAN]
    assert len(done) == 1
    assert (lab.submissions(posting), seen.named("HumanRequested")) == (1, [])
    await left_as_it_was(user, before)


@pytest.mark.heavy
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "told to stop"])
async def test_a_host_that_goes_leaves_the_browser_as_it_was_and_its_successor_goes_on(
    lab: Lab, user: User, how: signal.Signals
) -> None:
    before, posting = await user.state(), a_posting()
    job_id = await lab.apply(posting, query="?unknown=1", **user.browser)
    asked = (await lab.asking(job_id)).ask
    lab.signal(services.BROWSER_HOST, how)
    for tab in user.tabs:
        await tab.reload()  # nothing of the host's stands in the user's way
    values = {asked.fields[0].question_key: "Norwegian blue"}
    await lab.answer(job_id, values=values, request_id=asked.request_id)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert (lab.submissions(posting), len(seen.named("SessionOpened"))) == (1, 1)
    await left_as_it_was(user, before)


def told(seen: FollowedJob) -> str:
    """Everything the log holds of the job, but for numbers of its own."""
    return "\n".join(msgspec.json.encode(one.event).decode() for one in seen.recorded)

"""An application through the whole stack, beside a hand-written Playwright script for the same form.

The stack is told `job.requested` and finds out everything else by itself: it starts a browser, looks, plans, fills,
reads back, intends, sends, looks again, and every step of that is on the log before it happens. The script knows the
form and just fills it. Every application of ours has a browser of its own, so three things are told:

    apply.whole    from the request to the completed job, beside the script in a browser that is open already
    apply.cold     the same, beside the script with a browser of its own to start
    apply.form     from the open page to the completed job, beside the script from the open page on

Both sides use the same Chromium, started the same way, and the same practice site, in turns.
"""

from __future__ import annotations

import asyncio
import base64
import shutil
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from playwright.async_api import Browser, Error, Page, Playwright, async_playwright

from ghosthands import chromium, stack
from ghosthands.bench import reference_apply, servers
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeat
from ghosthands.domain import ids, job
from ghosthands.domain.job import Job, JobCompleted, Phase
from ghosthands.domain.message import Event
from ghosthands.domain.services import SERVICES
from ghosthands.domain.session import SessionOpened
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.practice import server
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.server import Site

TENANT = "bench"
APPLICANT = JORDAN

#: seconds that one application may take
PATIENCE = 120.0

#: the site is on loopback
ENVIRONMENT = {"GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1,localhost"}

WHOLE = Contest("apply.whole", "s/application", Better.LOWER, "a Playwright script in a browser that is open")
COLD = Contest("apply.cold", "s/application", Better.LOWER, "a Playwright script that starts its browser")
FORM = Contest("apply.form", "s/application", Better.LOWER, "a Playwright script, both from the open page on")


class Took(NamedTuple):
    """Seconds of one application."""

    whole: float
    #: from the open page on
    form: float


class Round(NamedTuple):
    """One application by each side."""

    ours: Took
    warm: Took
    cold: Took


async def run(runs: int, progress: Progress) -> list[Result]:
    """All three contests on a stack of its own."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress), services=SERVICES, environment=ENVIRONMENT
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        site = await exits.enter_async_context(server.serve())
        valet, cli = await exits.enter_async_context(servers.connect(running, permissions.VALET, permissions.CLI))
        script = await exits.enter_async_context(launch_script(running.state.browsers, site))
        rounds = Rounds(site, ApplyingStack(valet, JetStreamEventLog(cli), site), script)
        measured = await repeat(rounds.run, runs, progress, "apply")
    return [
        WHOLE.result([Pair(each.ours.whole, each.warm.whole) for each in measured]),
        COLD.result([Pair(each.ours.whole, each.cold.whole) for each in measured]),
        FORM.result([Pair(each.ours.form, each.warm.form) for each in measured]),
    ]


class Rounds:
    """Applications by both sides in turns, each to a posting of its own."""

    def __init__(self, site: Site, ours: ApplyingStack, script: Script) -> None:
        self._site = site
        self._ours = ours
        self._script = script
        self._numbers = count(10_000)

    async def run(self) -> Round:
        """One application by each side. Raises BenchFailed when one did not reach the site exactly once."""
        postings = [Posting("greenhouse", "acme", next(self._numbers)) for _ in range(3)]
        ours, warm, cold = postings
        took = Round(
            ours=await self._ours.apply(ours),
            warm=await self._script.apply_warm(warm),
            cold=await self._script.apply_cold(cold),
        )
        for posting in postings:
            if (counted := len(self._site.ledger.of(posting.key))) != 1:
                raise BenchFailed(f"the site counted {counted} applications to posting {posting.number}, not one")
        return took


class ApplyingStack:
    """The stack, asked as VALET asks it."""

    def __init__(self, valet: Bus, events: EventLog, site: Site) -> None:
        self._valet = valet
        self._events = events
        self._site = site

    async def apply(self, posting: Posting) -> Took:
        """Ask for an application, back when its browser is closed. Raises BenchFailed."""
        body = make_request(self._site.url(posting))
        started = time.perf_counter()
        await self._valet.publish(Outgoing("job.requested", msgspec.json.encode(body)))
        watch = SubmissionWatch(ids.job_id(TENANT, body["idempotency_key"]))
        await watch.until_over(self._events)
        completed = watch.seen[JobCompleted]
        return Took(whole=completed - started, form=completed - watch.seen[SessionOpened])


def make_request(target_url: str) -> dict[str, Any]:
    """A complete `job.requested`."""
    task = f"bench-{uuid4()}"
    return {
        "tenant": TENANT,
        "valet_task_id": task,
        "idempotency_key": task,
        "valet_user_id": ids.derived("bench", APPLICANT.name),
        "target_url": target_url,
        "engine_version": 2,
        "resume": {
            "content_base64": base64.b64encode(APPLICANT.resume()).decode(),
            "file_name": "resume.pdf",
        },
        **APPLICANT.request(),
    }


class SubmissionWatch:
    """One job, and when the first event of each type was seen."""

    def __init__(self, job_id: str) -> None:
        self.job = Job(id=job_id)
        self.seen: dict[type, float] = {}
        self._last = "nothing"

    async def until_over(self, events: EventLog) -> None:
        """Follow the job until it is completed and its browser closed. Raises BenchFailed where that is not to be."""
        try:
            async with asyncio.timeout(PATIENCE), events.follow(subjects.job(self.job.id)) as feed:
                while not (self.job.ended and self.job.browser.session is None):
                    self._take(await feed.next(PATIENCE))
        except TimeoutError:
            raise BenchFailed(
                f"an application was not over after {PATIENCE:g} s: it is {self.job.phase}, {self._last} came last"
            ) from None

    def _take(self, recorded: Sequence[Recorded[Event]]) -> None:
        for one in recorded:
            self.job = job.evolve(self.job, one.event, one.sequence)
            self.seen.setdefault(type(one.event), time.perf_counter())
            self._last = one.name
        if self.job.ended and self.job.phase is not Phase.COMPLETED:
            raise BenchFailed(f"an application ended {self.job.phase} ({self.job.failure or 'no code'})")
        if self.job.phase is Phase.WAITING:
            raise BenchFailed("an application waits for a human, who is not part of this bench")


class Script:
    """The hand-written script, in a browser that stays open or in one of its own."""

    def __init__(self, playwright: Playwright, folder: Path, site: Site, open_browser: Browser, resume: Path) -> None:
        self._playwright = playwright
        self._folder = folder
        self._site = site
        self._open = open_browser
        self._resume = resume

    async def apply_warm(self, posting: Posting) -> Took:
        """Apply in the open browser. Raises BenchFailed."""
        return await self._apply(self._open, posting, started=time.perf_counter())

    async def apply_cold(self, posting: Posting) -> Took:
        """Start a browser and apply in it. Raises BenchFailed."""
        started = time.perf_counter()
        async with launch_stack(self._playwright, self._folder / "script-cold") as browser:
            return await self._apply(browser, posting, started)

    async def _apply(self, browser: Browser, posting: Posting, started: float) -> Took:
        url = self._site.url(posting)
        context = await browser.new_context()
        try:
            page = await context.new_page()
            await page.goto(url)
            opened = time.perf_counter()
            await self._fill_and_send(page, url)
            sent = time.perf_counter()
        except (Error, AssertionError) as error:
            raise BenchFailed(f"the reference script failed: {str(error).splitlines()[0]}") from error
        finally:
            await context.close()
        return Took(whole=sent - started, form=sent - opened)

    async def _fill_and_send(self, page: Page, url: str) -> None:
        await reference_apply.fill_greenhouse(page, url, APPLICANT, self._resume)
        await reference_apply.send_greenhouse(page)


@asynccontextmanager
async def launch_script(folder: Path, site: Site) -> AsyncIterator[Script]:
    """The script with its browser open, profiles below `folder`, while the block lasts."""
    profile = folder / "script"
    async with async_playwright() as playwright, launch_stack(playwright, profile) as browser:
        resume = chromium.put_file(profile, "resume.pdf", APPLICANT.resume())
        yield Script(playwright, folder, site, browser, resume)


@asynccontextmanager
async def launch_stack(playwright: Playwright, profile: Path) -> AsyncIterator[Browser]:
    """A Chromium as browser-host starts it, with Playwright connected. Raises BenchFailed."""
    try:
        process = await chromium.launch(profile, log_path=profile.with_suffix(".log"))
    except chromium.ChromiumError as error:
        raise BenchFailed(str(error)) from error
    try:
        yield await playwright.chromium.connect_over_cdp(process.ws_url)
    finally:
        await chromium.end(process)
        await asyncio.to_thread(shutil.rmtree, profile, ignore_errors=True)

"""An application through the whole stack, beside a hand-written Playwright script for the same form.

The stack gets `job.requested` and finds out everything else by itself: it starts a browser, reads the page, plans,
fills, reads back, intends, sends, reads again, and logs every step before it happens. The script knows the form and
just fills it. Every application of ours has a browser of its own, so there are three contests:

    apply.whole    from the request to the completed job, beside the script in a browser that is open already
    apply.cold     the same, beside the script with a browser of its own to start
    apply.form     from the open page to the completed job, beside the script from the open page on

The processor time of an application is compared with Chromium's in it, from rest to rest, including the start of the
next spare browser:

    apply-cpu              everything of ours: the services, NATS, PostgreSQL, Playwright's driver, the way out
    apply-cpu.<part>       the parts of it that cost most

Both sides use the same Chromium, started the same way, and the same practice site, in turns.
"""

from __future__ import annotations

import asyncio
import base64
import shutil
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
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
from ghosthands.bench.processor_time import ATTENDANT, CHROMIUM, DRIVER, NATS, OURS, POSTGRES, ProcessorTime
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.domain import ids, job, services
from ghosthands.domain.job import Job, JobCompleted, Phase
from ghosthands.domain.manual import ManualFound
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.recipe import RecipeFound
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

#: seconds for one application
PATIENCE = 120.0

#: seconds until a host has its next spare browser, and until later work such as cookbook's learning is done
SPARE_PATIENCE = 60.0
REST_SECONDS = 0.5
_LOOK_SECONDS = 0.1

#: the site is on loopback; a host has a spare browser, whatever memory there is
ENVIRONMENT = {
    "GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1,localhost",
    "GHOSTHANDS_BROWSER_HOST_SPARE_BROWSERS": "1",
}

WHOLE = Contest("apply.whole", "s/application", Better.LOWER, "a Playwright script in a browser that is open")
COLD = Contest("apply.cold", "s/application", Better.LOWER, "a Playwright script that starts its browser")
FORM = Contest("apply.form", "s/application", Better.LOWER, "a Playwright script, both from the open page on")


CPU = Contest("apply-cpu", "s of processor/application", Better.LOWER, "what Chromium spends on it", target=0.2)
#: the parts that cost most
CPU_PARTS = (services.BROWSER_HOST, services.EXECUTOR, services.PROJECTOR, NATS, POSTGRES, DRIVER, ATTENDANT)


class Took(NamedTuple):
    """The seconds of one application."""

    whole: float
    #: seconds from the open page on
    form: float


class Round(NamedTuple):
    """One application by each side."""

    ours: Took
    warm: Took
    cold: Took
    #: seconds of processor time by part, ours alone
    spent: Mapping[str, float]


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run all three contests on a stack of its own."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress), services=services.SERVICES, environment=ENVIRONMENT
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        site = await exits.enter_async_context(server.serve())
        valet, cli = await exits.enter_async_context(servers.connect(running, permissions.VALET, permissions.CLI))
        script = await exits.enter_async_context(launch_script(running.state.browsers, site))
        spent = await exits.enter_async_context(ProcessorTime.watching())
        ours = ApplyingStack(valet, JetStreamEventLog(cli), site, HostFolder(running.state.browsers))
        rounds = Rounds(site, ours, script, spent)
        measured = await repeat(rounds.run, runs, progress, "apply")
    return [
        WHOLE.result([Pair(each.ours.whole, each.warm.whole) for each in measured]),
        COLD.result([Pair(each.ours.whole, each.cold.whole) for each in measured]),
        FORM.result([Pair(each.ours.form, each.warm.form) for each in measured]),
        CPU.result([Pair(sum(each.spent[part] for part in OURS), each.spent[CHROMIUM]) for each in measured]),
        *(_tell_part(part, measured) for part in CPU_PARTS),
    ]


def _tell_part(part: str, measured: Sequence[Round]) -> Result:
    contest = replace(CPU, name=f"{CPU.name}.{part}", target=None)
    return contest.result([Pair(each.spent[part], each.spent[CHROMIUM]) for each in measured])


class Rounds:
    """Applications by both sides in turns, each to a posting of its own."""

    def __init__(self, site: Site, ours: ApplyingStack, script: Script, spent: ProcessorTime) -> None:
        self._site = site
        self._ours = ours
        self._script = script
        self._spent = spent
        self._numbers = count(10_000)

    async def run(self) -> Round:
        """Apply once by each side. Raises BenchFailed when one did not reach the site exactly once."""
        postings = [Posting("greenhouse", "acme", next(self._numbers)) for _ in range(3)]
        ours, warm, cold = postings
        await self._ours.until_rest()
        before = self._spent.by_part()
        whole = await self._ours.apply(ours)
        await self._ours.until_rest()  # nothing of ours takes the script's time
        after = self._spent.by_part()
        took = Round(
            ours=whole,
            warm=await self._script.apply_warm(warm),
            cold=await self._script.apply_cold(cold),
            spent={part: after[part] - before[part] for part in after},
        )
        for posting in postings:
            if (counted := len(self._site.ledger.of(posting.key))) != 1:
                raise BenchFailed(f"the site counted {counted} applications to posting {posting.number}, not one")
        return took


class HostFolder:
    """The browsers' folder of a browser-host, which shows what the host does."""

    def __init__(self, browsers: Path) -> None:
        self._folders = UserDataDirs(browsers)

    async def until_rest(self) -> None:
        """Wait until the host has a spare browser, and has cleaned up after the last. Raises BenchFailed."""
        deadline = time.monotonic() + SPARE_PATIENCE
        while not any(self._folders.marker_path(spare).exists() for spare in self._folders.spares()):
            if time.monotonic() > deadline:
                raise BenchFailed(f"the host had no spare browser after {SPARE_PATIENCE:g} s")
            await asyncio.sleep(_LOOK_SECONDS)
        await asyncio.sleep(REST_SECONDS)


class ApplyingStack:
    """The stack, with requests as VALET makes them."""

    def __init__(self, valet: Bus, events: EventLog, site: Site, host: HostFolder) -> None:
        self._valet = valet
        self._events = events
        self._site = site
        self._host = host

    async def until_rest(self) -> None:
        """Wait until the host has a spare browser, and everything is at rest. Raises BenchFailed."""
        await self._host.until_rest()

    async def apply(self, posting: Posting) -> Took:
        """Request an application; return when its browser is closed. Raises BenchFailed."""
        body = make_request(self._site.url(posting))
        started = time.perf_counter()
        await self._valet.publish(Outgoing("job.requested", msgspec.json.encode(body)))
        watch = SubmissionWatch(ids.job_id(TENANT, body["idempotency_key"]))
        await watch.until_over(self._events)
        completed = watch.seen[JobCompleted]
        return Took(whole=completed - started, form=completed - watch.seen[SessionOpened])


def make_request(target_url: str, user: str = "") -> dict[str, Any]:
    """Return a complete `job.requested`, for that user of VALET's."""
    task = f"bench-{uuid4()}"
    return {
        "tenant": TENANT,
        "valet_task_id": task,
        "idempotency_key": task,
        "valet_user_id": ids.derived("bench", user or APPLICANT.name),
        "target_url": target_url,
        "engine_version": 2,
        "resume": {
            "content_base64": base64.b64encode(APPLICANT.resume()).decode(),
            "file_name": "resume.pdf",
        },
        **APPLICANT.request(),
    }


class SubmissionWatch:
    """Follows one job, and notes when the first event of each type was seen."""

    def __init__(self, job_id: str) -> None:
        self.job = Job(id=job_id)
        self.seen: dict[type, float] = {}
        #: the number of fields chosen by a plan, and by a recipe or a manual
        self.planned, self.replayed = 0, 0
        self.events: list[Event] = []
        self._last = "nothing"

    async def until_over(self, events: EventLog) -> None:
        """Follow the job until it is completed and its browser closed. Raises BenchFailed if it ends otherwise."""
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
            self.events.append(one.event)
            self.planned += len(one.event.actions) if isinstance(one.event, PlanProposed) else 0
            self.replayed += len(one.event.actions) if isinstance(one.event, RecipeFound | ManualFound) else 0
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
    """Open the script's browser, with profiles below `folder`, for the block."""
    profile = folder / "script"
    async with async_playwright() as playwright, launch_stack(playwright, profile) as browser:
        resume = chromium.put_file(profile, "resume.pdf", APPLICANT.resume())
        yield Script(playwright, folder, site, browser, resume)


@asynccontextmanager
async def launch_stack(playwright: Playwright, profile: Path) -> AsyncIterator[Browser]:
    """Launch a Chromium as browser-host does, and connect Playwright. Raises BenchFailed."""
    try:
        process = await chromium.launch(profile, log_path=profile.with_suffix(".log"))
    except chromium.ChromiumError as error:
        raise BenchFailed(str(error)) from error
    try:
        yield await playwright.chromium.connect_over_cdp(process.ws_url)
    finally:
        await chromium.end(process)
        await asyncio.to_thread(shutil.rmtree, profile, ignore_errors=True)

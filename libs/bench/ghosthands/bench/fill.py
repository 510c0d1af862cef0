"""A long form scanned, filled and verified, beside a hand-written Playwright script on the same page in the same tab.

Our side is browser-host, a process of its own: it gets the commands to read the page and to fill it, and the time runs
from the first command until the bench sees the last `ActionVerified` on the log. So it finds the fields itself, and
logs each action before it does it, and its outcome. The script knows the form and just fills it.

Both work in the tab that browser-host opened, which is loaded again before each turn; the order alternates.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from playwright.async_api import Error, Page, async_playwright

from ghosthands import chromium, stack
from ghosthands.bench import forms, reference_fill, servers
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeat, take_turns, time_once
from ghosthands.bench.reference_fill import Step
from ghosthands.browser_host import page as pages
from ghosthands.domain import ids, questions
from ghosthands.domain.job import JobRequested
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import FieldKind, FieldModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.services import BROWSER_HOST, EXECUTOR, JOB_INTAKE
from ghosthands.domain.session import (
    ActionFailed,
    ActionVerified,
    CommandRefused,
    Observe,
    OpenSession,
    PageObserved,
    RunActions,
    SessionLost,
    SessionOpened,
)
from ghosthands.messaging.log.event_log import EventLog, Feed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands
from ghosthands.practice.profiles import JORDAN

TENANT = "bench"
PAGE = "p3_f200.html"
RESUME = "resume.pdf"

#: seconds for one turn
PATIENCE = 120.0

#: the page is on loopback
ENVIRONMENT = {"GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1,localhost"}

#: the answer to each kind of question
ANSWERS = {
    FieldKind.TEXT: "Jordan Example",
    FieldKind.EMAIL: "jordan@example.com",
    FieldKind.TEL: "5550102345",
    FieldKind.DATE: "2026-03-15",
    FieldKind.TEXTAREA: "Because I write things down.",
    FieldKind.SELECT: "Yes",
    FieldKind.RADIO: "No",
    FieldKind.CHECKBOX: "yes",
}

WHOLE = Contest(
    "fill.verified", "ms", Better.LOWER, "a Playwright script: fill, select, check, each read back", target=0.2
)


class Applied(NamedTuple):
    """A job and its applicant."""

    id: str
    applicant: str


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run the contest on servers of its own, with browser-host. Raises BenchFailed."""
    folder = forms.find_folder("bench", PAGE)
    with forms.serve(folder, forms.PORT) as address:
        return await servers.run_with_servers(
            lambda running: _measure(running, f"{address}/{PAGE}", runs, progress),
            services=(JOB_INTAKE, BROWSER_HOST),
            environment=ENVIRONMENT,
        )


async def _measure(running: stack.Supervisor, url: str, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        valet, executor = await exits.enter_async_context(servers.connect(running, permissions.VALET, EXECUTOR))
        log = JetStreamEventLog(executor)
        job = await apply_once(valet, log, url)
        feed = await exits.enter_async_context(log.follow(subjects.job(job.id)))
        ours = FillingHost(Commands(executor), feed, job)
        process = await take_browser(await ours.open(), running.state.browsers)
        page = await exits.enter_async_context(attach(process))
        resume = chromium.put_file(process.profile_dir, RESUME, JORDAN.resume())
        model = await load(page, url)
        sides = FillSides(page, url, ours, model, resume)
        return [WHOLE.result(await repeat(sides.run, runs, progress, "fill"))]


async def apply_once(valet: Bus, log: EventLog, url: str) -> Applied:
    """Request a job whose applicant has an answer for each kind of question; return it. Raises BenchFailed."""
    task = f"bench-{uuid4()}"
    body = {
        "tenant": TENANT,
        "valet_task_id": task,
        "idempotency_key": task,
        "valet_user_id": ids.derived("bench", JORDAN.name),
        "target_url": url,
        "engine_version": 2,
        "resume": {"content_base64": base64.b64encode(JORDAN.resume()).decode(), "file_name": RESUME},
        "profile": JORDAN.profile,
        "qa_answers": {kind.value: answer for kind, answer in ANSWERS.items()},
    }
    job_id = ids.job_id(TENANT, task)
    await valet.publish(Outgoing("job.requested", msgspec.json.encode(body)))
    async with log.follow(subjects.job(job_id)) as feed:
        for recorded in await feed.next(PATIENCE):
            if isinstance(recorded.event, JobRequested):
                return Applied(job_id, recorded.event.applicant)
    raise BenchFailed("job-intake did not take the application in")


async def take_browser(opened: SessionOpened, browsers: Path) -> chromium.BrowserProcess:
    """Return the session's browser, whose profile is somewhere below `browsers`. Raises BenchFailed."""
    for found in await asyncio.to_thread(chromium.find_processes, browsers):
        if found.pid == opened.pid:
            process = await chromium.adopt(found.profile_dir, found.pid, found.start_time)
            if process is not None:
                return process
    raise BenchFailed("the browser that was opened is not there any more")


@asynccontextmanager
async def attach(process: chromium.BrowserProcess) -> AsyncIterator[Page]:
    """Connect to the session's tab for the block, for the script."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(process.ws_url)
        yield browser.contexts[0].pages[0]


async def load(page: Page, url: str) -> PageModel:
    """Load the page again and scan it. Raises BenchFailed."""
    try:
        await page.goto(url)
        await pages.settle(page)
        return await pages.scan(page)
    except (Error, pages.PageUnreadable) as error:
        raise BenchFailed(f"the form cannot be loaded: {str(error).splitlines()[0]}") from error


class FillSides:
    """Both sides, at the same form in the same tab."""

    def __init__(self, page: Page, url: str, ours: FillingHost, model: PageModel, resume: Path) -> None:
        self._page = page
        self._url = url
        self._ours = ours
        self._model = model
        self._steps = list_steps(model)
        self._resume = resume

    async def run(self) -> Pair:
        """Return the milliseconds of one turn of each side."""
        seconds = await take_turns(self._fill_ours, self._fill_by_script, 1)
        return Pair(seconds.ours * 1e3, seconds.reference * 1e3)

    async def _fill_ours(self) -> float:
        await load(self._page, self._url)
        seconds = await time_once(self._ours.fill(self._model))
        await self._check()
        return seconds

    async def _fill_by_script(self) -> float:
        await load(self._page, self._url)
        try:
            seconds = await time_once(reference_fill.fill(self._page, self._steps, self._resume))
        except (Error, AssertionError) as error:
            raise BenchFailed(f"the reference script failed: {str(error).splitlines()[0]}") from error
        await self._check()
        return seconds

    async def _check(self) -> None:
        """Check that both left the same form behind. Raises BenchFailed."""
        filled = await self._page.evaluate(
            "() => [...new FormData(document.forms[0]).values()].filter((each) => each !== '').length"
        )
        if filled != len(self._steps) + 1:
            raise BenchFailed(f"{filled} of {len(self._steps) + 1} answers are in the form")


class FillingHost:
    """Browser-host, with commands as executor sends them."""

    def __init__(self, commands: Commands, feed: Feed, job: Applied) -> None:
        self._commands = commands
        self._feed = feed
        self._numbers = count()
        self._host: str | None = None
        self._to_session: dict[str, Any] = {
            "session_id": ids.derived(job.id, "session"),
            "job_id": job.id,
            "tenant": TENANT,
            "applicant": job.applicant,
            "epoch": 0,
        }

    async def open(self) -> SessionOpened:
        """Open the session on the form. Raises BenchFailed."""
        cause = await self._send(OpenSession(**self._to_session, site="127.0.0.1"))
        opened: SessionOpened
        [opened] = await self._heard(SessionOpened, cause, 1)
        self._host = opened.host
        return opened

    async def fill(self, model: PageModel) -> None:
        """Read the page and fill it; return when the last field is verified on the log. Raises BenchFailed."""
        cause = await self._send(Observe(**self._to_session))
        [observed] = await self._heard(PageObserved, cause, 1)
        actions = plan_fields(model, next(self._numbers))
        run = RunActions(**self._to_session, model_ref=observed.page.model_ref, actions=actions)
        await self._heard(ActionVerified, await self._send(run), len(actions))

    async def _send(self, command: Command) -> str:
        command_id = str(uuid4())
        job_id: str = self._to_session["job_id"]
        cause = Cause(command_id=job_id, tenant=TENANT, correlation=job_id)
        await self._commands.send(command, command_id=command_id, cause=cause, host=self._host)
        return command_id

    async def _heard(self, wanted: type[Any], cause: str, number: int) -> list[Any]:
        """Wait for that many facts of that type which answer the command, and return them. Raises BenchFailed."""
        heard: list[Any] = []
        while len(heard) < number:
            recorded = await self._feed.next(PATIENCE)
            if not recorded:
                raise BenchFailed(f"browser-host said nothing for {PATIENCE:g} s")
            for one in recorded:
                _refuse(one.event)
                if isinstance(one.event, wanted) and one.event.cause == cause:
                    heard.append(one.event)
        return heard


def _refuse(event: Event) -> None:
    match event:
        case CommandRefused(command=command, code=code):
            raise BenchFailed(f"browser-host refused {command}: {code}")
        case ActionFailed(code=code):
            raise BenchFailed(f"a field was not filled: {code}")
        case SessionLost(reason=reason):
            raise BenchFailed(f"the browser was lost: {reason}")


def list_steps(model: PageModel) -> list[Step]:
    """Return the script's steps: every question of the form with its answer."""
    return [(field.kind, _find_target(field), ANSWERS[field.kind]) for field in model.fields if field.visible]


def _find_target(field: FieldModel) -> str:
    wanted = [option for option in field.options if option.locator and option.label == ANSWERS[field.kind]]
    return wanted[0].locator.css if wanted and wanted[0].locator else field.locator.css


def plan_fields(model: PageModel, turn: int) -> tuple[PlannedAction, ...]:
    """Return browser-host's actions: every question of the form, and the resume."""
    asked = [(field.id, _choose_kind(field), _find_key(field)) for field in model.fields if field.visible]
    uploads = [(file.id, ActionKind.UPLOAD, "files.resume") for file in model.file_inputs]
    return tuple(
        PlannedAction(
            id=ids.derived(str(turn), field_id),
            kind=kind,
            field_id=field_id,
            key=key,
            tier=0,
            confidence=1.0,
            reason="bench",
            question_key=key,
        )
        for field_id, kind, key in (*asked, *uploads)
    )


def _choose_kind(field: FieldModel) -> ActionKind:
    return ActionKind.CHECK if field.kind is FieldKind.CHECKBOX else ActionKind.FILL


def _find_key(field: FieldModel) -> str:
    return f"answers.{questions.question_key(field.kind.value)}"

"""browser-host as a process of its own, on a real NATS: commands in, facts out, whatever is killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import pytest

from ghosthands import chromium
from ghosthands.domain import ids, services, session
from ghosthands.domain.job import EffectIntended, EffectKind, JobClaimed
from ghosthands.domain.logins import KeptLogin, LoginsOf
from ghosthands.domain.message import Event
from ghosthands.domain.page import ButtonRole, PageModel, PageType
from ghosthands.messaging.log import states
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.hosts import HostRecord
from ghosthands.stack import logged_in
from ghosthands.stack.services import module_command
from ghosthands.testkit.lab import Lab
from ghosthands.testkit.story import NOON, fill, requested
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.opening import open_vault
from ghosthands.vault.vault import Vault

if TYPE_CHECKING:
    from conftest import Pages

pytestmark = pytest.mark.integration

HOST = "here"
TENANT = "acme"
SITE = "127.0.0.1"
SECONDS = 120.0

E = TypeVar("E", bound=Event)


@dataclass
class Job:
    """A job whose other services the test plays."""

    stage: Stage
    id: str
    person: Applicant
    session_id: str = ""
    epoch: int = 0
    _commands: int = field(default=0)

    @property
    def whose(self) -> dict[str, Any]:
        return {
            "session_id": self.session_id,
            "job_id": self.id,
            "tenant": TENANT,
            "applicant": self.person.id,
            "epoch": self.epoch,
        }

    async def claim(self) -> None:
        await self.stage.write(services.EXECUTOR, self, JobClaimed(at=NOON, worker="w"))
        history = await self.stage.executor.refresh(await self.stage.executor.load(subjects.job(self.id)))
        self.epoch = states.job_of(history).attempt.epoch

    async def want_session(self) -> None:
        self.session_id = ids.derived(self.id, "session")
        await self.send(session.OpenSession(**self.whose, site=SITE), host=None)

    async def open(self) -> session.SessionOpened:
        await self.want_session()
        return await self.hear(session.SessionOpened, lambda opened: opened.session_id == self.session_id)

    async def send(self, command: Any, *, host: str | None = HOST) -> str:
        self._commands += 1
        command_id = ids.derived(self.id, "command", self._commands)
        cause = Cause(command_id=self.id, tenant=TENANT, correlation=self.id, epoch=self.epoch)
        await self.stage.commands.send(command, command_id=command_id, cause=cause, host=host)
        return command_id

    async def ask(self, command: Any, answer: type[E]) -> E:
        """Send the command and wait for its answer of that kind."""
        command_id = await self.send(command)
        return await self.hear(answer, lambda fact: getattr(fact, "cause", "") == command_id)

    async def hear(self, kind: type[E], fits: Any = lambda fact: True) -> E:
        """The first event of that kind that fits, as soon as it is there."""
        async with asyncio.timeout(SECONDS), self.stage.executor.follow(subjects.job(self.id)) as feed:
            while True:
                for recorded in await feed.next(SECONDS):
                    if isinstance(recorded.event, kind) and fits(recorded.event):
                        return recorded.event

    async def look(self) -> tuple[session.PageObserved, PageModel]:
        seen = await self.ask(session.Observe(**self.whose), session.PageObserved)
        return seen, msgspec.json.decode(await self.stage.vault.get_page_model(seen.page.model_ref), type=PageModel)

    async def said(self) -> list[Event]:
        history = await self.stage.executor.refresh(await self.stage.executor.load(subjects.job(self.id)))
        return [one.event for one in history.recorded if one.service == services.BROWSER_HOST]


@dataclass
class Stage:
    """browser-host in its own process, and everybody else played by the test."""

    lab: Lab
    intake: JetStreamEventLog
    executor: JetStreamEventLog
    commands: Commands
    vault: Vault
    _jobs: int = 0

    async def begin(self, url: str) -> Job:
        """A job for that address, requested and claimed."""
        self._jobs += 1
        job_id = ids.derived("browser-host", url, self._jobs)
        job = Job(self, job_id, Applicant(TENANT, ids.derived("applicant", job_id)))
        request = {"target_url": url, "profile": {"first_name": "Wilhelmina", "email": "wilhelmina@example.org"}}
        await self.vault.put_request(job.person, job_id, request)
        await self.write(services.JOB_INTAKE, job, requested(tenant=TENANT, applicant=job.person.id, site=SITE))
        await job.claim()
        return job

    async def write(self, service: str, job: Job, *events: Event) -> None:
        log = self.intake if service == services.JOB_INTAKE else self.executor
        history = await log.refresh(await log.load(subjects.job(job.id)))
        cause = Cause(command_id=ids.derived(service, len(history.recorded)), tenant=TENANT, correlation=job.id)
        await log.append_facts(history, events, cause=cause.at_stage(job.id))

    async def restart(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the host's process; the supervisor starts another."""
        os.kill(self.lab.stack.process(services.BROWSER_HOST).pid, how)

    def browsers(self, job: Job) -> list[chromium.FoundBrowser]:
        return chromium.find_processes(self.lab.stack.state.browsers / f"{job.id}.{job.session_id}")


@pytest.fixture(scope="module")
async def stage(passable: Path) -> AsyncIterator[Stage]:
    environment = {"GHOSTHANDS_BROWSER_HOST_HOST": HOST, "GHOSTHANDS_BROWSER_HOST_SLOTS": "2"}
    async with (
        Lab.start(passable, environment=environment, only=(services.BROWSER_HOST,)) as lab,
        logged_in(lab.stack, services.JOB_INTAKE) as intake,
        logged_in(lab.stack, services.EXECUTOR) as executor,
    ):
        vault = await open_vault(intake, lab.stack.state.master_key_file)
        yield Stage(lab, JetStreamEventLog(intake), JetStreamEventLog(executor), Commands(executor), vault)


async def close(job: Job) -> None:
    closing = session.CloseSession(session_id=job.session_id, job_id=job.id, tenant=TENANT, reason="completed")
    await job.send(closing)
    await job.hear(session.SessionClosed, lambda closed: closed.session_id == job.session_id)


async def test_a_form_is_opened_read_filled_sent_once_and_closed(stage: Stage, site: Pages) -> None:
    job = await stage.begin(site.url("/form"))
    opened = await job.open()
    assert (opened.host, opened.epoch) == (HOST, job.epoch)
    seen, model = await job.look()
    assert (seen.page.page_type, seen.page.site) == (PageType.FORM, SITE)

    first, email = (one.id for one in model.fields)
    actions = (fill(first, key="profile.first_name"), fill(email, key="profile.email"))
    run = session.RunActions(**job.whose, model_ref=seen.page.model_ref, actions=actions)
    verified = await job.ask(run, session.ActionVerified)
    assert verified.fingerprint == await stage.vault.fingerprint(job.person, "Wilhelmina")

    button = seen.page.submit_button or ""
    submit = session.Submit(**job.whose, model_ref=seen.page.model_ref, intent_id="intent-1", button_id=button)
    refused = await job.ask(submit, session.CommandRefused)
    assert refused.code == "no_intent"
    assert site.sent == []

    intended = EffectIntended(
        at=NOON,
        intent_id="intent-1",
        kind=EffectKind.SUBMIT,
        button_id=button,
        button_role=ButtonRole.SUBMIT,
        fingerprint=seen.page.fingerprint,
    )
    await stage.write(services.EXECUTOR, job, intended)
    await job.ask(submit, session.ActionSucceeded)
    await job.ask(submit, session.ActionSucceeded)  # another command for the same intent: what happened is said again
    assert site.sent == ["first_name=Wilhelmina&email=wilhelmina%40example.org"]

    thanks, _ = await job.look()
    assert thanks.page.page_type is PageType.CONFIRMATION
    for why, begins in (("filled", b"\xff\xd8"), ("confirmation", b"\x89PNG")):
        picture = await job.hear(session.ScreenshotTaken, lambda taken, why=why: taken.why == why)
        assert (await stage.vault.open_screenshot(job.person, picture.ref)).startswith(begins)

    await close(job)
    assert stage.browsers(job) == []
    assert not any("ilhelmina" in str(event) for event in await job.said())


async def test_a_browser_that_is_killed_is_reported_lost_at_once(stage: Stage, site: Pages) -> None:
    job = await stage.begin(site.url("/form"))
    opened = await job.open()
    os.kill(opened.pid, signal.SIGKILL)
    lost = await job.hear(session.SessionLost)
    assert (lost.session_id, lost.reason) == (job.session_id, "crashed")
    refused = await job.ask(session.Observe(**job.whose), session.CommandRefused)
    assert refused.code == "session_gone"


@pytest.mark.heavy
async def test_a_page_that_hangs_is_given_up_when_it_is_needed(stage: Stage, site: Pages) -> None:
    site.html["/hangs"] = (
        "<title>Apply</title><p>soon<script>addEventListener('load', () => { while (true); })</script>"
    )
    job = await stage.begin(site.url("/hangs"))
    opened = await job.open()
    await job.send(session.Observe(**job.whose))
    async with asyncio.timeout(SECONDS / 2):
        lost = await job.hear(session.SessionLost)
    assert lost.reason == "unhealthy"
    assert opened.pid is not None
    assert chromium.processes.identify(opened.pid) is None


async def test_a_browser_outlives_its_host_and_is_adopted_with_what_was_typed(stage: Stage, site: Pages) -> None:
    job = await stage.begin(site.url("/form"))
    opened = await job.open()
    seen, model = await job.look()
    run = session.RunActions(
        **job.whose, model_ref=seen.page.model_ref, actions=(fill(model.fields[0].id, key="profile.first_name"),)
    )
    await job.ask(run, session.ActionVerified)
    await stage.restart()
    seen, _ = await job.look()
    assert [one.filled for one in seen.page.fields] == [True, False]
    assert [browser.pid for browser in stage.browsers(job)] == [opened.pid]
    await close(job)


async def test_a_page_that_was_still_coming_as_its_host_died_has_all_its_scripts(stage: Stage, site: Pages) -> None:
    form = "<form><div id=questions></div><button>Apply</button></form>"
    site.html["/scripted"] = f"{form}<script async src=/questions.js></script>"
    site.html["/questions.js"] = "document.querySelector('#questions').innerHTML = '<label>Shoe size <input></label>'"
    site.stuck.add("/questions.js")
    job = await stage.begin(site.url("/scripted"))
    await job.open()
    async with asyncio.timeout(SECONDS):
        while site.stuck:  # noqa: ASYNC110 - the page's request is announced by nobody
            await asyncio.sleep(0.02)
    await stage.restart()
    seen, _ = await job.look()
    assert len(seen.page.fields) == 1
    assert [browser.pid for browser in stage.browsers(job)], "its browser is adopted"
    await close(job)


@pytest.mark.heavy
async def test_a_browser_that_died_with_its_host_is_reported_lost(stage: Stage, site: Pages) -> None:
    job = await stage.begin(site.url("/form"))
    opened = await job.open()
    await stage.restart()
    os.kill(opened.pid, signal.SIGKILL)
    assert (await job.hear(session.SessionLost)).reason == "crashed"


@pytest.mark.heavy
async def test_a_browser_the_log_does_not_know_is_ended_and_its_profile_removed(stage: Stage, site: Pages) -> None:
    job = await stage.begin(site.url("/form"))
    folder = stage.lab.stack.state.browsers / f"{job.id}.orphan"
    orphan = await chromium.launch(folder, log_path=folder.with_name(f"{folder.name}.log"))
    await stage.restart()
    assert await orphan.wait_until_gone(SECONDS)
    await job.open()  # commands are taken only after that
    assert not folder.exists()
    await close(job)


async def test_a_third_session_waits_for_a_slot(stage: Stage, site: Pages) -> None:
    jobs = [await stage.begin(site.url("/form")) for _ in range(3)]
    for job in jobs[:2]:
        await job.open()
    await jobs[2].want_session()
    await jobs[0].look()  # the host is at work, and has not opened the third
    assert await jobs[2].said() == []
    await close(jobs[0])
    await jobs[2].hear(session.SessionOpened)
    for job in jobs[1:]:
        await close(job)


async def test_a_page_that_cannot_be_reached_is_a_refusal(stage: Stage, unused_port: int) -> None:
    job = await stage.begin(f"http://127.0.0.1:{unused_port}/form")
    await job.want_session()
    refused = await job.hear(session.CommandRefused)
    assert (refused.code, refused.retryable) == ("connection_refused", True)
    assert stage.browsers(job) == []


async def test_what_is_kept_of_a_login_is_told_and_let_go_of(stage: Stage, site: Pages) -> None:
    site.html["/known"] = "<title>Apply</title><p>hello<script>document.cookie = 'known=yes; path=/'</script>"
    job = await stage.begin(site.url("/known"))
    await job.open()
    await job.look()
    await close(job)
    asked = LoginsOf(tenant=TENANT, applicant=job.person.id)
    assert [login.domain for login in await logins_of(stage, asked)] == [SITE]
    assert await logins_of(stage, msgspec.structs.replace(asked, forget=SITE)) == []


async def logins_of(stage: Stage, asked: LoginsOf) -> list[KeptLogin]:
    answer = await micro.ask(stage.lab.bus, subjects.LOGINS, msgspec.json.encode(asked), timeout=SECONDS)
    return msgspec.json.decode(answer, type=list[KeptLogin])


async def test_the_host_says_that_it_is_there(stage: Stage) -> None:
    subject = f"$KV.{streams.HOSTS}.{HOST}"
    answer = await stage.lab.operator.read_back(f"KV_{streams.HOSTS}", subject, after=0)
    record = msgspec.json.decode(answer[-1].data, type=HostRecord)
    assert (record.host, record.slots) == (HOST, 2)


@pytest.mark.heavy
async def test_a_host_that_is_replaced_hands_its_browser_over_with_what_was_typed(stage: Stage, site: Pages) -> None:
    job = await stage.begin(site.url("/form"))
    opened = await job.open()
    seen, model = await job.look()
    run = session.RunActions(
        **job.whose, model_ref=seen.page.model_ref, actions=(fill(model.fields[0].id, key="profile.first_name"),)
    )
    await job.ask(run, session.ActionVerified)
    before = len(await job.said())
    await stage.restart(signal.SIGTERM)
    seen, _ = await job.look()
    assert [one.filled for one in seen.page.fields] == [True, False]
    assert [browser.pid for browser in stage.browsers(job)] == [opened.pid]
    assert not [fact for fact in (await job.said())[before:] if isinstance(fact, session.SessionLost)]
    await close(job)


async def test_a_host_that_stops_for_good_ends_its_browsers_and_says_so(stage: Stage, site: Pages) -> None:
    job = await stage.begin(site.url("/form"))
    opened = await job.open()
    await stage.restart(signal.SIGINT)
    assert (await job.hear(session.SessionLost)).reason == "host_stopped"
    assert opened.pid is not None
    assert chromium.processes.identify(opened.pid) is None


async def test_a_second_host_of_the_name_refuses_to_start_and_says_why(stage: Stage, site: Pages) -> None:
    job = await stage.begin(site.url("/form"))
    opened = await job.open()
    browsers = stage.lab.stack.state.browsers
    environment = dict(stage.lab.stack.process(services.BROWSER_HOST).command.env) | {
        "GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR": str(browsers.with_name("browsers-of-another-machine")),
        "GHOSTHANDS_METRICS_PORT": "0",
    }
    second = await asyncio.create_subprocess_exec(
        *module_command(services.BROWSER_HOST),
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        said, _ = await asyncio.wait_for(second.communicate(), timeout=200.0)
    finally:
        if second.returncode is None:
            second.kill()
    assert second.returncode == 2
    assert f"a browser host called {HOST} runs on another machine" in said.decode()
    assert "GHOSTHANDS_BROWSER_HOST_HOST" in said.decode()

    await job.look()
    assert not [fact for fact in await job.said() if isinstance(fact, session.SessionLost)]
    assert [browser.pid for browser in stage.browsers(job)] == [opened.pid]
    await close(job)

"""A host without a real browser: the log and the vault in memory, a page that does what the test says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest

from ghosthands.browser_host.commands.handlers import handlers
from ghosthands.browser_host.engines.registry import Engines
from ghosthands.browser_host.errors import BrowserLost
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.session import Session
from ghosthands.domain import ids, services, session
from ghosthands.domain.engine import CASCADED, EngineName
from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.job import EffectIntended, EffectKind, JobClaimed
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import (
    ButtonRole,
    PageModel,
)
from ghosthands.domain.plan import PlannedAction
from ghosthands.messaging.log import states
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Received
from ghosthands.testkit.story import NOON, fill, requested
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault
from tests.unit.services.browser_host.fakes import FORM as FORM
from tests.unit.services.browser_host.fakes import SITE, FakeBrowser, FakeEngine, FakeProvider

TENANT = "acme"
JOB = ids.derived("a job")
OTHER_JOB = ids.derived("another job")
SESSION = "s1"
HOST = "host-1"
TARGET = f"https://{SITE}/apply?token=secret"
PERSON = Applicant(TENANT, ids.derived("somebody"))
PROFILE = {"first_name": "Wilhelmina", "last_name": "Quartermaine", "email": "wilhelmina@example.org"}


class Scene:
    """A job, an applicant and a host; the other services are played by the test."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.vault = Vault(self.store, MasterKeys.generate())
        self.log = PartlyUnreadable(services.BROWSER_HOST, clock=lambda: NOON)
        self.unreadable: set[str] = set()
        self.log.unreadable = self.unreadable
        self.provider = FakeProvider()
        self.engine = {name: FakeEngine(name) for name in (EngineName.PLAYWRIGHT, *CASCADED)}
        self.engines = Engines({name: lambda _session, name=name: self.engine[name] for name in self.engine})
        self.host = self.new_host()
        self.handlers = handlers(self.host)
        self._commands = 0

    job = JOB
    other_job = OTHER_JOB
    person = PERSON

    def new_host(self, *, slots: int = 2, per_site: int = 2) -> Host:
        """A host of the same name, as after a restart."""
        return Host(HOST, self.log, self.vault, Sessions(slots=slots, per_site=per_site), self.provider, self.engines)

    def restart(self, **settings: int) -> None:
        """The process is replaced: what was only in memory is gone, and so is nothing else."""
        for watching in self.host._watching.values():
            watching.cancel()
        self.provider.is_dead = False
        self.host = self.new_host(**settings)
        self.handlers = handlers(self.host)

    async def begin(self, job_id: str = JOB) -> int:
        """The job is requested and claimed; its epoch."""
        await self.vault.put_request(PERSON, job_id, {"target_url": TARGET, "profile": PROFILE})
        await self.write(services.JOB_INTAKE, requested(tenant=TENANT, site=SITE, applicant=PERSON.id), job_id=job_id)
        return await self.claim(job_id)

    async def claim(self, job_id: str = JOB) -> int:
        """An executor claims the job anew; the epoch."""
        await self.write(services.EXECUTOR, JobClaimed(at=NOON, worker="w"), job_id=job_id)
        return states.job_of(await self.log.load(subjects.job(job_id))).attempt.epoch

    async def write(self, service: str, *events: Event, job_id: str = JOB) -> None:
        """Another service writes on the job."""
        door = self.log.as_service(service)
        history = await door.load(subjects.job(job_id))
        cause = Cause(command_id=ids.derived(service, job_id, len(history.recorded)), tenant=TENANT, correlation=job_id)
        await door.append_facts(history, events, cause=cause)

    async def open(self, session_id: str = SESSION, job_id: str = JOB, *, epoch: int | None = None) -> FakeBrowser:
        """The job has an open session here."""
        epoch = await self.begin(job_id) if epoch is None else epoch
        await self.send(self.wanted(session_id, job_id, epoch=epoch))
        return self.browser(session_id, job_id)

    def wanted(self, session_id: str = SESSION, job_id: str = JOB, *, epoch: int) -> session.OpenSession:
        return session.OpenSession(
            session_id=session_id, job_id=job_id, tenant=TENANT, applicant=PERSON.id, epoch=epoch, site=SITE
        )

    @staticmethod
    def closing(session_id: str = SESSION) -> session.CloseSession:
        return session.CloseSession(session_id=session_id, job_id=JOB, tenant=TENANT, reason="completed")

    async def intend(self, button_id: str = "send", intent_id: str = "intent-1") -> None:
        """Executor announces that the button is going to be pressed."""
        intended = EffectIntended(
            at=NOON,
            intent_id=intent_id,
            kind=EffectKind.SUBMIT,
            button_id=button_id,
            button_role=ButtonRole.SUBMIT,
            fingerprint="form",
        )
        await self.write(services.EXECUTOR, intended)

    async def observed(self, browser: FakeBrowser, page: PageModel = FORM) -> str:
        """The page was read; its reference."""
        browser.page = page
        facts = await self.send(await self.command(session.Observe))
        return next(fact.page.model_ref for fact in facts if isinstance(fact, session.PageObserved))

    async def command(self, kind: type[Any], **rest: Any) -> Any:
        """A command of the latest claim to the session."""
        known = {"session_id": SESSION, "job_id": JOB, "tenant": TENANT, "applicant": PERSON.id}
        job = states.job_of(await self.log.load(subjects.job(JOB)))
        return kind(**{**known, "epoch": job.attempt.epoch, **rest})

    def received(self, command: Command, command_id: str | None = None) -> Received[Any]:
        """The command as it arrives."""
        self._commands += 1
        at: datetime = NOON
        job_id = getattr(command, "job_id", JOB)
        return Received(
            id=command_id or f"command-{self._commands}",
            at=at,
            service=services.EXECUTOR,
            command=command,
            causation="",
            correlation=job_id,
            tenant=TENANT,
            epoch=getattr(command, "epoch", None),
        )

    async def send(self, command: Command, command_id: str | None = None) -> list[Event]:
        """Have the command handled; what browser-host said meanwhile."""
        job_id = getattr(command, "job_id", JOB)
        before = len(await self.said(job_id))
        await self.handlers[type(command)](self.received(command, command_id))
        return (await self.said(job_id))[before:]

    @staticmethod
    async def until_all_wait() -> None:
        """Let every task go on until it waits for something."""
        for _ in range(100):
            await asyncio.sleep(0)

    async def said(self, job_id: str = JOB) -> list[Event]:
        """Everything browser-host has said of the job."""
        history = await self.log.load(subjects.job(job_id))
        return [one.event for one in history.recorded if one.service == services.BROWSER_HOST]

    def browser(self, session_id: str = SESSION, job_id: str = JOB) -> FakeBrowser:
        """The browser of an open session."""
        browser = self.session(session_id, job_id).browser
        assert isinstance(browser, FakeBrowser)
        return browser

    def session(self, session_id: str = SESSION, job_id: str = JOB) -> Session:
        """The open session."""
        found = self.host.sessions.get(job_id, session_id)
        assert found is not None, f"session {session_id} is not open"
        return found

    @contextmanager
    def overtaken(self) -> Iterator[None]:
        """Within the block another process of the same name writes whenever this one has read."""
        self.host.events = Overtaken(self)  # type: ignore[assignment]
        try:
            yield
        finally:
            self.host.events = self.log

    async def gone(self, session_id: str = SESSION) -> None:
        """Return once the session is no longer open here and everything was said about it."""
        freed = asyncio.Event()
        self.host.sessions.on_free = freed.set
        if self.host.sessions.get(JOB, session_id) is not None:
            await freed.wait()
        async with self.host.sessions.lock(JOB):
            assert self.host.sessions.get(JOB, session_id) is None

    @staticmethod
    def lose(browser: FakeBrowser, reason: str = "crashed") -> None:
        """The browser dies."""
        browser.lost.set_result(reason)

    @staticmethod
    def fill(field_id: str = "email") -> PlannedAction:
        return fill(field_id)

    @staticmethod
    def death(reason: str = "crashed") -> BrowserLost:
        return BrowserLost(reason)


class PartlyUnreadable(MemoryEventLog):
    """The log, some jobs of which hold an event of a version from the future."""

    unreadable: set[str]

    async def refresh(self, history: History) -> History:
        if history.aggregate.id in self.unreadable:
            raise NewerMessage("PageObserved", 9)
        return await super().refresh(history)


class Overtaken:
    """The log, on which another process of this service writes right after the history was read."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scene.log, name)

    async def load(self, aggregate: subjects.Aggregate) -> History:
        return await self.refresh(History(aggregate))

    async def refresh(self, history: History) -> History:
        known = await self._scene.log.refresh(history)
        await self._scene.write(services.BROWSER_HOST, session.SessionLost(session_id="s0", reason="crashed"))
        return known


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    scene = Scene()
    yield scene
    await scene.host.stop()

"""Planner, cookbook and hitl-gateway as processes of their own on a real NATS; the test plays everybody else."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ghosthands.domain import ids, services
from ghosthands.domain.human import AskKind, HumanNotified
from ghosthands.domain.job import Band, HumanRequested
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.permissions import CLI, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.timers import Timers
from ghosthands.practice import loopback
from ghosthands.stack import StackConfig, Supervisor, logged_in
from ghosthands.testkit.mail_server import Encryption, Postbox, mail_server, make_certificate
from ghosthands.testkit.receiver import Receiver
from ghosthands.testkit.story import page_model, requested
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.opening import open_vault
from ghosthands.vault.vault import Vault

TENANT = "acme"
#: what the upstream product and hitl-gateway show each other
SECRET = "a-secret-that-both-know-and-no-log"
HITL_GATEWAY = {
    "GH_SERVICE_SECRET": SECRET,
    "GHOSTHANDS_HITL_GATEWAY_CALLBACK_HOSTS": "127.0.0.1",
    "GHOSTHANDS_HITL_GATEWAY_CALLBACKS_PER_MINUTE": "10000",
}
PATIENCE = 60.0
PAGE = page_model(
    platform="greenhouse",
    fields=(
        FieldModel(id="email", locator=Locator("#email"), kind=FieldKind.EMAIL, label="Email", required=True),
        FieldModel(id="why", locator=Locator("#why"), kind=FieldKind.TEXTAREA, label="Why us?", required=True),
    ),
)


class Lookout:
    """Where whoever looks after the installation is told that a job waits: a webhook, and a postbox."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.postbox = Postbox()
        self._news = asyncio.Condition()

    async def take(self, request: Request) -> Response:
        """Hear the webhook."""
        async with self._news:
            self.told.append(await request.json())
            self._news.notify_all()
        return Response()

    async def until_told(self, job_id: str) -> dict[str, Any]:
        """What the webhook was told of a job, once it was."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: self.of(job_id))
        return self.of(job_id)[0]

    def of(self, job_id: str) -> list[dict[str, Any]]:
        return [notice for notice in self.told if notice["job_id"] == job_id]

    def mails(self, job_id: str) -> list[EmailMessage]:
        return [mail for mail in self.postbox.mails if job_id in str(mail.get_content())]


class Town:
    """Three services running, and the connections of everybody they talk to."""

    def __init__(self, supervisor: Supervisor, buses: dict[str, Bus], vault: Vault, host_vault: Vault) -> None:
        self.stack = supervisor
        self.buses = buses
        self.vault = vault
        #: as browser-host has it, which stores page models and pictures
        self.host_vault = host_vault
        self.logs = {name: JetStreamEventLog(bus) for name, bus in buses.items() if name in services.SERVICES}
        self.timers = Timers(buses[services.EXECUTOR])
        self._woken: list[str] = []
        self._news = asyncio.Event()

    async def on_run_job(self, delivery: Delivery) -> None:
        """Executor's part: take note and acknowledge."""
        self._woken.append(delivery.headers["gh-correlation"])
        self._news.set()
        await delivery.ack()

    async def woken(self, job_id: str, times: int = 1) -> None:
        """Return once executor was told that often to look at the job."""
        async with asyncio.timeout(PATIENCE):
            while self._woken.count(job_id) < times:
                self._news.clear()
                await self._news.wait()

    def times_woken(self, job_id: str) -> int:
        return self._woken.count(job_id)

    async def buried(self, reason: str, times: int = 1) -> list[Any]:
        """What hitl-gateway gave up of what humans sent, once that many messages died for that reason."""
        subject = subjects.dead(services.HITL_GATEWAY, streams.HUMANS)
        letters = await _polled(
            self.buses[CLI],
            streams.DEAD,
            subject,
            lambda found: sum(letter["reason"] == reason for letter in found) >= times,
        )
        return [letter for letter in letters if letter["reason"] == reason]


class Case:
    """One job and its applicant, in town."""

    def __init__(self, town: Town, tenant: str = TENANT) -> None:
        self.town = town
        self.id = str(uuid.uuid4())
        self.task = f"task-{uuid.uuid4().hex[:12]}"
        self.tenant = tenant
        self.person = Applicant(tenant, ids.derived("applicant", self.id))
        self.model_ref = ""
        self.page = PAGE
        #: the question a human is asked
        self.why = question_key("Why us?")
        self._said = 0

    async def start(self, **request: Any) -> Case:
        """It is requested, with `request` beside the profile."""
        kept = {"target_url": PAGE.url, "profile": {"email": "ada@example.org"}, **request}
        await self.town.vault.put_request(self.person, self.id, kept)
        self.model_ref = await self.town.host_vault.put_page(self.page)
        wanted = requested(
            tenant=self.tenant, applicant=self.person.id, task=self.task, band=Band.LOW, model=request.get("model")
        )
        await self.say(services.JOB_INTAKE, wanted)
        return self

    async def say(self, service: str, event: Event) -> None:
        """A service says something on the job."""
        self._said += 1
        log = self.town.logs[service]
        history = await log.load(subjects.job(self.id))
        cause = Cause(command_id=f"{self.id}-{self._said}", tenant=self.tenant, correlation=self.id)
        await log.append_facts(history, [event], cause=cause)

    async def ask(
        self,
        *,
        timeout_seconds: int = 300,
        kind: AskKind = AskKind.FIELDS,
        code: str | None = None,
        fields: tuple[Unanswered, ...] = (),
    ) -> HumanRequested:
        """Executor asks a human, why unless other fields are named."""
        asked = HumanRequested(
            request_id=str(uuid.uuid4()),
            kind=kind,
            at=datetime.now(UTC),
            timeout_seconds=timeout_seconds,
            fields=fields or (Unanswered("why", self.why),),
            drafted=(self.why,) if kind is AskKind.REVIEW else (),
            model_ref=self.model_ref,
            code=code,
        )
        await self.say(services.EXECUTOR, asked)
        return asked

    async def command(self, command: Command) -> str:
        """Executor commands something; the command's id."""
        command_id = str(uuid.uuid4())
        cause = Cause(command_id=self.id, tenant=self.tenant, correlation=self.id)
        commands = Commands(self.town.buses[services.EXECUTOR])
        for _ in range(2):  # sent twice, as after a crash
            await commands.send(command, command_id=command_id, cause=cause)
        return command_id

    async def until(self, kind: type[Event]) -> Recorded[Event]:
        """The job's first event of that kind, as soon as it is there."""
        async with asyncio.timeout(PATIENCE), self.town.logs[services.EXECUTOR].follow(subjects.job(self.id)) as feed:
            while True:
                for recorded in await feed.next(PATIENCE):
                    if isinstance(recorded.event, kind):
                        return recorded

    async def until_notified(self, way: str) -> HumanNotified:
        """That somebody was told by that way, as soon as it is on the log."""
        async with asyncio.timeout(PATIENCE), self.town.logs[services.EXECUTOR].follow(subjects.job(self.id)) as feed:
            while True:
                for recorded in await feed.next(PATIENCE):
                    if isinstance(recorded.event, HumanNotified) and recorded.event.way == way:
                        return recorded.event

    async def events(self) -> list[Event]:
        history = await self.town.logs[services.EXECUTOR].load(subjects.job(self.id))
        return list(history.events)

    async def told(self, what: str, enough: Callable[[list[Any]], bool]) -> list[Any]:
        """What the upstream product heard, once it is enough."""
        subject = subjects.out(self.tenant, self.task, what)
        return await _polled(self.town.buses[CLI], streams.OUT, subject, enough)

    async def answer(self, **body: Any) -> None:
        """A human answers."""
        await self.send(msgspec.json.encode({"tenant": self.tenant, "job_id": self.id, **body}))

    async def set_deadline(self, at: datetime) -> None:
        """Executor has the human's deadline set."""
        cause = Cause(command_id=self.id, tenant=self.tenant, correlation=self.id)
        await self.town.timers.set(subjects.job(self.id), "human", at, services.HITL_GATEWAY, cause=cause)

    async def send(self, data: bytes) -> None:
        await self.town.buses[VALET].publish(Outgoing("human.resolved", data))


async def _polled(bus: Bus, stream: str, subject: str, enough: Callable[[list[Any]], bool]) -> list[Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            stored = await bus.read_back(stream, subject, after=0)
            found = [msgspec.json.decode(message.data) for message in stored]
            if enough(found):
                return found
            await asyncio.sleep(0.05)  # neither stream announces anything to this user


@pytest.fixture(scope="session")
async def lookout() -> Lookout:
    return Lookout()


@pytest.fixture(scope="session")
async def notified(tmp_path_factory: pytest.TempPathFactory, lookout: Lookout) -> AsyncIterator[dict[str, str]]:
    """The settings by which hitl-gateway tells the lookout: a webhook, and mail with STARTTLS and a password."""
    certificate = make_certificate(tmp_path_factory.mktemp("mail"))
    listener = loopback.listen(0, "127.0.0.1")
    server = loopback.LoopbackServer(Starlette(routes=[Route("/told", lookout.take, methods=["POST"])]))
    async with loopback.run(server, listener):
        with mail_server(lookout.postbox, encryption=Encryption.STARTTLS, certificate=certificate) as port:
            yield {
                "GHOSTHANDS_HITL_GATEWAY_NOTIFY_URL": f"{loopback.find_address(listener)}/told",
                "GHOSTHANDS_HITL_GATEWAY_NOTIFY_EMAIL": "ops@example.com",
                "GHOSTHANDS_HITL_GATEWAY_SMTP_URL": f"smtp://someone:open%20sesame@127.0.0.1:{port}",
                "GHOSTHANDS_HITL_GATEWAY_NOTIFY_AFTER_SECONDS": "1",
                "SSL_CERT_FILE": str(certificate.file),
            }


@pytest.fixture(scope="session")
async def town(tmp_path_factory: pytest.TempPathFactory, notified: dict[str, str]) -> AsyncIterator[Town]:
    names = (services.PLANNER, services.COOKBOOK, services.HITL_GATEWAY)
    config = StackConfig(
        state_dir=_open_folder(tmp_path_factory),
        services=names,
        ack_wait_seconds=2.0,
        nats_url=None,
        database_url="postgresql://nobody-asks",
        extra_env={services.HITL_GATEWAY: {**HITL_GATEWAY, **notified}},
    )
    async with AsyncExitStack() as exits:
        supervisor = await exits.enter_async_context(Supervisor(config))
        users = (services.JOB_INTAKE, services.EXECUTOR, services.BROWSER_HOST, VALET, CLI)
        buses = {user: await exits.enter_async_context(logged_in(supervisor, user)) for user in users}
        vault = await open_vault(buses[services.JOB_INTAKE], supervisor.state.master_key_file)
        host_vault = await open_vault(buses[services.BROWSER_HOST], supervisor.state.master_key_file)
        town = Town(supervisor, buses, vault, host_vault)
        low = f"{services.EXECUTOR}-{Band.LOW}"
        puller = Puller(buses[services.EXECUTOR], streams.COMMANDS, [low], town.on_run_job, slots=4, ack_wait=2.0)
        pulling = asyncio.create_task(puller.run())
        yield town
        await puller.stop()
        await pulling


def _open_folder(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("town")


@pytest.fixture
async def case(town: Town) -> Case:
    return await Case(town).start()


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    """Where the upstream product hears callbacks."""
    async with Receiver(SECRET).listening() as receiver:
        yield receiver


@pytest.fixture
async def told(town: Town, receiver: Receiver) -> Case:
    """A job whose course the receiver is told."""
    case = Case(town)
    return await case.start(callback_url=receiver.callback_url(), valet_task_id=case.task)


@pytest.fixture
async def other(town: Town) -> Case:
    """A second job."""
    return await Case(town).start()

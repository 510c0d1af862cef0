"""A job that waits for a human, and hitl-gateway beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

import msgspec
import pytest

from ghosthands.contract.told import TOLD
from ghosthands.domain import services
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Band, HumanRequested, JobClaimed
from ghosthands.domain.message import Event
from ghosthands.domain.page import (
    FieldKind,
    FieldModel,
    FileInputModel,
    Locator,
    OptionModel,
)
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.hitl_gateway.answer_locks import AnswerLocks
from ghosthands.hitl_gateway.callbacks.courier import Courier
from ghosthands.hitl_gateway.callbacks.pacing import Pacing
from ghosthands.hitl_gateway.callbacks.sender import CallbackSender
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.handlers import Handlers
from ghosthands.hitl_gateway.notifying.notifier import Notifier
from ghosthands.hitl_gateway.notifying.ways import NoticeWay
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.messaging.work.timers import Timers
from ghosthands.testkit.receiver import Receiver
from ghosthands.testkit.story import NOON, page_model, requested
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

#: how long it is waited until somebody is notified
AFTER = timedelta(seconds=15)
#: what the upstream product and we show each other
SECRET = "a secret that both know"
JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = "7c9e6679-0000-5000-8000-000000000001"
WHY = question_key("Why us?")
PAGE = page_model(
    platform="greenhouse",
    fields=(
        FieldModel(id="why", locator=Locator("#why"), kind=FieldKind.TEXTAREA, label="Why us?", required=True),
        FieldModel(
            id="visa",
            locator=Locator("#visa"),
            kind=FieldKind.SELECT,
            label="Visa",
            required=True,
            options=(OptionModel("Select …", placeholder=True), OptionModel("Yes"), OptionModel("No")),
        ),
    ),
    file_inputs=(FileInputModel(id="proof", locator=Locator("#proof"), label="Proof", required=True),),
)
ASKED = tuple(
    Unanswered(field_id, question_key(label))
    for field_id, label in (("why", "Why us?"), ("visa", "Visa"), ("proof", "Proof"))
)


@dataclass
class Message:
    """What hands and handlers see of a delivery."""

    subject: str
    data: bytes
    stored_at: datetime
    delivered: int = 1
    sequence: int = 1


class World:
    """A log, a vault, a bus, a clock; and hitl-gateway's handlers."""

    def __init__(self) -> None:
        self.now = NOON + timedelta(seconds=10)
        self.bus = MemoryBus(services.HITL_GATEWAY)
        self.store = MemoryStore()
        self.vault = Vault(self.store, MasterKeys.generate())
        clock = lambda: self.now  # noqa: E731
        self.events = MemoryEventLog(services.HITL_GATEWAY, clock=clock)
        self.sender = CallbackSender(SECRET, frozenset({"127.0.0.1"}), keyed=frozenset({"127.0.0.1"}))
        #: the ways in which somebody is notified; none, unless a test adds one
        self.ways: list[NoticeWay] = []
        self.courier = Courier(
            self.events,
            Timers(self.bus),
            self.vault,
            self.sender,
            Pacing(MemoryStore(), 100),
            now=clock,
        )
        self.handlers = Handlers(
            HumanGateway(
                self.events,
                Commands(self.bus, clock=clock),
                Outbox(self.bus, clock=clock),
                self.vault,
                AnswerLocks(MemoryStore()),
                now=clock,
            ),
            self.courier,
            Notifier(self.events, Timers(self.bus), self.vault, self.ways, self.courier.places, after=AFTER, now=clock),
        )
        self.model_ref = ""
        self._told = 0

    async def start(self, *, request: Mapping[str, Any] | None = None, **changes: Any) -> World:
        """A job is requested and claimed; `request` is what the vault keeps of it besides."""
        self.model_ref = await self.vault.put_page(PAGE)
        await self.vault.put_request(self.person, JOB, {"target_url": PAGE.url, "profile": {}, **(request or {})})
        await self.say(services.JOB_INTAKE, requested(band=Band.HIGH, **changes))
        await self.say(services.EXECUTOR, JobClaimed(at=NOON, worker="w1"))
        return self

    @property
    def person(self) -> Applicant:
        wanted = requested()
        return Applicant(wanted.tenant, wanted.applicant)

    async def ask(self, request_id: str = REQUEST, **changes: Any) -> HumanRequested:
        """The job asks for three fields."""
        known: dict[str, Any] = {
            "request_id": request_id,
            "kind": AskKind.FIELDS,
            "at": NOON,
            "timeout_seconds": 300,
            "fields": ASKED,
            "model_ref": self.model_ref,
        }
        asked = HumanRequested(**{**known, **changes})
        await self.say(services.EXECUTOR, asked)
        return asked

    async def say(self, service: str, event: Event) -> Recorded[Event]:
        """A service says something on the job."""
        self._told += 1
        log = self.events.as_service(service)
        history = await log.load(subjects.job(JOB))
        cause = Cause(command_id=f"said-{self._told}", tenant="valet", correlation=JOB)
        (recorded,) = await log.append_facts(history, [event], cause=cause)
        return recorded

    async def answer(
        self, *, delivered: int = 1, given_at: datetime | None = None, sequence: int = 1, **body: Any
    ) -> None:
        """A human sends `human.resolved`."""
        known = {"job_id": JOB, "request_id": REQUEST, "resolution": "value"}
        data = msgspec.json.encode({**known, **body})
        await self.receive(data, delivered=delivered, given_at=given_at, sequence=sequence)

    async def receive(
        self,
        data: bytes,
        subject: str = "human.resolved",
        *,
        delivered: int = 1,
        given_at: datetime | None = None,
        sequence: int = 1,
    ) -> None:
        """Any message comes in where humans answer."""
        message = Message(subject, data, given_at or self.now, delivered, sequence)
        await self.handlers.on_human_message(cast("Delivery", message))

    async def said(self) -> list[Event]:
        """What hitl-gateway wrote on the job."""
        history = await self.events.load(subjects.job(JOB))
        return [one.event for one in history.recorded if one.service == services.HITL_GATEWAY]

    @property
    def woken(self) -> list[str]:
        """The RunJobs sent, by their ids."""
        sent = [message for message in self.bus.published if message.subject.endswith(".RunJob")]
        assert all(message.subject == subjects.in_band("executor", "RunJob", Band.HIGH) for message in sent)
        return [message.headers["ce-id"] for message in sent]

    def told(self, what: str) -> list[Mapping[str, Any]]:
        """What the upstream product heard."""
        subject = subjects.out("valet", "task-1", what)
        found = [message.data for message in self.bus.published if message.subject == subject]
        for data in found:
            TOLD[what].model_validate_json(data)
        return [msgspec.json.decode(data) for data in found]


@pytest.fixture
async def world() -> World:
    return await World().start()


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    """Where the upstream product, or whoever is notified, is told."""
    async with Receiver(SECRET).listening() as receiver:
        yield receiver

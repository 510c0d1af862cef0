"""Job-intake with everything around it in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

import msgspec
import pytest

from ghosthands.contract.told import TOLD
from ghosthands.domain import ids, job, page, services
from ghosthands.domain.message import Event
from ghosthands.domain.session import HumanSubmitted
from ghosthands.job_intake.downloads import Downloads
from ghosthands.job_intake.handlers import Handlers
from ghosthands.job_intake.intake import Intake
from ghosthands.job_intake.resume import Fetcher
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.testkit.story import NOON
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

GOOD: dict[str, Any] = {
    "valet_task_id": "task-1",
    "valet_user_id": "3f0c1a52-5d0e-4c3a-9a55-67686f737468",
    "idempotency_key": "key-1",
    "target_url": "https://93.184.215.14/acme/jobs/1001",
    "profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"},
    "engine_version": 2,
}
JOB = ids.job_id("valet", "key-1")
#: how long ago a message was sent when it is heard
SENT_BEFORE = timedelta(seconds=10)


@dataclass
class Message:
    """What handlers see of a delivery."""

    subject: str
    data: bytes
    delivered: int = 1
    stream: str = "GH_INTAKE"
    sequence: int = 1
    stored_at: datetime = field(default_factory=utc_now)


@dataclass
class World:
    """A log, a vault and a bus; and job-intake's handlers."""

    bus: MemoryBus = field(default_factory=lambda: MemoryBus(services.JOB_INTAKE))
    events: MemoryEventLog = field(default_factory=lambda: MemoryEventLog(services.JOB_INTAKE))
    vault: Vault = field(default_factory=lambda: Vault(MemoryStore(), MasterKeys.generate()))
    #: when each message was stored: the same at every delivery
    stored: dict[tuple[str, int], datetime] = field(default_factory=dict)

    async def hear(
        self,
        what: str,
        body: dict[str, Any] | bytes,
        *,
        delivered: int = 1,
        downloads: Downloads | None = None,
        after: timedelta = SENT_BEFORE,
        sequence: int = 1,
        stored_at: datetime | None = None,
        by: Intake | None = None,
    ) -> None:
        fetcher = Fetcher(None, {"127.0.0.1"}, downloads)
        carried_out_by = by or Intake(
            self.events,
            Commands(self.bus),
            Outbox(self.bus),
            self.bus,
            self.vault,
            fetcher,
            now=lambda: utc_now() + after,
        )
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        when = self.stored.setdefault((what, sequence), stored_at or utc_now())
        message = Message(what, data, delivered, sequence=sequence, stored_at=when)
        await Handlers(carried_out_by).on_message(cast("Delivery", message))

    async def request(
        self,
        *,
        downloads: Downloads | None = None,
        after: timedelta = SENT_BEFORE,
        delivered: int = 1,
        by: Intake | None = None,
        **changes: Any,
    ) -> None:
        body = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
        await self.hear("job.requested", body, delivered=delivered, downloads=downloads, after=after, by=by)

    async def job(self, job_id: str = JOB) -> job.Job:
        return job_of(await self.events.load(subjects.job(job_id)))

    async def say(self, service: str, event: Event, job_id: str = JOB) -> None:
        door = self.events.as_service(service)
        history = await door.load(subjects.job(job_id))
        said = f"said {type(event).__name__} of {job_id}"
        await door.append_facts(history, [event], cause=Cause(command_id=said, tenant="valet", correlation=job_id))

    async def end_sent(self, job_id: str = JOB) -> None:
        """The job ends, and its application may have been sent."""
        await self.say(services.BROWSER_HOST, HumanSubmitted(session_id="s1", viewer_id="v"), job_id)
        await self.say(services.EXECUTOR, job.JobFailed(at=NOON, code="hitl_timeout"), job_id)

    def told(self, what: str) -> list[dict[str, Any]]:
        found = [one for one in self.bus.published if one.subject == f"gh.out.valet.task-1.{what}"]
        for one in found:
            TOLD[what].model_validate_json(one.data)
        return [msgspec.json.decode(one.data) for one in found]

    def woken(self) -> list[str]:
        return [one.subject for one in self.bus.published if one.subject.endswith(".RunJob")]


@pytest.fixture
def world() -> World:
    return World()


def intended(kind: job.EffectKind = job.EffectKind.SUBMIT) -> Event:
    button = {"button_id": "b", "button_role": page.ButtonRole.SUBMIT, "fingerprint": "f"}
    return job.EffectIntended(at=NOON, intent_id="i", kind=kind, **button)  # type: ignore[arg-type]


def codes(told: dict[str, Any]) -> dict[str, str]:
    """The code of each reason that VALET is told, by field."""
    return {reason["field"]: reason["code"] for reason in told["reasons"]}

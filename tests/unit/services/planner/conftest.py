"""Planner between a vault, a log and a model server whose answers are written down."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from ghosthands.domain import services
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel, PageModel
from ghosthands.domain.plan import PlanPage, PlanProposed
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Received
from ghosthands.messaging.work.timers import Timers
from ghosthands.models import Ledgers, ModelGateway, ModelSettings
from ghosthands.planner.handlers import Handlers
from ghosthands.practice import model_server
from ghosthands.practice.model_server import ModelServer
from ghosthands.testkit.story import page_model, requested
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

PERSON = Applicant("valet", "5e3f9a0e-0000-5000-8000-000000000001")
JOB = "0b8f7d3e-0000-5000-8000-000000000001"
PROFILE = {
    "first_name": "Ada",
    "last_name": "Byron",
    "email": "ada@example.org",
    "phone": "+44 20 7946 0000",
    "linkedin_url": "https://linkedin.example/ada",
    "salary_expectation": "90000",
    "requires_sponsorship": "no",
    "willing_to_relocate": "yes",
}


class Desk:
    """Planner, as executor commands it."""

    def __init__(self, gateway: ModelGateway) -> None:
        self.vault = Vault(MemoryStore(), MasterKeys.generate())
        self.events = MemoryEventLog(services.PLANNER)
        self.ledgers = Ledgers(self.events, Timers(MemoryBus(services.PLANNER)))
        self.handlers = Handlers(self.events, self.vault, gateway, self.ledgers)
        #: what the job's log says that models cost
        self.costs: list[CostIncurred] = []

    async def plan(
        self,
        *fields: FieldModel,
        profile: Mapping[str, Any] = PROFILE,
        page: PageModel | None = None,
        job: str = JOB,
        **request: Any,
    ) -> PlanProposed:
        """The plan of a page with those fields."""
        page = page or page_model(fields=fields)
        await self.vault.put_request(PERSON, job, {"target_url": page.url, "profile": profile, **request})
        ref = await self.vault.put_page(page)
        await self.request(job)
        command = PlanPage(job_id=job, tenant=PERSON.tenant, applicant=PERSON.id, model_ref=ref)
        await self.handlers.on_plan_page(
            Received(
                id=f"c-{ref}-{job}",
                at=datetime(2026, 1, 1, tzinfo=UTC),
                service=services.EXECUTOR,
                command=command,
                causation="step",
                correlation=job,
                tenant=PERSON.tenant,
            )
        )
        history = await self.events.load(subjects.job(job))
        self.costs = [event for event in history.events if isinstance(event, CostIncurred)]
        return next(event for event in reversed(history.events) if isinstance(event, PlanProposed))

    async def request(self, job: str = JOB, **changes: Any) -> None:
        """Job-intake begins the job, once."""
        log = self.events.as_service(services.JOB_INTAKE)
        cause = Cause(command_id=f"request-{job}", tenant=PERSON.tenant, correlation=job)
        history = await log.load(subjects.job(job))
        if not history.recorded:
            await log.append_facts(history, [requested(applicant=PERSON.id, **changes)], cause=cause)


def ask(
    field_id: str, label: str, kind: FieldKind = FieldKind.TEXT, *, options: tuple[str, ...] = (), **more: Any
) -> FieldModel:
    """A field that the form insists on."""
    offered = tuple(OptionModel(option) for option in options)
    known = {"required": True, **more}
    return FieldModel(id=field_id, locator=Locator(f"#{field_id}"), kind=kind, label=label, options=offered, **known)


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with model_server.serve() as running:
        yield running


@pytest.fixture
async def desk(server: ModelServer) -> AsyncIterator[Desk]:
    """With a model."""
    gateway = ModelGateway(ModelSettings(base_url=server.base_url, api_key="the-key", max_retries=0))
    yield Desk(gateway)
    await gateway.close()


@pytest.fixture
def alone() -> Desk:
    """Without one."""
    return Desk(ModelGateway(ModelSettings()))

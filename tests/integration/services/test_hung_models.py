"""A model that hangs, and a tenant with many pages for it, hold up what is to be asked of that model alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.domain.page import FieldKind, FieldModel, Locator, PageModel
from ghosthands.domain.plan import PlanPage, PlanProposed
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.stack import StackConfig, Supervisor, logged_in
from ghosthands.testkit.story import page_model
from ghosthands.vault.opening import open_vault

from .conftest import PATIENCE, Case, Town

pytestmark = [pytest.mark.integration, pytest.mark.slow]

#: pages of one tenant for the model that hangs; more than any process has places
FLOOD = 100
#: within which whoever has nothing to do with it is to have their plan; it takes a tenth of a second
SOON = 10.0

EMAIL = FieldModel(id="email", locator=Locator("#email"), kind=FieldKind.EMAIL, label="Email", required=True)
ODD = FieldModel(id="odd", locator=Locator("#odd"), kind=FieldKind.TEXT, label="Zorblax quotient", required=True)
#: the rules understand all of this page
PLAIN = page_model(platform="greenhouse", fields=(EMAIL,))
#: and not this one's second field
STRANGE = page_model(platform="greenhouse", fields=(EMAIL, ODD))
NOTHING_SURE = AnswerRule(answer={"fields": []}, schema=("fields",))
NO_DRAFTS = AnswerRule(answer={"answers": []}, schema=("answers",))


class Models:
    """Two providers: one takes what it is asked and says nothing, one answers at once."""

    def __init__(self, hung: ModelServer, quick: ModelServer) -> None:
        self.hung = hung
        self.quick = quick

    async def until_hung_is_asked(self, times: int) -> None:
        """Return once the one that says nothing was asked so often."""
        async with asyncio.timeout(PATIENCE):
            await self.hung.until_asked(times)


@pytest.fixture
async def models() -> AsyncIterator[Models]:
    hangs = AnswerRule(answer="", delay_seconds=3_600)
    async with model_server.serve([hangs]) as hung, model_server.serve([NOTHING_SURE, NO_DRAFTS]) as quick:
        yield Models(hung, quick)


def write_models(folder: Path, models: Models) -> Path:
    """A file by which a job's wish says which of the two is asked, and the quick one where it says nothing."""
    path = folder / "models.toml"
    path.write_text(f"""
primary = "quick"
escalation = []
[providers.slow]
base_url = "{models.hung.base_url}"
[providers.fast]
base_url = "{models.quick.base_url}"
[models.hung]
at = ["slow/hung"]
[models.quick]
at = ["fast/quick"]
""")
    return path


@pytest.fixture
async def planning(tmp_path: Path, models: Models) -> AsyncIterator[Town]:
    """Planner alone, with both providers."""
    config = StackConfig(
        state_dir=tmp_path / "stack",
        services=(services.PLANNER,),
        nats_url=None,
        database_url="postgresql://nobody-asks",
        extra_env={services.PLANNER: {"GHOSTHANDS_MODELS_FILE": str(write_models(tmp_path, models))}},
    )
    async with AsyncExitStack() as exits:
        supervisor = await exits.enter_async_context(Supervisor(config))
        users = (services.JOB_INTAKE, services.EXECUTOR, services.BROWSER_HOST)
        buses = {user: await exits.enter_async_context(logged_in(supervisor, user)) for user in users}
        vault = await open_vault(buses[services.JOB_INTAKE], supervisor.state.master_key_file)
        host_vault = await open_vault(buses[services.BROWSER_HOST], supervisor.state.master_key_file)
        yield Town(supervisor, buses, vault, host_vault)


async def plan(town: Town, page: PageModel, *, model: str, tenant: str = "many") -> Case:
    """Have a page planned for a job of its own."""
    case = Case(town, tenant)
    case.page = page
    await case.start(model=model)
    planning = PlanPage(job_id=case.id, tenant=tenant, applicant=case.person.id, model_ref=case.model_ref)
    await case.command(planning)
    return case


async def flood(town: Town, models: Models) -> list[Case]:
    """Many pages of one tenant for the model that hangs, as many of which as may are being asked about."""
    cases = [await plan(town, STRANGE, model="hung") for _ in range(FLOOD)]
    await models.until_hung_is_asked(16)
    return cases


async def test_a_hung_model_holds_up_nobody_but_who_is_to_ask_it(planning: Town, models: Models) -> None:
    await flood(planning, models)
    held = len(models.hung.requests)
    took = {}
    began = time.monotonic()
    await (await plan(planning, PLAIN, model="hung")).until(PlanProposed)
    took["needs no model"] = time.monotonic() - began
    began = time.monotonic()
    await (await plan(planning, STRANGE, model="quick")).until(PlanProposed)
    took["the same tenant's, of another provider"] = time.monotonic() - began
    began = time.monotonic()
    await plan(planning, STRANGE, model="hung", tenant="few")
    await models.until_hung_is_asked(held + 1)
    took["another tenant's, of the same provider"] = time.monotonic() - began
    print(f"{held} of {FLOOD} asked; planned after", {what: round(seconds, 2) for what, seconds in took.items()})
    assert models.quick.requests
    assert max(took.values()) < SOON
    assert len(models.hung.requests) == held + 1, "of one tenant no more are asked about at once"

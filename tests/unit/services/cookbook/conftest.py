"""A kitchen: jobs that were finished, what cookbook learnt of them, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from ghosthands.cookbook.handlers import Handlers
from ghosthands.cookbook.sites import Sites
from ghosthands.domain import ids, job, services, session
from ghosthands.domain.job import JobCompleted, Outcome, StepChosen, StepKind
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel, PageModel, summarise
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.recipe import FindRecipe, RecipeFound, RecipeMissed, SiteRecipes
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Received
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SITE = "jobs.example.com"
ADA: dict[str, Any] = {"first_name": "Ada", "email": "ada@example.org", "requires_sponsorship": "no"}


def asked(label: str, kind: FieldKind = FieldKind.TEXT, **more: Any) -> FieldModel:
    """A question whose name and id say what its label says; its id is of what makes it itself."""
    name = more.pop("name", label.lower().replace(" ", "_").rstrip("?"))
    options = tuple(OptionModel(text) for text in more.pop("options", ()))
    identity = ids.derived(kind, label.lower(), name)[:16]
    known: dict[str, Any] = {"id": identity, "locator": Locator(f"#{name}"), "kind": kind, "label": label}
    return FieldModel(**{**known, "name": name, "dom_id": name, "options": options, **more})


def form(*fields: FieldModel, **more: Any) -> PageModel:
    """A page that asks these; its fingerprint follows from them."""
    page = page_model(*fields, platform="greenhouse", **more)
    return msgspec.structs.replace(page, fingerprint=ids.derived("form", *(field.id for field in fields)))


class Kitchen:
    """A vault and a log, and cookbook between them; the test plays everybody else."""

    def __init__(self) -> None:
        self.vault = Vault(MemoryStore(), MasterKeys.generate())
        self.log = MemoryEventLog(services.COOKBOOK)
        self.handlers = Handlers(self.log, self.vault)
        self._jobs = 0

    async def begin(self, profile: dict[str, Any] | None = None, answers: dict[str, str] | None = None) -> Applying:
        """A job of somebody with that profile."""
        self._jobs += 1
        applying = Applying(self, ids.derived("job", self._jobs), Applicant("valet", ids.derived("who", self._jobs)))
        request = {"target_url": f"https://{SITE}/apply", "profile": profile or ADA, "qa_answers": answers or {}}
        await self.vault.put_request(applying.person, applying.job_id, request)
        return applying

    async def known(self) -> SiteRecipes:
        """What is on the log."""
        return await Sites(self.log).read(SITE)

    async def said(self) -> tuple[Event, ...]:
        return (await self.log.load(subjects.recipe(SITE))).events


class Applying:
    """One job."""

    def __init__(self, kitchen: Kitchen, job_id: str, person: Applicant) -> None:
        self.kitchen = kitchen
        self.job_id = job_id
        self.person = person
        self._said = 0
        self.page: PageModel | None = None
        self.model_ref = ""
        self.actions: dict[str, str] = {}

    async def say(self, *events: Event, by: str = services.EXECUTOR) -> None:
        """A service says this on the job."""
        self._said += 1
        cause = Cause(command_id=f"{self.job_id}-{self._said}", tenant="valet", correlation=self.job_id)
        log = self.kitchen.log.as_service(by)
        await log.append_facts(await log.load(subjects.job(self.job_id)), events, cause=cause)

    async def choose(self, step: StepKind, actions: Sequence[str] = ()) -> str:
        command_id = f"{self.job_id}-{step}-{self._said}"
        await self.say(StepChosen(at=NOON, step=step, command_id=command_id, actions=tuple(actions)))
        return command_id

    async def see(self, page: PageModel) -> None:
        """Browser-host reads the page."""
        self.page, cause = page, await self.choose(StepKind.OBSERVE)
        self.model_ref = await self.kitchen.vault.put_page(page)
        seen = summarise(page, model_ref=self.model_ref, site=SITE)
        observed = session.PageObserved(cause=cause, session_id="s", page=seen, took_ms=1)
        await self.say(observed, by=services.BROWSER_HOST)

    async def find(self, **changes: Any) -> RecipeFound | RecipeMissed:
        """Cookbook is asked for the page, twice, and answers once."""
        command_id, page = await self.choose(StepKind.FIND_RECIPE), self.page
        assert page is not None
        known: dict[str, Any] = {
            "job_id": self.job_id,
            "tenant": self.person.tenant,
            "applicant": self.person.id,
            "site": SITE,
            "platform": page.platform,
            "fingerprint": page.fingerprint,
            "model_ref": self.model_ref,
        }
        received = Received(
            id=command_id,
            at=NOON,
            service=services.EXECUTOR,
            command=FindRecipe(**known | changes),
            causation="step",
            correlation=self.job_id,
            tenant=self.person.tenant,
        )
        await self.kitchen.handlers.on_find_recipe(received)
        await self.kitchen.handlers.on_find_recipe(received)
        history = await self.kitchen.log.load(subjects.job(self.job_id))
        (answer,) = [event for event in history.events if getattr(event, "cause", "") == command_id]
        assert isinstance(answer, RecipeFound | RecipeMissed)
        if isinstance(answer, RecipeFound):
            self.actions |= {action.field_id: action.id for action in answer.actions}
        return answer

    async def plan(self, **understood: Any) -> PlanProposed:
        """Planner plans the page; what it is told of `understood` it takes for a model's word."""
        cause, page = await self.choose(StepKind.PLAN_PAGE), self.page
        assert page is not None
        data = await self.kitchen.vault.get_applicant_data(self.person, self.job_id)
        keys, values = data.for_planning(SITE)
        open_fields = [field.id for field in (*page.fields, *page.file_inputs) if field.id not in self.actions]
        made = plan(
            page, Known(keys, values=values), action_id=lambda name: f"{cause}-{name}", only=open_fields, **understood
        )
        proposed = PlanProposed(cause=cause, model_ref=self.model_ref, actions=made.actions, left_alone=made.left_alone)
        await self.say(proposed, by=services.PLANNER)
        self.actions |= {action.field_id: action.id for action in made.actions}
        return proposed

    async def fill(self, *, failing: Sequence[str] = (), engine: str = "playwright") -> None:
        """Browser-host does what was planned and reads it back; `failing` are fields that did not keep it."""
        cause = await self.choose(StepKind.RUN_ACTIONS, tuple(self.actions.values()))
        await self.say(
            *(
                session.ActionFailed(cause=cause, action_id=action, target=field, code="not_kept", took_ms=1)
                if field in failing
                else session.ActionVerified(
                    cause=cause, action_id=action, field_id=field, took_ms=1, fingerprint="f", engine=engine
                )
                for field, action in self.actions.items()
            ),
            by=services.BROWSER_HOST,
        )

    async def complete(self, outcome: Outcome = Outcome.SUBMITTED) -> None:
        """The job is over, and cookbook hears of it, twice."""
        await self.say(JobCompleted(at=NOON, outcome=outcome))
        history = await self.kitchen.log.load(subjects.job(self.job_id))
        last = history.recorded[-1]
        assert isinstance(last.event, job.JobCompleted)
        await self.kitchen.handlers.on_job_completed(last)  # type: ignore[arg-type]
        await self.kitchen.handlers.on_job_completed(last)  # type: ignore[arg-type]

    async def apply(self, page: PageModel) -> None:
        """The whole of it, without a recipe."""
        await self.see(page)
        await self.plan()
        await self.fill()
        await self.complete()


@pytest.fixture
def kitchen() -> Kitchen:
    return Kitchen()

"""What planner answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from ghosthands.domain import ids, services
from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.job import HumanRequested
from ghosthands.domain.page import FieldKind, FieldModel, FieldState, Locator, PageModel
from ghosthands.domain.plan import LeftAlone, PlanPage, PlanProposed, Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.domain.session import CommandRefused
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Received
from ghosthands.messaging.work.timers import Timers
from ghosthands.models import Ledgers, ModelGateway, ModelSettings
from ghosthands.planner.handlers import Handlers
from ghosthands.testkit.story import page_model
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
JOB = "0b8f7d3e-0000-5000-8000-000000000001"
PERSON = Applicant("valet", "5e3f9a0e-0000-5000-8000-000000000001")
PAGE = page_model(
    platform="greenhouse",
    fields=(
        FieldModel(id="email", locator=Locator("#email"), kind=FieldKind.EMAIL, label="Email", required=True),
        FieldModel(
            id="why",
            locator=Locator("#why"),
            kind=FieldKind.TEXTAREA,
            label="Why?",
            required=True,
            state=FieldState.FILLED,
        ),
    ),
)


class World:
    """A vault and a log, and planner between them."""

    def __init__(self) -> None:
        self.vault = Vault(MemoryStore(), MasterKeys.generate())
        self.events = MemoryEventLog(services.PLANNER)
        ledgers = Ledgers(self.events, Timers(MemoryBus(services.PLANNER)))
        self.handlers = Handlers(self.events, self.vault, ModelGateway(ModelSettings()), ledgers)
        self.model_ref = ""

    async def prepare(self) -> World:
        await self.vault.put_request(PERSON, JOB, {"target_url": PAGE.url, "profile": {"email": "ada@example.org"}})
        self.model_ref = await self.vault.put_page(PAGE)
        return self

    async def plan(self, command_id: str = "c1", **changes: Any) -> list[PlanProposed | CommandRefused]:
        known = {"job_id": JOB, "tenant": PERSON.tenant, "applicant": PERSON.id, "model_ref": self.model_ref}
        await self.handlers.on_plan_page(
            Received(
                id=command_id,
                at=NOON,
                service=services.EXECUTOR,
                command=PlanPage(**{**known, **changes}),
                causation="step",
                correlation=JOB,
                tenant=PERSON.tenant,
            )
        )
        return [event for event in (await self.history()).events if isinstance(event, PlanProposed | CommandRefused)]

    async def history(self) -> History:
        return await self.events.load(subjects.job(JOB))


@pytest.fixture
async def world() -> World:
    return await World().prepare()


async def test_a_page_is_planned_from_the_vaults_keys(world: World) -> None:
    (answer,) = await world.plan()
    assert isinstance(answer, PlanProposed)
    assert answer.cause == "c1"
    assert answer.model_ref == world.model_ref
    (action,) = answer.actions
    assert action.key == "profile.email"
    assert action.id == ids.derived(JOB, "c1", "email")
    assert answer.unanswered == (Unanswered("why", question_key("Why?")),)


async def test_a_repeated_command_is_answered_once(world: World) -> None:
    await world.plan()
    assert len(await world.plan()) == 1
    assert len(await world.plan("c2")) == 2


async def test_a_plan_names_keys_and_never_values(world: World) -> None:
    (answer,) = await world.plan()
    assert b"ada" not in msgspec.json.encode(answer)


async def test_an_answer_given_later_is_used(world: World) -> None:
    await world.vault.put_answer(PERSON, JOB, question_key("Why?"), "Because")
    (answer,) = await world.plan()
    assert isinstance(answer, PlanProposed)
    assert [action.key for action in answer.actions] == ["profile.email", f"answers.{question_key('Why?')}"]


async def test_what_the_human_did_himself_is_left_to_him(world: World) -> None:
    asked = HumanRequested(
        request_id="r1",
        kind=AskKind.FIELDS,
        at=NOON,
        timeout_seconds=300,
        fields=(Unanswered("why", question_key("Why?")),),
    )
    await _say(world.events.as_service(services.EXECUTOR), asked, "ask")
    done = HumanResolved(request_id="r1", resolution=Resolution.DONE, at=NOON)
    await _say(world.events.as_service(services.HITL_GATEWAY), done, "done")
    (answer,) = await world.plan()
    assert isinstance(answer, PlanProposed)
    assert answer.left_alone == (LeftAlone("why", "by_human"),)


async def test_a_page_nobody_kept_is_refused(world: World) -> None:
    assert await world.plan(model_ref="0" * 64) == [
        CommandRefused(cause="c1", command="PlanPage", code="no_page_model"),
    ]


async def test_a_page_that_is_no_page_model_is_refused(world: World) -> None:
    ref = await world.vault.put_page_model(b'{"not": "a page"}')
    (answer,) = await world.plan(model_ref=ref)
    assert isinstance(answer, CommandRefused)
    assert answer.code == "no_page_model"


async def test_a_page_with_what_only_a_newer_release_knows_waits_for_a_planner_of_that_release(world: World) -> None:
    newer = msgspec.json.encode({"version": PageModel.VERSION + 1, "known_by": "words of that release"})
    ref = await world.vault.put_page_model(newer)
    with pytest.raises(NewerMessage):
        await world.plan(model_ref=ref)
    assert (await world.history()).events == (), "executor goes on waiting"


async def test_a_person_erased_meanwhile_is_refused(world: World) -> None:
    await world.vault.erase(PERSON)
    (answer,) = await world.plan()
    assert isinstance(answer, CommandRefused)
    assert answer.code == "no_applicant_data"


async def _say(events: MemoryEventLog, event: HumanRequested | HumanResolved, command_id: str) -> None:
    history = await events.load(subjects.job(JOB))
    await events.append_facts(history, [event], cause=Cause(command_id=command_id, tenant="valet", correlation=JOB))

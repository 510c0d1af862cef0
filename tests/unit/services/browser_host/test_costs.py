"""What engines ask models is said on the log of whoever the session serves, each call once, whatever happens."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from ghosthands.browser_host.engines.engine import Done, EngineMove
from ghosthands.browser_host.engines.registry import Engines, Workplace
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.costs import SessionCosts
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.browser_host.tools.tool_sessions import ToolSessions
from ghosthands.domain import services
from ghosthands.domain.asked_models import CostIncurred, ModelSubstituted, Purpose
from ghosthands.domain.budget import BudgetExceeded, Measure, Scope
from ghosthands.domain.codes import ModelAbsence
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.job import JobRequested
from ghosthands.domain.session import ActionStarted, ActionVerified, RunActions, SwitchEngine
from ghosthands.messaging.log import states
from ghosthands.messaging.log.memory import MemoryBus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.timers import Timers
from ghosthands.models import Budgets, BudgetSpent, Estimate, Ledgers, ModelCall, Substitution, Wish
from ghosthands.models.meter import make_cost
from ghosthands.testkit.story import requested
from tests.unit.services.browser_host.fakes import FakeEngine

if TYPE_CHECKING:
    from conftest import Scene

DOM = EngineName.STAGEHAND_DOM
ESTIMATE = Estimate("openai/gpt-4o", Purpose.ACT, 1, DOM, 1000, 100, Decimal("0.01"))
CALL = ModelCall("openai/gpt-4o", Purpose.ACT, 1, DOM, 1000, 20, 500, Decimal("0.0027000001"), 812)


class AskingEngine(FakeEngine):
    """Asks a model twice before each move."""

    def __init__(self, place: Workplace) -> None:
        super().__init__(DOM)
        self.place = place

    async def ask(self) -> None:
        reservation = await self.place.meter.reserve(ESTIMATE)
        await reservation.settle(CALL)

    async def act(self, move: EngineMove) -> Done:
        await self.ask()
        await self.ask()
        return await super().act(move)


def with_asking_engine(scene: Scene) -> list[AskingEngine]:
    """The scene's engine is one that asks; those that were made."""
    made: list[AskingEngine] = []

    def make(place: Workplace) -> AskingEngine:
        made.append(AskingEngine(place))
        return made[-1]

    scene.host.engines = Engines({**scene.host.engines._makers, DOM: make})
    return made


async def costs_of(scene: Scene) -> list[CostIncurred]:
    history = await scene.log.load(subjects.job(scene.job))
    return [event for event in history.events if isinstance(event, CostIncurred)]


async def test_each_call_stands_on_the_jobs_log_before_what_came_of_it(scene: Scene) -> None:
    with_asking_engine(scene)
    browser = await scene.open()
    model_ref = await scene.observed(browser)
    await scene.send(await scene.command(SwitchEngine, engine=DOM, reason=SwitchReason.ESCALATION))
    actions = (replace(scene.fill("email"), tier=1),)
    facts = await scene.send(await scene.command(RunActions, model_ref=model_ref, actions=actions, engine=DOM))
    order = [type(fact) for fact in facts if isinstance(fact, ActionStarted | CostIncurred | ActionVerified)]
    assert order == [ActionStarted, CostIncurred, CostIncurred, ActionVerified]
    first, second = await costs_of(scene)
    assert first.call_id != second.call_id
    assert (first.model, first.purpose, first.tier, first.engine) == ("openai/gpt-4o", "act", 1, "stagehand:dom")
    assert (first.input_tokens, first.output_tokens, first.cached_tokens, first.took_ms) == (1000, 20, 500, 812)
    assert first.nano_usd == 2_700_001  # never less than it was


async def test_what_is_asked_between_two_commands_is_told_at_the_end(scene: Scene) -> None:
    made = with_asking_engine(scene)
    await scene.observed(await scene.open())
    await scene.send(await scene.command(SwitchEngine, engine=DOM, reason=SwitchReason.ESCALATION))
    await made[0].ask()
    assert await costs_of(scene) == []
    await scene.send(scene.closing())
    assert len(await costs_of(scene)) == 1


async def test_a_lost_session_tells_its_costs_too(scene: Scene) -> None:
    made = with_asking_engine(scene)
    browser = await scene.open()
    await scene.observed(browser)
    await scene.send(await scene.command(SwitchEngine, engine=DOM, reason=SwitchReason.ESCALATION))
    await made[0].ask()
    browser.lost.set_result("crashed")
    await scene.send(await scene.command(SwitchEngine, engine=DOM, reason=SwitchReason.ESCALATION))
    assert len(await costs_of(scene)) == 1


async def test_what_the_server_does_not_take_is_told_the_next_time() -> None:
    costs, told = SessionCosts(), []

    async def fail(_: object) -> None:
        raise StreamUnavailable("NATS is away")

    async def tell(events: object) -> None:
        told.append(events)

    with costs.told(fail):
        await costs.meter.settle(CALL)
    with costs.told(tell):
        await asyncio.gather(costs.meter.settle(CALL), costs.meter.settle(CALL))
    assert sum(len(events) for events in told) == 3
    assert costs.take() == []


async def test_a_tool_sessions_calls_stand_on_its_own_log(scene: Scene) -> None:
    sessions = ToolSessions(scene.host)

    async def work(session: object) -> None:
        reservation = await session.costs.meter.reserve(ESTIMATE)  # type: ignore[attr-defined]
        await reservation.settle(CALL)

    await sessions.use("mine", work, begins=True)
    history = await scene.log.load(subjects.session("mine"))
    assert [type(event) for event in history.events].count(CostIncurred) == 1


@pytest.mark.parametrize("wish", [Wish(model="gpt-4.1"), Wish()])
async def test_a_model_that_cant_be_had_is_told_with_what_is_asked_instead_once(scene: Scene, wish: Wish) -> None:
    asked: list[Wish] = []

    def list_substitutions(wish: Wish) -> list[Substitution]:
        asked.append(wish)
        return [Substitution(wish.model, "openai/gpt-4o", ModelAbsence.NO_PROVIDER)] if wish.model else []

    scene.host.engines = Engines(scene.host.engines._makers, list_substitutions=list_substitutions)
    await scene.begin()
    again = requested(tenant="acme", site="jobs.example.com", applicant=scene.person.id, model=wish.model)
    await scene.write(services.JOB_INTAKE, again)
    epoch = await scene.claim()
    await scene.send(scene.wanted("s1", epoch=epoch))
    await scene.send(scene.wanted("s2", epoch=await scene.claim()))
    history = await scene.log.load(subjects.job(scene.job))
    told = [event for event in history.events if isinstance(event, ModelSubstituted)]
    expected = ModelSubstituted(asked="gpt-4.1", used="openai/gpt-4o", code="no_provider")
    assert told == ([expected] if wish.model else [])
    assert asked[0].model == wish.model


async def test_an_engine_asks_within_the_jobs_budget(scene: Scene) -> None:
    """Two calls, and one more for each retry: the second is held back, told once, and costs nothing."""
    asked: list[AskingEngine] = []

    def make(place: Workplace) -> AskingEngine:
        asked.append(AskingEngine(place))
        return asked[-1]

    budgets = Budgets.model_validate({"presets": {"balanced": {"calls": 1}}})
    ledgers = Ledgers(scene.log, Timers(MemoryBus(services.BROWSER_HOST)))
    scene.host.engines = Engines({**scene.host.engines._makers, DOM: make}, budgets=budgets, ledgers=ledgers)
    browser = await scene.open()
    model_ref = await scene.observed(browser)
    await scene.send(await scene.command(SwitchEngine, engine=DOM, reason=SwitchReason.ESCALATION))
    actions = (replace(scene.fill("email"), tier=1),)
    with suppress(BudgetSpent):  # a real engine makes an EngineTrouble of it
        await scene.send(await scene.command(RunActions, model_ref=model_ref, actions=actions, engine=DOM))
    history = await scene.log.load(subjects.job(scene.job))
    told = [type(event) for event in history.events if isinstance(event, CostIncurred | BudgetExceeded)]
    assert told == [CostIncurred, BudgetExceeded]
    with pytest.raises(BudgetSpent):
        await asked[0].ask()
    request = next(event for event in history.events if isinstance(event, JobRequested))
    ledger = states.ledger_of(await scene.log.load(subjects.ledger_of(request)))
    assert (ledger.used.calls, ledger.used.nano_usd, ledger.open) == (1, 2_700_001, {})


async def test_that_a_budget_is_spent_is_said_once_though_a_later_session_comes_upon_it_too(scene: Scene) -> None:
    await scene.open()
    spent = BudgetExceeded(
        at=datetime(2026, 1, 1, tzinfo=UTC),
        scope=Scope.JOB,
        measure=Measure.CALLS,
        limit=1,
        used=1,
        wanted=1,
        purpose="act",
    )
    cost = make_cost(CALL, call_id="first")
    for session_log in [await SessionLog.open(scene.log, scene.job) for _ in range(2)]:
        await session_log.tell([spent, cost], SessionKey(scene.job, "s"), tenant="acme")
    history = await scene.log.load(subjects.job(scene.job))
    assert [event for event in history.events if isinstance(event, CostIncurred | BudgetExceeded)] == [spent, cost]

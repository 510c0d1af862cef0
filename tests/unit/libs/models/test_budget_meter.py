"""The meter that keeps a budget: judged by the calls a model server gets, and by what stands on the logs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ghosthands.chassis.settings import SettingsInvalid
from ghosthands.domain import budget, services
from ghosthands.domain.asked_models import CostIncurred, Preset
from ghosthands.domain.budget import Allowance, BudgetExceeded, BudgetLedger, BudgetSettled, Limits
from ghosthands.domain.codes import ModelFailure
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.message import Event
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog, MemoryStream
from ghosthands.messaging.server.jetstream import Ack, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.timers import Timers
from ghosthands.models import BudgetMeter, Budgets, BudgetSpent, Ledgers, ModelTrouble, Payer
from ghosthands.models.catalogue import find_shipped, read
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.testkit.story import requested

from .conftest import AccountOf

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
ASK = [{"role": "user", "content": "Why?"}]
BUDGETS = read(find_shipped()).budgets or Budgets()


def allow(**limits: Any) -> Budgets:
    """Budgets of which only a job's is limited."""
    return Budgets.model_validate({"presets": {"balanced": limits}})


class SlowBus(MemoryBus):
    """Lets others go first between the look at a ledger and what is written of it."""

    async def publish(self, message: Outgoing) -> Ack:
        await asyncio.sleep(0)
        return await super().publish(message)


class Books:
    """A job on a log, and processes that ask models for it."""

    def __init__(self) -> None:
        self.stream = MemoryStream()
        self.log = MemoryEventLog(services.PLANNER, stream=self.stream)
        self.told: list[Event] = []
        self.buses: list[MemoryBus] = []

    async def begin(self, job: str = JOB, **changes: Any) -> Books:
        log = self.log.as_service(services.JOB_INTAKE)
        cause = Cause(command_id=f"r-{job}", tenant="valet", correlation=job)
        await log.append_facts(await log.load(subjects.job(job)), [requested(**changes)], cause=cause)
        return self

    async def payer(self, budgets: Budgets, job: str = JOB) -> Payer:
        payer = Payer.of(await self.log.load(subjects.job(job)), budgets)
        assert payer is not None
        return payer

    async def meter(self, budgets: Budgets, job: str = JOB, ledgers: Ledgers | None = None, **more: Any) -> BudgetMeter:
        """One of a process of its own."""
        return BudgetMeter(ledgers or self.process(), await self.payer(budgets, job), self.tell, **more)

    def process(self) -> Ledgers:
        self.buses.append(SlowBus(services.PLANNER))
        return Ledgers(MemoryEventLog(services.PLANNER, stream=self.stream), Timers(self.buses[-1]))

    async def tell(self, events: Sequence[Event]) -> None:
        self.told += events

    async def ledger(self) -> BudgetLedger:
        payer = await self.payer(BUDGETS)
        return budget.fold(BudgetLedger(), (await self.log.load(payer.ledger)).events)


@pytest.fixture
async def books() -> Books:
    return await Books().begin()


async def test_of_twenty_calls_at_once_by_three_processes_as_many_go_out_as_there_is_left_for(
    books: Books, account: AccountOf, server: ModelServer
) -> None:
    server.rules.append(AnswerRule(answer="Because.", delay_seconds=0.3))
    processes = [books.process() for _ in range(3)]
    accounts = [account(meter=await books.meter(allow(calls=3), ledgers=processes[one % 3])) for one in range(20)]
    came = await asyncio.gather(*(each.ask(ASK) for each in accounts), return_exceptions=True)
    assert len(server.requests) == 3
    assert sum(isinstance(each, BudgetSpent) for each in came) == 17
    ledger = await books.ledger()
    assert (ledger.used.calls, ledger.open) == (3, {})


async def test_what_is_put_by_is_all_that_a_call_may_cost_and_what_it_cost_is_counted(
    books: Books, account: AccountOf, server: ModelServer
) -> None:
    server.rules.append(AnswerRule(answer="Because."))
    meter = await books.meter(BUDGETS)
    asking = account(meter=meter, primary="acme/own", prices={"acme/own": [1, 10]})
    await asking.ask(ASK, max_tokens=100)
    (told,) = books.told
    assert isinstance(told, CostIncurred)
    ledger = await books.ledger()
    assert ledger.jobs[JOB].nano_usd == told.nano_usd
    (reserved, _) = (await books.log.load((await books.payer(BUDGETS)).ledger)).events
    assert isinstance(reserved, budget.BudgetReserved)
    assert reserved.amounts.nano_usd > 100 * 10 * 1000 > ledger.used.nano_usd > 0


async def test_a_spent_budget_is_told_once_and_nothing_more_is_asked(
    books: Books, account: AccountOf, server: ModelServer
) -> None:
    server.rules.append(AnswerRule(answer="Because."))
    asking = account(meter=await books.meter(allow(calls=1)))
    await asking.ask(ASK)
    for _ in range(3):
        with pytest.raises(BudgetSpent):
            await asking.ask(ASK)
    told = [event for event in books.told if isinstance(event, BudgetExceeded)]
    assert [(one.scope, one.measure, one.limit, one.used, one.wanted) for one in told] == [("job", "calls", 1, 1, 1)]
    assert len(server.requests) == 1


async def test_an_applicants_jobs_share_their_month(books: Books, account: AccountOf, server: ModelServer) -> None:
    server.rules.append(AnswerRule(answer="Because."))
    await books.begin("another", at=datetime(2026, 1, 1, 13, tzinfo=UTC))
    await books.begin("february", at=datetime(2026, 2, 1, tzinfo=UTC))
    month = Budgets.model_validate({"month": {"calls": 1}})
    await account(meter=await books.meter(month)).ask(ASK)
    with pytest.raises(BudgetSpent, match="month"):
        await account(meter=await books.meter(month, "another")).ask(ASK)
    await account(meter=await books.meter(month, "february")).ask(ASK)


async def test_a_timer_stands_before_the_reservation_does(
    books: Books, account: AccountOf, server: ModelServer
) -> None:
    server.rules.append(AnswerRule(answer="Because."))
    await account(meter=await books.meter(allow(calls=1))).ask(ASK)
    (call,) = {event.call_id for event in books.told if isinstance(event, CostIncurred)}
    (timer,) = books.buses[0].published
    assert timer.subject == f"gh.timers.planner.set.budget.{(await books.payer(BUDGETS)).ledger.id}.{call}"
    assert timer.headers["Nats-Schedule-Target"].startswith("gh.timers.planner.fired.planner.budget.")


async def test_a_ledger_that_cannot_be_reached_lets_no_call_go_out(
    books: Books, account: AccountOf, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StreamUnavailable("NATS is away")

    monkeypatch.setattr(MemoryEventLog, "append_decision", fail)
    with pytest.raises(ModelTrouble) as refused:
        await account(meter=await books.meter(BUDGETS)).ask(ASK)
    assert refused.value.code == ModelFailure.BUDGET_UNREADABLE
    assert server.requests == []


async def test_a_call_that_lapsed_meanwhile_is_not_told_twice(
    books: Books, account: AccountOf, server: ModelServer
) -> None:
    async def lapse() -> None:
        ledger = await books.log.load((await books.payer(BUDGETS)).ledger)
        (reserved,) = budget.fold(BudgetLedger(), ledger.events).open.values()
        settled = budget.settle(reserved, None, datetime.now(UTC) + timedelta(hours=1))
        cause = Cause(command_id="timer", tenant="valet", correlation=JOB)
        await books.log.append_decision(ledger, [settled], cause=cause)

    def answer(_: object) -> str:
        lapsing.append(asyncio.get_running_loop().create_task(lapse()))
        return "Late."

    lapsing: list[asyncio.Task[None]] = []
    server.rules.append(AnswerRule(answer=answer, delay_seconds=0.2))
    await account(meter=await books.meter(BUDGETS)).ask(ASK)
    assert lapsing[0].done()
    assert books.told == []
    ledger = await books.log.load((await books.payer(BUDGETS)).ledger)
    assert [event.lapsed for event in ledger.events if isinstance(event, BudgetSettled)] == [True]


@pytest.mark.parametrize(
    ("changes", "dollars"),
    [
        ({"preset": Preset.SPEED}, 0.05),
        ({"preset": Preset.BALANCED}, 0.5),
        ({"preset": Preset.QUALITY}, 1),
        ({"preset": Preset.SPEED, "site": "acme.wd5.myworkdayjobs.com"}, 2),
        ({"platform": "workday"}, 2),
    ],
)
def test_the_shipped_budgets_are_the_upstream_products(changes: dict[str, Any], dollars: float) -> None:
    assert BUDGETS.allow(requested(**changes)).job.nano_usd == dollars * 1_000_000_000


def test_a_job_s_own_limits_stand_in_place_of_its_preset_s_which_hold_for_the_rest() -> None:
    preset, month = BUDGETS.allow(requested()).job, BUDGETS.allow(requested()).month
    allowed = BUDGETS.allow(requested(budget=Limits(nano_usd=2_000_000_000, calls=0)))
    assert allowed == Allowance(job=replace(preset, nano_usd=2_000_000_000, calls=0), month=month)


async def test_whatever_a_job_allows_itself_its_applicants_month_holds(account: AccountOf, server: ModelServer) -> None:
    server.rules.append(AnswerRule(answer="Because."))
    books = await Books().begin(budget=Limits(calls=2))
    asking = account(meter=await books.meter(Budgets.model_validate({"month": {"calls": 1}})))
    await asking.ask(ASK)
    with pytest.raises(BudgetSpent):
        await asking.ask(ASK)
    (told,) = (event for event in books.told if isinstance(event, BudgetExceeded))
    assert (told.scope, told.limit, len(server.requests)) == (budget.Scope.MONTH, 1, 1)
    state = budget.read_state(await books.ledger(), JOB)
    assert state is not None
    assert state.limits.calls == 1


async def test_more_calls_than_its_preset_allows_go_out_where_a_job_says_so(
    account: AccountOf, server: ModelServer
) -> None:
    server.rules.append(AnswerRule(answer="Because."))
    books = await Books().begin(budget=Limits(calls=2))
    asking = account(meter=await books.meter(allow(calls=1)))
    await asking.ask(ASK)
    await asking.ask(ASK)
    with pytest.raises(BudgetSpent):
        await asking.ask(ASK)
    assert len(server.requests) == 2


def test_a_platform_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text(find_shipped().read_text() + "\n[budgets.platforms.workdy]\nusd = 1\n")
    with pytest.raises(SettingsInvalid, match=r"budgets\.platforms\.workdy: there is no such platform"):
        read(path)

"""A budget on a real server, judged by the model server: however many ask at once, and whoever is killed when."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ghosthands import stack
from ghosthands.domain import budget, services
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.budget import BudgetExceeded, BudgetLedger, BudgetReserved, BudgetSettled
from ghosthands.domain.codes import ModelFailure
from ghosthands.messaging import fault
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.models import Budgets, Payer
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.testkit.story import requested

pytestmark = [pytest.mark.integration, pytest.mark.slow]

ASKER = Path(__file__).parent / "asker.py"
PATIENCE = 60.0
SIGKILLED = -9


@dataclass
class Asker:
    """A process that asks."""

    process: asyncio.subprocess.Process

    async def line(self) -> str:
        """What it says next, but for its log; empty where it died."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while said := (await self.process.stdout.readline()).decode():
                if said.startswith("» "):
                    return said.removeprefix("» ").strip()
        return ""

    async def go(self) -> dict[str, int]:
        """What came of its calls. Empty where it died."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"go\n")
        said = await self.line()
        await asyncio.wait_for(self.process.wait(), PATIENCE)
        return json.loads(said) if said else {}


class Bank:
    """A job, a model server, and the stack that lets reservations lapse."""

    def __init__(self, running: stack.Supervisor, log: JetStreamEventLog, model: ModelServer) -> None:
        self.running = running
        self.log = log
        self.model = model
        self.job = str(uuid.uuid4())

    async def begin(self) -> Bank:
        cause = Cause(command_id=self.job, tenant="acme", correlation=self.job)
        history = await self.log.load(subjects.job(self.job))
        await self.log.append_facts(history, [requested(tenant="acme", applicant=str(uuid.uuid4()))], cause=cause)
        return self

    async def start(
        self, calls: int, limits: dict[str, Any], user: str = services.PLANNER, *, seconds: int = 30, die: str = ""
    ) -> Asker:
        """A process that is about to ask so often, at once, and waits for each answer so long."""
        told = {
            "nats": self.running.nats_url,
            "user": user,
            "password": self.running.password_of(user).password,
            "job": self.job,
            "budgets": json.dumps({"presets": {"balanced": limits}}),
            "model": self.model.base_url,
            "calls": str(calls),
            "seconds": str(seconds),
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            ASKER,
            json.dumps(told),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, fault.VARIABLE: die},
        )
        asker = Asker(process)
        assert await asker.line() == "ready"
        return asker

    async def ledger_of(self) -> subjects.Aggregate:
        payer = Payer.of(await self.log.load(subjects.job(self.job)), Budgets())
        assert payer is not None
        return payer.ledger

    async def settled(self) -> tuple[BudgetLedger, list[BudgetReserved], list[BudgetSettled]]:
        """The ledger, once nothing of it is open: what nobody settles, planner lets lapse."""
        seen: list[Any] = []
        async with asyncio.timeout(PATIENCE), self.log.follow(await self.ledger_of()) as feed:
            while not seen or (ledger := budget.fold(BudgetLedger(), seen)).open:
                seen += [one.event for one in await feed.next(PATIENCE)]
        return (
            ledger,
            [event for event in seen if isinstance(event, BudgetReserved)],
            [event for event in seen if isinstance(event, BudgetSettled)],
        )

    async def told(self, kind: type[Any]) -> list[Any]:
        return [event for event in (await self.log.load(subjects.job(self.job))).events if isinstance(event, kind)]


@pytest.fixture(scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[stack.Supervisor]:
    """Planner alone, which lets reservations lapse."""
    config = stack.StackConfig(
        state_dir=tmp_path_factory.mktemp("bank"),
        services=(services.PLANNER,),
        nats_url=None,
        database_url="postgresql://nobody-asks",
    )
    async with stack.Supervisor(config) as supervisor:
        yield supervisor


@pytest.fixture
async def bank(running: stack.Supervisor) -> AsyncIterator[Bank]:
    async with stack.logged_in(running, services.JOB_INTAKE) as bus, model_server.serve() as model:
        yield await Bank(running, JetStreamEventLog(bus), model).begin()


@pytest.mark.parametrize(
    ("limits", "measure"),
    [
        pytest.param({"calls": 3}, "calls", marks=pytest.mark.heavy),  # as that of money, and as long
        # a call's answer may cost 0.001, and its question next to nothing
        ({"usd": "0.0035"}, "money"),
    ],
    ids=["calls", "money"],
)
async def test_of_twenty_calls_of_three_processes_three_go_out(
    bank: Bank, limits: dict[str, Any], measure: str
) -> None:
    """None is answered before all are decided, so that nothing is given back meanwhile."""
    bank.model.rules.append(AnswerRule(answer="Because.", delay_seconds=2.5))
    users = (services.PLANNER, services.BROWSER_HOST, services.PLANNER)
    started = [bank.start(calls, limits, user) for calls, user in zip((7, 7, 6), users, strict=True)]
    askers = await asyncio.gather(*started)
    came = await asyncio.gather(*(asker.go() for asker in askers))
    assert len(bank.model.requests) == 3
    assert sum(each["answered"] for each in came) == 3
    assert sum(each["held"] for each in came) == 17
    ledger, reserved, settled = await bank.settled()
    assert (ledger.used.calls, len(reserved), len(settled)) == (3, 3, 3)
    assert len(await bank.told(CostIncurred)) == 3
    assert {event.measure for event in await bank.told(BudgetExceeded)} == {measure}
    assert all(3 * each.amounts.nano_usd < 3_500_000 < 4 * each.amounts.nano_usd for each in reserved)
    assert 0 < ledger.used.nano_usd == sum(cost.nano_usd for cost in await bank.told(CostIncurred)) < 3_500_000


@pytest.mark.parametrize(
    ("die", "went_out"),
    [
        (f"planner:{fault.AFTER_APPEND}:BudgetReserved", 0),
        pytest.param(f"planner:{fault.BEFORE_APPEND}:CostIncurred", 1, marks=pytest.mark.heavy),
        pytest.param(f"planner:{fault.BEFORE_APPEND}:BudgetSettled", 1, marks=pytest.mark.heavy),
    ],
)
async def test_no_money_appears_or_vanishes_where_a_process_is_killed(bank: Bank, die: str, went_out: int) -> None:
    """Between a reservation and its settlement; what may have been spent is held against the budget, and never told."""
    bank.model.rules.append(AnswerRule(answer="Because."))
    killed = await bank.start(1, {"calls": 3}, seconds=8, die=die)
    assert await killed.go() == {}
    assert killed.process.returncode == SIGKILLED
    assert len(bank.model.requests) == went_out
    ledger, (reserved,), (settled,) = await bank.settled()
    was_told = "BudgetSettled" in die
    assert settled.lapsed is not was_told
    (told,) = await bank.told(CostIncurred)
    assert told.call_id == reserved.call_id
    assert (told.code, told.nano_usd is None) == ((None, False) if was_told else (ModelFailure.LAPSED, True))
    assert ledger.used.nano_usd == (told.nano_usd if was_told else reserved.amounts.nano_usd)
    after = await (await bank.start(5, {"calls": 3})).go()
    assert after == {"answered": 2, "held": 3}
    ledger, _, _ = await bank.settled()
    paid = sum(event.nano_usd or 0 for event in await bank.told(CostIncurred))
    unknown = 0 if was_told else reserved.amounts.nano_usd
    assert (ledger.used.calls, ledger.used.nano_usd) == (3, paid + unknown)

"""Planner keeps a job's budget: what is spent is told, and a page is planned without a model then."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from unittest.mock import AsyncMock

import pytest

from ghosthands.domain import budget, services
from ghosthands.domain.asked_models import CostIncurred, Purpose
from ghosthands.domain.budget import BudgetExceeded, BudgetLedger, BudgetReserved, BudgetSettled
from ghosthands.domain.codes import ModelFailure
from ghosthands.domain.errors import NotYet, Transient
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldKind
from ghosthands.domain.plan import PlanProposed
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.timers import Firing
from ghosthands.models import BudgetMeter, Budgets, Estimate, ModelCall, Payer
from ghosthands.planner.job_log import JobLog
from ghosthands.planner.lapsing import Lapsing
from ghosthands.practice.model_server import AnswerRule, ModelServer

from .conftest import JOB, Desk, ask

WHY = ask("why", "Why do you want to work here, of all places?", FieldKind.TEXTAREA)
ESTIMATE = Estimate("acme/own", Purpose.DRAFT, 0, "", 100, 50, None, 30.0)
CALL = ModelCall("acme/own", Purpose.DRAFT, 0, "", 90, 10, 0, None, 812)


async def events(desk: Desk) -> tuple[Event, ...]:
    return (await desk.events.load(subjects.job(JOB))).events


async def meter(desk: Desk) -> tuple[BudgetMeter, Payer]:
    await desk.request()
    history = await desk.events.load(subjects.job(JOB))
    payer = Payer.of(history, Budgets())
    assert payer is not None
    return BudgetMeter(desk.ledgers, payer, JobLog(desk.events, history, cause()).tell), payer


def cause() -> Cause:
    return Cause(command_id="c", tenant="valet", correlation=JOB)


def fire(reserved: BudgetReserved, payer: Payer) -> Firing:
    return Firing(
        aggregate=payer.ledger, name=reserved.call_id, at=reserved.expires_at, tenant="valet", correlation=JOB
    )


async def test_what_a_call_came_to_stands_on_the_log_before_the_plan(desk: Desk, server: ModelServer) -> None:
    server.rules.append(AnswerRule(answer={"answers": []}))
    await desk.plan(WHY)
    told = [type(event) for event in await events(desk) if isinstance(event, CostIncurred | PlanProposed)]
    assert told == [CostIncurred] * (len(told) - 1) + [PlanProposed]
    assert len(told) > 1


async def test_a_page_that_is_to_be_planned_again_meanwhile_asks_a_model_once(desk: Desk, server: ModelServer) -> None:
    server.rules.append(AnswerRule(answer={"fields": []}, schema=("fields",), delay_seconds=0.1))
    server.rules.append(AnswerRule(answer={"answers": []}, schema=("answers",)))
    await desk.plan(ask("why2", "And why now?", FieldKind.TEXTAREA))
    asked_for_one_page = len(server.requests)
    again = await asyncio.gather(desk.plan(WHY), desk.plan(WHY), return_exceptions=True)
    assert [type(each) for each in again] == [PlanProposed, NotYet]
    await desk.plan(WHY)  # as it comes again
    assert len(server.requests) == 2 * asked_for_one_page > 0


async def test_a_page_is_planned_without_a_model_once_the_budget_is_spent(
    desk: Desk, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = Budgets.model_validate({"presets": {"balanced": {"calls": 0}}})
    monkeypatch.setattr(desk.handlers.models.installation, "budgets", nothing)
    planned = await desk.plan(WHY)
    assert [each.field_id for each in planned.unanswered] == ["why"]
    await desk.plan(ask("why2", "And why now?", FieldKind.TEXTAREA))
    assert server.requests == []
    assert [event.measure for event in await events(desk) if isinstance(event, BudgetExceeded)] == ["calls"]


async def test_that_a_budget_is_spent_is_said_once_however_often_the_page_is_to_be_planned(
    desk: Desk, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = Budgets.model_validate({"presets": {"balanced": {"calls": 0}}})
    monkeypatch.setattr(desk.handlers.models.installation, "budgets", nothing)
    await desk.request()
    before = await desk.events.load(subjects.job(JOB))
    await desk.plan(WHY)
    # the same command once more, with a planner that read the job before any of that was said
    behind = desk.events.as_service(services.PLANNER)
    monkeypatch.setattr(behind, "load", AsyncMock(return_value=before))
    monkeypatch.setattr(desk.handlers, "events", behind)
    await desk.plan(WHY)
    assert [event.measure for event in await events(desk) if isinstance(event, BudgetExceeded)] == ["calls"]


async def test_a_reservation_that_nobody_settles_lapses_and_counts_in_full(alone: Desk) -> None:
    asking, payer = await meter(alone)
    reserved = (await asking.reserve(ESTIMATE)).wanted  # and the process dies
    later = reserved.expires_at + timedelta(seconds=1)
    lapsing = Lapsing(alone.events, alone.ledgers, clock=lambda: later)
    for _ in range(2):
        await lapsing.on_expiry(fire(reserved, payer))
    ledger = (await alone.events.load(payer.ledger)).events
    assert [event.lapsed for event in ledger if isinstance(event, BudgetSettled)] == [True]
    assert budget.fold(BudgetLedger(), ledger).used == reserved.amounts
    (told,) = [event for event in await events(alone) if isinstance(event, CostIncurred)]
    assert (told.call_id, told.code, told.nano_usd) == (reserved.call_id, ModelFailure.LAPSED, None)


async def test_a_reservation_whose_call_was_told_is_settled_by_that(alone: Desk) -> None:
    asking, payer = await meter(alone)
    reserved = (await asking.reserve(ESTIMATE)).wanted
    told = CostIncurred(
        call_id=reserved.call_id, model="acme/own", purpose="draft", input_tokens=9, output_tokens=1, took_ms=7
    )
    await JobLog(alone.events, await alone.events.load(subjects.job(JOB)), cause()).tell([told])  # and it dies
    later = reserved.expires_at + timedelta(seconds=1)
    await Lapsing(alone.events, alone.ledgers, clock=lambda: later).on_expiry(fire(reserved, payer))
    ledger = budget.fold(BudgetLedger(), (await alone.events.load(payer.ledger)).events)
    assert (ledger.used.tokens, ledger.open) == (10, {})
    assert [event for event in await events(alone) if isinstance(event, CostIncurred)] == [told]


async def test_a_settled_reservation_does_not_lapse(alone: Desk) -> None:
    asking, payer = await meter(alone)
    reservation = await asking.reserve(ESTIMATE)
    await reservation.settle(CALL)
    before = (await alone.events.load(payer.ledger)).last_sequence
    wanted = reservation.wanted
    await Lapsing(alone.events, alone.ledgers, clock=lambda: wanted.expires_at).on_expiry(fire(wanted, payer))
    assert (await alone.events.load(payer.ledger)).last_sequence == before


async def test_a_timer_that_is_early_by_this_clock_comes_again(alone: Desk) -> None:
    asking, payer = await meter(alone)
    reserved = (await asking.reserve(ESTIMATE)).wanted
    with pytest.raises(Transient):
        await Lapsing(alone.events, alone.ledgers).on_expiry(fire(reserved, payer))

"""What cookbook answers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ghosthands.cookbook.handlers import Handlers
from ghosthands.domain import services
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import FindRecipe, RecipeMissed
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Received

JOB = "0b8f7d3e-0000-5000-8000-000000000001"


@pytest.fixture
def events() -> MemoryEventLog:
    return MemoryEventLog(services.COOKBOOK)


async def ask(events: MemoryEventLog, command_id: str, fingerprint: str = "form") -> tuple[Event, ...]:
    command = FindRecipe(
        job_id=JOB, tenant="valet", site="jobs.example.com", platform="greenhouse", fingerprint=fingerprint
    )
    received = Received(
        id=command_id,
        at=datetime(2026, 1, 1, 12, tzinfo=UTC),
        service=services.EXECUTOR,
        command=command,
        causation="step",
        correlation=JOB,
        tenant="valet",
    )
    await Handlers(events).on_find_recipe(received)
    return (await events.load(subjects.job(JOB))).events


async def test_an_unknown_page_is_missed(events: MemoryEventLog) -> None:
    assert await ask(events, "c1") == (RecipeMissed(cause="c1", fingerprint="form"),)


async def test_a_repeated_question_is_answered_once(events: MemoryEventLog) -> None:
    await ask(events, "c1")
    assert len(await ask(events, "c1")) == 1


async def test_every_question_is_answered(events: MemoryEventLog) -> None:
    await ask(events, "c1")
    assert await ask(events, "c2", "other") == (
        RecipeMissed(cause="c1", fingerprint="form"),
        RecipeMissed(cause="c2", fingerprint="other"),
    )

"""Messages that only a newer release can deal with: how long they wait between two looks, and when nobody waits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import NEWER_SECONDS, NewerMessage, StreamUnavailable
from ghosthands.domain.job import EventsGivenUp, JobFailed
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.server.streams import EVENTS
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause, Envelope
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.handling import MAX_DELAY_SECONDS, PATIENT_DELIVERIES, Handling

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class FakeDelivery:
    """An event of executor's on a job, as delivered for the `delivered`th time."""

    stream, sequence, data = EVENTS, 1, b'{"at":"2026-01-01T00:00:00Z","code":"x"}'

    def __init__(self, version: int = JobFailed.VERSION, delivered: int = 1) -> None:
        head = head_of("JobFailed", version, services.EXECUTOR)
        self.subject = subjects.event(subjects.job(JOB), services.EXECUTOR, "JobFailed")
        self.headers = head.headers()
        self.delivered = delivered
        self.answers: list[object] = []

    async def ack(self) -> None:
        self.answers.append("ack")

    async def nak(self, delay: float = 0.0, *, failed: bool = False) -> None:
        if not self.answers:  # the first answer counts
            self.answers.append(delay)


def head_of(name: str, version: int, service: str) -> Envelope:
    return Envelope(
        id=f"{name} {version}",
        name=name,
        version=version,
        service=service,
        subject=JOB,
        at=NOW,
        correlation=JOB,
        causation="c1",
        tenant="acme",
    )


async def answer(
    delivery: FakeDelivery, *, given_up: Callable[[subjects.Aggregate, int], Awaitable[bool]] | None = None
) -> object:
    async def handle(_: object) -> None:
        raise NewerMessage("PageObserved", 999)

    dead_letters: Any = None
    kept = Handling("executor", handling.events(), handle, dead_letters, has_given_up=given_up)
    await kept(delivery)  # type: ignore[arg-type]
    return delivery.answers[0]


@pytest.mark.parametrize(
    ("delivered", "delay"),
    [
        (1, NEWER_SECONDS),
        (PATIENT_DELIVERIES - 1, NEWER_SECONDS),
        (PATIENT_DELIVERIES, 2 * NEWER_SECONDS),
        (2 * PATIENT_DELIVERIES, 4 * NEWER_SECONDS),
        (1_000_000, MAX_DELAY_SECONDS),
    ],
)
async def test_a_message_about_a_job_that_cannot_be_read_is_looked_at_more_and_more_rarely(
    delivered: int, delay: float
) -> None:
    assert await answer(FakeDelivery(delivered=delivered)) == delay


async def test_a_message_that_is_a_newer_releases_itself_is_looked_at_as_often_as_ever() -> None:
    assert await answer(FakeDelivery(version=999, delivered=1_000_000)) == NEWER_SECONDS


async def test_an_event_that_was_given_up_is_waited_for_no_more() -> None:
    async def has_given_up(aggregate: subjects.Aggregate, sequence: int) -> bool:
        return (aggregate, sequence) == (subjects.job(JOB), 1)

    async def has_not(_aggregate: subjects.Aggregate, _sequence: int) -> bool:
        return False

    async def cannot_tell(_aggregate: subjects.Aggregate, _sequence: int) -> bool:
        raise StreamUnavailable("NATS is away")

    assert await answer(FakeDelivery(version=999), given_up=has_given_up) == "ack"
    assert await answer(FakeDelivery(version=999), given_up=has_not) == NEWER_SECONDS
    assert await answer(FakeDelivery(version=999), given_up=cannot_tell) == NEWER_SECONDS


async def test_a_history_is_read_without_what_was_given_up_and_not_without_what_came_since() -> None:
    log = MemoryEventLog(services.HITL_GATEWAY, clock=lambda: NOW, owns=None)
    job, cause = subjects.job(JOB), Cause(command_id="c2", tenant="acme", correlation=JOB)
    unreadable = Outgoing(
        subjects.event(job, services.COOKBOOK, "RecipeMissed"),
        b"{}",
        head_of("RecipeMissed", 999, services.COOKBOOK).headers(),
    )
    log._stream.store([unreadable])
    with pytest.raises(NewerMessage, match=r"RecipeMissed version 999 \(event 1 by cookbook\)"):
        await log.load(job)
    history, unread = await log.load_readable(job)
    assert ([one.sequence for one in unread], history.events, history.last_sequence) == ([1], (), 1)
    given_up = EventsGivenUp(at=NOW, up_to=1, count=1, writers=(services.COOKBOOK,))
    await log.append_decision(history, [given_up], cause=cause)
    assert (await log.load(job)).events == (given_up,)
    assert await log.has_given_up(job, 1)
    assert (await log.load_readable(job))[1] == []
    log._stream.store([unreadable])
    assert not await log.has_given_up(job, 3)
    with pytest.raises(NewerMessage):
        await log.load(job)

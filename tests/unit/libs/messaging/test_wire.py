"""Small things on the wire: reply subjects, timers, what the outbox says, where an error came from."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import msgspec
import pytest

from ghosthands.domain.errors import Misfiled, SchemaMismatch
from ghosthands.messaging import location
from ghosthands.messaging.log.memory import MemoryBus
from ghosthands.messaging.wire import metadata, subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.metadata import Metadata
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work import timers
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.messaging.work.timers import Timers

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EXPECTED = Metadata("GH_EVENTS", "projector", 2, 17, 5, 1_700_000_000_000_000_000, 3)


@pytest.mark.parametrize(
    "reply",
    [
        "$JS.ACK.GH_EVENTS.projector.2.17.5.1700000000000000000.3",
        "$JS.ACK._.ACCHASH.GH_EVENTS.projector.2.17.5.1700000000000000000.3",
        "$JS.ACK.hub.ACCHASH.GH_EVENTS.projector.2.17.5.1700000000000000000.3.random",
    ],
)
def test_a_reply_subject_is_read_in_each_of_its_forms(reply: str) -> None:
    assert metadata.parse(reply) == EXPECTED


@pytest.mark.parametrize("reply", ["", "_INBOX.a.b", "$JS.ACK.a.b", "$JS.FC.a.b.1.2.3.4.5"])
def test_a_message_that_no_stream_delivered_has_no_metadata(reply: str) -> None:
    with pytest.raises(ValueError, match="not a JetStream reply"):
        metadata.parse(reply)


async def test_a_timer_is_a_schedule_that_says_whose_it_is(lamp: Aggregate, cause: Cause) -> None:
    bus = MemoryBus("executor")
    at = datetime(2026, 3, 1, 14, 0, tzinfo=timezone(timedelta(hours=2)))
    await Timers(bus).set(lamp, "job", at, "executor", cause=cause)
    [schedule] = bus.published
    assert schedule.subject == subjects.timer_set("executor", lamp, "job")
    assert schedule.headers["Nats-Schedule"] == "@at 2026-03-01T12:00:00Z"
    headers = {**schedule.headers, timers.SCHEDULER: schedule.subject}
    fired = timers.read(schedule.headers["Nats-Schedule-Target"], headers)
    assert (fired.aggregate, fired.name, fired.at) == (lamp, "job", at)
    assert (fired.cause.tenant, fired.cause.correlation) == (cause.tenant, cause.correlation)


async def test_a_timer_may_be_set_forth_and_back(lamp: Aggregate, cause: Cause) -> None:
    bus = MemoryBus("executor")
    first, second = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    for at in (first, second, first):
        await Timers(bus).set(lamp, "job", at, "executor", cause=cause)
    assert len(bus.published) == 3


async def test_a_timer_needs_a_time_zone(lamp: Aggregate, cause: Cause) -> None:
    with pytest.raises(ValueError, match="time zone"):
        await Timers(MemoryBus("executor")).set(lamp, "job", datetime(2026, 3, 1), "executor", cause=cause)  # noqa: DTZ001


async def test_a_timer_that_was_set_as_another_is_misfiled(lamp: Aggregate, cause: Cause) -> None:
    bus = MemoryBus("planner")
    await Timers(bus).set(lamp, "job", NOON, "executor", cause=cause)
    [schedule] = bus.published
    fired = schedule.headers["Nats-Schedule-Target"]
    elsewhere = subjects.timer_set("planner", subjects.budget("b1"), "expiry")
    for subject, scheduler in ((fired, elsewhere), (fired + "2", schedule.subject), (fired, None)):
        headers = schedule.headers | ({timers.SCHEDULER: scheduler} if scheduler else {})
        with pytest.raises(Misfiled):
            timers.read(subject, headers)


def test_what_is_no_firing_of_ours_is_told() -> None:
    with pytest.raises(SchemaMismatch):
        timers.read("gh.timers.executor.fired.executor.job.j1.retry", {})


async def test_the_outbox_says_the_same_thing_once() -> None:
    bus = MemoryBus("job-intake")
    for body in ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 2}):
        await Outbox(bus).put("acme inc", "t1", "status", body)
    assert [message.subject for message in bus.published] == [subjects.out("acme inc", "t1", "status")] * 2
    assert msgspec.json.decode(bus.published[0].data) == {"a": 1, "b": 2}


def test_an_error_is_described_by_class_and_place_without_its_text() -> None:
    try:
        msgspec.json.decode(b"ada@example.org")
    except msgspec.DecodeError as error:
        described = location.describe_error(error)
    assert described["error"] == "DecodeError"
    assert described["at"].startswith("test_wire.py:")
    assert "ada" not in str(described)

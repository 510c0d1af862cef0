"""Traces of jobs, by what an OpenTelemetry collector receives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from ghosthands.domain.errors import Transient
from ghosthands.domain.message import Event
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector.settings import TRACING, is_tracing_wanted
from ghosthands.projector.tracing import LATEST, Tracer
from ghosthands.testkit.collector import Collector
from ghosthands.testkit.story import NOON

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]
MakeLog = Callable[[int], Log]


@pytest.fixture
async def collector() -> AsyncIterator[Collector]:
    async with Collector().listening() as listening:
        yield listening


@pytest.fixture
def just_now(log: MakeLog) -> Log:
    """Four jobs, one of them sent and one rejected, a moment ago."""
    late = datetime.now(UTC) - NOON - timedelta(minutes=5)
    return [msgspec.structs.replace(one, at=one.at + late) for one in log(4)]


def find_end(events: Log) -> Recorded[Event]:
    return next(one for one in events if one.name == "JobCompleted")


def ended(events: Log) -> set[str]:
    return {one.aggregate.id for one in events if one.name in ("JobCompleted", "JobRejected")}


def trace_ids(collector: Collector) -> set[str]:
    return {span.trace_id.hex() for _, span in collector.spans}


async def test_each_job_that_ended_is_one_trace(
    append: Any, run_module: Any, just_now: Log, collector: Collector
) -> None:
    await append(just_now)
    await run_module("ghosthands.projector", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url)
    await collector.until(lambda: len(trace_ids(collector)) == 2)
    assert trace_ids(collector) == {job_id.replace("-", "") for job_id in ended(just_now)}
    roots = [span for _, span in collector.spans if not span.parent_span_id]
    assert [span.name for span in roots] == ["job", "job"]
    assert {span.trace_id + span.parent_span_id for _, span in collector.spans if span.parent_span_id} <= {
        span.trace_id + span.span_id for _, span in collector.spans
    }


class Away(SpanExporter):
    """An exporter whose collector does not answer; it counts what it was given."""

    def __init__(self) -> None:
        self.given: list[Sequence[ReadableSpan]] = []

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        self.given.append(spans)
        return SpanExportResult.FAILURE


async def test_what_did_not_arrive_is_sent_again_with_the_same_ids(append: Any, bus: Bus, just_now: Log) -> None:
    await append(just_now)
    exporter = Away()
    tracer = Tracer(JetStreamEventLog(bus), exporter)
    for _ in range(2):
        with pytest.raises(Transient):
            await tracer.on_end(find_end(just_now))
    first, second = ([span.to_json() for span in spans] for spans in exporter.given)
    assert first == second


async def test_a_job_that_ended_long_ago_is_not_sent(append: Any, bus: Bus, just_now: Log) -> None:
    await append(just_now)
    exporter = Away()
    tracer = Tracer(JetStreamEventLog(bus), exporter, clock=lambda: datetime.now(UTC) + LATEST)
    await tracer.on_end(find_end(just_now))
    assert exporter.given == []


def test_it_is_off_unless_opentelemetrys_own_variables_say_where_to(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in TRACING:
        monkeypatch.delenv(name, raising=False)
    assert not is_tracing_wanted()
    monkeypatch.setenv(TRACING[0], "http://127.0.0.1:4318/v1/traces")
    assert is_tracing_wanted()

"""Sends each job that has ended to an OpenTelemetry collector, as one trace.

It reads the log and changes nothing: no service contains a tracing SDK, and a collector that is away delays no job. A
trace is sent at least once, each time with the same ids.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event as SpanEvent
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import SpanContext, Status, StatusCode, TraceFlags

from ghosthands.chassis import logging
from ghosthands.domain.errors import Transient
from ghosthands.domain.message import Event
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import envelope
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector.spans import Moment, Span, tell_spans

#: A job that ended longer ago is not sent: neither years of jobs when tracing is switched on, nor endless tries at a
#: collector that stays away.
LATEST = timedelta(hours=1)
#: Seconds before a collector that was away is tried again.
AGAIN_SECONDS = 30.0

log = logging.get(__name__)


class Tracer:
    """Sends jobs to the exporter, from the log."""

    def __init__(self, events: EventLog, exporter: SpanExporter, clock: Clock = utc_now) -> None:
        self._events = events
        self._exporter = exporter
        self._clock = clock

    async def on_end(self, ended: Recorded[Event]) -> None:
        """Send the trace of the job that this event ended. Raises Transient where it did not arrive."""
        if self._clock() - ended.at > LATEST:
            log.info("trace_not_sent", job_id=ended.aggregate.id, reason="the job ended too long ago")
            return
        history = await self._events.load(ended.aggregate)
        known = [one for one in history.recorded if one.sequence <= ended.sequence]
        spans = export_form(ended.correlation, tell_spans(known))
        if await asyncio.to_thread(self._exporter.export, spans) is not SpanExportResult.SUCCESS:
            raise Transient("the OpenTelemetry collector did not take a trace", delay=AGAIN_SECONDS)


def export_form(correlation: str, spans: Iterable[Span]) -> list[ReadableSpan]:
    """Return the spans as OpenTelemetry's exporters take them."""
    trace_id = int(envelope.trace_id(correlation), 16)
    return [_export_form(trace_id, span) for span in spans]


def _export_form(trace_id: int, span: Span) -> ReadableSpan:
    return ReadableSpan(
        name=span.name,
        context=_context(trace_id, span.span_id),
        parent=_context(trace_id, span.parent_id) if span.parent_id else None,
        resource=_resource(span.service),
        attributes=span.attributes,
        events=list(map(_event, span.moments)),
        status=Status(StatusCode.ERROR, span.failure) if span.failure else Status(StatusCode.UNSET),
        start_time=_nanoseconds(span.began),
        end_time=_nanoseconds(span.ended),
    )


def _context(trace_id: int, span_id: str) -> SpanContext:
    return SpanContext(trace_id, int(span_id, 16), is_remote=False, trace_flags=TraceFlags(TraceFlags.SAMPLED))


def _event(moment: Moment) -> SpanEvent:
    return SpanEvent(moment.name, {"detail": moment.detail}, timestamp=_nanoseconds(moment.at))


@lru_cache
def _resource(service: str) -> Resource:
    return Resource({"service.namespace": "ghosthands", "service.name": service})


def _nanoseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1_000_000) * 1000

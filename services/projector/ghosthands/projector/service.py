"""Projector's wiring: one follower of the log with one connection to PostgreSQL, and the tracer where one is set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ghosthands.chassis.service import Context, MessageLoop, Service
from ghosthands.domain.retention import Kept
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling
from ghosthands.projector import database, migrations
from ghosthands.projector.follow import Follower
from ghosthands.projector.old_copies import OldCopies
from ghosthands.projector.settings import Settings, is_tracing_wanted


async def build(settings: Settings, context: Context) -> Service:
    """Build the service; it does not run yet, and the database may still be away."""
    files = settings.migrations or migrations.folder()
    url = settings.database_dsn()
    follower = Follower(
        context.bus,
        lambda: database.open_schema(url, migrations.LIVE, files),
        context.readiness,
        OldCopies(JetStreamEventLog(context.bus), partial(settings.cutoff, Kept.EVENT_COPIES)),
    )
    pulse = database.DatabasePulse(url)

    async def is_writing() -> bool:
        return await follower.is_writing() and await pulse.is_there()

    pullers = [follower, *_trace_jobs(context)]
    return Service(pullers=pullers, checks={"postgres": is_writing})


def _trace_jobs(context: Context) -> Iterator[MessageLoop]:
    """Yield the puller that sends ended jobs to a collector, where the environment names one."""
    if not is_tracing_wanted():
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # a tenth of a second's import

    from ghosthands.projector.tracing import Tracer

    events = JetStreamEventLog(context.bus)
    tracer, dead_letters = Tracer(events, OTLPSpanExporter()), DeadLetters(context.bus)
    ends = Handling(context.service, handling.events(), tracer.on_end, dead_letters, has_given_up=events.has_given_up)
    yield context.puller(streams.EVENTS, ends, slots=1, durables=[f"{context.service}-{consumers.TRACES}"])

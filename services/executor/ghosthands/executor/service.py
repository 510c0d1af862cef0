"""Wiring: RunJob by band and fired deadlines, to one runner."""

from __future__ import annotations

import os
import socket

from ghosthands.chassis.observing import observed
from ghosthands.chassis.service import Context, Service
from ghosthands.domain import services
from ghosthands.domain.job import Band, RunJob
from ghosthands.executor.handlers import Handlers
from ghosthands.executor.runner import Runner
from ghosthands.executor.settings import Settings
from ghosthands.messaging import handling, streams
from ghosthands.messaging.commands import Commands
from ghosthands.messaging.dead_letters import DeadLetters
from ghosthands.messaging.handling import Handling
from ghosthands.messaging.jetstream_log import JetStreamEventLog
from ghosthands.messaging.pull import BandedPuller, Puller
from ghosthands.messaging.timers import Timers

#: timers handled at once
TIMER_SLOTS = 8


async def build(settings: Settings, context: Context) -> Service:
    """The service, not yet running."""
    bus = context.bus
    worker = f"{socket.gethostname()}-{os.getpid()}"
    runner = Runner(JetStreamEventLog(bus), Commands(bus), Timers(bus), worker=worker, stopping=context.stopping)
    handlers, dead_letters = Handlers(runner), DeadLetters(bus)
    jobs = Handling(
        context.service,
        handling.commands(),
        handling.by_command({RunJob: handlers.on_run_job}),
        dead_letters,
        max_deliveries=None,
    )
    deadlines = Handling(context.service, handling.firings(), handlers.on_deadline, dead_letters)
    bands, ack_wait = [f"{services.EXECUTOR}-{band}" for band in Band], settings.ack_wait_seconds
    on_job, on_timer = observed(context.service, jobs), observed(context.service, deadlines)
    return Service(
        pullers=[
            BandedPuller(bus, streams.COMMANDS, bands, on_job, slots=settings.jobs, ack_wait=ack_wait),
            Puller(bus, streams.TIMERS, services.EXECUTOR, on_timer, slots=TIMER_SLOTS, ack_wait=ack_wait),
        ]
    )

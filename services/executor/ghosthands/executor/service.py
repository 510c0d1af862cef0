"""Wiring: RunJob by band, browsers that came, fired deadlines and jobs to be looked after, to one runner."""

from __future__ import annotations

import os
import socket
from functools import partial

from ghosthands.chassis.observing import observed
from ghosthands.chassis.service import Context, Service
from ghosthands.domain import services
from ghosthands.domain.human import BlockerGone
from ghosthands.domain.job import RunJob
from ghosthands.domain.session import CommandRefused, SessionOpened
from ghosthands.executor.browser_queue import BrowserQueue
from ghosthands.executor.experience import Experienced
from ghosthands.executor.handlers import Handlers
from ghosthands.executor.runner import Runner
from ghosthands.executor.settings import Settings
from ghosthands.executor.watch import Watch
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.servers_clock import ServersClock
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.commands import Commands, find_oldest
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.in_hand import Handler
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.timers import Timers

#: timers and events handled at once, of each
SLOTS = 8


async def build(settings: Settings, context: Context) -> Service:
    """The service, not yet running."""
    bus = context.bus
    worker = f"{socket.gethostname()}-{os.getpid()}"
    database_url = settings.database_url.get_secret_value() if settings.database_url else None
    clock = await ServersClock.set_by(bus)
    runner = Runner(
        JetStreamEventLog(bus, clock=clock),
        Commands(bus),
        Timers(bus),
        worker=worker,
        stopping=context.stopping,
        now=clock,
        experience=Experienced(database_url, clock),
    )
    handlers, dead_letters = Handlers(runner), DeadLetters(bus)
    jobs = Handling(
        context.service,
        handling.commands(),
        handling.by_command({RunJob: handlers.on_run_job}),
        dead_letters,
        max_deliveries=None,
        keeps=True,
    )
    browsers = Handling(
        context.service,
        handling.events(),
        handling.by_event(dict.fromkeys((SessionOpened, CommandRefused, BlockerGone), handlers.on_browser)),
        dead_letters,
        max_deliveries=None,
        keeps=True,
    )
    deadlines = Handling(
        context.service, handling.firings(), handlers.on_deadline, dead_letters, max_deliveries=None, keeps=True
    )
    oldest = partial(find_oldest, bus)
    watch = Watch(runner, oldest)
    watched = Handling(
        context.service, handling.event_envelopes(), watch.look, dead_letters, max_deliveries=None, keeps=True
    )
    bands, ack_wait = streams.bands_of(services.EXECUTOR), settings.ack_wait_seconds

    def puller(stream: str, handler: Handler, durable: str = services.EXECUTOR) -> Puller:
        on_message = observed(context.service, handler)
        return Puller(bus, stream, [durable], on_message, slots=SLOTS, ack_wait=ack_wait)

    on_job = observed(context.service, jobs)
    return Service(
        pullers=[
            Puller(bus, streams.COMMANDS, bands, on_job, slots=settings.jobs, ack_wait=ack_wait),
            puller(streams.EVENTS, browsers),
            puller(streams.EVENTS, watched, f"{services.EXECUTOR}-{streams.WATCH}"),
            puller(streams.TIMERS, deadlines),
        ],
        tasks=[clock.run, BrowserQueue(oldest, clock).run],
    )

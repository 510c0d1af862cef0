"""Executor's wiring: RunJob by band, news of browsers, fired deadlines and the watch over jobs, to one runner."""

from __future__ import annotations

import os
import socket
from functools import partial
from typing import TypeVar

from ghosthands.chassis.service import Context, Service
from ghosthands.domain.human import BlockerGone
from ghosthands.domain.job import RunJob
from ghosthands.domain.session import CommandRefused, SessionOpened
from ghosthands.executor.browser_queue import BrowserQueue
from ghosthands.executor.experience import Experienced
from ghosthands.executor.handlers import Handlers
from ghosthands.executor.nats_health import NatsHealth
from ghosthands.executor.runner import Runner
from ghosthands.executor.settings import Settings
from ghosthands.executor.watch import Watch
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.servers_clock import ServersClock
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.commands import Commands, find_oldest
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Decode, Handle, Handling
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.timers import Timers

M = TypeVar("M")

#: messages that each puller of timers or events handles at once
SLOTS = 8


async def build(settings: Settings, context: Context) -> Service:
    """Build the service; it does not run yet."""
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
    oldest = partial(find_oldest, bus)
    return Service(
        pullers=_make_pullers(settings, context, Handlers(runner), Watch(runner, oldest)),
        tasks=[clock.run, BrowserQueue(oldest, clock).run, NatsHealth(bus).run],
    )


def _make_pullers(settings: Settings, context: Context, handlers: Handlers, watch: Watch) -> list[Puller]:
    """Return the pullers of RunJobs, news of browsers, jobs to watch, and deadlines.

    All of these messages move jobs on, so one that no handler can handle is kept for a release that can.
    """
    dead_letters = DeadLetters(context.bus)

    def keeping(decode: Decode[M], handle: Handle[M]) -> Handling[M]:
        given_up = handlers.runner.events.has_given_up
        return Handling(
            context.service, decode, handle, dead_letters, max_failures=None, keeps=True, has_given_up=given_up
        )

    jobs = keeping(handling.commands(), handling.by_command({RunJob: handlers.on_run_job}))
    on_news = handling.by_event(dict.fromkeys((SessionOpened, CommandRefused, BlockerGone), handlers.on_browser))
    browsers = keeping(handling.events(), on_news)
    watched = keeping(handling.event_envelopes(), watch.look)
    deadlines = keeping(handling.firings(), handlers.on_deadline)
    return [
        context.puller(streams.COMMANDS, jobs, slots=settings.jobs, durables=consumers.bands_of(context.service)),
        context.puller(streams.EVENTS, browsers, slots=SLOTS),
        context.puller(streams.EVENTS, watched, slots=SLOTS, durables=[f"{context.service}-{consumers.WATCH}"]),
        *(context.puller(stream, deadlines, slots=SLOTS) for stream in streams.timers_to(context.service)),
    ]

"""Wiring: cookbook's commands and the log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ghosthands.chassis import logging, metrics
from ghosthands.chassis.service import Context, Service
from ghosthands.cookbook.handlers import Handlers
from ghosthands.cookbook.settings import Settings
from ghosthands.domain.message import Command
from ghosthands.domain.recipe import FindRecipe
from ghosthands.domain.services import COOKBOOK
from ghosthands.messaging import handling, streams
from ghosthands.messaging.dead_letters import DeadLetters
from ghosthands.messaging.jetstream_log import JetStreamEventLog
from ghosthands.messaging.pull import Puller
from ghosthands.messaging.recorded import Received


async def build(settings: Settings, context: Context) -> Service:
    """Cookbook, ready to run."""
    handlers = Handlers(JetStreamEventLog(context.bus))
    handle = handling.Handling(
        COOKBOOK,
        handling.commands(),
        handling.by_command({FindRecipe: handlers.on_find_recipe}),
        DeadLetters(context.bus),
        scope=_scope,
    )
    puller = Puller(
        context.bus,
        streams.COMMANDS,
        COOKBOOK,
        handle,
        slots=settings.questions,
        ack_wait=settings.ack_wait_seconds,
    )
    return Service(pullers=[puller])


@contextmanager
def _scope(received: Received[Command]) -> Iterator[None]:
    kind = type(received.command).__name__
    with logging.bound(job_id=received.correlation, command_id=received.id), metrics.message(COOKBOOK, kind):
        yield

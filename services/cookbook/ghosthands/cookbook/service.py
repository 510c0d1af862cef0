"""Wiring: cookbook's commands and the log."""

from __future__ import annotations

from ghosthands.chassis.observing import observed
from ghosthands.chassis.service import Context, Service
from ghosthands.cookbook.handlers import Handlers
from ghosthands.cookbook.settings import Settings
from ghosthands.domain import services
from ghosthands.domain.recipe import FindRecipe
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.refusals import refusing


async def build(settings: Settings, context: Context) -> Service:
    """The service, not yet running."""
    bus = context.bus
    handlers = Handlers(JetStreamEventLog(bus))
    commands = Handling(
        context.service,
        handling.commands(),
        handling.by_command({FindRecipe: handlers.on_find_recipe}),
        DeadLetters(bus),
        give_up=refusing(handlers.events),
    )
    on_command, ack_wait = observed(context.service, commands), settings.ack_wait_seconds
    return Service(
        pullers=[
            Puller(bus, streams.COMMANDS, [services.COOKBOOK], on_command, slots=settings.questions, ack_wait=ack_wait)
        ]
    )

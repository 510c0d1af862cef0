"""Wiring: planner's commands, the log and the vault."""

from __future__ import annotations

from ghosthands.chassis.observing import observed
from ghosthands.chassis.service import Context, Service
from ghosthands.chassis.settings import load
from ghosthands.domain import services
from ghosthands.domain.plan import PlanPage
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.refusals import refusing
from ghosthands.models import ModelGateway, ModelSettings
from ghosthands.planner.handlers import Handlers
from ghosthands.planner.settings import Settings
from ghosthands.vault.opening import open_vault


async def build(settings: Settings, context: Context) -> Service:
    """The service, not yet running. Raises MasterKeyError when the vault cannot be opened."""
    bus = context.bus
    vault = await open_vault(bus, settings.master_key_file)
    gateway = ModelGateway(load(ModelSettings))
    handlers = Handlers(JetStreamEventLog(bus), vault, gateway)
    commands = Handling(
        context.service,
        handling.commands(),
        handling.by_command({PlanPage: handlers.on_plan_page}),
        DeadLetters(bus, seal=vault.seal_dead_letter),
        give_up=refusing(handlers.events),
    )
    on_command, ack_wait = observed(context.service, commands), settings.ack_wait_seconds
    return Service(
        pullers=[
            Puller(bus, streams.COMMANDS, [services.PLANNER], on_command, slots=settings.pages, ack_wait=ack_wait)
        ],
        on_stop=gateway.close,
    )

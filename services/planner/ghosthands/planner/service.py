"""Planner's wiring: its commands and the expiring reservations, to the log and the vault."""

from __future__ import annotations

from ghosthands.chassis.service import Context, Service
from ghosthands.chassis.settings import load
from ghosthands.domain.plan import PlanPage
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.servers_clock import ServersClock
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.refusals import refusing
from ghosthands.messaging.work.timers import Timers
from ghosthands.models import Ledgers, ModelGateway, ModelSettings
from ghosthands.planner.handlers import Handlers
from ghosthands.planner.lapsing import Lapsing
from ghosthands.planner.models_desk import ModelsDesk
from ghosthands.planner.settings import Settings
from ghosthands.vault.opening import open_vault

#: expiring reservations handled at once
EXPIRIES_IN_HAND = 8


async def build(settings: Settings, context: Context) -> Service:
    """Build the service; it does not run yet. Raises MasterKeyError when the vault cannot be opened."""
    bus = context.bus
    vault = await open_vault(bus, settings.master_key_file)
    gateway = ModelGateway(load(ModelSettings))
    clock = await ServersClock.set_by(bus)
    events = JetStreamEventLog(bus, clock=clock)
    ledgers = Ledgers(events, Timers(bus))
    handlers, lapsing = Handlers(events, vault, gateway, ledgers), Lapsing(events, ledgers, clock)
    dead_letters = DeadLetters(bus, seal=vault.seal_dead_letter)
    commands = Handling(
        context.service,
        handling.commands(),
        handling.by_command({PlanPage: handlers.on_plan_page}),
        dead_letters,
        give_up=refusing(events),
    )
    expiries = Handling(context.service, handling.firings(), lapsing.on_expiry, dead_letters, max_failures=None)
    models, places = ModelsDesk(gateway).endpoint(bus), handlers.places
    planning = context.puller(
        streams.COMMANDS,
        commands,
        slots=settings.pages + places.shares.places,
        can_pull=lambda: settings.pages - planning.in_hand + len(places),
    )
    places.on_change = planning.wake

    async def stop() -> None:
        await models.stop()
        await gateway.close()

    await models.start()
    return Service(
        pullers=[
            planning,
            *(
                context.puller(stream, expiries, slots=EXPIRIES_IN_HAND)
                for stream in streams.timers_to(context.service)
            ),
        ],
        tasks=[clock.run],
        on_stop=stop,
    )

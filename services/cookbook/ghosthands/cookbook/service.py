"""Cookbook's wiring: its commands, the jobs that complete, and requests about recipes, to the log and the vault."""

from __future__ import annotations

from ghosthands.chassis.service import Context, Service
from ghosthands.cookbook.exchange import Exchange
from ghosthands.cookbook.handlers import Handlers
from ghosthands.cookbook.settings import Settings
from ghosthands.domain.job import JobCompleted, JobFailed
from ghosthands.domain.manual import FindManual
from ghosthands.domain.recipe import FindRecipe
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.refusals import refusing
from ghosthands.vault.opening import open_vault


async def build(settings: Settings, context: Context) -> Service:
    """Build the service; it does not run yet. Raises MasterKeyError when the vault cannot be opened."""
    bus, service = context.bus, context.service
    vault = await open_vault(bus, settings.master_key_file)
    handlers = Handlers(JetStreamEventLog(bus), vault)
    exchange = Exchange(handlers.sites, vault.signer(settings.trusted)).endpoints(bus)
    dead_letters = DeadLetters(bus, seal=vault.seal_dead_letter)
    commands = Handling(
        service,
        handling.commands(),
        handling.by_command({FindRecipe: handlers.on_find_recipe, FindManual: handlers.on_find_manual}),
        dead_letters,
        give_up=refusing(handlers.events),
    )
    on_end = handling.by_event({JobCompleted: handlers.on_job_completed, JobFailed: handlers.on_job_failed})
    jobs = Handling(service, handling.events(), on_end, dead_letters, has_given_up=handlers.events.has_given_up)

    slots = settings.questions
    pullers = [
        context.puller(streams.COMMANDS, commands, slots=slots),
        context.puller(streams.EVENTS, jobs, slots=slots),
    ]
    await exchange.start()
    return Service(pullers=pullers, on_stop=exchange.stop)

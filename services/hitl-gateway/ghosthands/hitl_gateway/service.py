"""Wiring: the log's events, what humans send and their deadlines, to one gateway."""

from __future__ import annotations

from ghosthands.chassis.observing import observed
from ghosthands.chassis.service import Context, Service
from ghosthands.domain import job, services
from ghosthands.hitl_gateway.draft_desk import DraftDesk
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.handlers import Handlers
from ghosthands.hitl_gateway.settings import Settings
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.in_hand import Handler
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.messaging.work.puller import Puller
from ghosthands.vault.opening import open_vault

#: What becomes a status for the upstream product.
STATUSES = (
    job.ModeChosen,
    job.HumanRequested,
    job.JobResumed,
    job.JobCompleted,
    job.JobFailed,
    job.JobCancelled,
    job.JobTimedOut,
)


async def build(settings: Settings, context: Context) -> Service:
    """The service, not yet running. Raises MasterKeyError when the vault cannot be opened."""
    bus, service = context.bus, context.service
    vault = await open_vault(bus, settings.master_key_file)
    events = JetStreamEventLog(bus)
    handlers = Handlers(HumanGateway(events, Commands(bus), Outbox(bus), vault))
    desk = DraftDesk(events, vault).endpoint(bus)
    dead_letters = DeadLetters(bus, seal=vault.seal_dead_letter)
    statuses = Handling(
        service,
        handling.events(),
        handling.by_event(dict.fromkeys(STATUSES, handlers.on_status)),
        dead_letters,
    )
    answers: Handling[Delivery] = Handling(
        service, lambda delivery: delivery, handlers.on_human_message, dead_letters, max_deliveries=None
    )
    deadlines = Handling(service, handling.firings(), handlers.on_deadline, dead_letters, max_deliveries=None)

    def puller(stream: str, handler: Handler) -> Puller:
        on_message, ack_wait = observed(service, handler), settings.ack_wait_seconds
        return Puller(bus, stream, [services.HITL_GATEWAY], on_message, slots=settings.slots, ack_wait=ack_wait)

    await desk.start()
    return Service(
        pullers=[
            puller(streams.EVENTS, statuses),
            puller(streams.INTAKE, answers),
            puller(streams.TIMERS, deadlines),
        ],
        on_stop=desk.stop,
    )

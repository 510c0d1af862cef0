"""Wiring: the log's events, what humans send and their deadlines, to one gateway."""

from __future__ import annotations

from ghosthands.chassis.observing import observed
from ghosthands.chassis.service import Context, Service
from ghosthands.domain import job, services
from ghosthands.hitl_gateway.callbacks.courier import Courier
from ghosthands.hitl_gateway.callbacks.desk import CallbackDesk
from ghosthands.hitl_gateway.callbacks.pacing import Pacing
from ghosthands.hitl_gateway.callbacks.sender import CallbackSender
from ghosthands.hitl_gateway.draft_desk import DraftDesk
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.handlers import Handlers
from ghosthands.hitl_gateway.settings import Settings
from ghosthands.messaging.clock import utc_now
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
from ghosthands.messaging.work.timers import Timers
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


#: Jobs that are told of at once: mostly it is waited for receivers.
TELLINGS = 64


async def build(settings: Settings, context: Context) -> Service:
    """The service, not yet running. Raises MasterKeyError when the vault cannot be opened."""
    bus, service = context.bus, context.service
    vault = await open_vault(bus, settings.master_key_file)
    events = JetStreamEventLog(bus)
    sender = CallbackSender(settings.secret(), settings.allowed_private_hosts | settings.callback_hosts)
    pacing = Pacing(settings.callbacks_per_minute, utc_now())
    courier = Courier(events, Timers(bus), vault, sender, pacing)
    handlers = Handlers(HumanGateway(events, Commands(bus), Outbox(bus), vault), courier)
    desks = [DraftDesk(events, vault).endpoint(bus), CallbackDesk(courier).endpoint(bus)]
    dead_letters = DeadLetters(bus, seal=vault.seal_dead_letter)
    statuses = Handling(
        service,
        handling.events(),
        handling.by_event(dict.fromkeys(STATUSES, handlers.on_status)),
        dead_letters,
    )
    tellings = Handling(service, handling.events(), courier.on_event, dead_letters, max_deliveries=None)
    answers: Handling[Delivery] = Handling(
        service, lambda delivery: delivery, handlers.on_human_message, dead_letters, max_deliveries=None
    )
    deadlines = Handling(service, handling.firings(), handlers.on_deadline, dead_letters, max_deliveries=None)

    def puller(stream: str, handler: Handler, *, suffix: str = "", slots: int = settings.slots) -> Puller:
        on_message, ack_wait = observed(service, handler), settings.ack_wait_seconds
        durable = f"{services.HITL_GATEWAY}-{suffix}" if suffix else services.HITL_GATEWAY
        return Puller(bus, stream, [durable], on_message, slots=slots, ack_wait=ack_wait)

    async def stop() -> None:
        for desk in desks:
            await desk.stop()
        await sender.close()

    for desk in desks:
        await desk.start()
    return Service(
        pullers=[
            puller(streams.EVENTS, statuses),
            puller(streams.INTAKE, answers),
            puller(streams.EVENTS, tellings, suffix=streams.CALLBACKS, slots=TELLINGS),
            puller(streams.TIMERS, deadlines, slots=TELLINGS),
        ],
        on_stop=stop,
    )

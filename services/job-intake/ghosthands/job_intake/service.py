"""Job-intake's wiring: the `job.*` messages of GH_INTAKE, to one intake."""

from __future__ import annotations

from ghosthands.chassis.service import Context, Service
from ghosthands.job_intake.applicant_desk import ApplicantDesk
from ghosthands.job_intake.disclosing import Disclosing
from ghosthands.job_intake.downloads import Downloads
from ghosthands.job_intake.erasing import Erasing
from ghosthands.job_intake.handlers import Handlers
from ghosthands.job_intake.intake import Intake
from ghosthands.job_intake.late_reservations import LateReservations
from ghosthands.job_intake.resume import Fetcher
from ghosthands.job_intake.settings import Settings
from ghosthands.job_intake.sweeping import RetentionSweeper
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.servers_clock import ServersClock
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.opening import open_vault

#: requests handled at once, besides those whose resume is being downloaded
HANDS = 8


async def build(settings: Settings, context: Context) -> Service:
    """Build the service; it does not run yet. Raises MasterKeyError when the vault cannot be opened."""
    bus = context.bus
    vault = await open_vault(bus, settings.master_key_file)
    downloads = Downloads()
    clock = await ServersClock.set_by(bus)
    intake = Intake(
        JetStreamEventLog(bus, clock=clock),
        Commands(bus),
        Outbox(bus),
        bus,
        vault,
        Fetcher(settings.storage_url, settings.allowed_private_hosts, downloads),
        allowed_hosts=settings.allowed_private_hosts,
        engine_version=settings.engine_version,
        now=clock,
    )
    dead_letters = DeadLetters(bus, seal=vault.seal_dead_letter)
    requests: Handling[Delivery] = Handling(
        context.service, lambda delivery: delivery, Handlers(intake).on_message, dead_letters, max_failures=None
    )
    hearing = context.puller(
        streams.INTAKE,
        requests,
        slots=HANDS + downloads.places,
        can_pull=lambda: HANDS - hearing.in_hand + len(downloads),
    )
    downloads.on_change = hearing.wake
    await vault.keyring.overwrite_past()
    store, shared = JetStreamStore(bus), JetStreamStore(bus, streams.GATEWAYS)
    await LateReservations(bus, intake, shared).settle_all()
    desk = ApplicantDesk(Erasing(bus, intake), Disclosing(bus, intake.events, vault)).endpoint(bus)
    await desk.start()
    sweeper = RetentionSweeper(bus, intake.events, vault, store, shared, settings, clock)
    return Service(pullers=[hearing], tasks=[clock.run, sweeper.run], on_stop=desk.stop)

"""Wiring: planner's commands, the log and the vault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ghosthands.chassis import logging, metrics
from ghosthands.chassis.service import Context, Service
from ghosthands.domain.message import Command
from ghosthands.domain.plan import PlanPage
from ghosthands.domain.services import PLANNER
from ghosthands.messaging import handling, streams
from ghosthands.messaging.codec import Codec
from ghosthands.messaging.dead_letters import DeadLetters
from ghosthands.messaging.jetstream_log import JetStreamEventLog
from ghosthands.messaging.pull import Puller
from ghosthands.messaging.recorded import Received
from ghosthands.planner.handlers import Handlers
from ghosthands.planner.settings import Settings
from ghosthands.vault.errors import MasterKeyError
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault


async def build(settings: Settings, context: Context) -> Service:
    """Planner, ready to run. Raises MasterKeyError where the vault cannot be opened."""
    vault = Vault(JetStreamStore(context.bus), _master_keys(settings))
    handlers = Handlers(JetStreamEventLog(context.bus, Codec()), vault)
    handle = handling.Handling(
        PLANNER,
        handling.commands(),
        handling.by_command({PlanPage: handlers.on_plan_page}),
        DeadLetters(context.bus, seal=vault.seal_dead_letter),
        scope=_scope,
    )
    puller = Puller(
        context.bus,
        streams.COMMANDS,
        PLANNER,
        handle,
        slots=settings.pages,
        ack_wait=settings.ack_wait_seconds,
    )
    return Service(pullers=[puller])


@contextmanager
def _scope(received: Received[Command]) -> Iterator[None]:
    kind = type(received.command).__name__
    with (
        logging.bound(job_id=received.correlation, command_id=received.id),
        metrics.message(PLANNER, kind),
    ):
        yield


def _master_keys(settings: Settings) -> MasterKeys:
    if settings.master_key_file is None:
        raise MasterKeyError("GHOSTHANDS_MASTER_KEY_FILE is not set; it names the key that opens the vault")
    return MasterKeys.load(settings.master_key_file)

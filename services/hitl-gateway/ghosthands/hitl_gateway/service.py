"""Hitl-gateway's wiring: the log's events, humans' messages and their deadlines, and the HTTP servers."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from ghosthands.chassis import grants, logging
from ghosthands.chassis.service import Context, Service
from ghosthands.domain import addresses, job
from ghosthands.hitl_gateway import picture_links
from ghosthands.hitl_gateway.answer_desk import AnswerDesk
from ghosthands.hitl_gateway.answer_locks import AnswerLocks
from ghosthands.hitl_gateway.callbacks.courier import Courier
from ghosthands.hitl_gateway.callbacks.desk import CallbackDesk
from ghosthands.hitl_gateway.callbacks.pacing import Pacing
from ghosthands.hitl_gateway.callbacks.sender import CallbackSender
from ghosthands.hitl_gateway.code_desk import CodeDesk
from ghosthands.hitl_gateway.console.opening import opened
from ghosthands.hitl_gateway.dead_desk import DeadDesk
from ghosthands.hitl_gateway.draft_desk import DraftDesk
from ghosthands.hitl_gateway.front import Front
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.handlers import Handlers
from ghosthands.hitl_gateway.host_desk import HostDesk
from ghosthands.hitl_gateway.http import door
from ghosthands.hitl_gateway.http.app import build_app, build_worker_app
from ghosthands.hitl_gateway.http.callers import Callers
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.notifying.notifier import Notifier
from ghosthands.hitl_gateway.notifying.ways import Mail, NoticeWay, Webhook
from ghosthands.hitl_gateway.order_desk import OrderDesk
from ghosthands.hitl_gateway.picture_links import PictureLinks
from ghosthands.hitl_gateway.settings import Settings
from ghosthands.hitl_gateway.submission_stops import SubmissionStops
from ghosthands.hitl_gateway.tables import Tables
from ghosthands.hitl_gateway.unread_desk import UnreadDesk
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.servers_clock import ServersClock
from ghosthands.messaging.work import handling
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.timers import Timers
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.opening import open_vault
from ghosthands.vault.store import Store
from ghosthands.vault.vault import Vault

log = logging.get(__name__)

#: The events that become a status for the upstream product.
STATUSES = (
    job.JobRetried,
    job.ModeChosen,
    job.HumanRequested,
    job.JobResumed,
    job.JobCompleted,
    job.JobFailed,
    job.JobCancelled,
    job.JobTimedOut,
)


#: While that many events for callbacks and timers are in hand, beside those that wait for a receiver, no more are
#: pulled. Each of their pullers may have requested as many before, so a burst brings at most so many for each puller.
LOOKS = 16


async def build(settings: Settings, context: Context) -> Service:
    """Build the service; it does not run yet. Raises MasterKeyError when the vault cannot be opened."""
    bus = context.bus
    vault = await open_vault(bus, settings.master_key_file)
    clock = await ServersClock.set_by(bus)
    events = JetStreamEventLog(bus, clock=clock)
    receivers = settings.callback_hosts
    sender = CallbackSender(settings.secret(), settings.allowed_private_hosts | receivers, keyed=receivers)
    shared = JetStreamStore(bus, streams.GATEWAYS)
    pacing = Pacing(shared, settings.callbacks_per_minute)
    live_plate = settings.browsers_dir / grants.PLATE if settings.browsers_dir else None
    pictures = PictureLinks(vault.derive(picture_links.PURPOSE), settings.address())
    courier = Courier(
        events, Timers(bus), vault, sender, pacing, has_live_view=live_plate is not None, pictures=pictures, now=clock
    )
    gateway = HumanGateway(events, Commands(bus), Outbox(bus), vault, AnswerLocks(shared), now=clock)
    ways, exits = _find_ways(settings), AsyncExitStack()
    notice = timedelta(seconds=settings.notify_after_seconds)
    notifier = Notifier(events, Timers(bus), vault, ways, courier.places, after=notice, now=clock)
    handlers = Handlers(gateway, courier, notifier)
    desks = [
        desk.endpoint(bus)
        for desk in (DraftDesk(events, vault), AnswerDesk(vault), CodeDesk(vault), CallbackDesk(courier))
    ]
    exits.push_async_callback(sender.close)
    try:
        for desk in desks:
            await desk.start()
            exits.push_async_callback(desk.stop)
        await _open_door(settings, exits, bus, events, gateway, live_plate, pictures, shared)
    except BaseException:
        await exits.aclose()
        raise
    pullers = _make_pullers(settings, context, vault, handlers, courier)
    return Service(pullers=pullers, tasks=[clock.run], on_stop=exits.aclose)


def _make_pullers(
    settings: Settings, context: Context, vault: Vault, handlers: Handlers, courier: Courier
) -> list[Puller]:
    """Return the pullers of events for statuses, humans' messages, events for callbacks, and timers."""
    service, dead_letters = context.service, DeadLetters(context.bus, seal=vault.seal_dead_letter)
    on_status, given_up = handling.by_event(dict.fromkeys(STATUSES, handlers.on_status)), courier.events.has_given_up
    statuses = Handling(service, handling.events(), on_status, dead_letters, has_given_up=given_up)
    tellings = Handling(
        service, handling.events(), courier.on_event, dead_letters, max_failures=None, has_given_up=given_up
    )
    answers: Handling[Delivery] = Handling(
        service, lambda delivery: delivery, handlers.on_human_message, dead_letters, max_failures=None
    )
    deadlines = Handling(service, handling.firings(), handlers.on_deadline, dead_letters, max_failures=None)

    places = courier.places
    slots = LOOKS + places.shares.places
    callbacks = [f"{service}-{consumers.CALLBACKS}"]
    telling: list[Puller] = []

    def room() -> int:
        return LOOKS - sum(puller.in_hand for puller in telling) + len(places)

    telling.append(context.puller(streams.EVENTS, tellings, slots=slots, durables=callbacks, can_pull=room))
    for stream in streams.timers_to(service):
        telling.append(context.puller(stream, deadlines, slots=slots, can_pull=room))

    def look_again() -> None:
        for puller in telling:
            puller.wake()

    places.on_change = look_again
    return [
        context.puller(streams.EVENTS, statuses, slots=settings.slots),
        context.puller(streams.HUMANS, answers, slots=settings.slots),
        *telling,
    ]


def _find_ways(settings: Settings) -> list[NoticeWay]:
    """Return the configured ways to notify people that a job waits."""
    ways: list[NoticeWay] = []
    if settings.notify_url is not None:
        url = settings.notify_url.get_secret_value()
        named = frozenset({addresses.canonical(urlsplit(url).hostname or "")})
        ways.append(Webhook(url, CallbackSender(settings.secret(), named)))
    if settings.notify_email and settings.smtp_url is not None:
        ways.append(Mail(settings.smtp_url.get_secret_value(), settings.smtp_from, settings.notify_email))
    return ways


async def _open_door(
    settings: Settings,
    exits: AsyncExitStack,
    bus: Bus,
    events: JetStreamEventLog,
    gateway: HumanGateway,
    live_plate: Path | None,
    pictures: PictureLinks,
    shared: Store,
) -> None:
    """Serve HTTP until `exits` are closed, if there is a secret to authenticate VALET by. Raises SettingsInvalid."""
    secret = settings.secret()
    if not secret:
        log.warning("http_not_served", reason="GH_SERVICE_SECRET is not set")
        return
    tables = Tables(settings.database_url.get_secret_value() if settings.database_url else None)
    exits.push_async_callback(tables.close)
    means = Means(bus, events, gateway, tables, live_plate, pictures, settings.user_calls_per_minute)
    users = settings.user_token_secret.get_secret_value() if settings.user_token_secret else ""
    console = await exits.enter_async_context(
        opened(
            bus,
            gateway,
            tables,
            here=f"http://{settings.http_host}:{settings.http_port}",
            url=settings.http_url,
            live_plate=live_plate,
            shared=shared,
        )
    )
    desks = SubmissionStops(gateway, tables), DeadDesk(bus, gateway.vault), HostDesk(bus)
    orders = OrderDesk(*desks, UnreadDesk(events, gateway.commands, gateway.now)).endpoint(bus)
    await orders.start()
    exits.push_async_callback(orders.stop)
    app = Front(build_app(means, Callers(secret, users)), console.app)
    worker = build_worker_app(means)
    for each, port, setting in (
        (app, settings.http_port, "GHOSTHANDS_HTTP_PORT"),
        (worker, settings.worker_port, "GHOSTHANDS_WORKER_PORT"),
    ):
        await exits.enter_async_context(door.serving(each, settings.http_host, port, setting=setting))
    exits.callback(console.end)  # open pages would keep the door from closing

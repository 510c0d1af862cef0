"""The wiring of browser-host: it pulls OpenSession from the queues of all hosts, and this host's own commands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from functools import partial
from typing import Protocol

from ghosthands.browser_host.commands.handlers import handlers
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.engines.configured import engines
from ghosthands.browser_host.live import door
from ghosthands.browser_host.live.door import Door
from ghosthands.browser_host.live.views import LiveViews
from ghosthands.browser_host.ports.browser import Browsers
from ghosthands.browser_host.providers.configured import providers
from ghosthands.browser_host.providers.desktop import Desktops
from ghosthands.browser_host.sessions import gone_hosts
from ghosthands.browser_host.sessions.adoption import take_over
from ghosthands.browser_host.sessions.gone_hosts import GoneHosts
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.idle import Sweeper
from ghosthands.browser_host.sessions.name import HostName
from ghosthands.browser_host.sessions.presence import BrowsersLock, Presence
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.wall_watch import WallWatch
from ghosthands.browser_host.settings import OnStop, Settings
from ghosthands.browser_host.tools.drain_desk import DrainDesk
from ghosthands.browser_host.tools.kept_logins import KeptLogins
from ghosthands.browser_host.tools.tool_sessions import ToolSessions
from ghosthands.browser_host.tools.toolbox import Toolbox
from ghosthands.chassis.grants import key_of
from ghosthands.chassis.service import Context, Service, Task
from ghosthands.chassis.settings import load
from ghosthands.domain.errors import Transient
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.consumers import Consumer
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling, by_command, commands
from ghosthands.messaging.work.micro import Micro
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.refusals import refusing
from ghosthands.messaging.work.timers import Timers
from ghosthands.models import Ledgers, ModelSettings
from ghosthands.vault.opening import open_vault

#: How many of this host's own commands are in hand at once; those of one session wait for each other.
COMMANDS_IN_HAND = 32


class SparedBrowsers(Browsers, Protocol):
    """A provider of browsers that starts some ahead of demand."""

    async def keep_spares(self) -> None:
        """Start browsers ahead for the next sessions, until cancelled."""


async def build(
    settings: Settings,
    context: Context,
    make_browsers: Callable[[Settings, Driver, Desktops], SparedBrowsers] = providers,
) -> Service:
    """Build the service, which has taken over its predecessor's browsers and does not pull yet.

    Raises MasterKeyError, SettingsInvalid.
    """
    bus, exits = context.bus, AsyncExitStack()
    driver, lock = Driver(settings.driver_folder), BrowsersLock(settings.user_data_root)
    exits.callback(lock.drop)
    exits.push_async_callback(driver.stop)
    desktops, events = Desktops(settings.user_data_root), JetStreamEventLog(bus)
    browsers = make_browsers(settings, driver, desktops)
    host = await _make_host(settings, bus, events, browsers, exits)
    views = LiveViews(host.sessions, events, key_of(settings.live_plate), desktops, host.tenure)
    gone = GoneHosts(settings.host, events, partial(hosts.read_signs, bus), partial(hosts.settle, bus))
    away_seconds = await context.reach("browsers", lock.take, only=Transient)
    own = await context.reach("provisioner", lambda: hosts.find_consumer(bus, settings.host), only=Transient)
    host_name = HostName(
        settings.host, lock.owner, bus, partial(hosts.read_sign, bus, settings.host), looks=gone_hosts.LOOKS
    )
    await context.reach("name", lambda: host_name.take(gone.report_lost), only=Transient)
    host.tenure.renew(host.tenure.now() - away_seconds)
    presence = Presence(settings.host, host_name, host.sessions, lock, host.tenure, live_view=settings.live)

    async def take_over_browsers() -> None:
        await take_over(host, away_seconds=away_seconds)
        await desktops.end_strays()
        await views.restore()

    await context.reach("predecessor", take_over_browsers, only=Transient)
    exits.push_async_callback(_give_up_browsers, settings, context, host, presence)
    sweeper, walls = Sweeper(host, idle_seconds=settings.idle_seconds), WallWatch(host, views.take_back)
    tasks: list[Task] = [browsers.keep_spares, presence.keep, gone.keep, sweeper.keep, walls.keep]
    if settings.live:
        tasks.append(lambda: _serve_live_views(settings, views, desktops))
    pullers = _make_pullers(settings, context, host, own)
    for endpoint in _make_endpoints(settings, bus, host, presence):
        await endpoint.start()
        exits.push_async_callback(endpoint.stop)
    return Service(pullers=pullers, tasks=tasks, on_stop=exits.aclose)


async def _give_up_browsers(settings: Settings, context: Context, host: Host, presence: Presence) -> None:
    """Leave the browsers to a successor, where one is to come; otherwise close them and give the host's name up."""
    if settings.on_stop is OnStop.HAND_OVER and not context.stopping.for_good:
        await host.hand_over()
        return
    await host.stop()
    with suppress(Transient):  # a successor that wants the name waits until this host counts as gone
        await presence.leave()


def _make_endpoints(settings: Settings, bus: Bus, host: Host, presence: Presence) -> list[Micro]:
    """Return the endpoints at which the host answers: its tools, the logins it keeps, and its drain."""
    return [
        Toolbox(host, ToolSessions(host), bus, live_view=settings.live).endpoints(),
        KeptLogins(host.keepsakes).endpoint(bus),
        DrainDesk(settings.host, host.sessions, presence.say).endpoint(bus),
    ]


async def _make_host(settings: Settings, bus: Bus, events: EventLog, browsers: Browsers, exits: AsyncExitStack) -> Host:
    """Build the host; `exits` closes its engines. Raises MasterKeyError, SettingsInvalid."""
    return Host(
        settings.host,
        events,
        await open_vault(bus, settings.master_key_file),
        Sessions(slots=settings.slots, per_site=settings.per_site),
        browsers,
        await engines(load(ModelSettings), exits, Ledgers(events, Timers(bus))),
        login_life=timedelta(days=settings.login_days),
        limits=settings.limits,
        takes_sketches=settings.sketches,
        allowed_private_hosts=settings.allowed_private_hosts,
    )


def _make_pullers(settings: Settings, context: Context, host: Host, own: Consumer) -> list[Puller]:
    """Return the puller of OpenSession, for any host with room, and the puller of this host's own commands."""
    handle = Handling(
        context.service,
        commands(),
        by_command(handlers(host)),
        DeadLetters(context.bus, seal=host.vault.seal_dead_letter),
        give_up=refusing(host.events),
    )
    opening = context.puller(
        streams.COMMANDS,
        handle,
        slots=settings.slots + 1,  # one more, which is looked at and given back when all are taken
        durables=consumers.bands_of(BROWSER_HOST),
        can_pull=lambda: host.sessions.looks,
    )
    host.sessions.on_free = opening.wake
    return [opening, context.puller(own.stream, handle, slots=COMMANDS_IN_HAND, durables=[own.name])]


async def _serve_live_views(settings: Settings, views: LiveViews, desktops: Desktops) -> None:
    origins = [settings.live_url] if settings.live_url else []
    served = Door(views, views.grants, desktops, origins=origins, names=[settings.live_host])
    await door.keep(served, settings.live_plate, settings.live_host, settings.live_port, settings.live_url)

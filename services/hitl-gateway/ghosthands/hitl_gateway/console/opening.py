"""Opens the console: its keys, its news and its links, for as long as the process lasts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.types import ASGIApp

from ghosthands.domain.codes import MessageFault, ToolFailure
from ghosthands.domain.job import open_request
from ghosthands.domain.links import ConsoleLink, LinkWanted
from ghosthands.domain.services import HITL_GATEWAY
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.console.access import GUEST_SECONDS, PURPOSE, SIGN_IN_SECONDS, ConsoleAccess
from ghosthands.hitl_gateway.console.app import make_app
from ghosthands.hitl_gateway.console.means import ConsoleMeans, now
from ghosthands.hitl_gateway.console.news import News
from ghosthands.hitl_gateway.console.pages import Pages
from ghosthands.hitl_gateway.console.posting import KnownPostings
from ghosthands.hitl_gateway.console.sign_outs import SignOuts
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.tables import Tables
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import Endpoint, Micro, RequestRefused
from ghosthands.vault.store import Store


class OpenConsole(NamedTuple):
    """The running console: its application, and the function that ends its news."""

    app: ASGIApp
    #: ends the news of every open page; the pages reconnect by themselves
    end: Callable[[], None]


@asynccontextmanager
async def opened(
    bus: Bus,
    gateway: HumanGateway,
    tables: Tables,
    *,
    here: str,
    url: str | None = None,
    live_plate: Path | None = None,
    shared: Store,
) -> AsyncIterator[OpenConsole]:
    """Open the console, and answer requests for links to it, within the block.

    `here` is its address on this machine, `url` its public one; in `shared` the gateways record which links were used
    and which sessions were ended.
    """
    access, sign_outs = ConsoleAccess(gateway.vault.derive(PURPOSE), shared), SignOuts(shared)
    news, pages, postings = News(tables), Pages(access), KnownPostings(gateway.vault)
    means = ConsoleMeans(gateway, tables, bus, access, sign_outs, news, pages, postings, live_plate)
    links = Micro(
        bus,
        "links",
        [Endpoint("link", subjects.LINKS, _Links(means, url or here).answer, HITL_GATEWAY)],
        description="links to the console",
    )
    await sign_outs.begin()  # before anybody is let in by the cookie of an ended session
    running = [
        asyncio.create_task(news.run(), name="news"),
        asyncio.create_task(sign_outs.run(), name="sign-outs"),
    ]
    await links.start()
    try:
        yield OpenConsole(make_app(means, url=url), news.end)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await links.stop()


class _Links:
    """Makes links for requests over NATS."""

    def __init__(self, means: ConsoleMeans, base: str) -> None:
        self._means = means
        self._base = base.rstrip("/")

    async def answer(self, data: bytes) -> bytes:
        """Return the link. Raises RequestRefused for a job that does not wait."""
        wanted = micro.read(data, LinkWanted)
        access = self._means.access
        if wanted.job_id is None:
            until = now().timestamp() + SIGN_IN_SECONDS
            return self._say(f"/sign-in/{access.make_sign_in()}", until)
        due = await self._find_due(wanted.job_id)
        until = min(due.timestamp(), now().timestamp() + GUEST_SECONDS)
        return self._say(f"/link/{access.make_guest_link(wanted.job_id, until)}", until)

    async def _find_due(self, job_id: str) -> datetime:
        state = job_of(await self._means.gateway.events.load(subjects.job(job_id)))
        due = requests.due(state) if open_request(state) else None
        if state.request is None:
            raise RequestRefused(MessageFault.UNKNOWN_JOB, "there is no such job")
        if due is None:
            raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, "the job asks nothing now: there is nothing to link to")
        return due

    def _say(self, path: str, until: float) -> bytes:
        at = datetime.fromtimestamp(until, now().tzinfo)
        return msgspec.json.encode(ConsoleLink(url=f"{self._base}{path}", until=at))

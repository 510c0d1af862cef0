"""Operations: the page that stops submissions, drains hosts, and deals with dead letters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response

from ghosthands.domain.errors import Permanent
from ghosthands.domain.job import Band
from ghosthands.hitl_gateway.console.means import ConsoleMeans, Form, go_to
from ghosthands.hitl_gateway.dead_desk import DeadDesk
from ghosthands.hitl_gateway.host_desk import HostDesk
from ghosthands.hitl_gateway.submission_stops import SubmissionStops
from ghosthands.messaging.work import hosts
from ghosthands.readmodel.insights import BandQueue
from ghosthands.readmodel.waiting import WAITING, find_waiting

#: the word an operator types to stop everything
CONFIRMATION = "stop"


Deal = Callable[[], Awaitable[object]]


class Operations:
    """The page of operations, and the actions of its forms."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means
        self._stops = SubmissionStops(means.gateway, means.tables)
        self._dead = DeadDesk(means.bus, means.gateway.vault)
        self._hosts = HostDesk(means.bus)

    async def show(self, request: Request) -> Response:
        """Show the page of hosts, stops and dead letters."""
        return await self._show(request)

    async def stop(self, request: Request, form: Form) -> Response:
        """Stop submissions at a site; everywhere only if the confirmation was typed."""
        site = form.get("site", "").strip()
        if not site and form.get("confirmation", "").strip().lower() != CONFIRMATION:
            return await self._show(request, fault=f"To stop everything, type {CONFIRMATION}.")
        return await self._do(request, lambda: self._stops.stop(site))

    async def allow(self, request: Request, form: Form) -> Response:
        """Allow submissions again at the site, or everywhere."""
        return await self._do(request, lambda: self._stops.allow(form.get("site", "")))

    async def redrive(self, request: Request, form: Form) -> Response:
        """Send a dead letter's message again."""
        return await self._do(request, lambda: self._dead.redrive(request.path_params["number"]))

    async def drop(self, request: Request, form: Form) -> Response:
        """Remove a dead letter from the list."""
        return await self._do(request, lambda: self._dead.drop(request.path_params["number"]))

    async def drain(self, request: Request, form: Form) -> Response:
        """Drain a host, so that it opens no more browsers."""
        return await self._do(request, lambda: self._hosts.drain(request.path_params["host"]))

    async def undrain(self, request: Request, form: Form) -> Response:
        """Undrain a host, so that it opens browsers again."""
        return await self._do(request, lambda: self._hosts.undrain(request.path_params["host"]))

    async def _do(self, request: Request, deal: Deal) -> Response:
        try:
            await deal()
        except Permanent as refused:
            return await self._show(request, fault=f"Not done: {refused}.")
        return go_to("/operations")

    async def _show(self, request: Request, fault: str = "") -> Response:
        reader = await self._means.tables.reader()
        parked = await reader.parked()
        return self._means.pages.show(
            request,
            "operations.html",
            stops=await self._stops.read(),
            hosts=await hosts.read_hosts(self._means.bus),
            letters=await self._dead.list_all(),
            unfolded=[row for row in parked if row.code not in WAITING],
            waiting=find_waiting(parked),
            queues=_order_bands(await reader.band_queues()),
            confirmation=CONFIRMATION,
            fault=fault,
        )


def _order_bands(found: Sequence[BandQueue]) -> list[BandQueue]:
    """Return every band, the most urgent first."""
    known = {queue.band: queue for queue in found}
    return [known.get(band) or BandQueue(band=band) for band in Band]

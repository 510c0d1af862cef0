"""Operations: what stops everything, the hosts and what they have open, and what could not be handled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from ghosthands.domain.errors import Permanent
from ghosthands.hitl_gateway.console.desk import ConsoleDesk, Form, go_to
from ghosthands.hitl_gateway.dead_desk import DeadDesk
from ghosthands.hitl_gateway.submission_stops import SubmissionStops
from ghosthands.messaging.work import hosts

#: what is typed to stop everything
CONFIRMATION = "stop"


Deal = Callable[[int], Awaitable[None]]


class Operations:
    """The page, and what it does."""

    def __init__(self, desk: ConsoleDesk) -> None:
        self._desk = desk
        self._stops = SubmissionStops(desk.gateway, desk.tables)
        self._dead = DeadDesk(desk.bus, desk.gateway.vault)

    async def show(self, request: Request) -> Response:
        """The whole page."""
        return await self._show(request)

    async def stop(self, request: Request, form: Form) -> Response:
        """Stop submissions at a site; everywhere only where that was typed."""
        site = form.get("site", "").strip().lower()
        if not site and form.get("confirmation", "").strip().lower() != CONFIRMATION:
            return await self._show(request, fault=f"To stop everything, type {CONFIRMATION}.")
        await self._stops.stop(site)
        return go_to("/operations")

    async def allow(self, request: Request, form: Form) -> Response:
        """Let them go on."""
        await self._stops.allow(form.get("site", ""))
        return go_to("/operations")

    async def redrive(self, request: Request, form: Form) -> Response:
        """Send a dead letter's message again."""
        return await self._deal_with(request, self._dead.redrive)

    async def drop(self, request: Request, form: Form) -> Response:
        """Show a dead letter no more."""
        return await self._deal_with(request, self._dead.drop)

    async def _deal_with(self, request: Request, deal: Deal) -> Response:
        try:
            await deal(request.path_params["number"])
        except Permanent as refused:
            return await self._show(request, fault=f"Not done: {refused}.")
        return go_to("/operations")

    async def _show(self, request: Request, fault: str = "") -> Response:
        reader = await self._desk.tables.reader()
        return self._desk.pages.show(
            request,
            "operations.html",
            stops=await self._stops.read(),
            hosts=await hosts.read_hosts(self._desk.bus),
            letters=await self._dead.list_all(),
            parked=await reader.parked(),
            counts=await reader.job_counts(),
            confirmation=CONFIRMATION,
            fault=fault,
        )

"""Stops submissions and allows them again: a fact on the log; jobs that waited because of it then go on."""

from __future__ import annotations

import uuid

from ghosthands.contract.answer import HumanAnswer
from ghosthands.domain.codes import Stuck
from ghosthands.domain.errors import CommandRejected, NewerMessage, Permanent
from ghosthands.domain.human import Resolution
from ghosthands.domain.submissions import Stops, SubmissionsAllowed, SubmissionsStopped, fold, name_site
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.tables import Tables
from ghosthands.messaging.log.event_log import Decide
from ghosthands.messaging.log.states import read_stops
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause

#: the tenant of these events on the log
OPERATOR = "operator"


class SubmissionStops:
    """Stops submissions, and allows them again."""

    def __init__(self, gateway: HumanGateway, tables: Tables) -> None:
        self._gateway = gateway
        self._tables = tables

    async def read(self) -> Stops:
        """Return the places where submissions are stopped now."""
        return await read_stops(self._gateway.events)

    async def stop(self, site: str = "") -> Stops:
        """Stop submissions from now on, at the named site (`name_site`) or everywhere. Raises Permanent."""
        at, site = self._gateway.now(), name_site(site) if site else ""
        return await self._say(
            lambda history: [] if site in fold(history.events).since else [SubmissionsStopped(at=at, site=site)]
        )

    async def allow(self, site: str = "") -> Stops:
        """Allow submissions again at the site, or everywhere, and continue the jobs that wait for it.

        Raises Permanent.
        """
        known, at = await self.read(), self._gateway.now()
        stopped = site if not site or site in known.since else name_site(site)
        stops = await self._say(
            lambda history: [SubmissionsAllowed(at=at, site=stopped)] if stopped in fold(history.events).since else []
        )
        await self._wake(stops)
        return stops

    async def _say(self, decide: Decide) -> Stops:
        cause = Cause(command_id=str(uuid.uuid4()), tenant=OPERATOR, correlation="submissions")
        history = await self._gateway.events.transact(subjects.submissions(), decide, cause=cause)
        return fold(history.events)

    async def _wake(self, stops: Stops) -> None:
        newer: NewerMessage | None = None
        for row in await (await self._tables.reader()).inbox():
            if row.code != Stuck.SUBMISSIONS_STOPPED or stops.hold(row.site or ""):
                continue
            answer = HumanAnswer(
                tenant=row.tenant or "",
                job_id=uuid.UUID(row.job_id),
                request_id=uuid.UUID(row.request_id),
                resolution=Resolution.DONE,
            )
            try:
                await self._gateway.resolve(answer, given_at=self._gateway.now())
            except (CommandRejected, Permanent):  # it was answered meanwhile
                continue
            except NewerMessage as error:  # the others are woken all the same
                newer = error
        if newer is not None:
            raise newer

"""The connections that the routes use: the log, NATS, the tables, and the gateway to humans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from ghosthands.domain.job import JobCompleted, JobRequested, Outcome, find_doubt, open_request
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.http.answers import StatusAnswer
from ghosthands.hitl_gateway.http.call_counts import CallCounts
from ghosthands.hitl_gateway.http.callers import Caller
from ghosthands.hitl_gateway.http.job_answers import applicant_of, describe_status, is_known, tenant_of
from ghosthands.hitl_gateway.http.refusals import not_found
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.hitl_gateway.picture_links import LinkTo, PictureLinks
from ghosthands.hitl_gateway.reading import read_extract, read_request
from ghosthands.hitl_gateway.requests import due
from ghosthands.hitl_gateway.tables import Tables
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Ack, Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import MESSAGE_ID
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.work import verdicts
from ghosthands.messaging.work.verdicts import Verdict

#: seconds in which NATS has to store a call's message: VALET waits 15 for the whole
STORE_SECONDS = 6.0
#: seconds to wait for a verdict on the stored message
WAIT_SECONDS = 5.0


@dataclass(frozen=True)
class Means:
    """The connections of the HTTP API."""

    bus: Bus
    events: EventLog
    gateway: HumanGateway
    tables: Tables
    #: the file with the address of the live views on this machine
    live_plate: Path | None = None
    #: links to pictures of pages
    pictures: PictureLinks | None = None
    #: the limit of each of VALET's users
    calls_per_minute: int = 120
    version: str = "0.1.0"
    #: the calls so far
    calls_so_far: CallCounts = field(default_factory=CallCounts)
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    async def send(self, subject: str, body: Mapping[str, Any], *, message_id: str) -> Ack:
        """Store a message once by its id, as VALET would over NATS; return its place. Raises StreamUnavailable."""
        data = msgspec.json.encode(body)
        return await self.bus.publish(Outgoing(subject, data, {MESSAGE_ID: message_id}), budget=STORE_SECONDS)

    async def hear(self, requested: JobRequested, what: str, ack: Ack) -> Verdict | None:
        """Return the verdict on the message; None where none comes in time."""
        return await verdicts.hear(self.bus, requested.tenant, requested.task, what, ack.sequence, seconds=WAIT_SECONDS)

    async def load(self, job_id: str, caller: Caller) -> History:
        """Return the job's history, if the caller may see it. Raises Refused (404), StreamUnavailable."""
        try:
            history = await self.events.load(subjects.job(str(UUID(job_id))))
        except ValueError:
            raise not_found("there is no such job") from None
        if not is_known(history) or tenant_of(history) != TENANT or not caller.may_see(applicant_of(history)):
            raise not_found("there is no such job")
        return history

    async def describe(self, history: History) -> StatusAnswer:
        """Return the job's status, with what the vault has of it. Raises StreamUnavailable."""
        state, vault = job_of(history), self.gateway.vault
        ask = open_request(state) or find_doubt(state)
        ended = next((event for event in reversed(history.events) if isinstance(event, JobCompleted)), None)
        page = await vault.find_page(ask.model_ref) if ask is not None else None
        request, extract = None, None
        if state.request is not None:
            request = await read_request(vault, state.request, state.id)
            if ended is not None and ended.outcome is Outcome.SCRAPED:
                extract = await read_extract(vault, state.request, state.id)
        return describe_status(
            history,
            request or {},
            page,
            extract,
            has_live_view=self.live_plate is not None,
            link_to=self._find_linking(history),
        )

    def _find_linking(self, history: History) -> LinkTo | None:
        if (pictures := self.pictures) is None:
            return None
        job_id, until = history.aggregate.id, due(job_of(history))
        return lambda place: pictures.make(job_id, place, until=until)

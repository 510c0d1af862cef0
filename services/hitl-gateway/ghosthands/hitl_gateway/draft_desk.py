"""Answers NATS requests for the drafts of an open review, from the vault; drafts go nowhere else."""

from __future__ import annotations

import msgspec

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.drafts import DraftsOf, ShownDraft
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import open_request
from ghosthands.domain.services import HITL_GATEWAY
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import Endpoint, Micro, RequestRefused
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased
from ghosthands.vault.vault import Vault


class DraftDesk:
    """Answers requests for drafts; the log says which review is open, the vault has the drafts."""

    def __init__(self, events: EventLog, vault: Vault) -> None:
        self._events = events
        self._vault = vault

    def endpoint(self, bus: Bus) -> Micro:
        """Return the NATS service for drafts."""
        asked = Endpoint("of", subjects.DRAFTS, self.answer, HITL_GATEWAY)
        return Micro(bus, "drafts", [asked], description="the drafts that a job waits to have reviewed")

    async def answer(self, data: bytes) -> bytes:
        """Return the drafts of the open review, in its order; none where none is open. Raises RequestRefused."""
        asked = micro.read(data, DraftsOf)
        state = job_of(await self._events.load(subjects.job(asked.job_id)))
        if state.request is None or state.request.tenant != asked.tenant:
            raise RequestRefused(MessageFault.UNKNOWN_JOB, "there is no such job")
        ask = open_request(state)
        if ask is None or ask.kind is not AskKind.REVIEW:
            return msgspec.json.encode([])
        try:
            drafts = await self._vault.get_drafts(Applicant(asked.tenant, state.request.applicant), asked.job_id)
        except Erased:
            drafts = {}
        shown = [ShownDraft(question_key=key, text=drafts[key]) for key in dict.fromkeys(ask.drafted) if key in drafts]
        return msgspec.json.encode(shown)

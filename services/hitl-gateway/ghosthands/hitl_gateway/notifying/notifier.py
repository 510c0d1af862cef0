"""Notifies operators of a job that still waits for a human after a moment, once by each way."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from ghosthands.chassis import logging
from ghosthands.domain import ids, services
from ghosthands.domain.errors import Transient
from ghosthands.domain.human import HumanNotified
from ghosthands.domain.job import HumanRequested, Job, open_request
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.ask_wording import word_ask
from ghosthands.hitl_gateway.callbacks.bodies import find_page_url
from ghosthands.hitl_gateway.callbacks.interactions import type_of
from ghosthands.hitl_gateway.notifying.ways import Notice, NoticeWay, NotTold
from ghosthands.hitl_gateway.reading import read_request
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.work.places import Places, WaitingPlace
from ghosthands.messaging.work.timers import Timers
from ghosthands.messaging.work.turns import Seeker
from ghosthands.vault.vault import Vault

#: the timer that checks whether to notify
DEADLINE = "notify"
#: seconds before a way that failed is tried again, or a page that somebody holds is checked again
AGAIN_SECONDS = 60.0

log = logging.get(__name__)


class Notifier:
    """Notifies of waiting jobs by each of its ways; it may have none."""

    def __init__(
        self,
        events: EventLog,
        timers: Timers,
        vault: Vault,
        ways: Sequence[NoticeWay],
        places: Places,
        *,
        after: timedelta,
        now: Clock = utc_now,
    ) -> None:
        self._events = events
        self._timers = timers
        self._vault = vault
        self._ways = ways
        self._places = places
        self._after = after
        self._now = now

    async def expect(self, recorded: Recorded[HumanRequested]) -> None:
        """Set the timer to check later whether to notify of the request. Raises StreamUnavailable."""
        if self._ways:
            at = recorded.event.at + self._after
            await self._timers.set(recorded.aggregate, DEADLINE, at, services.HITL_GATEWAY, cause=recorded.cause)

    async def look(self, job_id: str) -> None:
        """Notify of the job's request, where it is open and nobody has it in hand.

        Raises Transient, to be tried again, where a way failed or somebody holds the page, and NotYet while others go
        first.
        """
        with self._places.handed_out(f"notice of job {job_id}") as place:
            await self._look(job_id, place)

    async def _look(self, job_id: str, place: WaitingPlace) -> None:
        history = await self._events.load(subjects.job(job_id))
        state = job_of(history)
        ask = open_request(state)
        if ask is None or state.request is None or self._now() < ask.at + self._after:
            return
        if state.is_held:
            raise Transient(f"somebody has the page of job {job_id}", delay=AGAIN_SECONDS)
        notice = await self._write_notice(state, ask)
        requested, asked_at = state.request, ask.at.timestamp()
        place.take(Seeker(place.key, requested.tenant, requested.applicant, DEADLINE, asked_at=asked_at))
        closed = [way.name for way in self._ways if not await self._tell(way, notice, history, state.request.tenant)]
        if closed:
            raise Transient(f"nobody was told of job {job_id} by {', '.join(closed)}", delay=AGAIN_SECONDS)

    async def _tell(self, way: NoticeWay, notice: Notice, history: History, tenant: str) -> bool:
        """Notify by that way, unless that was done; return False where the way failed."""
        told = (event for event in history.events if isinstance(event, HumanNotified))
        if any((event.request_id, event.way) == (notice.request_id, way.name) for event in told):
            return True
        try:
            await way.tell(notice)
        except NotTold as error:
            log.warning("nobody_notified", job_id=notice.job_id, way=way.name, reason=error.reason)
            return False
        command_id = ids.derived("notified", notice.request_id, way.name)
        cause = Cause(command_id=command_id, tenant=tenant, correlation=notice.job_id)
        notified = HumanNotified(request_id=notice.request_id, way=way.name, at=self._now())
        fresh = await self._events.refresh(history)
        await self._events.append_facts(fresh, [notified], cause=cause)
        return True

    async def _write_notice(self, state: Job, ask: HumanRequested) -> Notice:
        page = await self._vault.find_page(ask.model_ref)
        request = await read_request(self._vault, state.accepted_request, state.id)
        words = word_ask(ask, page, state)
        return Notice(
            job_id=state.id,
            request_id=ask.request_id,
            type=type_of(ask),
            message=words.message,
            description=words.description,
            site=state.accepted_request.site,
            page_url=find_page_url(page, request or {}),
            due=requests.due(state),
        )

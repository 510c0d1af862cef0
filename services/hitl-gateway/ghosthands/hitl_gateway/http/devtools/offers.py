"""The job whose page VALET is shown: one at a time, since its calls name none.

VALET asks for "the" session, compares the job that is named with its task's, and comes back for that page without
naming it again, up to five minutes later. So the named job stays the one until it waits no longer, and then no other
is named before VALET has heard of that: nobody gets another's page. A caller that names a job gets that job's.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from ghosthands.chassis import grants
from ghosthands.chassis.grants import Doorplate
from ghosthands.domain import callbacks
from ghosthands.domain.callbacks import CallbackWord
from ghosthands.domain.job import HumanRequested, open_request
from ghosthands.hitl_gateway.http.callers import Caller
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import Refused
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.work.hosts import read_sessions

#: how long VALET may come back for the named job: the life of its own tokens
NAMED_SECONDS = 300.0


class Offer(NamedTuple):
    """A job that waits for its human with its browser open."""

    history: History
    session_id: str
    host: str
    ask: HumanRequested

    @property
    def job_id(self) -> str:
        """The id of the job whose browser is offered."""
        return self.history.aggregate.id


class Offers:
    """The page that VALET may take over."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._named = ""
        self._named_at = 0.0

    @property
    def plate(self) -> Doorplate | None:
        """The address and key of the live views on this machine."""
        return grants.doorplate(self._means.live_plate) if self._means.live_plate else None

    async def name(self) -> Offer | None:
        """Return the job to name now; None where there is none, or none yet. Raises StreamUnavailable."""
        current = await self.find(self._named) if self._named else None
        if current is None and self._named and not await self._has_heard(self._named):
            return None
        waiting = [current] if current is not None else await self._list_waiting()
        if not waiting:
            return None
        chosen = min(waiting, key=lambda offer: (offer.ask.at, offer.job_id))
        self._named, self._named_at = chosen.job_id, time.monotonic()
        return chosen

    async def find_named(self) -> Offer | None:
        """Return the job that was named last, if it still waits. Raises StreamUnavailable."""
        return await self.find(self._named) if self._named else None

    async def find(self, job_id: str) -> Offer | None:
        """Return the job, if it waits for its human with its browser open. Raises StreamUnavailable."""
        try:
            return _judge(await self._means.load(job_id, Caller()))
        except Refused:
            return None

    async def holds(self, offer: Offer) -> bool:
        """Whether the job still waits with that browser, by the stream's leader. Raises StreamUnavailable."""
        return _is_same(offer, await self._means.events.refresh(offer.history))

    async def await_end(self, offer: Offer) -> None:
        """Return once the job waits no longer, or with another browser."""
        history = offer.history
        async with self._means.events.follow(offer.history.aggregate) as feed:
            while _is_same(offer, history):
                history = history.continued(await feed.next(NAMED_SECONDS))

    async def is_any_open(self) -> bool:
        """Whether any job has a browser at all. Raises StreamUnavailable."""
        return any(session.job_id for session in await read_sessions(self._means.bus))

    async def _list_waiting(self) -> list[Offer]:
        shown = [one.job_id for one in await read_sessions(self._means.bus) if one.job_id and one.live_view]
        found = [await self.find(job_id) for job_id in shown]
        return [offer for offer in found if offer is not None]

    async def _has_heard(self, job_id: str) -> bool:
        """Whether VALET knows that the job goes on, or can no longer come back for it."""
        if time.monotonic() - self._named_at >= NAMED_SECONDS:
            return True
        history = await self._means.events.load(subjects.job(job_id))
        told = callbacks.fold(job_id, history.events)
        last = told.callbacks[-1] if told.callbacks else None
        return last is not None and last.told is not CallbackWord.NEEDS_HUMAN and told.next is None


def _judge(history: History) -> Offer | None:
    state = job_of(history)
    ask, session = open_request(state), state.browser.session
    if ask is None or session is None:
        return None
    return Offer(history, session.id, session.host, ask)


def _is_same(offer: Offer, history: History) -> bool:
    now = _judge(history)
    return now is not None and (now.session_id, now.ask.request_id) == (offer.session_id, offer.ask.request_id)

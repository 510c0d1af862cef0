"""Callbacks: HTTP messages that tell the upstream product about a job, in order, and their outcomes.

The job's log alone determines which events are told and how far the delivery is. Callbacks are sent one after the
other, each until it is accepted or given up, so that after a crash the same ones are sent under the same ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from ghosthands.domain import ids
from ghosthands.domain.codes import CallbackFault, CancelReason
from ghosthands.domain.job import (
    HumanRequested,
    JobCancelled,
    JobCancelRequested,
    JobClaimed,
    JobCompleted,
    JobFailed,
    JobRejected,
    JobRequested,
    JobResumed,
    JobRetried,
    JobTimedOut,
    RequestReceived,
)
from ghosthands.domain.message import Event

#: the pauses after the first, second and third failed try; from there on the pause doubles
_FIRST_PAUSES = (timedelta(seconds=1), timedelta(seconds=3), timedelta(seconds=10))
LONGEST_PAUSE = timedelta(minutes=5)
#: how long a callback is tried
LIFE = timedelta(hours=24)
#: A request that is rejected within this time is refused in the HTTP answer itself. It is a little less than the
#: answer waits, so that a rejection at the very end is told twice rather than never.
REFUSED_AT_ONCE = timedelta(seconds=0.5)


class CallbackWord(StrEnum):
    """The states that callbacks tell, in the upstream product's words."""

    RUNNING = "running"
    NEEDS_HUMAN = "needs_human"
    RESUMED = "resumed"
    COMPLETED = "completed"
    FAILED = "failed"


# Events, on the job


class CallbackDelivered(Event, frozen=True, kw_only=True):
    """The receiver took a callback."""

    callback_id: str
    told: CallbackWord
    at: datetime
    #: tries since it was due, or was redriven
    tries: int
    http_status: int
    #: the duration of this try
    took_ms: int
    #: from the event it tells to the answer
    after_ms: int
    #: the receiver's remark, if it has one: skipped, warning
    answer: str = ""


class CallbackFailed(Event, frozen=True, kw_only=True):
    """The receiver did not take a callback at this try."""

    callback_id: str
    told: CallbackWord
    at: datetime
    tries: int
    #: a CallbackFault
    code: str
    #: None if the receiver did not answer
    http_status: int | None = None
    took_ms: int = 0
    #: the time of the next try; None if the callback is given up
    next_at: datetime | None = None


class CallbackRedriven(Event, frozen=True, kw_only=True):
    """A callback that was given up is tried again for another day."""

    callback_id: str
    told: CallbackWord
    at: datetime


# Asked of hitl-gateway


class RedriveCallbacks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to try a job's given-up callbacks again."""

    tenant: str
    job_id: str


# State


class Callback(msgspec.Struct, frozen=True, kw_only=True):
    """A message for VALET, and the state of its delivery."""

    id: str
    told: CallbackWord
    #: the index, from 0, of the event it tells in the job's history
    place: int
    #: the time of that event
    since: datetime
    #: the time of its next try
    due: datetime
    #: the time after which it is given up
    until: datetime
    tries: int = 0
    #: how often it was redriven
    redriven: int = 0
    delivered: bool = False
    given_up: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is still to be delivered."""
        return not (self.delivered or self.given_up)


class CallbackQueue(msgspec.Struct, frozen=True):
    """A job's callbacks, in the order in which they are sent."""

    job_id: str
    callbacks: tuple[Callback, ...] = ()
    #: whether "running" was told for the current request
    is_running_told: bool = False
    #: when the request arrived over HTTP, if it did
    received: datetime | None = None
    #: whether the job is cancelled because its worker was taken out of service
    is_worker_gone: bool = False
    #: the number of events folded
    seen: int = 0

    @property
    def next(self) -> Callback | None:
        """The callback to send next; None if there is none."""
        return next((one for one in self.callbacks if one.is_open), None)

    @property
    def redrivable(self) -> tuple[Callback, ...]:
        """The given-up callbacks after the last delivered one."""
        last = max((at for at, one in enumerate(self.callbacks) if one.delivered), default=-1)
        return tuple(one for one in self.callbacks[last + 1 :] if one.given_up)

    def find(self, callback_id: str) -> Callback | None:
        """Return the callback with that id, if there is one."""
        return next((one for one in self.callbacks if one.id == callback_id), None)


def fold(job_id: str, events: Iterable[Event]) -> CallbackQueue:
    """Return a job's callbacks, given its whole history."""
    queue = CallbackQueue(job_id)
    for event in events:
        queue = replace(evolve(queue, event), seen=queue.seen + 1)
    return queue


def evolve(queue: CallbackQueue, event: Event) -> CallbackQueue:
    """Return the queue after the job's next event; most events change nothing."""
    match event:
        case JobRequested() | JobRetried():
            return replace(queue, is_running_told=False, is_worker_gone=False)
        case RequestReceived():
            return replace(queue, received=event.at)
        case JobRejected() if queue.received is not None and event.at - queue.received >= REFUSED_AT_ONCE:
            return _queue_up(queue, CallbackWord.FAILED, event.at)
        case JobCancelRequested():
            return replace(queue, is_worker_gone=event.reason == CancelReason.WORKER_DEREGISTERED)
        case JobCancelled() if queue.is_worker_gone:
            return _queue_up(queue, CallbackWord.FAILED, event.at)
        case JobClaimed() if not queue.is_running_told:
            return replace(_queue_up(queue, CallbackWord.RUNNING, event.at), is_running_told=True)
        case HumanRequested():
            return _queue_up(queue, CallbackWord.NEEDS_HUMAN, event.at)
        case JobResumed():
            return _queue_up(queue, CallbackWord.RESUMED, event.at)
        case JobCompleted():
            return _queue_up(queue, CallbackWord.COMPLETED, event.at)
        case JobFailed() | JobTimedOut():
            return _queue_up(queue, CallbackWord.FAILED, event.at)
        case CallbackDelivered():
            return _change(queue, event.callback_id, delivered=True, tries=event.tries)
        case CallbackFailed(next_at=None):
            return _change(queue, event.callback_id, given_up=True, tries=event.tries)
        case CallbackFailed():
            return _change(queue, event.callback_id, due=event.next_at, tries=event.tries)
        case CallbackRedriven():
            return _redrive(queue, event)
        case _:
            return queue


def _queue_up(queue: CallbackQueue, told: CallbackWord, at: datetime) -> CallbackQueue:
    callback_id = ids.derived("callback", queue.job_id, len(queue.callbacks))
    fresh = Callback(id=callback_id, told=told, place=queue.seen, since=at, due=at, until=at + LIFE)
    return replace(queue, callbacks=(*queue.callbacks, fresh))


def _redrive(queue: CallbackQueue, event: CallbackRedriven) -> CallbackQueue:
    known = queue.find(event.callback_id)
    if known is None or not known.given_up:
        return queue
    times = known.redriven + 1
    return _change(queue, known.id, given_up=False, tries=0, redriven=times, due=event.at, until=event.at + LIFE)


def _change(queue: CallbackQueue, callback_id: str, **changes: object) -> CallbackQueue:
    changed = (replace(one, **changes) if one.id == callback_id else one for one in queue.callbacks)
    return replace(queue, callbacks=tuple(changed))


# Deciding


def find_next_try(callback: Callback, at: datetime, *, not_before: datetime | None = None) -> datetime | None:
    """Return the time of the next try after one that just failed; None if the callback's time is over.

    The receiver may ask for a longer pause, but not beyond that time.
    """
    if at >= callback.until:
        return None
    wanted = max(at + _pause_after(callback.tries + 1), not_before or at)
    return min(wanted, callback.until)


def _pause_after(tries: int) -> timedelta:
    if tries <= len(_FIRST_PAUSES):
        return _FIRST_PAUSES[tries - 1]
    doublings = min(tries - len(_FIRST_PAUSES), 10)
    return min(_FIRST_PAUSES[-1] * (1 << doublings), LONGEST_PAUSE)


def expire(callback: Callback, at: datetime) -> CallbackFailed | None:
    """Return the failure of a callback whose time was over before its first try; None if it was not."""
    if callback.tries or at <= callback.until:
        return None
    return CallbackFailed(callback_id=callback.id, told=callback.told, at=at, tries=0, code=CallbackFault.TOO_OLD)

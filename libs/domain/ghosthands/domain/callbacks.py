"""Callbacks: what the upstream product is told of a job by HTTP, in order, and what came of telling it.

Which events of a job are told follows from its log alone, and so does how far the telling is: one callback after the
other, each until it is taken or given up, so that whoever goes on after a crash tells the same under the same id.
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

#: before the tries that follow the first, second and third; after that it doubles
_FIRST_PAUSES = (timedelta(seconds=1), timedelta(seconds=3), timedelta(seconds=10))
LONGEST_PAUSE = timedelta(minutes=5)
#: how long a callback is tried
LIFE = timedelta(hours=24)
#: a request that is refused within is refused in the answer to it; a little less than the answer waits, so that of a
#: refusal at the very end both are told rather than neither
REFUSED_AT_ONCE = timedelta(seconds=0.5)


class CallbackWord(StrEnum):
    """What is told, in the upstream product's words."""

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
    #: tries since it was due, or redriven
    tries: int
    http_status: int
    #: of this try
    took_ms: int
    #: from the event that it tells to the answer
    after_ms: int
    #: what the receiver made of it, where it says more than that it has it: skipped, warning
    answer: str = ""


class CallbackFailed(Event, frozen=True, kw_only=True):
    """The receiver did not take a callback at this try."""

    callback_id: str
    told: CallbackWord
    at: datetime
    tries: int
    #: a CallbackFault
    code: str
    #: where it answered at all
    http_status: int | None = None
    took_ms: int = 0
    #: when it is tried again; None where it is given up
    next_at: datetime | None = None


class CallbackRedriven(Event, frozen=True, kw_only=True):
    """A callback that was given up is tried again, for another day."""

    callback_id: str
    told: CallbackWord
    at: datetime


# Asked of hitl-gateway


class RedriveCallbacks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks that a job's callbacks which were given up be tried again."""

    tenant: str
    job_id: str


# State


class Callback(msgspec.Struct, frozen=True, kw_only=True):
    """Something VALET is to be told, and how far that is."""

    id: str
    told: CallbackWord
    #: the place of the event that it tells in the job's history, from 0
    place: int
    #: when that was
    since: datetime
    #: from when on it may be tried
    due: datetime
    #: until when
    until: datetime
    tries: int = 0
    #: how often it was redriven
    redriven: int = 0
    delivered: bool = False
    given_up: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is still to be told."""
        return not (self.delivered or self.given_up)


class CallbackQueue(msgspec.Struct, frozen=True):
    """A job's callbacks, in the order in which they are told."""

    job_id: str
    callbacks: tuple[Callback, ...] = ()
    #: that the job runs is told once a request
    is_running_told: bool = False
    #: when the request came in over HTTP, if it did
    received: datetime | None = None
    #: its worker was given up, and the job with it
    is_worker_gone: bool = False
    #: events seen
    seen: int = 0

    @property
    def next(self) -> Callback | None:
        """The one that is to be told before any other; None where nothing is."""
        return next((one for one in self.callbacks if one.is_open), None)

    @property
    def redrivable(self) -> tuple[Callback, ...]:
        """The given-up callbacks that nothing told later has overtaken."""
        last = max((at for at, one in enumerate(self.callbacks) if one.delivered), default=-1)
        return tuple(one for one in self.callbacks[last + 1 :] if one.given_up)

    def find(self, callback_id: str) -> Callback | None:
        """The callback of that id."""
        return next((one for one in self.callbacks if one.id == callback_id), None)


def fold(job_id: str, events: Iterable[Event]) -> CallbackQueue:
    """The callbacks of a job whose whole history that is."""
    queue = CallbackQueue(job_id)
    for event in events:
        queue = replace(evolve(queue, event), seen=queue.seen + 1)
    return queue


def evolve(queue: CallbackQueue, event: Event) -> CallbackQueue:
    """The queue after the job's next event; one that is not told changes nothing."""
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
    """When a callback whose try failed just now is tried again; None where its time is over.

    The receiver may ask for more time, but not for more than there is.
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
    """What ends a callback whose time was over before it could be tried even once; None where it was not."""
    if callback.tries or at <= callback.until:
        return None
    return CallbackFailed(callback_id=callback.id, told=callback.told, at=at, tries=0, code=CallbackFault.TOO_OLD)

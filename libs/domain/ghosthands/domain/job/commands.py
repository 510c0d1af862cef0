"""What a job can be told: RunJob comes over the wire, the others are what its deciders are asked."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

import msgspec

from ghosthands.domain import services
from ghosthands.domain.cascade import NO_GUIDANCE, Guidance
from ghosthands.domain.job.events import JobRejected, JobRequested
from ghosthands.domain.message import Command


class RunJob(Command, frozen=True, kw_only=True):
    """Something may be done for the job; a stray one does nothing."""

    SERVICE: ClassVar[str] = services.EXECUTOR
    BANDED: ClassVar[bool] = True

    job_id: str
    tenant: str


class RequestJob(msgspec.Struct, frozen=True):
    """Start the job, unless it was started before."""

    requested: JobRequested


class RejectJob(msgspec.Struct, frozen=True):
    """Refuse the request, with every reason."""

    rejected: JobRejected


class CancelJob(msgspec.Struct, frozen=True):
    """Stop before anything is sent."""

    at: datetime
    #: a CancelReason, if any
    reason: str = ""


class Standing(msgspec.Struct, frozen=True):
    """When something was said of a job, and since when the job stands as it does: by when the server stored each."""

    said_at: datetime
    #: when what ended the job was stored, or what it asks
    since: datetime
    #: when a message was, that the job has yet to go on by
    heeding_since: datetime | None = None


class RetryJob(msgspec.Struct, frozen=True):
    """Try it anew, if it ended and nothing was sent."""

    at: datetime
    #: None for what would be said now
    standing: Standing | None = None


class ContinueJob(msgspec.Struct, frozen=True):
    """Asks a paused or unsent job to go on by what somebody in charge of it has said."""

    at: datetime
    #: the question keys that it answers
    answered: tuple[str, ...] = ()
    #: it says something beside
    has_words: bool = False
    #: None for what would be said now
    standing: Standing | None = None


class ClaimJob(msgspec.Struct, frozen=True):
    """Claims the job for one worker, who wants to go on with it."""

    worker: str
    at: datetime


class ExpireJob(msgspec.Struct, frozen=True):
    """A deadline fired: end the job if its own time is up."""

    at: datetime


class Proceed(msgspec.Struct, frozen=True):
    """Asks the job to decide what is next."""

    at: datetime
    #: what engines are chosen by
    guidance: Guidance = NO_GUIDANCE
    #: nothing is submitted at the job's site just now
    stopped: bool = False


JobCommand = RequestJob | RejectJob | CancelJob | RetryJob | ContinueJob | ClaimJob | ExpireJob | Proceed

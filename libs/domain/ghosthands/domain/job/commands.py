"""The commands of a job: RunJob is sent as a message; the others are passed to `decide`."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

import msgspec

from ghosthands.domain import services
from ghosthands.domain.cascade import NO_GUIDANCE, Guidance
from ghosthands.domain.job.events import JobRejected, JobRequested
from ghosthands.domain.message import Command


class RunJob(Command, frozen=True, kw_only=True):
    """Run the job as far as possible; does nothing if the job needs nothing."""

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
    """Stop the job before anything is sent."""

    at: datetime
    #: a CancelReason, if any
    reason: str = ""


class Standing(msgspec.Struct, frozen=True):
    """The times a retry or message is judged by, all as the server stored them."""

    said_at: datetime
    #: when the job's end or its open question was stored
    since: datetime
    #: when a message was stored that the job has not yet acted on
    heeding_since: datetime | None = None


class RetryJob(msgspec.Struct, frozen=True):
    """Try the job anew, if it ended and nothing was sent."""

    at: datetime
    #: None for a retry made now
    standing: Standing | None = None


class ContinueJob(msgspec.Struct, frozen=True):
    """Continue a paused or unsent job by a message from somebody in charge of it."""

    at: datetime
    #: the question keys that the message answers
    answered: tuple[str, ...] = ()
    #: whether the message also has other words
    has_words: bool = False
    #: None for a message sent now
    standing: Standing | None = None


class ClaimJob(msgspec.Struct, frozen=True):
    """Claim the job for one worker, who is to go on with it."""

    worker: str
    at: datetime


class ExpireJob(msgspec.Struct, frozen=True):
    """A deadline fired: end the job if its own time is up."""

    at: datetime


class Proceed(msgspec.Struct, frozen=True):
    """Decide the job's next step."""

    at: datetime
    #: the experience and the cascades that engines are chosen by
    guidance: Guidance = NO_GUIDANCE
    #: whether submissions to the job's site are stopped at the moment
    stopped: bool = False


JobCommand = RequestJob | RejectJob | CancelJob | RetryJob | ContinueJob | ClaimJob | ExpireJob | Proceed

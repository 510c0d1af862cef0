"""The job: one application, from the request to a verified submission or an honest end.

Everything executor does is decided here. `next_step` says what a job needs now; `decide(Proceed(at))` turns that into
the event that says so; executor appends it and only then sends the command. Facts of the other services come back as
events and the question is asked again. An intent (`EffectIntended`) is the point of no return: a cancel or a deadline
before it wins, after it the job ends completed or unclear, and it is never repeated once its effect has begun.

`flow` holds these three; each part of a job's life has a module of its own with its share of the fold and of what is
next: `attempt`, `versions`, `login`, `tasks`, `filling` and `escalation`, `leaving`, `effects`, `human`. All of these
work on `state`.
"""

from __future__ import annotations

from ghosthands.domain.job.attempt import (
    BACKOFF_SECONDS,
    DEADLINE_OWNERS,
    HUMAN_SECONDS,
    MAX_IDLE_CLAIMS,
    MAX_LOSSES,
    MAX_RETRIES,
    deadlines,
    is_queued,
    is_runnable,
)
from ghosthands.domain.job.commands import (
    CancelJob,
    ClaimJob,
    ExpireJob,
    JobCommand,
    Proceed,
    RejectJob,
    RequestJob,
    RunJob,
)
from ghosthands.domain.job.effects import LOOK_PAUSES, LOOKS_AT_WALL, MAX_INTENTS, MAX_LOOKS
from ghosthands.domain.job.events import (
    AccountCreated,
    AccountUnclear,
    Band,
    EffectIntended,
    EffectKind,
    EffectNotDone,
    HumanRequested,
    JobCancelled,
    JobCancelRequested,
    JobClaimed,
    JobCompleted,
    JobFailed,
    JobRejected,
    JobRequested,
    JobResumed,
    JobTimedOut,
    Mend,
    ModeChosen,
    Outcome,
    PressUnmoved,
    Reason,
    RequestReceived,
    RetryScheduled,
    StepChosen,
    StepKind,
    StepTaken,
    SubmitConfirmed,
    SubmitUnclear,
    TierEscalated,
)
from ghosthands.domain.job.filling import MAX_REPAIRS, MAX_SECOND_LOOKS, unplanned_fields
from ghosthands.domain.job.flow import SILENCE_SECONDS, decide, evolve, fold, next_step
from ghosthands.domain.job.leaving import MAX_UNMOVED, next_button
from ghosthands.domain.job.login import LOOKS_AT_LOGIN, MAX_FLIPS
from ghosthands.domain.job.state import ENDED, Intent, Job, JobSession, Phase, SubmissionState
from ghosthands.domain.job.steps import Append, Ask, Await, Fail, Rest, Send, Step
from ghosthands.domain.job.tasks import READERS, wanted_engine

__all__ = [
    "BACKOFF_SECONDS",
    "DEADLINE_OWNERS",
    "ENDED",
    "HUMAN_SECONDS",
    "LOOKS_AT_LOGIN",
    "LOOKS_AT_WALL",
    "LOOK_PAUSES",
    "MAX_FLIPS",
    "MAX_IDLE_CLAIMS",
    "MAX_INTENTS",
    "MAX_LOOKS",
    "MAX_LOSSES",
    "MAX_REPAIRS",
    "MAX_RETRIES",
    "MAX_SECOND_LOOKS",
    "MAX_UNMOVED",
    "READERS",
    "SILENCE_SECONDS",
    "AccountCreated",
    "AccountUnclear",
    "Append",
    "Ask",
    "Await",
    "Band",
    "CancelJob",
    "ClaimJob",
    "EffectIntended",
    "EffectKind",
    "EffectNotDone",
    "ExpireJob",
    "Fail",
    "HumanRequested",
    "Intent",
    "Job",
    "JobCancelRequested",
    "JobCancelled",
    "JobClaimed",
    "JobCommand",
    "JobCompleted",
    "JobFailed",
    "JobRejected",
    "JobRequested",
    "JobResumed",
    "JobSession",
    "JobTimedOut",
    "Mend",
    "ModeChosen",
    "Outcome",
    "Phase",
    "PressUnmoved",
    "Proceed",
    "Reason",
    "RejectJob",
    "RequestJob",
    "RequestReceived",
    "Rest",
    "RetryScheduled",
    "RunJob",
    "Send",
    "Step",
    "StepChosen",
    "StepKind",
    "StepTaken",
    "SubmissionState",
    "SubmitConfirmed",
    "SubmitUnclear",
    "TierEscalated",
    "deadlines",
    "decide",
    "evolve",
    "fold",
    "is_queued",
    "is_runnable",
    "next_button",
    "next_step",
    "unplanned_fields",
    "wanted_engine",
]

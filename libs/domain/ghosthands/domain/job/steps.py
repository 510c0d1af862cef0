"""The possible next steps of a job, as `next_step` returns them."""

from __future__ import annotations

from datetime import datetime

import msgspec

from ghosthands.domain.human import AskKind
from ghosthands.domain.job.events import StepKind
from ghosthands.domain.message import Event
from ghosthands.domain.plan import Unanswered


class Send(msgspec.Struct, frozen=True):
    """The next step is a command to another service."""

    step: StepKind
    actions: tuple[str, ...] = ()


class Append(msgspec.Struct, frozen=True):
    """The next step is to append this event, from which the step after it follows."""

    event: Event


class Fail(msgspec.Struct, frozen=True):
    """The next step is to fail this attempt, for the reason `code`."""

    code: str
    #: whether another attempt may succeed; None if the code decides that
    passing: bool | None = None


class Ask(msgspec.Struct, frozen=True):
    """The next step is to ask a human, who alone can help."""

    kind: AskKind
    fields: tuple[Unanswered, ...] = ()
    code: str | None = None
    #: the question keys of the fields for which a draft was written
    drafted: tuple[str, ...] = ()


class Await(msgspec.Struct, frozen=True):
    """The next step is to wait for a fact, or until the given moment."""

    until: datetime | None = None


class Rest(msgspec.Struct, frozen=True):
    """The next step is to do nothing until something wakes the job."""


Step = Send | Append | Fail | Ask | Await | Rest

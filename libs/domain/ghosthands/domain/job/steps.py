"""What a job may need next, as `next_step` answers it."""

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
    """Write this down; what is next follows from it."""

    event: Event


class Fail(msgspec.Struct, frozen=True):
    """The next step is to fail this attempt, for the reason `code`."""

    code: str
    #: another attempt may go well; None where the code says
    passing: bool | None = None


class Ask(msgspec.Struct, frozen=True):
    """The next step is to ask a human, who alone can help."""

    kind: AskKind
    fields: tuple[Unanswered, ...] = ()
    code: str | None = None
    #: the question keys of those fields that a draft was written for
    drafted: tuple[str, ...] = ()


class Await(msgspec.Struct, frozen=True):
    """A fact must come in first, or this moment, if one is given."""

    until: datetime | None = None


class Rest(msgspec.Struct, frozen=True):
    """Nothing is to be done until somebody wakes the job."""


Step = Send | Append | Fail | Ask | Await | Rest

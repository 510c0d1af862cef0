"""What came of a task in words, which an engine was given whole; nothing can be sent while it works."""

from __future__ import annotations

from ghosthands.domain.engine import EngineName
from ghosthands.domain.message import Event


class TaskDone(Event, frozen=True, kw_only=True):
    """The engine says that the task is done; what the page shows now is for the next look to say."""

    cause: str
    session_id: str
    engine: EngineName
    #: what it did, in order, by the kind of each act (`click`, `fill`); at least one
    acts: tuple[str, ...]
    #: what it, or the page meanwhile, was kept from sending
    vetoed: int
    took_ms: int


class TaskFailed(Event, frozen=True, kw_only=True):
    """The engine could not do the task; what it did so far stays as it is."""

    cause: str
    session_id: str
    engine: EngineName
    code: str
    acts: tuple[str, ...]
    vetoed: int
    took_ms: int

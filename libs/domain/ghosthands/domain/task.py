"""The outcome of a task in words, which an engine does as a whole; nothing can be sent while it works."""

from __future__ import annotations

from ghosthands.domain.engine import EngineName
from ghosthands.domain.message import Event


class TaskDone(Event, frozen=True, kw_only=True):
    """The engine reports that the task is done; the next observation shows the page's state."""

    cause: str
    session_id: str
    engine: EngineName
    #: the kinds of its actions, in order (`click`, `fill`); at least one
    acts: tuple[str, ...]
    #: the number of requests of the engine or the page that were vetoed
    vetoed: int
    took_ms: int


class TaskFailed(Event, frozen=True, kw_only=True):
    """The engine could not do the task; the page stays as the engine left it."""

    cause: str
    session_id: str
    engine: EngineName
    code: str
    acts: tuple[str, ...]
    vetoed: int
    took_ms: int

"""The key of a session: its owner and its id, and the aggregate its events are written to."""

from __future__ import annotations

from dataclasses import dataclass

from ghosthands.domain.tools import OWNER
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.subjects import Aggregate


@dataclass(frozen=True, slots=True)
class SessionKey:
    """The key of a session: its owner, and its id."""

    #: the job it serves, or the marked name of a tool session
    owner: str
    session_id: str

    @classmethod
    def of_tools(cls, name: str, session_id: str) -> SessionKey:
        """Return the key of the tool session called `name`, which serves no job."""
        return cls(f"{OWNER}{name}", session_id)

    @property
    def tools(self) -> str | None:
        """The name of a tool session; None if the session serves a job."""
        return self.owner.removeprefix(OWNER) if self.owner.startswith(OWNER) else None

    @property
    def name(self) -> str:
        """The name of the session's own folders."""
        return f"{self.owner}.{self.session_id}"

    @property
    def log_names(self) -> dict[str, str]:
        """The names by which logs know the session: its job or tool session's name, and its id."""
        whose = {"job_id": self.owner} if self.tools is None else {"tools": self.tools}
        return {**whose, "session_id": self.session_id}


def aggregate_of(owner: str) -> Aggregate:
    """Return the aggregate of the events of a job's sessions, or of a tool session's."""
    if owner.startswith(OWNER):
        return subjects.session(owner.removeprefix(OWNER))
    return subjects.job(owner)

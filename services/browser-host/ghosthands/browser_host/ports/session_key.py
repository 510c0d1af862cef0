"""Which session it is: whose, and its id; and where what happens to it is written."""

from __future__ import annotations

from dataclasses import dataclass

from ghosthands.domain.tools import OWNER
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.subjects import Aggregate


@dataclass(frozen=True, slots=True)
class SessionKey:
    """Names a session: its owner, and its id."""

    #: the job it serves, or what stands for the name its tools are asked for by
    owner: str
    session_id: str

    @classmethod
    def of_tools(cls, name: str, session_id: str) -> SessionKey:
        """The key of a session that serves no job but whoever asks for its name."""
        return cls(f"{OWNER}{name}", session_id)

    @property
    def tools(self) -> str | None:
        """What a tool session is asked for by; None of one that serves a job."""
        return self.owner.removeprefix(OWNER) if self.owner.startswith(OWNER) else None

    @property
    def name(self) -> str:
        """What a folder that is the session's is called."""
        return f"{self.owner}.{self.session_id}"

    @property
    def log_names(self) -> dict[str, str]:
        """What logs know it by: its job or what its tools are asked for by, and its id."""
        whose = {"job_id": self.owner} if self.tools is None else {"tools": self.tools}
        return {**whose, "session_id": self.session_id}


def aggregate_of(owner: str) -> Aggregate:
    """The aggregate of the events of a job's sessions, or of a tool session's."""
    if owner.startswith(OWNER):
        return subjects.session(owner.removeprefix(OWNER))
    return subjects.job(owner)

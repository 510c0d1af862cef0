"""Which session it is: whose, and its id; and where what happens to it is written."""

from __future__ import annotations

from dataclasses import dataclass

from ghosthands.domain.tools import OWNER
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.subjects import Aggregate


@dataclass(frozen=True, slots=True)
class SessionKey:
    """One session: the job it serves, or the name its tools are asked for by, and its id."""

    job_id: str
    session_id: str

    @classmethod
    def of_tools(cls, name: str, session_id: str) -> SessionKey:
        """The key of a session that serves no job but whoever asks for its name."""
        return cls(f"{OWNER}{name}", session_id)

    @property
    def tools(self) -> str | None:
        """What a tool session is asked for by; None of one that serves a job."""
        return self.job_id.removeprefix(OWNER) if self.job_id.startswith(OWNER) else None

    @property
    def name(self) -> str:
        """What a folder that is the session's is called."""
        return f"{self.job_id}.{self.session_id}"


def aggregate_of(owner: str) -> Aggregate:
    """Where what happens to the sessions of a job, or of a tool session's name, is written."""
    if owner.startswith(OWNER):
        return subjects.session(owner.removeprefix(OWNER))
    return subjects.job(owner)

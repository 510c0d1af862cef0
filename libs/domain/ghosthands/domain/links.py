"""Links to the console: requested over NATS by permitted services, and never stored."""

from __future__ import annotations

from datetime import datetime

import msgspec


class LinkWanted(msgspec.Struct, frozen=True, kw_only=True):
    """A request for a link that signs an operator in; with a job, for one by which anybody can answer for that job."""

    job_id: str | None = None


class ConsoleLink(msgspec.Struct, frozen=True, kw_only=True):
    """An address that grants access to whoever has it."""

    url: str
    until: datetime

    def __repr__(self) -> str:
        return "ConsoleLink(…)"

"""The browser tools: calls by which a client works in a browser of its own, and their answers.

A tool session serves no job and never shares a job's browser. No call can send a form, make an account or have a code
sent: each attempt is vetoed, and the answer counts it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from ghosthands.domain.engine import EngineName

#: for a client that names none
DEFAULT_SESSION = "default"


#: the prefix of a tool session's owner, before the session's name, in place of a job's id
OWNER = "tool-"


class Tool(StrEnum):
    """The tools a client can call."""

    NAVIGATE = "navigate"
    ACT = "act"
    EXTRACT = "extract"
    OBSERVE = "observe"
    SCREENSHOT = "screenshot"
    STATUS = "status"
    CLOSE = "close"


class ToolCall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The parameters common to every tool's call."""

    #: the browser's name; calls with the same name share a browser
    session: str = DEFAULT_SESSION


class Navigate(ToolCall, frozen=True, kw_only=True):
    """Go to an address; the first call starts the browser."""

    url: str
    #: whether to stay open however long it is idle; None leaves that as it was
    keep_alive: bool | None = msgspec.field(default=None, name="keepAlive")


class Act(ToolCall, frozen=True, kw_only=True):
    """Do one thing on the page, described in words."""

    instruction: str


class Extract(ToolCall, frozen=True, kw_only=True):
    """Extract data from the page, in the shape of a JSON schema."""

    instruction: str
    schema: dict[str, Any] | None = None


class Observe(ToolCall, frozen=True, kw_only=True):
    """Find the elements that fit the description."""

    instruction: str


class Screenshot(ToolCall, frozen=True, kw_only=True):
    """Take a picture of what is in view, or of the whole page."""

    full_page: bool = msgspec.field(default=False, name="fullPage")


class Status(ToolCall, frozen=True, kw_only=True):
    """Return the session's status."""


class Close(ToolCall, frozen=True, kw_only=True):
    """Close the browser; one that is gone counts as closed."""


CALLS: dict[Tool, type[ToolCall]] = {
    Tool.NAVIGATE: Navigate,
    Tool.ACT: Act,
    Tool.EXTRACT: Extract,
    Tool.OBSERVE: Observe,
    Tool.SCREENSHOT: Screenshot,
    Tool.STATUS: Status,
    Tool.CLOSE: Close,
}


class SessionStatus(msgspec.Struct, frozen=True, kw_only=True):
    """A session's status; one that does not exist is reported as not active."""

    #: the name it is asked for by: a tool session's name, else its id
    session: str
    session_id: str = ""
    active: bool = False
    tenant: str = ""
    #: empty for a tool session
    job_id: str = ""
    host: str = ""
    #: RFC 3339; None before its first use
    last_used_at: str | None = None
    idle_ms: int | None = None
    initializing: bool = False
    #: a code, never a text
    last_error: str | None = None
    browser_pid: int | None = None
    #: never complete: whoever has it controls the browser
    ws_endpoint: str | None = None
    engine: str = EngineName.NONE
    epoch: int = 0
    #: whether it has a live view
    live_view: bool = False
    keep_alive: bool = False

"""The browser tools: what a client may ask of a browser of its own, and what it is told.

A tool session serves no job and never shares one's browser. Nothing asked for here can send a form, make an account or
have a code sent: what tries to is vetoed, and the answer counts it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from ghosthands.domain.engine import EngineName

#: of a client that names none
DEFAULT_SESSION = "default"


#: what the owner of a tool session is called, before the session's name, where a job's id stands otherwise
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
    """The part that every tool's call has."""

    #: which browser; calls with the same name share one
    session: str = DEFAULT_SESSION


class Navigate(ToolCall, frozen=True, kw_only=True):
    """Go to an address; the first call starts the browser."""

    url: str
    #: stay open however long nothing happens, from now on or no longer; unsaid, as before
    keep_alive: bool | None = msgspec.field(default=None, name="keepAlive")


class Act(ToolCall, frozen=True, kw_only=True):
    """Do one thing on the page, told in words."""

    instruction: str


class Extract(ToolCall, frozen=True, kw_only=True):
    """What the page says, in the shape of a JSON schema."""

    instruction: str
    schema: dict[str, Any] | None = None


class Observe(ToolCall, frozen=True, kw_only=True):
    """The elements that fit the words."""

    instruction: str


class Screenshot(ToolCall, frozen=True, kw_only=True):
    """A picture of what is in view, or of the whole page."""

    full_page: bool = msgspec.field(default=False, name="fullPage")


class Status(ToolCall, frozen=True, kw_only=True):
    """Tell how the session stands."""


class Close(ToolCall, frozen=True, kw_only=True):
    """End the browser; one that is gone is closed."""


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
    """How a session stands; of one that is not there, that it is not active."""

    #: what it is asked for by: a tool session's name, else its id
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
    #: never whole: whoever has it has the browser
    ws_endpoint: str | None = None
    engine: str = EngineName.NONE
    epoch: int = 0
    #: whether somebody can watch it
    live_view: bool = False
    keep_alive: bool = False

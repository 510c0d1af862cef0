"""What a page asks of the network that carries what was filled in: what left the browser, and what was kept from it."""

from __future__ import annotations

from enum import StrEnum

from ghosthands.domain.message import Event


class RequestKind(StrEnum):
    """How something leaves a page, as far as the network can tell."""

    #: a form's own way, by whichever method that is no mere reading
    FORM = "form"
    #: another page is asked for, a form that goes by GET among them
    NAVIGATION = "navigation"
    #: fetch or XHR
    FETCH = "fetch"
    BEACON = "beacon"
    PING = "ping"
    #: a picture, a script, a style sheet, …
    OTHER = "other"


class RequestSource(StrEnum):
    """Who asked the network; a page's own workers count as the page."""

    PAGE = "page"
    FRAME = "frame"
    #: a shared one or a service worker
    WORKER = "worker"


class Hand(StrEnum):
    """The hand by which something left the browser."""

    #: our press of a button
    OURS = "ours"
    #: the page's own doing
    PAGE = "page"
    HUMAN = "human"


class RunMode(StrEnum):
    """How much of what a job does may leave its browser."""

    #: whatever is pressed with its intent
    REAL = "real"
    #: nothing that carries anything of the applicant's
    DRY = "dry"
    #: what the fields look up and upload, and steps that are proven not to be the last
    DRY_STEPS = "dry_steps"


class PressHeld(Event, frozen=True, kw_only=True):
    """A button that led on was pressed, and the network held what it set off: it sends something, and waits for leave.

    The press is never made again: what is held goes with the intent that is announced for it, or not at all.
    """

    cause: str
    session_id: str
    action_id: str
    #: of the first request that it set off
    kind: RequestKind
    #: the host that is for; empty where its name could tell a value
    site: str
    #: how many of the page's values the largest one carries, of how many
    values: int
    of: int
    #: bytes of the largest body
    size: int
    #: a file of the applicant's is in it
    file: bool = False
    #: nobody can say what its body is
    unreadable: bool = False
    took_ms: int


class RequestHeld(Event, frozen=True, kw_only=True):
    """The page tried to send what was filled in, without a press of ours that has its intent: it was kept from it."""

    session_id: str
    kind: RequestKind
    source: RequestSource
    #: the host it was for; empty where its name could tell a value
    site: str
    #: how many of the page's values it carries, of how many
    values: int
    of: int
    #: bytes of its body, of the largest
    size: int
    #: a file of the applicant's is in it
    file: bool = False
    #: nobody can say what its body is
    unreadable: bool = False
    #: how often it tried
    times: int = 1


class RequestPassed(Event, frozen=True, kw_only=True):
    """Something that was filled in left the browser."""

    session_id: str
    kind: RequestKind
    source: RequestSource
    hand: Hand
    #: the host it was for; empty where its name could tell a value
    site: str
    #: how many of the page's values it carries, of how many
    values: int
    of: int
    #: bytes of its body, of the largest
    size: int
    #: a file of the applicant's is in it
    file: bool = False
    #: most of what was filled in
    most: bool = False
    #: how often
    times: int = 1

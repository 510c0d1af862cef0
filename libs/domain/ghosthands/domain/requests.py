"""Requests that carry filled-in data: those that left the browser, and those the network guard held."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from ghosthands.domain.message import Event


class RequestKind(StrEnum):
    """The kind of a request, as far as the network shows it."""

    #: a form that is sent by a method other than GET
    FORM = "form"
    #: another page, including a form sent by GET
    NAVIGATION = "navigation"
    #: fetch or XHR
    FETCH = "fetch"
    BEACON = "beacon"
    PING = "ping"
    #: a picture, a script, a style sheet, …
    OTHER = "other"


class RequestSource(StrEnum):
    """The source of a request; a page's own workers count as the page."""

    PAGE = "page"
    FRAME = "frame"
    #: a shared worker or a service worker
    WORKER = "worker"


class Hand(StrEnum):
    """The originator of a request."""

    #: our press of a button
    OURS = "ours"
    #: the page by itself
    PAGE = "page"
    HUMAN = "human"


class RunMode(StrEnum):
    """The limit on what a job's browser may send."""

    #: whatever is pressed with its intent
    REAL = "real"
    #: nothing that carries any of the applicant's data
    DRY = "dry"
    #: the fields' lookups and uploads, and steps that are proven not to be the last
    DRY_STEPS = "dry_steps"


class PressHeld(Event, frozen=True, kw_only=True):
    """An onward button was pressed, and the network guard held its requests, since they would send filled-in data.

    The press is never repeated: the requests are released by the intent that is announced for them, or not at all.
    """

    cause: str
    session_id: str
    action_id: str
    #: of the first request it set off
    kind: RequestKind
    #: the request's host; empty if the name could reveal a value
    site: str
    #: how many of the page's values the largest request carries, out of `of`
    values: int
    of: int
    #: bytes of the largest body
    size: int
    #: whether a file of the applicant's is in it
    file: bool = False
    #: whether its body cannot be interpreted
    unreadable: bool = False
    took_ms: int


class RequestHeld(Event, frozen=True, kw_only=True):
    """The network guard held a request with filled-in data that no press with an intent had caused."""

    VERSION: ClassVar[int] = 2

    session_id: str
    kind: RequestKind
    source: RequestSource
    #: the request's host; empty if the name could reveal a value
    site: str
    #: how many of the page's values it carries, out of `of`
    values: int
    of: int
    #: bytes of the largest body
    size: int
    #: whether a file of the applicant's is in it
    file: bool = False
    #: whether its body cannot be interpreted
    unreadable: bool = False
    #: the number of attempts
    times: int = 1
    #: of the attempt that carries most: its method, and its path without the query; empty if that could reveal a value
    method: str = ""
    path: str = ""
    #: the keys of the values that it carries, as far as they can be told
    keys: tuple[str, ...] = ()


class RequestPassed(Event, frozen=True, kw_only=True):
    """A request with filled-in data left the browser."""

    session_id: str
    kind: RequestKind
    source: RequestSource
    hand: Hand
    #: the request's host; empty if the name could reveal a value
    site: str
    #: how many of the page's values it carries, out of `of`
    values: int
    of: int
    #: bytes of the largest body
    size: int
    #: whether a file of the applicant's is in it
    file: bool = False
    #: whether it carries most of the filled-in values
    most: bool = False
    #: the number of requests
    times: int = 1

"""Stops of submissions, everywhere or at one site, until an operator allows them again.

They have a log of their own, so that no restart forgets them. Executor checks it before each intent to submit, and
browser-host before each such press.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from urllib.parse import urlsplit

import msgspec

from ghosthands.domain.codes import RequestFault
from ghosthands.domain.errors import Permanent
from ghosthands.domain.message import Event

_HOST = re.compile(r"[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)*|[0-9a-f:]*:[0-9a-f:.]+")


def name_site(said: str) -> str:
    """Return the site that is named by its host, with or without a port, or by the address of a page there.

    Raises Permanent if it is none: a stop without effect must not look like one.
    """
    text = said.strip()
    try:
        host = urlsplit(text if "://" in text else f"//{text}").hostname or ""
        host = host.encode("idna").decode() if not host.isascii() else host
    except ValueError:
        host = ""
    if not _HOST.fullmatch(host):
        message = "that is no site: name a host such as boards.example.com, or the address of a page there"
        raise Permanent(message, code=RequestFault.NOT_ALLOWED)
    return host


class SubmissionsStopped(Event, frozen=True, kw_only=True):
    """Submissions were stopped, at a site or everywhere."""

    at: datetime
    #: the posting's host; empty: everywhere
    site: str = ""


class SubmissionsAllowed(Event, frozen=True, kw_only=True):
    """Submissions that were stopped under the same site may go on."""

    at: datetime
    site: str = ""


class Stops(msgspec.Struct, frozen=True):
    """The sites where submissions are stopped, and since when; an empty site means everywhere."""

    since: dict[str, datetime] = {}

    def hold(self, site: str) -> bool:
        """Whether submissions are stopped at that site."""
        return "" in self.since or site in self.since


def fold(events: Iterable[Event]) -> Stops:
    """Return the stops that result from these events."""
    since: dict[str, datetime] = {}
    for event in events:
        match event:
            case SubmissionsStopped():
                since.setdefault(event.site, event.at)
            case SubmissionsAllowed():
                since.pop(event.site, None)
            case _:
                pass
    return Stops(since)

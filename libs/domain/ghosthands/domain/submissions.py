"""Stopping submissions: everywhere or at one site, from the moment it is said until they may go on.

It stands on a log of its own, so that no restart forgets it: executor asks it before each intent to submit,
browser-host before each press for one.
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
    """The site that somebody means by its host, with or without a port, or by the address of a page there.

    Raises Permanent where that is none: a stop that holds nothing must not look like one.
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
    #: the posting's host; empty: anywhere
    site: str = ""


class SubmissionsAllowed(Event, frozen=True, kw_only=True):
    """What was stopped by the same words may go on."""

    at: datetime
    site: str = ""


class Stops(msgspec.Struct, frozen=True):
    """The sites where nothing is submitted now, and since when; an empty site stands for everywhere."""

    since: dict[str, datetime] = {}

    def hold(self, site: str) -> bool:
        """Whether nothing is submitted at that site."""
        return "" in self.since or site in self.since


def fold(events: Iterable[Event]) -> Stops:
    """What these events, of the log of stops, amount to."""
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

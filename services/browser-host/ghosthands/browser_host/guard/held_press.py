"""A press that leads on, and the requests it set off: they wait for permission, as they may send everything.

Nobody knows beforehand what a "Next" does. So it is pressed, and only *bare* requests pass: those that carry nothing of
the applicant's and merely read, or tell another site or a counter something. All others wait in the browser, neither
answered nor failed: a form that is posted, even an empty one; what a script sends to the page's own site; and whatever
carries a value, a file or an unreadable body, in its address too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ghosthands.browser_host.guard.filled import Carried
from ghosthands.browser_host.guard.page_request import PageRequest
from ghosthands.browser_host.ports.browser import HeldRequests
from ghosthands.contract.credentials import domain_of
from ghosthands.domain.requests import RequestKind


@dataclass(frozen=True, slots=True)
class WaitingRequest:
    """A request that waits, and how much it carries."""

    request: PageRequest
    carried: Carried
    #: the event in which the browser reported it, by which it is answered
    paused: dict[str, Any]


class HeldPress:
    """A press that leads on, and the requests held for it; `hosts` are the page's hosts."""

    def __init__(self, hosts: Collection[str]) -> None:
        self._sites = frozenset(domain_of(host) for host in hosts if host)
        self.waiting: list[WaitingRequest] = []
        #: set as soon as a request waits
        self.sends = asyncio.Event()

    def keeps(self, outgoing: PageRequest, carried: Carried) -> bool:
        """Whether the request has to wait, as it is not bare."""
        if carried.anything:
            return True
        if outgoing.shared:
            return False  # in a user's own browser another tab may have asked for it
        if outgoing.kind is RequestKind.FORM:
            return True
        is_own = outgoing.kind is RequestKind.FETCH and domain_of(outgoing.host) in self._sites
        return is_own and not outgoing.reads

    def add(self, outgoing: PageRequest, carried: Carried, paused: dict[str, Any]) -> None:
        """Add a request that waits until it is known whether the press may send it."""
        self.waiting.append(WaitingRequest(outgoing, carried, paused))
        self.sends.set()

    def tell(self, site: str) -> HeldRequests:
        """Return the kind of the first request with `site`, and what the largest of them carries."""
        first = self.waiting[0].request
        most = max((one.carried for one in self.waiting), key=lambda one: (one.values, one.file, one.unreadable))
        size = max(one.request.size for one in self.waiting)
        return HeldRequests(first.kind, site, most.values, most.of, size, most.file, most.unreadable)

"""How often a receiver may be told: so many times a minute, whoever was here before, and not while it asks for peace.

A process that has just started does not know what its predecessor sent in the minute before, so it begins with a fifth,
and never takes more than the rest afterwards: both together are within the limit.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from urllib.parse import urlsplit

MINUTE = timedelta(minutes=1)

#: who counts what it is told: scheme, host and port
Receiver = tuple[str, str, int | None]


def receiver_of(url: str) -> Receiver:
    """The receiver behind a URL."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port


class Pacing:
    """The turns of every receiver."""

    def __init__(self, per_minute: int, started: datetime) -> None:
        self._at_first = max(1, per_minute // 5)
        self._later = max(1, per_minute - self._at_first)
        self._settled = started + MINUTE
        self._turns: dict[Receiver, deque[datetime]] = {}
        self._held: dict[Receiver, datetime] = {}

    def take(self, receiver: Receiver, now: datetime) -> datetime | None:
        """Take a turn now; where there is none, nothing is taken, and it says when there may be one."""
        self._forget(now)
        if held := self._held.get(receiver):
            return held
        turns = self._turns.setdefault(receiver, deque())
        if len(turns) < (self._later if now >= self._settled else self._at_first):
            turns.append(now)
            return None
        free = turns[0] + MINUTE
        return free if now >= self._settled else min(free, self._settled)

    def hold(self, receiver: Receiver, until: datetime) -> None:
        """The receiver is left alone until then."""
        self._held[receiver] = max(until, self._held.get(receiver, until))

    def _forget(self, now: datetime) -> None:
        """Drop the turns that are a minute old, and the receivers that are left alone no longer."""
        self._held = {each: until for each, until in self._held.items() if until > now}
        for receiver, turns in list(self._turns.items()):
            while turns and turns[0] + MINUTE <= now:
                turns.popleft()
            if not turns:
                del self._turns[receiver]

"""A trail: the sequences of a service's earlier messages on an aggregate, written into each of its events.

In the log an aggregate's events are far apart, and the server finds the next one only by searching everything in
between. A writer has read the aggregate, and the server checks that the service wrote nothing since; so an event's
trail of its service's earlier ones is exact, whatever other services write at the same time.

As text it consists of: the aggregate's first sequence, if known (`0`: in the same append); the number of messages of
the same append right before; then, newest first, the last sequence and length of the run before those, and for each
earlier run the gap and length: `1180,2,1207*3,12,4*2,more`. The first event of all has `0,0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

HEADER = "gh-trail"

#: The greatest number of runs in one event's trail, the latest; the oldest event of these tells of those before it.
MAX_RUNS = 64

_FORM = re.compile(r"(?:-|\d{1,18}),\d{1,4}(?:,\d{1,18}(?:\*\d{1,9})?){0,64}(?:,more)?")
_UNKNOWN = "-"
_MORE = "more"


@dataclass(frozen=True, slots=True)
class Trail:
    """A service's sequences on one aggregate, as runs of (first, last), oldest first."""

    runs: tuple[tuple[int, int], ...] = ()
    #: Whether there are others before these.
    has_more: bool = False

    @property
    def last(self) -> int:
        """The latest sequence; 0 if there is none."""
        return self.runs[-1][1] if self.runs else 0

    @property
    def first(self) -> int:
        """The earliest listed sequence; 0 if there is none."""
        return self.runs[0][0] if self.runs else 0

    @property
    def count(self) -> int:
        """The number of listed sequences."""
        return sum(last - first + 1 for first, last in self.runs)

    def places(self) -> Iterator[int]:
        """Yield every listed sequence, oldest first."""
        for first, last in self.runs:
            yield from range(first, last + 1)

    def past(self, place: int) -> Trail:
        """Return the part of the trail past that sequence."""
        runs = ((max(first, place + 1), last) for first, last in self.runs if last > place)
        return Trail(tuple(runs), self.has_more and self.first > place)

    def including(self, places: Iterable[int]) -> Trail:
        """Return this trail with these sequences, some of which may be on it already."""
        fresh = sorted(set(places))
        if fresh and fresh[0] <= self.last:
            fresh = sorted({*fresh, *self.places()})
            runs = list[tuple[int, int]]()
        else:
            runs = list(self.runs)
        for place in fresh:
            if runs and runs[-1][1] == place - 1:
                runs[-1] = (runs[-1][0], place)
            else:
                runs.append((place, place))
        return Trail(tuple(runs[-MAX_RUNS:]), self.has_more or len(runs) > MAX_RUNS)

    def encode(self, begun: int | None, right_before: int) -> str:
        """Return the text for an event that continues this trail, after `right_before` others in its own append.

        `begun` is the aggregate's first sequence; 0: in this append, None: unknown.
        """
        parts, follower = [_UNKNOWN if begun is None else str(begun), str(right_before)], 0
        for first, last in reversed(self.runs):
            count = last - first + 1
            gap = follower - last if follower else last
            parts.append(f"{gap}*{count}" if count > 1 else str(gap))
            follower = first
        return ",".join((*parts, _MORE) if self.has_more else parts)


@dataclass(frozen=True, slots=True)
class TrailTold:
    """A trail as read from an event, with the beginning of its aggregate."""

    trail: Trail
    #: The aggregate's first sequence; None if it was unknown.
    begun: int | None


def read(text: str, sequence: int) -> TrailTold | None:
    """Read the trail of the event at `sequence`, without that event itself; None if the text cannot be a valid one."""
    if not _FORM.fullmatch(text):
        return None
    begun, right_before, *runs = text.removesuffix(f",{_MORE}").split(",")
    found, own = _runs(runs), sequence - int(right_before)
    if any(earlier[1] + 1 >= later[0] for earlier, later in pairwise(found)) or own < 1:
        return None
    if found and not (found[0][0] > 0 and found[-1][1] < own):
        return None
    trail = Trail(tuple(found), text.endswith(_MORE)).including(range(own, sequence))
    return TrailTold(trail, None if begun == _UNKNOWN else int(begun) or own)


def _runs(texts: Iterable[str]) -> list[tuple[int, int]]:
    """Parse the runs of sequences, oldest first."""
    found, follower = list[tuple[int, int]](), 0
    for text in texts:
        gap, _, count = text.partition("*")
        last = follower - int(gap) if found else int(gap)
        follower = last - int(count or 1) + 1
        found.append((follower, last))
    return found[::-1]

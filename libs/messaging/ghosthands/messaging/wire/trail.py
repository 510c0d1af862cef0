"""A trail: where a service's messages on an aggregate lie, told by each of its events of those before it.

The log is one long row in which an aggregate's events lie wide apart, and the server finds the next of them only by
looking through all that lies between. Who appends has read the aggregate, and the server checks that the service wrote
nothing since; so what an event tells of its service's earlier ones is exact, whatever others write at the same time.

As text: where the aggregate begins, if that is known (`0`: with the same append); how many of the same append lie right
before; then newest first where the run before those ends and how many it has, and gap by gap those before:
`1180,2,1207*3,12,4*2,more`. The first event of all has `0,0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

HEADER = "gh-trail"

#: As many runs an event tells of at most, the latest; the oldest of these tells of those before it.
MAX_RUNS = 64

_FORM = re.compile(r"(?:-|\d{1,18}),\d{1,4}(?:,\d{1,18}(?:\*\d{1,9})?){0,64}(?:,more)?")
_UNKNOWN = "-"
_MORE = "more"


@dataclass(frozen=True, slots=True)
class Trail:
    """A service's places on one aggregate, as runs of (first, last), oldest first."""

    runs: tuple[tuple[int, int], ...] = ()
    #: There are others before these.
    has_more: bool = False

    @property
    def last(self) -> int:
        """The latest place; 0 where there is none."""
        return self.runs[-1][1] if self.runs else 0

    @property
    def first(self) -> int:
        """The earliest place that is told of; 0 where there is none."""
        return self.runs[0][0] if self.runs else 0

    @property
    def count(self) -> int:
        """The number of places that are told of."""
        return sum(last - first + 1 for first, last in self.runs)

    def places(self) -> Iterator[int]:
        """Every place that is told of, oldest first."""
        for first, last in self.runs:
            yield from range(first, last + 1)

    def past(self, place: int) -> Trail:
        """What it tells of past that place."""
        runs = ((max(first, place + 1), last) for first, last in self.runs if last > place)
        return Trail(tuple(runs), self.has_more and self.first > place)

    def through(self, places: Iterable[int]) -> Trail:
        """This trail and these places, which may be on it already."""
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

    def told(self, begun: int | None, right_before: int) -> str:
        """The text for an event that goes on from here, after so many of its own append.

        The aggregate has `begun` at that place; 0: with this append, None: where is not known.
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
    """What an event tells of those before it."""

    trail: Trail
    #: Where the aggregate begins; None where that was not known.
    begun: int | None


def read(text: str, sequence: int) -> TrailTold | None:
    """What the event at `sequence` tells by that text, itself not on the trail; None where nobody can have told it."""
    if not _FORM.fullmatch(text):
        return None
    begun, right_before, *runs = text.removesuffix(f",{_MORE}").split(",")
    found, own = _runs(runs), sequence - int(right_before)
    if any(earlier[1] + 1 >= later[0] for earlier, later in pairwise(found)) or own < 1:
        return None
    if found and not (found[0][0] > 0 and found[-1][1] < own):
        return None
    trail = Trail(tuple(found), text.endswith(_MORE)).through(range(own, sequence))
    return TrailTold(trail, None if begun == _UNKNOWN else int(begun) or own)


def _runs(texts: Iterable[str]) -> list[tuple[int, int]]:
    """The runs of sequences that the texts tell of, oldest first."""
    found, follower = list[tuple[int, int]](), 0
    for text in texts:
        gap, _, count = text.partition("*")
        last = follower - int(gap) if found else int(gap)
        follower = last - int(count or 1) + 1
        found.append((follower, last))
    return found[::-1]

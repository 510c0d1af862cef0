"""Measures ours beside a reference: both in turns within one run, several runs, medians and spread.

A machine's speed changes from one second to the next, and even more from one machine to another; so both sides are
always measured together, and the ratio counts. Medians of the runs are reported with the smallest and the largest,
because a median alone hides a noisy machine.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import NamedTuple, TypeVar

import msgspec

T = TypeVar("T")

#: called with (what, done, of) as a bench goes on
Progress = Callable[[str, int, int], None]

#: one turn of one side: does its work and returns the seconds that count
Turn = Callable[[], Awaitable[float]]

#: significant digits of a reported number
_DIGITS = 5


class Better(StrEnum):
    """The direction in which a measured number improves."""

    LOWER = "lower"
    HIGHER = "higher"


class Pair(NamedTuple):
    """The results of both sides in one run, in the contest's unit."""

    ours: float
    reference: float

    @property
    def ratio(self) -> float:
        """Our number, divided by the reference's."""
        return self.ours / self.reference


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a bench: medians over the runs, `ratio` = ours ÷ reference, ranges as (smallest, largest)."""

    name: str
    ours: float
    reference: float
    unit: str
    ratio: float
    better: Better
    runs: int
    ours_range: tuple[float, float]
    reference_range: tuple[float, float]
    #: the range of the single runs' ratios
    ratio_range: tuple[float, float]
    #: a description of the reference
    beside: str
    #: the ratio's target: at least (higher is better) or at most; None without a target
    target: float | None = None

    @property
    def on_target(self) -> bool | None:
        """Whether the ratio meets its target; None without a target."""
        if self.target is None:
            return None
        return self.ratio >= self.target if self.better is Better.HIGHER else self.ratio <= self.target


@dataclass(frozen=True)
class Contest:
    """A measurement of ours beside a reference: its name, unit and target."""

    name: str
    unit: str
    better: Better
    beside: str
    target: float | None = None

    def result(self, pairs: Sequence[Pair]) -> Result:
        """Return the contest's line, from the pairs of its runs."""
        ours, references = zip(*pairs, strict=True)
        return Result(
            name=self.name,
            ours=_round(median(ours)),
            reference=_round(median(references)),
            unit=self.unit,
            ratio=_round(median(ours) / median(references)),
            better=self.better,
            runs=len(pairs),
            ours_range=_find_range(ours),
            reference_range=_find_range(references),
            ratio_range=_find_range([pair.ratio for pair in pairs]),
            beside=self.beside,
            target=self.target,
        )


async def repeat(once: Callable[[], Awaitable[T]], runs: int, progress: Progress, what: str) -> list[T]:
    """Return the results of `once`, called that many times, after one uncounted call to warm up."""
    measured: list[T] = []
    progress(what, 0, runs + 1)
    for run in range(runs + 1):
        measured.append(await once())
        progress(what, run + 1, runs + 1)
    return measured[1:]


async def take_turns(ours: Turn, reference: Turn, turns: int) -> Pair:
    """Return the seconds that both sides took for `turns` turns each, with alternating order."""
    seconds = {ours: 0.0, reference: 0.0}
    for turn in range(turns):
        for side in (ours, reference) if turn % 2 == 0 else (reference, ours):
            seconds[side] += await side()
    return Pair(seconds[ours], seconds[reference])


async def time_once(work: Awaitable[object]) -> float:
    """Return the seconds that the work takes."""
    started = time.perf_counter()
    await work
    return time.perf_counter() - started


def make_rates(seconds: Pair, count: int) -> Pair:
    """Return the rates a second, where both sides did `count` in that many seconds."""
    return Pair(count / seconds.ours, count / seconds.reference)


def find_percentile(samples: Sequence[float], share: float) -> float:
    """Return the smallest sample that at least `share` (0-1) of them do not exceed."""
    ordered = sorted(samples)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def _find_range(values: Sequence[float]) -> tuple[float, float]:
    return _round(min(values)), _round(max(values))


def _round(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")

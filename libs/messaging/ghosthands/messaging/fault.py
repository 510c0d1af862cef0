"""Fault points: named places where a test can make a process kill or stop itself, to see what is lost or done twice.

    GHOSTHANDS_FAULT="<service>:<point>[:<Name>][:<nth>][:<marker file>] …"

    executor:before-append                       the first append of executor
    executor:before-append:EffectIntended        … of an EffectIntended
    executor:before-append:StepChosen.submit     … of a StepChosen whose step is submit
    browser-host:after-append-before-effect:2    the second time that point is reached in this process
    planner:after-append-before-ack:/tmp/fired   once for all processes: the marker file is created first
    browser-host:after-append-before-effect:freeze:/tmp/fired   stop it there (SIGSTOP) instead of killing it

The parts after the point may come in any order; the marker is the part with a slash and comes last. `Name` is that of
an event being appended, of the command or event being handled, or of the command being sent. Without a marker file the
process that the supervisor starts next dies at the same place again. Plans are separated by spaces; one whose marker
file exists is inactive and counts nothing: removing the file arms it.

The points `before-append` and `after-append-before-effect` are in the append helper, `after-effect-before-append` is in
the code with the effect (a browser, a command sent, a message published), and `after-append-before-ack` in the handling
of messages. Without the variable a point costs one comparison.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from ghosthands.domain.message import Event

VARIABLE = "GHOSTHANDS_FAULT"

BEFORE_APPEND = "before-append"
AFTER_APPEND = "after-append-before-effect"
AFTER_EFFECT = "after-effect-before-append"
BEFORE_ACK = "after-append-before-ack"
POINTS = (BEFORE_APPEND, AFTER_APPEND, AFTER_EFFECT, BEFORE_ACK)
_FREEZE = "freeze"


@dataclass
class FaultPlan:
    """A death, or a freeze, ordered by a test: the service, the point, and the passage at which it happens."""

    service: str
    point: str
    name: str | None = None
    nth: int = 1
    marker: Path | None = None
    number: signal.Signals = signal.SIGKILL
    seen: int = 0

    def fires(self, service: str, point: str, names: tuple[str, ...]) -> bool:
        """Whether it happens here and now; counts the passages while active."""
        if (service, point) != (self.service, self.point) or (self.name and self.name not in names):
            return False
        if self.marker is not None and self.marker.exists():
            return False
        self.seen += 1
        return self.seen == self.nth and _claim(self.marker)


def parse(text: str) -> FaultPlan:
    """Parse one plan. Raises ValueError with the reason if it is invalid."""
    words, slash, path = text.partition(":/")
    service, point, *rest = words.split(":") + ([] if ":" in words else [""])
    if point not in POINTS:
        raise ValueError(f"{VARIABLE} names no fault point: expected <service>:<point>, a point of {', '.join(POINTS)}")
    plan = FaultPlan(service, point, marker=Path("/" + path) if slash else None)
    for word in rest:
        if word.isdecimal():
            plan.nth = int(word)
        elif word == _FREEZE:
            plan.number = signal.SIGSTOP
        else:
            plan.name = word
    return plan


_plans = tuple(map(parse, os.environ.get(VARIABLE, "").split()))


async def point(service: str, point: str, *names: str) -> None:
    """Kill or stop the process here if a test ordered it; `names` are the messages concerned."""
    for plan in _plans:
        if plan.fires(service, point, names):
            os.kill(os.getpid(), plan.number)


def names_of(event: Event) -> tuple[str, ...]:
    """Return the names a plan may use for an event: `StepChosen`, and with its step or kind, `StepChosen.submit`."""
    name = type(event).__name__
    which = getattr(event, "step", None) or getattr(event, "kind", None)
    return (name, f"{name}.{which}") if isinstance(which, str) else (name,)


def _claim(marker: Path | None) -> bool:
    """Whether no process has fired before; only one of them can create the marker."""
    if marker is None:
        return True
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    return True

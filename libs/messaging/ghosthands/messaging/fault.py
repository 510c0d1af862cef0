"""Fault points: named places where a test can have a process kill itself, to see that nothing is lost or done twice.

    GHOSTHANDS_FAULT="<service>:<point>[:<Name>][:<nth>][:<marker file>] …"

    executor:before-append                       the first append of executor
    executor:before-append:EffectIntended        … of an EffectIntended
    executor:before-append:StepChosen.submit     … of a StepChosen whose step is submit
    browser-host:after-append-before-effect:2    the second time that point is reached in this process
    planner:after-append-before-ack:/tmp/fired   once for all processes: the marker file is made first

The parts after the point come in any order; the marker is what holds a slash and comes last. `Name` is that of an
event being appended, of the command or event being handled, or of the command being sent. Without a marker file the
process that the supervisor starts next dies at the same place again. Plans are separated by spaces; one whose marker
file is there already sleeps, counting nothing: to remove the file is to arm it.

The points: `before-append` and `after-append-before-effect` lie in the append helper, `after-effect-before-append`
with whoever has the effect (a browser, a command sent, a message put out), `after-append-before-ack` in the handling
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


@dataclass
class FaultPlan:
    """A death that a test ordered: at which point, of which service, and at which passing."""

    service: str
    point: str
    name: str | None = None
    nth: int = 1
    marker: Path | None = None
    seen: int = 0

    def fires(self, service: str, point: str, names: tuple[str, ...]) -> bool:
        """Whether the process dies here and now; counts the times it came by awake."""
        if (service, point) != (self.service, self.point) or (self.name and self.name not in names):
            return False
        if self.marker is not None and self.marker.exists():
            return False
        self.seen += 1
        return self.seen == self.nth and _claim(self.marker)


def parse(text: str) -> FaultPlan:
    """The one plan that `text` spells. Raises ValueError saying what is wrong with it."""
    words, slash, path = text.partition(":/")
    service, point, *rest = words.split(":") + ([] if ":" in words else [""])
    if point not in POINTS:
        raise ValueError(f"{VARIABLE} names no fault point: expected <service>:<point>, a point of {', '.join(POINTS)}")
    plan = FaultPlan(service, point, marker=Path("/" + path) if slash else None)
    for word in rest:
        if word.isdecimal():
            plan.nth = int(word)
        else:
            plan.name = word
    return plan


_plans = tuple(map(parse, os.environ.get(VARIABLE, "").split()))


async def point(service: str, point: str, *names: str) -> None:
    """Die here where a test ordered it; `names` are the messages concerned."""
    if _plans and any(plan.fires(service, point, names) for plan in _plans):
        os.kill(os.getpid(), signal.SIGKILL)


def names_of(event: Event) -> tuple[str, ...]:
    """How a plan may call an event: `StepChosen`, and where it says which of several it is, `StepChosen.submit`."""
    name = type(event).__name__
    which = getattr(event, "step", None) or getattr(event, "kind", None)
    return (name, f"{name}.{which}") if isinstance(which, str) else (name,)


def _claim(marker: Path | None) -> bool:
    """Whether no process has fired before: the marker is made by one of them alone."""
    if marker is None:
        return True
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    return True

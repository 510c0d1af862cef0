"""A cell of the matrix: a job, and who dies where while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase
from ghosthands.practice.holds import Where

#: the victim that is no service
CHROMIUM = "chromium"

#: seconds a slow site holds an application: longer than a killed process is away, shorter than anybody waits
SLOW_SECONDS = 8.0


class Until(StrEnum):
    """How long the site holds an application whose holder was killed."""

    #: until the job went on, or a second application came
    GOING_ON = "the job goes on"
    #: for `SLOW_SECONDS` in all, whatever happens meanwhile
    SLOW = "a while later"
    #: until a human is asked
    ASKED = "a human is asked"


class Reach(StrEnum):
    """How a fault comes about."""

    #: the process kills itself at a point of `messaging.fault`, or browser-host its browser
    PLANNED = "planned"
    #: the trial kills it while the careers site holds the application's POST
    HELD = "held"


@dataclass(frozen=True)
class Scenario:
    """A job as it goes when nothing is killed."""

    name: str
    ends: Phase = Phase.COMPLETED
    family: str = "greenhouse"
    query: str = ""
    #: what the request has otherwise than usual
    changes: Mapping[str, Any] = field(default_factory=dict)
    #: what the job asks, and what it is answered, if anything; what it asks beyond that, it asks because of a fault
    answers: Mapping[AskKind, Resolution | None] = field(default_factory=dict)
    #: VALET cancels when this event has come so often
    cancelled_at: tuple[str, int] | None = None
    #: a service that does nothing until the job has ended
    stalled: str | None = None


@dataclass(frozen=True)
class Fault:
    """One SIGKILL: of whom, and where."""

    victim: str
    #: of `fault.POINTS`; of browser-host's `faults.STEPS`, or a number; of the site's `Where`
    point: str
    #: the message concerned
    name: str = ""
    #: the how manieth time
    nth: int = 1
    #: armed once the job has this event; at once by default
    after: str = ""

    @property
    def reach(self) -> Reach:
        """How it comes about."""
        return Reach.HELD if self.point in tuple(Where) else Reach.PLANNED

    @property
    def planned_in(self) -> str | None:
        """The service whose environment holds the plan."""
        if self.reach is Reach.HELD:
            return None
        return "browser-host" if self.victim == CHROMIUM else self.victim

    def __str__(self) -> str:
        parts = (
            self.victim,
            self.point,
            self.name,
            str(self.nth) if self.nth > 1 else "",
            self.after and f"({self.after})",
        )
        return " ".join(filter(None, parts))


@dataclass(frozen=True)
class Cell:
    """A job and its faults, in the order they strike."""

    scenario: Scenario
    faults: tuple[Fault, ...]
    held_until: Until = Until.GOING_ON

    @property
    def hold(self) -> Where | None:
        """Where the site holds the application."""
        return next((Where(fault.point) for fault in self.faults if fault.reach is Reach.HELD), None)

    @property
    def page_tells(self) -> bool:
        """Whether the page shows what became of a sent application: it outlives the faults, and the site answers."""
        return self.held_until is not Until.ASKED and all(fault.victim != CHROMIUM for fault in self.faults)

    @property
    def job(self) -> str:
        """The job in words."""
        return f"{self.scenario.name}, held until {self.held_until}" if self.hold else self.scenario.name

    def __str__(self) -> str:
        return f"{' + '.join(map(str, self.faults))} [{self.job}]"

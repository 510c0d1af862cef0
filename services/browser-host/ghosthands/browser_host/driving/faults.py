"""A fault point for tests: Chromium is killed or stopped at a page action, once.

    GHOSTHANDS_FAULT_CHROMIUM="<step or n>[:freeze|:freeze-pages]:<marker file> …"

`open`, `observe`, `run`, `next` and `submit` kill it before that step first touches the page, `pressed` after a button
was pressed, a number before the n-th action of a run. `freeze` stops its main process (SIGSTOP) instead, `freeze-pages`
the processes that show its pages. The marker file is made first, so that the fault happens once in
however many processes. Faults are separated by spaces; one whose marker file exists is disarmed, and removing the file
arms it. Without the variable a step costs next to nothing.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ghosthands.chromium import ProcessIdentity
from ghosthands.chromium.processes import command_line, session_members

VARIABLE = "GHOSTHANDS_FAULT_CHROMIUM"
STEPS = ("open", "observe", "run", "next", "submit", "pressed")

_GONE_SECONDS = 5.0
#: in the arguments of a process that shows pages; Chromium writes all of them into the first
_RENDERER = "--type=renderer"


class Blow(StrEnum):
    """A harm that a test does to a browser: it is killed, or stopped in whole or in part."""

    KILL = "kill"
    FREEZE = "freeze"
    FREEZE_PAGES = "freeze-pages"


@dataclass(frozen=True)
class Place:
    """A step at which a test has something done to the browser, and the marker that it was done."""

    step: str
    marker: Path
    blow: Blow = Blow.KILL


@dataclass(frozen=True)
class ChromiumFault:
    """The places at which a test has something done to the browser; none by default."""

    places: tuple[Place, ...] = ()

    @classmethod
    def planned(cls) -> ChromiumFault:
        """Read the faults from the environment. Raises ValueError with what is wrong."""
        return parse(os.environ.get(VARIABLE, ""))

    async def at(self, step: str, process: ProcessIdentity | None) -> None:
        """Kill or stop the browser at this step if a test ordered it."""
        if process is None:
            return
        place = next((one for one in self.places if one.step == step and _claim(one.marker)), None)
        if place is not None and place.blow is Blow.KILL:
            process.signal(signal.SIGKILL)
            await process.wait_until_gone(_GONE_SECONDS)
        elif place is not None:
            for one in [process] if place.blow is Blow.FREEZE else _list_renderers(process):
                one.signal(signal.SIGSTOP)

    @property
    def actions_before(self) -> int | None:
        """The number of actions in a run before the browser is killed; None if it is not killed in a run."""
        armed = (int(one.step) - 1 for one in self.places if one.step.isdecimal() and not one.marker.exists())
        return next(armed, None)


def _list_renderers(browser: ProcessIdentity) -> list[ProcessIdentity]:
    members = session_members(browser)
    return [one for one in members if any(_RENDERER in argument for argument in command_line(one.pid))]


def parse(text: str) -> ChromiumFault:
    """Parse a value of GHOSTHANDS_FAULT_CHROMIUM. Raises ValueError."""
    return ChromiumFault(tuple(map(_parse_place, text.split())))


def _parse_place(text: str) -> Place:
    step, _, rest = text.partition(":")
    if step not in STEPS and not (step.isdecimal() and int(step) > 0):
        raise ValueError(f"{VARIABLE} names no step: expected a number from 1 or one of {', '.join(STEPS)}")
    blow, _, marker = rest.rpartition(":")
    if not marker or blow not in (*Blow, ""):
        raise ValueError(f"{VARIABLE} needs a marker file: <step or n>[:{Blow.FREEZE}|:{Blow.FREEZE_PAGES}]:<file>")
    return Place(step, Path(marker), Blow(blow or Blow.KILL))


def _claim(marker: Path) -> bool:
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True

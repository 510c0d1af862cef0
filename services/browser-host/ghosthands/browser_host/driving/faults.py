"""A fault point for tests: Chromium is killed at a page action, once.

    GHOSTHANDS_FAULT_CHROMIUM="<step or n>:<marker file> …"

`open`, `observe`, `run`, `next` and `submit` kill it before that step first touches the page, `pressed` after a button
was pressed, a number before the n-th action of a run. The marker file is made first, so that the fault happens once in
however many processes. Faults are separated by spaces; one whose marker file exists is disarmed, and removing the file
arms it. Without the variable a step costs next to nothing.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from ghosthands.chromium import ProcessIdentity

VARIABLE = "GHOSTHANDS_FAULT_CHROMIUM"
STEPS = ("open", "observe", "run", "next", "submit", "pressed")

_GONE_SECONDS = 5.0


@dataclass(frozen=True)
class ChromiumFault:
    """The steps at which a test has the browser killed, and the marker of each; none by default."""

    places: tuple[tuple[str, Path], ...] = ()

    @classmethod
    def planned(cls) -> ChromiumFault:
        """Read the faults from the environment. Raises ValueError with what is wrong."""
        return parse(os.environ.get(VARIABLE, ""))

    async def at(self, step: str, process: ProcessIdentity | None) -> None:
        """Kill the browser at this step if a test ordered it."""
        if process is not None and any(step == where and _claim(marker) for where, marker in self.places):
            process.signal(signal.SIGKILL)
            await process.wait_until_gone(_GONE_SECONDS)

    @property
    def actions_before(self) -> int | None:
        """The number of actions in a run before the browser is killed; None if it is not killed in a run."""
        armed = (int(where) - 1 for where, marker in self.places if where.isdecimal() and not marker.exists())
        return next(armed, None)


def parse(text: str) -> ChromiumFault:
    """Parse a value of GHOSTHANDS_FAULT_CHROMIUM. Raises ValueError."""
    return ChromiumFault(tuple(map(_parse_place, text.split())))


def _parse_place(text: str) -> tuple[str, Path]:
    where, colon, marker = text.partition(":")
    if where not in STEPS and not (where.isdecimal() and int(where) > 0):
        raise ValueError(f"{VARIABLE} names no step: expected a number from 1 or one of {', '.join(STEPS)}")
    if not colon or not marker:
        raise ValueError(f"{VARIABLE} needs a marker file: <step or n>:<file>")
    return where, Path(marker)


def _claim(marker: Path) -> bool:
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True

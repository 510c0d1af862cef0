"""A fault point for tests: Chromium is killed at a page action, once.

    GHOSTHANDS_FAULT_CHROMIUM="<step or n>:<marker file> …"

`open`, `observe`, `run`, `next` and `submit` kill it before that step's first touch of the page, `pressed` after a
button was pressed, a number before the n-th action of a run. The marker file is made first, so that it happens once
however many processes come by. Faults are separated by spaces; one whose marker file is there already sleeps, and to
remove the file is to arm it. Without the variable a step costs next to nothing.
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
    """Tells where a test has the browser killed, and the marker of each place; nowhere by default."""

    places: tuple[tuple[str, Path], ...] = ()

    @classmethod
    def planned(cls) -> ChromiumFault:
        """What the environment asks for. Raises ValueError saying what is wrong with it."""
        return parse(os.environ.get(VARIABLE, ""))

    async def at(self, step: str, process: ProcessIdentity | None) -> None:
        """Kill the browser here, where a test ordered it."""
        if process is not None and any(step == where and _claim(marker) for where, marker in self.places):
            process.signal(signal.SIGKILL)
            await process.gone(_GONE_SECONDS)

    @property
    def actions_before(self) -> int | None:
        """How many actions of a run are done before the browser is killed; None where it is killed elsewhere."""
        armed = (int(where) - 1 for where, marker in self.places if where.isdecimal() and not marker.exists())
        return next(armed, None)


def parse(text: str) -> ChromiumFault:
    """The faults that a value of GHOSTHANDS_FAULT_CHROMIUM spells. Raises ValueError."""
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

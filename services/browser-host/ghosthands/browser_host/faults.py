"""A fault point for tests: Chromium is killed at a page action, once.

    GHOSTHANDS_FAULT_CHROMIUM="<step or n>:<marker file>"

`open`, `observe`, `run`, `next` and `submit` kill it before that step's first touch of the page, `pressed` after a
button was pressed, a number before the n-th action of a run. The marker file is made first, so that it happens once
however many processes come by. Without the variable a step costs one comparison.
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
    """Where the browser is to be killed; nowhere by default."""

    where: str = ""
    marker: Path = Path()

    @classmethod
    def planned(cls) -> ChromiumFault:
        """What the environment asks for. Raises ValueError saying what is wrong with it."""
        text = os.environ.get(VARIABLE)
        return parse(text) if text else cls()

    async def at(self, step: str, process: ProcessIdentity) -> None:
        """Here the browser may be killed."""
        if step == self.where and self._claim():
            process.signal(signal.SIGKILL)
            await process.gone(_GONE_SECONDS)

    @property
    def actions_before(self) -> int | None:
        """How many actions of a run are done before the browser is killed; None where it is killed elsewhere."""
        return int(self.where) - 1 if self.where.isdecimal() else None

    def _claim(self) -> bool:
        try:
            self.marker.touch(exist_ok=False)
        except FileExistsError:
            return False
        return True


def parse(text: str) -> ChromiumFault:
    """The fault that a value of GHOSTHANDS_FAULT_CHROMIUM spells. Raises ValueError."""
    where, colon, marker = text.partition(":")
    if where not in STEPS and not (where.isdecimal() and int(where) > 0):
        raise ValueError(f"{VARIABLE} names no step: expected a number from 1 or one of {', '.join(STEPS)}")
    if not colon or not marker:
        raise ValueError(f"{VARIABLE} needs a marker file: <step or n>:<file>")
    return ChromiumFault(where, Path(marker))

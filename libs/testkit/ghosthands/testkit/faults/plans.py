"""The faults of many cells in the environments of one stack, each disabled by a marker file until its cell runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from ghosthands.messaging import fault as points
from ghosthands.testkit.faults.cell import CHROMIUM, Cell, Fault

#: the same as in `ghosthands.browser_host.driving.faults`, which only browser-host may import
CHROMIUM_VARIABLE = "GHOSTHANDS_FAULT_CHROMIUM"


class Plans:
    """Every planned fault of some cells; the marker files are in `folder`."""

    def __init__(self, folder: Path, cells: Iterable[Cell]) -> None:
        faults = dict.fromkeys(fault for cell in cells for fault in cell.faults if fault.is_planned)
        self._markers = {fault: folder / f"fault-{number}" for number, fault in enumerate(faults)}
        for marker in self._markers.values():
            marker.touch()

    @property
    def environment(self) -> Mapping[str, Mapping[str, str]]:
        """The variables for each service's environment, by the service's name."""
        by_service: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for fault, marker in self._markers.items():
            variable = CHROMIUM_VARIABLE if fault.victim == CHROMIUM else points.VARIABLE
            by_service[fault.planned_in][variable].append(_spelt(fault, marker))
        return {
            service: {variable: " ".join(texts) for variable, texts in variables.items()}
            for service, variables in by_service.items()
        }

    def arm(self, fault: Fault) -> None:
        """Let the fault strike at its next occasion."""
        self._markers[fault].unlink()

    def disarm(self, fault: Fault) -> float | None:
        """Disarm the fault; return when it struck, in seconds since the epoch, or None where it never did."""
        marker = self._markers[fault]
        struck_at = marker.stat().st_mtime if marker.exists() else None
        marker.touch()
        return struck_at


def _spelt(fault: Fault, marker: Path) -> str:
    if fault.victim == CHROMIUM:
        return f"{fault.point}:{marker}"
    return ":".join(filter(None, (fault.victim, fault.point, fault.name, str(marker))))

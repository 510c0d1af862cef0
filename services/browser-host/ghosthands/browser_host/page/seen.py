"""What a scan saw of a page, frame by frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ghosthands.browser_host.page.inventory import RawControl, RawFrame
from ghosthands.planning.cards import Form


@dataclass(frozen=True, slots=True)
class FrameScan:
    """A frame's inventory with its place on the page."""

    path: str
    url: str
    raw: RawFrame
    #: whether neither the frame nor one around it is hidden
    seen: bool


def list_asked(seen: Iterable[FrameScan]) -> list[tuple[Form, RawControl]]:
    """List what the frames ask a person, each with its form."""
    return [
        ((frame.path, control.form), control)
        for frame in seen
        if frame.seen
        for control in frame.raw.controls
        if control.reachable
    ]

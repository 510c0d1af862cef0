"""What a page is in: taken before an engine changes, compared after.

The values of its fields are compared, never kept: what stays of them is a digest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ghosthands.domain.codes import EngineFailure


@dataclass(frozen=True)
class PageState:
    """Where a page stands, and what its fields hold."""

    target_id: str
    #: holds queries: it is compared and returned to, and never told
    url: str = field(repr=False)
    title: str = field(repr=False, default="")
    scroll: tuple[float, float] = (0.0, 0.0)
    #: XPath of the element that has the focus; empty where none has
    focus: str = ""
    #: addresses of all frames, sorted
    frames: tuple[str, ...] = field(repr=False, default=())
    #: digest of the values of all fields of all frames; empty where they could not be read
    values: str = ""

    def find_difference(self, now: PageState) -> str | None:
        """What an engine's coming or going changed, as a code; None where nothing did."""
        if now.target_id != self.target_id:
            return EngineFailure.WRONG_TAB
        if now.url != self.url:
            return EngineFailure.ADDRESS_CHANGED
        if self.values and now.values != self.values:
            return EngineFailure.VALUES_CHANGED
        if len(now.frames) < len(self.frames):
            return EngineFailure.FRAMES_LOST
        return None

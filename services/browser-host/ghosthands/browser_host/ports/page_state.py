"""What a page is in: taken before an engine changes, compared after.

The values of its fields are compared, never kept: what stays of them is a digest.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from ghosthands.domain.codes import EngineFailure


@dataclass(frozen=True)
class Whereabouts:
    """The page that somebody takes to be the session's: an engine after it was attached, or the host itself."""

    target_id: str
    #: holds queries: it is compared and returned to, and never told
    url: str = field(repr=False)
    #: addresses of all frames; empty where they cannot be told
    frames: tuple[str, ...] = field(repr=False, default=())


@dataclass(frozen=True)
class PageState(Whereabouts):
    """The page's address, and what its fields hold; its frames are sorted."""

    title: str = field(repr=False, default="")
    scroll: tuple[float, float] = (0.0, 0.0)
    #: XPath of the element that has the focus; empty where none has
    focus: str = ""
    #: digest of the values of all fields of all frames; empty where they could not be read
    values: str = ""

    def compare(self, now: Whereabouts) -> str | None:
        """What an engine's coming or going changed, as a code; None where nothing did.

        Of an engine's own account neither fragments count nor frames without a document of some server: of those not
        everybody tells the same.
        """
        if now.target_id != self.target_id:
            return EngineFailure.WRONG_TAB
        if isinstance(now, PageState):
            return self._compare_closely(now)
        if now.url.partition("#")[0] != self.url.partition("#")[0]:
            return EngineFailure.ADDRESS_CHANGED
        is_missing = now.frames and _count_loaded(now.frames) < _count_loaded(self.frames)
        return EngineFailure.FRAMES_MISSING if is_missing else None

    def _compare_closely(self, now: PageState) -> str | None:
        if now.url != self.url:
            return EngineFailure.ADDRESS_CHANGED
        if self.values and now.values != self.values:
            return EngineFailure.VALUES_CHANGED
        return EngineFailure.FRAMES_LOST if len(now.frames) < len(self.frames) else None


def _count_loaded(frames: Collection[str]) -> int:
    return sum(address.startswith("http") for address in frames)

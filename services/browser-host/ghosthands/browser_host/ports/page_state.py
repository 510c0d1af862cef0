"""The state of a page: captured before an engine changes, and compared with the page afterwards.

The values of its fields are compared, never kept: only a digest of them is stored.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from ghosthands.domain.codes import EngineFailure


@dataclass(frozen=True)
class Whereabouts:
    """The page that an engine, once attached, or the host itself takes to be the session's."""

    target_id: str
    #: holds queries: it is compared and navigated back to, and never told
    url: str = field(repr=False)
    #: addresses of all frames; empty where they cannot be listed
    frames: tuple[str, ...] = field(repr=False, default=())


@dataclass(frozen=True)
class PageState(Whereabouts):
    """The page's address, and a digest of its fields' values; its frames are sorted."""

    title: str = field(repr=False, default="")
    scroll: tuple[float, float] = (0.0, 0.0)
    #: XPath of the element that has the focus; empty where none has
    focus: str = ""
    #: digest of the values of all fields of all frames; empty where they could not be read
    values: str = ""

    def compare(self, now: Whereabouts) -> str | None:
        """Return what the attaching or detaching of an engine changed, as a code, or None if nothing changed.

        In what an engine itself reports neither fragments count nor frames without a document from a server, as engines
        differ in how they report those.
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

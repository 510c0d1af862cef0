"""Whether the tab's document, as it was last looked at, is a wall and nothing else.

What a human sends from such a document gets them past the wall: nothing in it could be sent as the application.
"""

from __future__ import annotations

import time

from playwright.async_api import Frame, Page

from ghosthands.domain.page import SURE, AccountPurpose, ButtonRole, PageModel

#: how long a look holds: a page may become a form by its own scripts
FRESH_SECONDS = 3.0

_LEADS_ON = frozenset({ButtonRole.SUBMIT, ButtonRole.NEXT, ButtonRole.APPLY})
_PASSES = frozenset({AccountPurpose.SIGN_IN, AccountPurpose.VERIFY})


class WallSight:
    """What the last look at one browser's tab saw of a wall."""

    def __init__(self) -> None:
        self._page: Page | None = None
        self._until = 0.0

    @property
    def is_fresh(self) -> bool:
        """Whether a mere wall was seen a moment ago, in the document that stands there still."""
        return time.monotonic() < self._until

    def note(self, page: Page, seen: PageModel | None) -> None:
        """The page was looked at, and showed that; None: it was leaving."""
        if page is not self._page:
            self._page = page
            page.on("framenavigated", self._forget)
        is_wall = seen is not None and is_mere_wall(seen)
        self._until = time.monotonic() + FRESH_SECONDS if is_wall else 0.0

    def _forget(self, frame: Frame) -> None:
        if frame.parent_frame is None:
            self._until = 0.0


def is_mere_wall(page: PageModel) -> bool:
    """Whether a wall surely stands there, and nothing that is not for getting past it is asked, or leads on."""
    if not any(wall.confidence >= SURE for wall in page.blockers):
        return False
    if page.account is not None:
        return page.account.purpose in _PASSES
    asks = any(field.visible for field in page.fields) or bool(page.file_inputs)
    return not asks and not any(button.role in _LEADS_ON for button in page.buttons)

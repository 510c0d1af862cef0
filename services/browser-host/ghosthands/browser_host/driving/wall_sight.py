"""The judgement whether the tab's document, as last looked at, is a wall and nothing else.

What a human sends from such a document gets them past the wall: nothing in it could be the application.
"""

from __future__ import annotations

import time

from playwright.async_api import Frame, Page

from ghosthands.domain.page import SURE, AccountPurpose, ButtonRole, PageModel

#: seconds that a look stays valid, more than twice as long as to the next: a page may become a form by its own scripts
FRESH_SECONDS = 5.0

_LEADS_ON = frozenset({ButtonRole.SUBMIT, ButtonRole.NEXT, ButtonRole.APPLY})
_PASSES = frozenset({AccountPurpose.SIGN_IN, AccountPurpose.VERIFY})


class WallSight:
    """The result of the last look at one browser's tab for a mere wall."""

    def __init__(self) -> None:
        self._page: Page | None = None
        self._until = 0.0

    @property
    def is_fresh(self) -> bool:
        """Whether a mere wall was seen a moment ago, in the document that is still shown."""
        return time.monotonic() < self._until

    def note(self, page: Page, seen: PageModel | None) -> None:
        """Note what the look at the page showed; None if the page was navigating."""
        if page is not self._page:
            self._page = page
            page.on("framenavigated", self._forget)
        is_wall = seen is not None and is_mere_wall(seen)
        self._until = time.monotonic() + FRESH_SECONDS if is_wall else 0.0

    def _forget(self, frame: Frame) -> None:
        if frame.parent_frame is None:
            self._until = 0.0


def is_mere_wall(page: PageModel) -> bool:
    """Whether the page surely shows a wall, and asks and offers nothing but what gets past it."""
    if not any(wall.confidence >= SURE for wall in page.blockers):
        return False
    if page.account is not None:
        return page.account.purpose in _PASSES
    asks = any(field.visible for field in page.fields) or bool(page.file_inputs)
    return not asks and not any(button.role in _LEADS_ON for button in page.buttons)

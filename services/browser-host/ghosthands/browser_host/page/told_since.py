"""What a page says once it was pressed: in dialogs of the browser, which no look at the document shows, and new thanks.

A page that keeps its form and its button may tell of its success by an alert or a toast alone. Thanks that stood there
before prove nothing; those that came with a press of what sends are its answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from weakref import WeakKeyDictionary

from playwright.async_api import Dialog, Page
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import words

_THANKS = re.compile(words.PHRASES["confirmed"])
#: a question of the browser's own that a press is answered with: "Send the application?"
_QUESTION = "confirm"
#: what only has to be taken note of
_NOTICES = ("alert", "beforeunload")


class ToldSince:
    """What one page said since what sends it was last pressed, and who answers its dialogs."""

    def __init__(self, page: Page) -> None:
        #: whether what a dialog asks about is meant: it came of a press that has its intent
        self.is_meant: Callable[[], bool] = lambda: False
        #: whether a person stands at the browser, who answers for themselves
        self.is_theirs: Callable[[], bool] = lambda: False
        self._pressed = False
        self._thanked_before = False
        self._thanked = False
        self._thanked_in_dialog = False
        page.on("dialog", self._answer)

    def begin(self) -> None:
        """What sends the page is pressed next."""
        self._pressed, self._thanked_before, self._thanked_in_dialog = True, self._thanked, False

    def look(self, *, thanks: bool) -> bool:
        """The page was looked at, and shows thanks or does not; whether it has thanked since it was pressed."""
        self._thanked = thanks
        return self._pressed and (self._thanked_in_dialog or (thanks and not self._thanked_before))

    async def _answer(self, dialog: Dialog) -> None:
        if self.is_theirs():
            return
        if dialog.type == "alert" and _THANKS.search(dialog.message.lower()):
            self._thanked_in_dialog = True
        is_yes = dialog.type in _NOTICES or (dialog.type == _QUESTION and self.is_meant())
        with suppress(PlaywrightError):  # it may be gone, with its page
            await (dialog.accept() if is_yes else dialog.dismiss())


_pages: WeakKeyDictionary[Page, ToldSince] = WeakKeyDictionary()


def told_since(page: Page) -> ToldSince:
    """What that page said, heard from the first call on."""
    if page not in _pages:
        _pages[page] = ToldSince(page)
    return _pages[page]

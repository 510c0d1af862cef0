"""The answers of a page to a press, in browser dialogs, which no look at the document shows, and in new thanks.

A page that keeps its form and its button may tell of its success by an alert or a toast alone. Thanks that were there
before prove nothing; those that came with a press of what sends are its answer, even if they were gone again before
anybody looked: the documents themselves listen for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from weakref import ReferenceType, WeakKeyDictionary, ref

from playwright.async_api import Dialog, Page
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import calls, frames, words

_THANKS = re.compile(words.PHRASES["confirmed"])
_LISTEN = 'look => look.act("listen")'
#: a question of the browser's own that a press is answered with: "Send the application?"
_QUESTION = "confirm"
#: the dialogs that only have to be acknowledged
_NOTICES = ("alert", "beforeunload")


class ToldSince:
    """The answers of one page since its sending button was last pressed; it also answers the page's dialogs."""

    def __init__(self, page: Page) -> None:
        #: whether a dialog's question is meant: it came of a press that has its intent
        self.is_meant: Callable[[], bool] = lambda: False
        #: whether a person sits at the browser, who answers for themselves
        self.is_theirs: Callable[[], bool] = lambda: False
        self._pressed = False
        self._thanked_before = False
        self._thanked = False
        self._thanked_in_dialog = False
        page.on("dialog", self._answer)

    async def begin(self, page: Page) -> None:
        """Start listening for a confirmation just before the form is sent."""
        self._pressed, self._thanked_before, self._thanked_in_dialog = True, self._thanked, False
        for _, frame in frames.list_form_frames(page):
            if (script := calls.find_script(frame)) is not None:
                with suppress(PlaywrightError):  # of a document that is gone: nothing is pressed there
                    await calls.in_time(script.evaluate(_LISTEN))

    def look(self, *, thanks: bool, passing: bool) -> bool:
        """Note that the page shows thanks, or showed some in `passing`; return whether it thanked since the press."""
        self._thanked = thanks
        return self._pressed and (self._thanked_in_dialog or passing or (thanks and not self._thanked_before))

    async def _answer(self, dialog: Dialog) -> None:
        if self.is_theirs():
            return
        if dialog.type == "alert" and _THANKS.search(dialog.message.lower()):
            self._thanked_in_dialog = True
        is_yes = dialog.type in _NOTICES or (dialog.type == _QUESTION and self.is_meant())
        with suppress(PlaywrightError):  # it may be gone, with its page
            await (dialog.accept() if is_yes else dialog.dismiss())


#: weak on both sides: the page holds its listener, whose callbacks may hold the page
_hearing: WeakKeyDictionary[Page, ReferenceType[ToldSince]] = WeakKeyDictionary()


def told_since(page: Page) -> ToldSince:
    """Return the page's listener, which listens from the first call on."""
    known = _hearing.get(page)
    told = known() if known is not None else None
    if told is None:
        told = ToldSince(page)
        _hearing[page] = ref(told)
    return told

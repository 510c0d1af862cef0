"""The answers of a page to a press: in browser dialogs, which no look at the document shows, in new thanks, by status.

A page that keeps its form and its button may tell of its success by an alert or a toast alone. Thanks that were there
before prove nothing; those that came with a press of what sends are its answer, even if they were gone again before
anybody looked: the documents themselves listen for them. They are none if the page said since that the sending failed,
or if the request that carried the form was answered with an error: some pages thank before they have sent anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from weakref import ReferenceType, WeakKeyDictionary, ref

from playwright.async_api import Dialog, Page, Response
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import calls, frames, words

_THANKS = re.compile(words.PHRASES["confirmed"])
_UNSENT = re.compile(words.PHRASES["unsent"])
#: a status from which on an answer is an error, and those that only lead on to another address
_ERRORS = 400
_REDIRECTS = range(300, 400)
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
        #: whether the request of that method and address carried most of what was filled in
        self.has_carried: Callable[[str, str], bool] = lambda _method, _url: False
        self._pressed = False
        #: whether the page shows thanks, or says that the sending failed, and whether it did so before the press
        self._thanks = self._thanks_before = False
        self._denies = self._denies_before = False
        #: whether it did so in a dialog or in passing, since
        self._thanked = False
        self._denied = False
        #: the last status of each request since the press that carried the form, by method and address
        self._statuses: dict[tuple[str, str], int] = {}
        page.on("dialog", self._answer)
        page.on("response", self._hear)

    @property
    def status(self) -> int:
        """The HTTP status with which the form was answered since the press, the worst of several; 0 if unknown."""
        return max(self._statuses.values(), default=0)

    @property
    def has_thanked(self) -> bool:
        """Whether the page thanked since the press."""
        return self._pressed and (self._thanked or (self._thanks and not self._thanks_before))

    @property
    def has_failed(self) -> bool:
        """Whether the page said since the press that the sending failed, or its server did."""
        return self._denied or self.status >= _ERRORS

    async def begin(self, page: Page) -> None:
        """Start listening for a confirmation just before the form is sent."""
        self.forget()
        self._pressed, self._thanks_before, self._denies_before = True, self._thanks, self._denies
        for _, frame in frames.list_form_frames(page):
            if (script := calls.find_script(frame)) is not None:
                with suppress(PlaywrightError):  # of a document that is gone: nothing is pressed there
                    await calls.in_time(script.evaluate(_LISTEN))

    def forget(self) -> None:
        """Forget what was told of an earlier sending, just before another."""
        self._statuses.clear()
        self._thanked = self._denied = False

    def look(self, *, thanks: bool, denies: bool) -> None:
        """Note that the page shows thanks now, or says that the sending failed; the latter outlasts the words."""
        self._thanks, self._denies = thanks, denies
        self.note_passing(thanked=False, denied=denies and not self._denies_before)

    def note_passing(self, *, thanked: bool, denied: bool) -> None:
        """Note that the page showed thanks since the press, or said that the sending failed, if only for a moment."""
        self._thanked = self._thanked or (self._pressed and thanked)
        self._denied = self._denied or (self._pressed and denied)

    def _hear(self, response: Response) -> None:
        """Note the status if it answers the form, wherever that was redirected to."""
        request = response.request
        while request.redirected_from is not None:
            request = request.redirected_from
        is_form = request.is_navigation_request() and request.method != "GET"
        if response.status not in _REDIRECTS and (is_form or self.has_carried(request.method, request.url)):
            self._statuses[request.method, request.url] = response.status

    async def _answer(self, dialog: Dialog) -> None:
        if self.is_theirs():
            return
        said = dialog.message.lower() if dialog.type == "alert" else ""
        self.note_passing(thanked=bool(_THANKS.search(said)), denied=bool(_UNSENT.search(said)))
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

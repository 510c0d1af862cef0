"""The answers of a page to a press: in browser dialogs, which no look at the document shows, in new thanks, by status.

A page that keeps its form and its button may tell of its success by an alert or a toast alone. Thanks that were there
before prove nothing; those that came with a press of what sends are its answer, even if they were gone again before
anybody looked: the documents themselves listen for them. They are none if the page said since that the sending failed,
or if the request that carried the form was answered with an error: some pages thank before they have sent anything.
Nor are they any yet while nothing has left since that could be the form. Over a connection that was made after the
press, as by a successor of the host that pressed, this is asked of the documents themselves.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from weakref import ReferenceType, WeakKeyDictionary, ref

from playwright.async_api import Dialog, Frame, Page, Request, Response, WebSocket
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import calls, frames, scripts, words
from ghosthands.domain import quotes

_THANKS = re.compile(words.PHRASES["confirmed"])
_UNSENT = re.compile(words.PHRASES["unsent"])
#: a status from which on an answer is an error, and those that only lead on to another address
_ERRORS = 400
_REDIRECTS = range(300, 400)
#: characters of what one document says by which it is known what was applied for
_MOST_WORDS = 50_000
_LISTEN = 'look => look.act("listen")'
#: seconds that a document may take to begin to listen, before we press, and before a human does
_OURS, _THEIRS = 10.0, 2.0
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
        #: whether anything left since the press that could be the form, or that cannot be known
        self.may_have_sent: Callable[[], bool] = lambda: True
        #: the frames that had questions or buttons to be seen when the page was last looked at
        self.asking: set[Frame] = set()
        #: whether we pressed what sends, and whether any sending is known of, which may be a human's
        self._pressed = self._may_be_sent = False
        #: whether the page shows thanks, or says that the sending failed, and whether it did so before the press
        self._thanks = self._thanks_before = False
        self._denies = self._denies_before = False
        #: whether what it says of failing still is what it said of an earlier sending
        self._denies_earlier = False
        #: whether it did so in a dialog or in passing, since
        self._thanked = False
        self._denied = False
        #: what the pages said up to the last press of ours, by which it is known what was applied for
        self.words_before = ""
        #: the last alerts since any press of ours that leads on or sends, as the page words them
        self.alerts: deque[str] = deque(maxlen=quotes.MOST)
        #: the last status of each request since the press that carried the form, by method and address
        self._statuses: dict[tuple[str, str], int] = {}
        #: whether what sends was pressed here, and whether a document was asked for since
        self._began = self._left_document = False
        #: when it was pressed over an earlier connection, in milliseconds since the epoch; None if over this one
        self._pressed_ms: float | None = None
        #: since when the network guard sees what leaves
        self._seen_from_ms = time.time() * 1000
        #: over an open one a page may send unseen
        self._sockets: list[WebSocket] = []
        page.on("dialog", self._answer)
        page.on("response", self._hear)
        page.on("request", self._note_document)
        page.on("websocket", self._note_socket)

    @property
    def status(self) -> int:
        """The HTTP status with which the form was answered since the press, the worst of several; 0 if unknown."""
        return max(self._statuses.values(), default=0)

    @property
    def has_thanked(self) -> bool:
        """Whether the page thanked since the press."""
        return self._pressed and (self._thanked or (self._thanks and not self._thanks_before))

    @property
    def shows_thanks(self) -> bool:
        """Whether the page showed thanks when it was last looked at, whenever they came."""
        return self._thanks

    @property
    def has_denied(self) -> bool:
        """Whether the page said since the press that the sending failed."""
        return self._denied or (self._may_be_sent and self._denies and not self._denies_before)

    @property
    def shows_nothing_sent(self) -> bool:
        """Whether nothing is known to have left since the press that could be the form, in the document it was in."""
        is_talking = any(not socket.is_closed() for socket in self._sockets)
        return self._began and not (self._left_document or is_talking or self.may_have_sent())

    @property
    def knows_nothing_sent(self) -> bool:
        """Whether it is known that nothing left: documents do not tell of all that they sent before we looked."""
        return self.shows_nothing_sent and self._pressed_ms is None

    @property
    def has_failed(self) -> bool:
        """Whether the page said since the press that the sending failed, or its server did.

        Where no press is known of, as over a new connection, any words that it failed count.
        """
        return self.has_denied or self.status >= _ERRORS or (self._denies and not self._may_be_sent)

    async def begin(self, page: Page) -> None:
        """Start listening for a confirmation just before the form is sent."""
        self._forget()
        await self.keep_words(page)
        self._pressed, self._thanks_before, self._denies_before = True, self._thanks, self._denies
        self._began, self._left_document, self._pressed_ms = True, False, None
        self._sockets[:] = [socket for socket in self._sockets if not socket.is_closed()]
        await _listen(page, _OURS)

    async def recall(self, page: Page, pressed_at: datetime) -> None:
        """Take up a press over an earlier connection; its page has sent nothing yet but what its documents tell of.

        A page that has left by now the document in which was pressed is another's answer.
        """
        if not self._began:
            self._began, self._pressed_ms = True, pressed_at.timestamp() * 1000
        if self._pressed_ms is not None and not self._left_document:
            self._left_document = await _have_sent(page, self._pressed_ms, self._seen_from_ms)

    async def forget(self, page: Page) -> None:
        """Forget what was told of an earlier sending, just before another that is not pressed here.

        Words of the earlier one's failing count as long as they stand, and no longer.
        """
        self._denies_earlier = self.has_denied and self._denies
        self._denies_before = self._denies and not self._denies_earlier
        self._forget()
        await _listen(page, _THEIRS)

    async def keep_words(self, page: Page) -> None:
        """Keep what the page says, just before a press that may leave it."""
        shown = [frame for _, frame in frames.list_form_frames(page)]
        asked = [calls.ask(frame, scripts.bare("page_words"), _MOST_WORDS, seconds=_THEIRS) for frame in shown]
        told = [each for each in await asyncio.gather(*asked, return_exceptions=True) if isinstance(each, str)]
        self.words_before = " ".join((*told, self.words_before))[: 4 * _MOST_WORDS]

    def forget_alerts(self) -> None:
        """Forget the alerts so far, just before a press that sends nothing yet."""
        self.alerts.clear()

    def _forget(self) -> None:
        self._statuses.clear()
        self.forget_alerts()
        self._may_be_sent, self._thanked, self._denied = True, False, False

    def look(self, *, thanks: bool, denies: bool) -> None:
        """Note that the page shows thanks now, or says that the sending failed; the latter outlasts the words."""
        self._thanks, self._denies = thanks, denies
        self._denies_before, self._denies_earlier = self._denies_before and denies, self._denies_earlier and denies
        self.note_passing(thanked=False, denied=denies and not (self._denies_before or self._denies_earlier))

    def note_passing(self, *, thanked: bool, denied: bool) -> None:
        """Note that the page showed thanks since the press, or said that the sending failed, if only for a moment."""
        self._thanked = self._thanked or (self._pressed and thanked)
        self._denied = self._denied or (self._may_be_sent and denied)

    def _hear(self, response: Response) -> None:
        """Note the status if it answers the form, wherever that was redirected to."""
        request = response.request
        while request.redirected_from is not None:
            request = request.redirected_from
        is_form = request.is_navigation_request() and request.method != "GET" and self._may_ask(request.frame)
        if response.status not in _REDIRECTS and (is_form or self.has_carried(request.method, request.url)):
            self._statuses[request.method, request.url] = response.status

    def _note_document(self, request: Request) -> None:
        self._left_document = self._left_document or request.is_navigation_request()

    def _note_socket(self, socket: WebSocket) -> None:
        self._sockets.append(socket)

    def _may_ask(self, frame: Frame) -> bool:
        """Whether the frame may hold the form, other than that of a third party beside it."""
        return frame.parent_frame is None or frame in self.asking

    async def _answer(self, dialog: Dialog) -> None:
        if self.is_theirs():
            return
        if dialog.type == "alert":
            self._hear_alert(dialog.message)
        is_yes = dialog.type in _NOTICES or (dialog.type == _QUESTION and self.is_meant())
        with suppress(PlaywrightError):  # it may be gone, with its page
            await (dialog.accept() if is_yes else dialog.dismiss())

    def _hear_alert(self, message: str) -> None:
        self.alerts.append(message)
        lowered = message.lower()
        self.note_passing(thanked=bool(_THANKS.search(lowered)), denied=bool(_UNSENT.search(lowered)))


async def _listen(page: Page, seconds: float) -> None:
    """Have the documents listen from now on for what the page says, if only for a moment."""
    scripts = [calls.find_script(frame) for _, frame in frames.list_form_frames(page)]
    asked = [calls.in_time(script.evaluate(_LISTEN), seconds) for script in scripts if script is not None]
    for failure in await asyncio.gather(*asked, return_exceptions=True):
        # a document that is gone has nothing pressed in it
        if isinstance(failure, BaseException) and not isinstance(failure, PlaywrightError):
            raise failure


async def _have_sent(page: Page, since_ms: float, until_ms: float) -> bool:
    """Whether a document of the page is younger than that, or has sent for something then, as far as they tell."""
    shown = [frame for _, frame in frames.list_form_frames(page) if frame.url.startswith("http")]
    asked = [calls.ask(frame, scripts.bare("sent_since"), [since_ms, until_ms], seconds=_OURS) for frame in shown]
    return True in await asyncio.gather(*asked, return_exceptions=True)


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

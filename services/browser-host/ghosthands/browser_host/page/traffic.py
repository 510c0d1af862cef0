"""The requests of a page that were not answered yet.

Only what changes a page counts: documents, scripts, scripts' own requests and forms; pictures, beacons and streams do
not, and neither does a request left open on purpose (long polling), once it has been open for long. A script that is
loaded on demand may draw the form; one of another host may as well only count visitors, so it is given less time.
Requests begun before the page was first watched are not known, so a page is watched from its opening on.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit
from weakref import ReferenceType, WeakKeyDictionary, ref

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page, Request

_COUNTED = frozenset({"document", "xhr", "fetch"})
_SCRIPT = "script"
#: a script's harmless request that is open for longer is not going to be answered soon
_PATIENCE_SECONDS = 4.0
#: the same of a script of another host than its frame's
_FOREIGN_PATIENCE_SECONDS = 1.0
#: seconds between two looks for those
_WAKE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request that is open."""

    number: int
    frame: Frame | None
    since: float
    address: str
    #: whether it may have an effect, or brings another page
    weighs: bool
    #: whether it only brings code
    is_script: bool
    #: seconds after which it is not waited for any longer
    patience: float


class Traffic:
    """The open requests of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._open: dict[Request, _Asked] = {}
        #: the number of each frame's latest request for a document
        self._documents: dict[Frame, int] = {}
        self._streams: set[str] = set()
        self._changed = asyncio.Event()
        #: monotonic seconds at which watching began
        self.since = time.monotonic()
        #: requests seen so far, but for scripts
        self.begun = 0
        #: and with them
        self.seen = 0
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)
        page.on("framenavigated", self._arrive)
        page.on("framedetached", self._leave)

    def _begin(self, request: Request) -> None:
        is_script = request.resource_type == _SCRIPT
        if not is_script and request.resource_type not in _COUNTED:
            return
        self.seen += 1
        self.begun += not is_script
        frame = _frame_of(request)
        document = request.is_navigation_request()
        if document and frame is not None:
            self._documents[frame] = self.seen
        weighs = request.method != "GET" or (document and frame in (None, self._page.main_frame))
        is_foreign = is_script and frame is not None and urlsplit(frame.url).netloc != urlsplit(request.url).netloc
        patience = _FOREIGN_PATIENCE_SECONDS if is_foreign else _PATIENCE_SECONDS
        address = _address_of(request.url)
        self._open[request] = _Asked(self.seen, frame, time.monotonic(), address, weighs, is_script, patience)
        self._changed.set()

    def _end(self, request: Request) -> None:
        if self._open.pop(request, None):
            self._changed.set()

    def _arrive(self, frame: Frame) -> None:
        """Forget the requests of the document that a new one replaces, as their end is often not reported."""
        number = self._documents.pop(frame, None)
        if number is not None:
            self._forget(lambda asked: asked.frame == frame and asked.number < number)

    def _leave(self, frame: Frame) -> None:
        self._documents.pop(frame, None)
        self._forget(lambda asked: asked.frame == frame)

    def _forget(self, gone: Callable[[_Asked], bool]) -> None:
        self._open = {request: asked for request, asked in self._open.items() if not gone(asked)}
        self._changed.set()

    async def changed(self, seconds: float) -> None:
        """Wait until a request was begun, answered or given up, for at most `seconds`."""
        self._changed.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), min(seconds, _WAKE_SECONDS))

    @property
    def is_quiet(self) -> bool:
        """Whether no request is open that would change the page."""
        return not any(self._counts(asked) for asked in self._open.values())

    @property
    def is_sending(self) -> bool:
        """Whether a request is open that may have an effect, or leads to another page."""
        return any(asked.weighs for asked in self._open.values())

    def awaits(self, url: str) -> bool:
        """Whether a request to that address is known to be open that may have an effect, or leads to another page."""
        return any(asked.weighs and asked.address == _address_of(url) for asked in self._open.values())

    def awaits_more_than(self, url: str) -> bool:
        """Whether a request that would change the page, and no script, is open besides one to that address."""
        counted = [asked for asked in self._open.values() if not asked.is_script and self._counts(asked)]
        return bool(counted) and [asked.address for asked in counted] != [_address_of(url)]

    def _counts(self, asked: _Asked) -> bool:
        if asked.weighs:
            return True
        if time.monotonic() - asked.since > asked.patience:
            self._streams.add(asked.address)
        return asked.address not in self._streams


def _address_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path}"


def _frame_of(request: Request) -> Frame | None:
    """Return the request's frame; None if it does not exist yet, and for a service worker's request."""
    try:
        return request.frame
    except PlaywrightError:
        return None


#: weak on both sides: the page holds its traffic, which hears it, and the traffic the page
_watched: WeakKeyDictionary[Page, ReferenceType[Traffic]] = WeakKeyDictionary()


def traffic_of(page: Page) -> Traffic:
    """Return the page's traffic, counted from the first call on."""
    known = _watched.get(page)
    traffic = known() if known is not None else None
    if traffic is None:
        traffic = Traffic(page)
        _watched[page] = ref(traffic)
    return traffic

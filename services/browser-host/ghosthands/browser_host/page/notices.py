"""Notices that keep a person from the page, and the one answer that gives least away: each is answered at most once.

A wall of cookies is refused, where one of its buttons refuses them; a session that is about to end is kept, where one
button keeps it. What says anything else, asks for anything, takes money or leaves the page is a human's. No answer
sends anything of the applicant's: a notice is answered only while nothing can be submitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from playwright.async_api import ElementHandle, Frame, Page
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import frames, scripts
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.way_words import find, plain

_CLICK_MS = 2_000
#: what is longer is the page itself, or its terms
_MOST_LETTERS = 6_000

#: the answers given on a page, each by its address and the words of notice and button
_given: WeakKeyDictionary[Page, set[tuple[str, str, str]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class PageNotice:
    """A notice over the page: what it says, and what is said on each of its buttons."""

    words: str
    said: Sequence[str]
    #: whether it asks for more than boxes to tick
    asks: bool = False

    def find_answer(self) -> int | None:
        """Return the place of the button that refuses cookies or keeps the session; None if none does for certain."""
        told = plain(self.words)
        if self.asks or len(self.words) > _MOST_LETTERS:
            return None
        buttons = [plain(said) for said in self.said]
        if find("expiring", told):
            return _find_only(buttons, "stay") if _find_all(buttons, "stay") else _find_continuing(buttons)
        if not find("cookies", told) or find("recruiting", told):
            return None
        return _find_only(buttons, "refuse") if _find_all(buttons, "refuse") else _find_only(buttons, "needed")


def _find_all(buttons: Sequence[str], kind: str) -> list[int]:
    return [at for at, said in enumerate(buttons) if find(kind, said) and not _is_risky(said)]


def _find_only(buttons: Sequence[str], kind: str) -> int | None:
    found = _find_all(buttons, kind)
    return found[0] if len(found) == 1 else None


def _find_continuing(buttons: Sequence[str]) -> int | None:
    """Return the button that goes on, where every other one ends the session: it may mean nothing else."""
    at = _find_only(buttons, "next")
    others = [said for place, said in enumerate(buttons) if place != at and said]
    return at if all(find("lose", said) or _leaves(said) for said in others) else None


def _leaves(said: str) -> bool:
    return bool(find("elsewhere", said)) and not find("no", said)


def _is_risky(said: str) -> bool:
    """Whether the button may lose what was filled in, or cost money."""
    return bool(find("lose", said) or find("pay", said))


async def answer_notice(page: Page) -> bool:
    """Answer the notice that keeps a person from the page, if there is one to be answered; return whether it was.

    The same notice is answered once on the same page.
    """
    for _, frame in frames.list_form_frames(page):
        try:
            if await _answer_in(page, frame):
                return True
        except PlaywrightError:  # the frame is gone, or something lies over the notice
            continue
    return False


async def _answer_in(page: Page, frame: Frame) -> bool:
    shown = await in_time(frame.evaluate_handle(scripts.bare("notices")))
    told = await in_time(shown.evaluate("shown => shown.map(({ words, said, asks }) => [words, said, asks])"))
    for place, notice in enumerate(PageNotice(*each) for each in told):
        at = notice.find_answer()
        if at is None:
            continue
        answer = (page.url, notice.words, notice.said[at])
        if answer in _given.setdefault(page, set()):
            continue
        find_button = "(shown, [place, at]) => shown[place].buttons[at]"
        button: ElementHandle | None = (await in_time(shown.evaluate_handle(find_button, [place, at]))).as_element()
        if button is not None:
            _given[page].add(answer)
            await button.click(timeout=_CLICK_MS, no_wait_after=True)
            return True
    return False

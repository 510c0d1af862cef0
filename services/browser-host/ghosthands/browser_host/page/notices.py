"""Notices that keep a person from the page, and the one answer that gives least away: each is answered at most once.

A wall of cookies is refused, where one of its buttons refuses them and says nothing else; a session that is about to
end is kept, where one button keeps it beside one that ends it; an offer of news or help that speaks of no application
is closed, where a button does that. What says anything else, asks for anything, agrees to anything, takes money or
leaves the page is a human's: an unanswered notice costs no more than a question. No answer sends anything of the
applicant's: a notice is answered only while nothing can be submitted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from playwright.async_api import ElementHandle, Frame, Page
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import frames, scripts
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.way_words import cut, find, plain
from ghosthands.planning.rules.offers import offers
from ghosthands.planning.signals import words

_CLICK_MS = 2_000
#: what is longer is the page itself, or its terms
_MOST_LETTERS = 6_000

#: the answers given on a page, each by its address and the words of notice and button
_given: WeakKeyDictionary[Page, set[tuple[str, str, str]]] = WeakKeyDictionary()


#: what makes any notice a human's, be it said above its buttons or on one of them …
_OF_A_HUMAN = ("terms", "recruiting", "money", "paying", "subscribing")
#: … and what makes one about a session so
_OF_NO_SESSION = ("cookies", "agreeing", "lasting")
#: … or about no mere offer
_OF_NO_OFFER = ("cookies", "terms", "paying", "expiring", "application", "apply")
#: an e-mail address
_MOST_OF_AN_OFFER = 1
_CLOSING_SIGNS = frozenset("×xх✕✖✗✘⨯╳🗙")
#: what a button does that does more than to keep a session
_DOES_MORE = ("send", "confirm", "yes", "apply", "denies", "lose", "signs_out")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]")


@dataclass(frozen=True, slots=True)
class PageNotice:
    """A notice over the page: what it says, and what is said on each of its buttons."""

    words: str
    said: Sequence[str]
    #: how many questions it asks besides boxes to tick
    asked: int = 0
    #: whether one of its buttons may send what the page asks for
    sends: bool = False

    def find_answer(self) -> int | None:
        """Return the button that refuses cookies, keeps the session or closes the offer, by its place among `said`.

        None if none does for certain.
        """
        buttons = [plain(said) for said in self.said]
        everything = " ".join([plain(self.words), *buttons])
        if len(self.words) > _MOST_LETTERS:
            return None
        if self.asked <= _MOST_OF_AN_OFFER and _is_offer(everything):
            return _find_closing(self.said)
        is_choice = sum(map(bool, buttons)) > 1
        if self.asked or self.sends or not is_choice or _says_any(_OF_A_HUMAN, everything):
            return None
        if find("cookies", everything):
            return _find_refusing(buttons)
        if _says_any(_OF_NO_SESSION, everything) or offers(words(self.words)) or not self._ends_a_session(buttons):
            return None
        return _find_keeping(buttons)

    def _ends_a_session(self, buttons: Sequence[str]) -> bool:
        """Whether one sentence says that a session is about to end; the words of the buttons do not count."""
        return any(
            find("expiring", sentence) and find("session", _drop(buttons, sentence))
            for sentence in map(plain, _SENTENCE_END.split(self.words))
        )


def _is_offer(said: str) -> bool:
    """Whether a notice offers news, help or the like, and nothing else."""
    return _says_any(("subscribing", "offering"), said) and not _says_any(_OF_NO_OFFER, said)


def _find_closing(said: Sequence[str]) -> int | None:
    """Return the first button that closes the notice by a sign or by words, and does nothing else."""
    signs = [at for at, each in enumerate(said) if each.strip().casefold() in _CLOSING_SIGNS]
    words = [at for at, each in enumerate(said) if find("closes", plain(each))]
    return next(iter(signs + words), None)


def _says_any(kinds: Sequence[str], said: str) -> bool:
    return any(find(kind, said) for kind in kinds)


def _drop(buttons: Sequence[str], said: str) -> str:
    for button in buttons:
        said = said.replace(button, " ") if len(button) > 1 else said
    return said


def _find_refusing(buttons: Sequence[str]) -> int | None:
    for kind in ("refuse", "needed"):
        found = [at for at, said in enumerate(buttons) if find(kind, said)]
        if found:
            return found[0] if len(found) == 1 and _says_only(kind, buttons[found[0]]) else None
    return None


def _says_only(kind: str, said: str) -> bool:
    """Whether the button says nothing else, but of which cookies."""
    rest = cut(kind, said)
    return rest is not None and not find("denies", rest) and all(find("besides", word) for word in rest.split())


def _find_keeping(buttons: Sequence[str]) -> int | None:
    """Return the button that keeps the session; or that goes on, where every other one ends the session."""
    ending = [said for said in buttons if find("signs_out", said)]
    for kind, is_clear in (("stay", bool(ending)), ("next", len(ending) == sum(map(bool, buttons)) - 1)):
        found = [at for at, said in enumerate(buttons) if find(kind, said)]
        if found and is_clear:
            return found[0] if len(found) == 1 and not _says_any(_DOES_MORE, buttons[found[0]]) else None
    return None


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
    shown = await in_time(frame.evaluate_handle(scripts.bare("seen", "notices")))
    told = await in_time(
        shown.evaluate("shown => shown.map((each) => [each.words, each.said, each.asked, each.sends])")
    )
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

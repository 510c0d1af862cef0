"""Folded parts of a form, which are unfolded before it is read: what they ask is sent with it, and may be required.

Only what does nothing but unfold is pressed: a heading or a summary in the form, or whatever folds a required question,
each once in a document. What adds something, opens a list or stands beside the form stays as it is.
"""

from __future__ import annotations

import contextlib
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import frames, scripts
from ghosthands.browser_host.page.calls import ask

#: what was unfolded on a page, by its document and the words of its heading
_unfolded: WeakKeyDictionary[Page, set[str]] = WeakKeyDictionary()


async def unfold(page: Page) -> bool:
    """Unfold the folded parts of the page's forms; return whether there were any."""
    before = _unfolded.setdefault(page, set())
    known = len(before)
    for _, frame in frames.list_form_frames(page):
        with contextlib.suppress(PlaywrightError):  # the frame is gone
            before.update(await ask(frame, scripts.bare("seen", "folded"), sorted(before)))
    return len(before) > known

"""Frames by their place: `0/1` is the second child of the main frame's first child, the main frame is the empty path.

Frames of captcha vendors and the like are not part of the form and are left out, as are those that have not loaded yet;
both keep their place in the count. A place says where a frame was when it was looked at; which one that was is for
`realms` to know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.async_api import Frame, Page

_FOREIGN = re.compile(
    r"recaptcha|hcaptcha\.com|challenges\.cloudflare\.com|captcha-delivery\.com|arkoselabs\.com|funcaptcha"
    r"|googletagmanager\.com|doubleclick\.net|facebook\.com/(?:plugins|tr)|youtube(?:-nocookie)?\.com|player\.vimeo\.com",
    re.IGNORECASE,
)


def list_form_frames(page: Page) -> Iterator[tuple[str, Frame]]:
    """Yield every frame that may hold a part of the form, with its path, parents before children."""
    return _walk(page.main_frame, "")


def _walk(frame: Frame, path: str) -> Iterator[tuple[str, Frame]]:
    yield path, frame
    for index, child in enumerate(frame.child_frames):
        if child.url and not _FOREIGN.search(child.url) and not child.is_detached():
            yield from _walk(child, f"{path}/{index}" if path else str(index))


def at(page: Page, path: str) -> Frame | None:
    """Return the frame at `path`; None if there is none any more."""
    frame = page.main_frame
    for step in path.split("/") if path else ():
        children = frame.child_frames
        if int(step) >= len(children):
            return None
        frame = children[int(step)]
    return frame

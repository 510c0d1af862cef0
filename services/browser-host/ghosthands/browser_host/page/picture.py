"""A picture of the page, for people: what stood there when it mattered."""

from __future__ import annotations

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FloatRect, Page

from ghosthands.browser_host.page.calls import ask

#: CSS pixels; beyond it a picture costs megabytes and shows nothing anyone reads
MAX_HEIGHT = 8_000
_TIMEOUT_MS = 15_000


#: drawn over the page while its picture is taken: what its fields hold cannot be read
_VEIL = """
input:not([type=submit], [type=button], [type=reset], [type=checkbox], [type=radio], [type=range], [type=color]),
textarea, select, [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only] {
  color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important;
}
"""


async def screenshot(page: Page, *, full_page: bool = True, cut: bool = True, veiled: bool = False) -> bytes:
    """The whole page as PNG, `cut` off below 8 000 CSS pixels, or what is in view. Raises playwright's Error.

    `veiled`: without what its fields hold; words of the page itself stay.
    """
    clip = await _find_clip(page) if full_page and cut else None
    return await page.screenshot(
        full_page=full_page,
        clip=clip,
        scale="css",
        animations="disabled",
        caret="initial",
        timeout=_TIMEOUT_MS,
        style=_VEIL if veiled else None,
    )


async def _find_clip(page: Page) -> FloatRect:
    width, height = await _extent(page)
    return FloatRect(x=0, y=0, width=width, height=min(height, MAX_HEIGHT))


async def _extent(page: Page) -> tuple[float, float]:
    try:
        width, height = await ask(
            page.main_frame, "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
    except PlaywrightError:
        return 1280, 720
    return max(1, width), max(1, height)

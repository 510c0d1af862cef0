"""The pictures of a page, for people: what it showed when it mattered."""

from __future__ import annotations

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FloatRect, Page

from ghosthands.browser_host.page.calls import ask

#: CSS pixels; beyond it a picture costs megabytes and shows nothing anyone reads
MAX_HEIGHT = 8_000
_TIMEOUT_MS = 15_000


#: styles for the time of the picture: what the page's fields hold cannot be read
_VEIL = """
input:not([type=submit], [type=button], [type=reset], [type=checkbox], [type=radio], [type=range], [type=color]),
textarea, select, [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only] {
  color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important;
}
"""


#: styles for a filled page: of its words only headings and labels can be read, and no box shows whether it is ticked,
#: so that custom controls show nothing of their values either
_SHROUD = """
:is(body, body *):not(h1, h2, h3, h4, h5, h6, label, legend) {
  color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important;
  caret-color: transparent !important;
}
:is(h1, h2, h3, h4, h5, h6, label, legend) {
  color: #6b7280 !important; -webkit-text-fill-color: #6b7280 !important;
}
img, picture, video, canvas, svg, input:is([type=checkbox], [type=radio], [type=range], [type=color]) {
  visibility: hidden !important;
}
:is([aria-checked], [aria-pressed], [aria-selected], [aria-current], [role=radio], label:has(input)) {
  background: none !important; border-color: currentcolor !important; box-shadow: none !important;
  outline: none !important; font-weight: inherit !important;
}
::placeholder { color: transparent !important; }
"""
_SKETCH_QUALITY = 45
MAX_SKETCH_HEIGHT = 3_000


async def sketch(page: Page) -> bytes:
    """Take a small JPEG of a filled page, without what was filled in. Raises playwright's Error."""
    return await page.screenshot(
        type="jpeg",
        full_page=True,
        clip=await _find_clip(page, MAX_SKETCH_HEIGHT),
        quality=_SKETCH_QUALITY,
        scale="css",
        animations="disabled",
        caret="initial",
        timeout=_TIMEOUT_MS,
        style=_SHROUD,
    )


async def screenshot(page: Page, *, full_page: bool = True, cut: bool = True, veiled: bool = False) -> bytes:
    """Take a PNG of the whole page, `cut` off below 8 000 CSS pixels, or of what is in view. Raises playwright's Error.

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


async def _find_clip(page: Page, most: int = MAX_HEIGHT) -> FloatRect:
    width, height = await _extent(page)
    return FloatRect(x=0, y=0, width=width, height=min(height, most))


async def _extent(page: Page) -> tuple[float, float]:
    try:
        width, height = await ask(
            page.main_frame, "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
    except PlaywrightError:
        return 1280, 720
    return max(1, width), max(1, height)

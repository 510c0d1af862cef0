"""The reach of an engine: the documents of the fields that it was told to fill, in which alone it may type.

What engines type goes to whatever has the focus, in whatever frame, and a page may move that at any moment. So a text
is inserted by the document that it is for (`insert`), all of it or nothing, and before a key it is proven that one of
these documents has the focus. If the focus is taken during a key press, its new owner gets that key: one letter.

Limits: within such a document an engine may type into any field. A frame in a closed shadow root is not told from the
document that it stands in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Error, Page

from ghosthands.browser_host.page import realms, scripts
from ghosthands.contract.credentials import domain_of
from ghosthands.domain.page import AnyField, PageModel


class Reach:
    """The documents of one session's page in which an engine may type now; unbound, it may type anywhere."""

    def __init__(self) -> None:
        self._page: Page | None = None
        self._paths: Collection[str] = ()

    @property
    def is_bound(self) -> bool:
        """Whether typing is restricted at all."""
        return self._page is not None

    def bind(self, page: Page, model: PageModel, field_ids: Iterable[str]) -> None:
        """Bind the reach to the documents that those fields were seen in."""
        realms.expect(page, model)
        fields = [model.field(each) for each in field_ids]
        self._page = page
        self._paths = sorted({field.locator.frame for field in fields if isinstance(field, AnyField)})

    def bind_site(self, page: Page, model: PageModel) -> None:
        """Bind the reach to the page's own document, and to its fields' documents of the same site."""
        self.bind(page, model, [field.id for field in model.fields])
        site = domain_of(urlsplit(page.url).hostname or "")
        found = {path: realms.frame_at(page, path) for path in ("", *self._paths)}
        self._paths = sorted(path for path, one in found.items() if one and _is_of(site, one.url))

    def admits(self, url: str) -> bool:
        """Whether one of the documents has the address's origin."""
        found = [realms.frame_at(self._page, path) for path in self._paths] if self._page else []
        return realms.origin_of(url) in {realms.origin_of(frame.url) for frame in found if frame is not None}

    async def holds_focus(self) -> bool:
        """Whether a key goes to one of the documents."""
        return any(await self._ask("typable"))

    async def insert(self, text: str) -> bool:
        """Insert the text where the focus is; return whether that is in one of the documents, and took it."""
        return any(await self._ask("typed", text))

    async def _ask(self, script: str, task: Any = None) -> Sequence[bool]:
        return [await self._ask_in(path, script, task) for path in self._paths]

    async def _ask_in(self, path: str, script: str, task: Any) -> bool:
        if self._page is None:
            return False
        try:
            realm = await realms.at(self._page, path)
            return bool(await realm.ask(scripts.bare("reached", script), task))
        except (Error, realms.FrameChanged):
            return False


def _is_of(site: str, url: str) -> bool:
    """Whether a document of that address is the site's; one without an address of its own is its page's."""
    host = urlsplit(url).hostname
    return host is None or domain_of(host) == site

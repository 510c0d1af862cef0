"""The common part of the engines without a model: they work over the host's own connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.async_api import Error, Page

from ghosthands.browser_host.engines.engine import EngineMove, EngineTrouble, SignOfLife
from ghosthands.browser_host.errors import BrowserLost
from ghosthands.browser_host.ports.page_state import Whereabouts
from ghosthands.browser_host.ports.tab import TabAddress, target_id
from ghosthands.domain.codes import EngineFailure


class OwnPageEngine:
    """An engine on the host's own page, which `page` returns as it is at the time."""

    def __init__(self, page: Callable[[], Page]) -> None:
        self._page = page
        self._on_sign: SignOfLife = lambda _what: None

    async def attach(self, address: TabAddress, on_sign: SignOfLife) -> None:
        """Keep the callback for signs of life: the connection is there already."""
        self._on_sign = on_sign

    async def locate(self) -> Whereabouts:
        """Return the tab, address and frames of the host's own page."""
        page = self._require_page()
        try:
            return Whereabouts(await target_id(page), page.url, tuple(frame.url for frame in page.frames))
        except Error as error:
            raise EngineTrouble(EngineFailure.PAGE_UNREADABLE) from error

    async def perform(self, task: EngineMove, acts: list[str]) -> None:
        """Raise EngineTrouble: a task in words needs a model."""
        raise EngineTrouble(EngineFailure.NOT_SUPPORTED, "a task needs an engine with a model")

    def keep_from_models(self, values: Mapping[str, str]) -> None:
        """Do nothing: no model is shown anything."""

    def _require_page(self) -> Page:
        """Return the page as it is now. Raises EngineTrouble if the browser is gone."""
        try:
            return self._page()
        except BrowserLost as lost:
            raise EngineTrouble(EngineFailure.BROWSER_LOST) from lost

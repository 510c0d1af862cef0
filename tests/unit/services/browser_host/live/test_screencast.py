"""A cast that does not come about leaves nothing behind: its session is let go of, and no late frame is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.async_api import Error

from ghosthands.browser_host.live.screencast import Screencast


class Cdp:
    """A session with a page that answers nothing, or says no."""

    def __init__(self, answer: Callable[[], None] | None = None) -> None:
        self.listeners: dict[str, object] = {}
        self.asked = asyncio.Event()
        self.detached = False
        self._answer = answer

    def on(self, event: str, listener: object) -> None:
        self.listeners[event] = listener

    def remove_listener(self, event: str, _listener: object) -> None:
        del self.listeners[event]

    async def send(self, _method: str, _params: object = None) -> None:
        self.asked.set()
        if self._answer is None:
            await asyncio.Event().wait()
        else:
            self._answer()

    async def detach(self) -> None:
        self.detached = True


def starting(cdp: Cdp) -> asyncio.Task[Screencast]:
    async def new_cdp_session(_page: object) -> Cdp:
        return cdp

    page: Any = SimpleNamespace(context=SimpleNamespace(new_cdp_session=new_cdp_session))
    return asyncio.create_task(Screencast.start(page, lambda _frame: None))


async def test_one_that_is_cut_off_while_it_starts_lets_go_of_the_page() -> None:
    cdp = Cdp()
    cast = starting(cdp)
    await cdp.asked.wait()
    cast.cancel()
    await asyncio.wait({cast}, timeout=10)
    assert (cast.cancelled(), cdp.detached, cdp.listeners) == (True, True, {})


async def test_one_that_the_page_refuses_lets_go_of_it() -> None:
    def refuse() -> None:
        raise Error("no")

    cdp = Cdp(refuse)
    with pytest.raises(Error):
        await starting(cdp)
    assert (cdp.detached, cdp.listeners) == (True, {})

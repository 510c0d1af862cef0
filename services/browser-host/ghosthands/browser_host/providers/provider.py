"""What every provider is: something that hands out running browsers and takes them back.

What it hands out says where the browser is reached and whether it is gone, and nothing of the pages in it: those are
worked by `driven.DrivenBrowser`, the same way whoever the provider is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from ghosthands.browser_host.profiles import Profile
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.provider import ProviderName


@dataclass(frozen=True)
class Order:
    """What a session wants of its browser."""

    provider: ProviderName = ProviderName.LOCAL
    headed: bool = False
    #: where the user's own browser is reached: whoever has it has the browser, so it is never logged
    cdp_url: str | None = field(default=None, repr=False)


class Running(Protocol):
    """A browser that runs."""

    @property
    def ws_url(self) -> str:
        """Where it is driven: the DevTools address of the browser target. Never logged."""

    @property
    def process(self) -> ProcessIdentity | None:
        """Its process; None where that is not ours to know."""

    @property
    def owns_browser(self) -> bool:
        """Whether the whole browser is the session's, or merely what it is shown of it."""

    @property
    def alive(self) -> bool:
        """Whether it ran when it was last looked at."""

    async def gone(self, timeout_seconds: float | None) -> bool:
        """Wait until it has ended; False when it still runs after `timeout_seconds` (None: wait for ever)."""

    async def end(self) -> None:
        """Give it back, whatever state it is in: nothing of the session stays in it. Raises nothing."""


class Provider(Protocol):
    """One kind of browser. A profile stands for what the session has of it until it is discarded."""

    async def launch(self, profile: Profile, order: Order) -> Running:
        """A browser for a new session. Raises BrowserUnavailable, Transient where it is only not its turn."""

    async def adopt(self, profile: Profile, process: ProcessIdentity | None, order: Order) -> Running | None:
        """The browser an earlier process of this host had; None where it is no longer the same one."""

    async def discard(self, profile: Profile, order: Order) -> None:
        """Give back whatever the session still has and forget it; nothing happens where there is nothing."""

    async def close(self) -> None:
        """End what is kept for sessions to come."""

    def profiles(self) -> Collection[Profile]:
        """Of every session that has something on this host."""

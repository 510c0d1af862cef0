"""What every provider is: something that hands out running browsers and takes them back.

What it hands out says where the browser is reached and whether it is gone, and nothing of the pages in it: those are
worked by `driven.DrivenBrowser`, the same way whoever the provider is.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.running import Running
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.chromium import ProcessIdentity


class Provider(Protocol):
    """Provides one kind of browser. A session's folder stands for what it has of it until it is discarded."""

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> Running:
        """A browser for a new session. Raises BrowserUnavailable, Transient where it is only not possible yet."""

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> Running | None:
        """The browser an earlier process of this host had; None where it is no longer the same one."""

    async def discard(self, key: SessionKey, launch_request: LaunchRequest) -> None:
        """Give back whatever the session still has and forget it; nothing happens where there is nothing."""

    async def close(self) -> None:
        """End what is kept for sessions to come."""

    def session_keys(self) -> Collection[SessionKey]:
        """The keys of every session that has something on this host."""

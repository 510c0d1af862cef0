"""The interface of every provider: it hands out running browsers and takes them back.

A running browser says where it is reached and whether it is gone, and nothing of the pages in it: those are worked by
`driven.DrivenBrowser`, the same way for every provider.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.running import Running
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.chromium import ProcessIdentity


class Provider(Protocol):
    """A provider of one kind of browser. A session's folder exists while the session has something of it."""

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> Running:
        """Return a browser for a new session. Raises BrowserUnavailable, Transient if it is only not possible yet."""

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> Running | None:
        """Return the browser that an earlier process of this host had; None if it is no longer the same one."""

    async def discard(self, key: SessionKey, launch_request: LaunchRequest) -> None:
        """Give back whatever the session still has and forget it; do nothing if there is nothing."""

    async def close(self) -> None:
        """End what is kept for sessions to come."""

    def session_keys(self) -> Collection[SessionKey]:
        """Return the keys of all sessions that have something on this host."""

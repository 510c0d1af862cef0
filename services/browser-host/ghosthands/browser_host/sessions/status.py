"""The public status of a session: nothing in it gives access to the browser or tells what is on its page."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from ghosthands.browser_host.errors import BrowserLost
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.registry import Booking, Sessions
from ghosthands.browser_host.sessions.session import Session
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging.log import states

#: the part of a DevTools address that gives access to the browser
_SECRET = re.compile(r"(?<=/devtools/browser/).+")


def describe_sessions(sessions: Sessions, *, host: str, live_view: bool) -> tuple[SessionStatus, ...]:
    """Return the status of every session of the host, with those that are being opened."""
    opening = [_describe_opening(one, host=host) for one in sessions.opening()]
    return (*opening, *(_describe(one, host=host, live_view=live_view) for one in sessions.all()))


def _describe_opening(booking: Booking, *, host: str) -> SessionStatus:
    return SessionStatus(**_name(booking.key), tenant=booking.tenant, host=host, initializing=True)


def _describe(session: Session, *, host: str, live_view: bool) -> SessionStatus:
    idle = time.monotonic() - session.used_at
    return SessionStatus(
        **_name(session.key),
        active=not session.browser.lost.done(),
        tenant=session.tenant,
        host=host,
        last_used_at=(datetime.now(UTC) - timedelta(seconds=idle)).isoformat(timespec="milliseconds"),
        idle_ms=round(idle * 1000),
        last_error=session.last_error,
        browser_pid=session.browser.process.pid if session.browser.process else None,
        ws_endpoint=_mask_address(session),
        engine=session.worked_by.value,
        epoch=states.session_of(session.history).epoch,
        live_view=live_view and session.control.is_shown,
        keep_alive=session.keep_alive,
    )


def _name(key: SessionKey) -> dict[str, Any]:
    name = key.tools
    return {
        "session": key.session_id if name is None else name,
        "session_id": key.session_id,
        "job_id": key.owner if name is None else "",
    }


def _mask_address(session: Session) -> str | None:
    try:
        return _SECRET.sub("***", session.browser.address.ws_url)
    except BrowserLost:
        return None

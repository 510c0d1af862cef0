"""How a session stands, as whoever may ask is told: nothing in it reaches the browser or tells what is on its page."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

from ghosthands.browser_host.errors import BrowserLost
from ghosthands.browser_host.sessions import Session
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging import states

#: the part of a DevTools address by which the browser is reached
_SECRET = re.compile(r"(?<=/devtools/browser/).+")


def status_of(session: Session, *, host: str, live_view: bool, last_error: str | None = None) -> SessionStatus:
    """How the session stands."""
    idle = time.monotonic() - session.used_at
    tools = session.profile.tools
    return SessionStatus(
        session=session.id if tools is None else tools,
        session_id=session.id,
        active=not session.browser.lost.done(),
        tenant=session.tenant,
        job_id=session.job_id if tools is None else "",
        host=host,
        last_used_at=(datetime.now(UTC) - timedelta(seconds=idle)).isoformat(timespec="milliseconds"),
        idle_ms=round(idle * 1000),
        last_error=last_error,
        browser_pid=session.browser.process.pid if session.browser.process else None,
        ws_endpoint=_masked(session),
        engine=session.worked_by.value,
        epoch=states.ledger_of(session.history).epoch if session.history else 0,
        live_view=live_view and session.control.is_shown,
        keep_alive=session.keep_alive,
    )


def _masked(session: Session) -> str | None:
    try:
        return _SECRET.sub("***", session.browser.address.ws_url)
    except BrowserLost:
        return None

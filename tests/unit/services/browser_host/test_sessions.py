"""A slot while its session is opened, however many want to open it."""

from __future__ import annotations

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.registry import Sessions

PROFILE = SessionKey("job", "session")


async def test_whoever_gives_up_opening_a_session_leaves_it_to_the_others_who_want_to() -> None:
    sessions = Sessions(slots=1, per_site=1)
    with sessions.booked(PROFILE, "acme", "jobs.example.com") as first:
        with sessions.booked(PROFILE, "acme", "jobs.example.com"):
            pass
        sessions.interrupt(PROFILE, "cancelled")
        assert first.interruption.done()

"""What the log says of a job's sessions: which are open, and which of them serves."""

from __future__ import annotations

from ghosthands.domain.provider import ProviderName
from ghosthands.domain.session import SessionClosed, SessionLost, SessionOpened, fold


def opened(session_id: str) -> SessionOpened:
    return SessionOpened(cause="c", session_id=session_id, host="h", provider=ProviderName.LOCAL)


def test_a_session_that_came_late_serves_and_the_other_is_open_still() -> None:
    state = fold([opened("early"), opened("late")])
    assert (state.serves("early"), state.serves("late")) == (False, True)
    assert state.open == {"early", "late"}


def test_the_end_of_one_that_does_not_serve_leaves_the_one_that_does() -> None:
    state = fold([opened("early"), opened("late"), SessionLost(session_id="early", reason="crashed")])
    assert (state.has_open("early"), state.serves("late")) == (False, True)


def test_once_the_one_that_serves_has_ended_none_does() -> None:
    state = fold([opened("early"), opened("late"), SessionClosed(session_id="late", reason="done")])
    assert state.session is None
    assert state.open == {"early"}


def test_one_that_was_opened_again_is_open() -> None:
    assert fold([opened("s"), SessionClosed(session_id="s", reason="done"), opened("s")]).has_open("s")

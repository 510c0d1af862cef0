"""The command to make a move of a manual in the session of the job that follows it."""

from __future__ import annotations

from ghosthands.domain.manual import ManualMove
from ghosthands.domain.session import SessionCommand


class MakeMove(SessionCommand, frozen=True, kw_only=True):
    """Make a move of the job's manual; anything that it would send is dropped."""

    model_ref: str
    action_id: str
    move: ManualMove

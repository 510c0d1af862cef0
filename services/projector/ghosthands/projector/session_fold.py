"""Browser sessions: each event fills some columns of the session's row, with or without a job."""

from __future__ import annotations

from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.message import Event
from ghosthands.domain.session import (
    EngineSwitched,
    EngineSwitchFailed,
    SessionClosed,
    SessionFenced,
    SessionLost,
    SessionOpened,
)
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import cost_fold, engine_fold
from ghosthands.projector.folded import Folded
from ghosthands.readmodel.rows import BrowserStatus, SessionRow, SwitchRow


def fold(folded: Folded, recorded: Recorded[Event], job_id: str | None) -> None:
    """Put what the event says of a session; other events change nothing."""
    match recorded.event:
        case SessionOpened() as event:
            row = SessionRow(
                session_id=event.session_id,
                job_id=job_id,
                host=event.host,
                provider=event.provider,
                pid=event.pid,
                epoch=event.epoch,
                status=BrowserStatus.OPEN,
                opened_at=recorded.at,
                sequence=recorded.sequence,
            )
        case SessionFenced() as event:
            row = SessionRow(session_id=event.session_id, epoch=event.epoch, sequence=recorded.sequence)
        case SessionLost() as event:
            row = _end_session(BrowserStatus.LOST, event, recorded)
        case SessionClosed() as event:
            row = _end_session(BrowserStatus.CLOSED, event, recorded)
        case EngineSwitched() | EngineSwitchFailed() as event:
            folded.switches.put(_fold_switch(event, recorded, job_id))
            if isinstance(event, EngineSwitchFailed):
                engine_fold.operated(folded, recorded, engine=event.target, platform=event.platform)
            return
        case CostIncurred():
            cost_fold.incur(folded, recorded, platform=None)
            return
        case _:
            return
    folded.sessions.put(row)


def _fold_switch(
    event: EngineSwitched | EngineSwitchFailed, recorded: Recorded[Event], job_id: str | None
) -> SwitchRow:
    return SwitchRow(
        sequence=recorded.sequence,
        session_id=event.session_id,
        job_id=job_id,
        platform=event.platform,
        site=event.site,
        source=event.source,
        target=event.target,
        reason=event.reason,
        success=isinstance(event, EngineSwitched),
        code=event.code if isinstance(event, EngineSwitchFailed) else None,
        took_ms=event.took_ms,
        at=recorded.at,
    )


def _end_session(status: BrowserStatus, event: SessionLost | SessionClosed, recorded: Recorded[Event]) -> SessionRow:
    return SessionRow(
        session_id=event.session_id,
        status=status,
        reason=event.reason,
        ended_at=recorded.at,
        sequence=recorded.sequence,
    )

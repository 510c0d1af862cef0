"""The tables held against the stream: what a plant in them is told as."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from datetime import datetime, timedelta
from typing import Any, cast

import msgspec
import pytest

from ghosthands.cli import verification
from ghosthands.domain import session
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.requests import PressHeld, RequestKind
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History
from ghosthands.readmodel import Reader
from ghosthands.readmodel.rows import EventRow, JobRow, StepRow
from ghosthands.testkit.story import Story

Tell = Callable[..., History]


class Tables:
    """What a reader would answer about one job; as the projector folds it, until something is planted."""

    def __init__(self, history: History) -> None:
        state = job_of(history)
        assert state.request is not None
        self.row = row(
            JobRow,
            job_id=state.id,
            phase=state.phase.value,
            submission=state.effects.submission.value,
            epoch=state.attempt.epoch,
            retries=state.attempt.retries,
            session_id=state.browser.session.id if state.browser.session else None,
            tenant=state.request.tenant,
            applicant=state.request.applicant,
            posting=state.request.posting,
            sequence=history.last_sequence,
        )
        self.event_rows = [row(EventRow, sequence=one.sequence, id=one.id) for one in history.recorded]
        self.dropped_before: datetime | None = None
        self.step_rows = [
            row(StepRow, action_id="fill-email", status="verified"),
            row(StepRow, action_id=intent_of(history), status="succeeded"),
        ]

    async def changes(self, _job_id: str) -> AsyncGenerator[JobRow, None]:
        yield self.row
        raise AssertionError("the row that was given has seen everything")

    async def events(self, _job_id: str) -> list[EventRow]:
        return self.event_rows

    async def events_dropped_before(self) -> datetime | None:
        return self.dropped_before

    async def steps(self, _job_id: str) -> list[StepRow]:
        return self.step_rows

    def plant(self, **changes: Any) -> None:
        self.row = msgspec.structs.replace(self.row, **changes)


def row(kind: Any, **known: Any) -> Any:
    """A row of which only the columns given matter."""
    return kind(**{**dict.fromkeys(kind.__struct_fields__), **known})


def intent_of(history: History) -> str:
    return next(event.intent_id for event in history.events if hasattr(event, "button_id"))  # type: ignore[attr-defined]


@pytest.fixture
def applied(history: Tell) -> History:
    return history(*Story().applied().log)


async def differences(tables: Tables, history: History) -> list[str]:
    return await verification.compare(cast("Reader", tables), history)


async def test_tables_that_say_what_the_stream_says_do_not_differ(applied: History) -> None:
    assert await differences(Tables(applied), applied) == []


async def test_a_press_whose_request_was_held_is_a_press_that_was_made(history: Tell) -> None:
    about: dict[str, Any] = {"cause": "c", "session_id": "s1", "action_id": "next"}
    started = session.ActionStarted(**about, kind=ActionKind.NEXT, target="b")
    held = PressHeld(**about, kind=RequestKind.FORM, site="jobs.example.com", values=1, of=1, size=9, took_ms=9)
    told = history(*Story().applied().log, started, held)
    tables = Tables(told)
    tables.step_rows.append(row(StepRow, action_id="next", status="succeeded"))
    assert await differences(tables, told) == []


@pytest.mark.parametrize(
    ("column", "planted"),
    [("phase", "failed"), ("submission", "none"), ("epoch", 99), ("session_id", "s9"), ("tenant", "somebody")],
)
async def test_a_column_that_differs_is_named_with_both_values(applied: History, column: str, planted: object) -> None:
    tables = Tables(applied)
    honest = getattr(tables.row, column)
    tables.plant(**{column: planted})
    expected = f"jobs.{column}: the table says {planted!r}, the stream {honest!r}"
    assert await differences(tables, applied) == [expected]


async def test_a_lost_event_is_told(applied: History) -> None:
    tables = Tables(applied)
    lost = tables.event_rows.pop()
    (difference,) = await differences(tables, applied)
    assert difference.startswith(f"events: {lost.sequence - 1} copied, {lost.sequence} in the stream")


async def test_events_that_are_kept_no_longer_are_no_difference(applied: History) -> None:
    tables = Tables(applied)
    tables.dropped_before = applied.recorded[-1].at + timedelta(seconds=1)
    assert len(await differences(tables, applied)) == 1
    tables.event_rows.clear()
    assert await differences(tables, applied) == []


async def test_events_in_other_order_are_told(applied: History) -> None:
    tables = Tables(applied)
    tables.event_rows.reverse()
    assert len(await differences(tables, applied)) == 1


async def test_a_step_with_another_outcome_is_told(applied: History) -> None:
    tables = Tables(applied)
    tables.step_rows[0] = msgspec.structs.replace(tables.step_rows[0], status="failed")
    expected = "job_steps fill-email: the table says 'failed', the stream 'verified'"
    assert await differences(tables, applied) == [expected]


async def test_a_step_that_never_was_is_told(applied: History) -> None:
    tables = Tables(applied)
    tables.step_rows.append(row(StepRow, action_id="dreamt", status="verified"))
    assert await differences(tables, applied) == ["job_steps dreamt: the table says 'verified', the stream None"]


async def test_a_row_that_stays_behind_is_told_in_bounded_time(
    applied: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "PATIENCE", 0.05)
    tables = Tables(applied)
    tables.plant(sequence=1)
    tables.changes = lambda _job_id: behind(tables.row)  # type: ignore[method-assign]
    (difference,) = await differences(tables, applied)
    assert difference == f"jobs: there is no row that has seen sequence {applied.last_sequence}"


async def behind(row: JobRow) -> AsyncGenerator[JobRow, None]:
    """A row that never changes."""
    yield row
    await asyncio.Event().wait()

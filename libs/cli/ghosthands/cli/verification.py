"""Compares the tables' rows of a job with its stream, folded."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

from ghosthands.domain import requests, session
from ghosthands.domain.job import Job
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History
from ghosthands.readmodel import Reader
from ghosthands.readmodel.rows import JobRow, StepRow

#: seconds to wait for the projector to have seen the job's last event
PATIENCE = 30.0


async def compare(tables: Reader, history: History) -> list[str]:
    """Return every difference, in words; empty when the tables are right. Wait first for them to catch up."""
    job_id = history.aggregate.id
    row = await _wait_until_caught_up(tables, job_id, history.last_sequence)
    if row is None:
        return [f"jobs: there is no row that has seen sequence {history.last_sequence}"]
    copied = [(event.sequence, event.id) for event in await tables.events(job_id)]
    dropped_before = await tables.events_dropped_before()
    kept = [one for one in history.recorded if dropped_before is None or one.at >= dropped_before]
    stored = [(one.sequence, one.id) for one in kept]
    return [
        *(
            []
            if copied == stored
            else [f"events: {len(copied)} copied, {len(stored)} in the stream, or in other order"]
        ),
        *_compare_job(row, job_of(history)),
        *_compare_steps(await tables.steps(job_id), history),
    ]


async def _wait_until_caught_up(tables: Reader, job_id: str, sequence: int) -> JobRow | None:
    try:
        async with asyncio.timeout(PATIENCE), aclosing(tables.changes(job_id)) as changes:
            async for row in changes:
                if row.sequence >= sequence:
                    return row
    except TimeoutError:
        pass
    return None


def _compare_job(row: JobRow, job: Job) -> list[str]:
    expected: dict[str, Any] = {
        "phase": job.phase.value,
        "submission": job.effects.submission.value,
        "epoch": job.attempt.epoch,
        "retries": job.attempt.retries,
        "session_id": job.browser.session.id if job.browser.session else None,
        "tenant": job.request.tenant if job.request else row.tenant,
        "applicant": job.request.applicant if job.request else row.applicant,
        "posting": job.request.posting if job.request else row.posting,
    }
    return [
        f"jobs.{name}: the table says {getattr(row, name)!r}, the stream {value!r}"
        for name, value in expected.items()
        if getattr(row, name) != value
    ]


def _compare_steps(rows: list[StepRow], history: History) -> list[str]:
    """Return the differences between the rows and each action's last outcome on the log."""
    outcome: dict[str, str] = {}
    for event in history.events:
        match event:
            case session.ActionStarted():
                outcome[event.action_id] = "started"
            case session.ActionVerified():
                outcome[event.action_id] = "verified"
            case session.ActionSucceeded() | requests.PressHeld():
                outcome[event.action_id] = "succeeded"
            case session.ActionFailed():
                outcome[event.action_id] = "failed"
            case _:
                pass
    told = {row.action_id: row.status for row in rows}
    return [
        f"job_steps {action}: the table says {told.get(action)!r}, the stream {outcome.get(action)!r}"
        for action in sorted(told.keys() | outcome.keys())
        if told.get(action) != outcome.get(action)
    ]

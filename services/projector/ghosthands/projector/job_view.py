"""The fold's memory of a job: the domain's fold of it, and what only the read model counts.

The job's state comes from `domain.job.evolve` alone, so the tables can never disagree with executor about it.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from datetime import datetime
from typing import Self

import msgspec
from msgspec.structs import replace

from ghosthands.domain.asked_models import Spent
from ghosthands.domain.job import Job, JobRequested, Phase
from ghosthands.readmodel import status
from ghosthands.readmodel.rows import JobRow, Json, StepRow

#: a field of the form: the page's number in this attempt, the field's id
FieldOfPage = tuple[int, str]


class JobView(msgspec.Struct, kw_only=True):
    """A job while the fold works on it; the fold copies it before changing it."""

    job: Job
    tenant: str
    created_at: datetime
    updated_at: datetime
    task: str = ""
    platform: str | None = None
    #: the page the job is on
    model_ref: str | None = None
    worker: str | None = None
    outcome: str | None = None
    ended_before: str | None = None
    ended_on_page: int | None = None
    of_pages: int | None = None
    error_code: str | None = None
    started_at: datetime | None = None
    completed_at: datetime | None = None
    actions: int = 0
    spent: Spent = Spent()
    sessions: int = 0
    verified: frozenset[FieldOfPage] = frozenset()
    failed: frozenset[FieldOfPage] = frozenset()
    #: actions that began and have no outcome yet, by id; replaced, never changed in place
    open_steps: Mapping[str, StepRow] = {}
    sequence: int = 0

    def copy(self) -> Self:
        """Return an equal view; everything in it is immutable."""
        return copy.copy(self)

    def field_verified(self, field_id: str) -> None:
        """Count the field as verified, whatever it counted as before."""
        field = (self.job.passage.pages, field_id)
        self.verified |= {field}
        self.failed -= {field}

    def field_failed(self, field_id: str) -> None:
        """Count the field as failed."""
        field = (self.job.passage.pages, field_id)
        self.failed |= {field}
        self.verified -= {field}


def row(view: JobView) -> JobRow:
    """Return the job's row of the jobs table."""
    job = view.job
    of_any = JobRow(
        job_id=job.id,
        tenant=view.tenant,
        task=view.task,
        platform=view.platform,
        status=status.of_phase(job.phase),
        phase=job.phase,
        submission=job.effects.submission,
        outcome=view.outcome,
        ended_before=view.ended_before,
        ended_on_page=view.ended_on_page,
        of_pages=view.of_pages,
        error_code=view.error_code,
        job_type=job.job_type,
        final_mode=job.work_mode,
        mode_reason=(job.mode.reason or None) if job.mode else None,
        retry_due=job.attempt.retry_due if job.phase is Phase.BACKING_OFF else None,
        retries=job.attempt.retries,
        epoch=job.attempt.epoch,
        worker=view.worker,
        pages=job.passage.pages,
        fields_verified=len(view.verified),
        fields_failed=len(view.failed),
        actions=view.actions,
        model_calls=view.spent.calls,
        model_tokens=view.spent.tokens,
        nano_usd=view.spent.nano_usd,
        unpriced_calls=view.spent.unpriced,
        budget_exceeded=f"{job.budget.scope}_{job.budget.measure}" if job.budget else None,
        sessions=view.sessions,
        session_id=job.browser.session.id if job.browser.session else None,
        request_id=job.human.ask.request_id if job.human.ask and job.phase is Phase.WAITING else None,
        created_at=view.created_at,
        started_at=view.started_at,
        completed_at=view.completed_at,
        paused_at=job.clock.paused_since if job.phase is Phase.WAITING else None,
        updated_at=view.updated_at,
        sequence=view.sequence,
    )
    return of_any if job.request is None else _add_request(of_any, job, job.request)


def _add_request(bare: JobRow, job: Job, request: JobRequested) -> JobRow:
    return replace(
        bare,
        applicant=request.applicant,
        site=request.site,
        posting=request.posting,
        band=request.band,
        engine_version=job.engine_version,
        work_mode=request.work_mode,
        mended=Json(msgspec.json.encode(request.mended).decode()),
        max_retries=request.max_retries,
        wanted_worker=request.worker,
        affinity=request.affinity,
        scheduled_at=request.scheduled_at,
        timeout_seconds=request.timeout_seconds,
        dry_run=request.dry_run,
        headed=request.headed,
    )

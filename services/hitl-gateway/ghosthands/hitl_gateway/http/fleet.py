"""The browser-hosts as VALET sees them: workers, each with as many jobs as it has slots."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel

from ghosthands.hitl_gateway.http.means import Means
from ghosthands.messaging.work.hosts import HostRecord, read_hosts


class WorkerRow(BaseModel):
    """A browser-host."""

    worker_id: str
    status: Literal["active", "draining"]
    target_worker_id: str
    ec2_instance_id: None = None
    ec2_ip: None = None
    current_job_id: str | None
    registered_at: datetime | None
    last_heartbeat: datetime
    jobs_completed: int | None
    jobs_failed: int | None
    uptime_seconds: float | None
    slots: int
    sessions: int


class WorkersAnswer(BaseModel):
    """Every browser-host that is there."""

    count: int
    workers: list[WorkerRow]
    timestamp: datetime


async def list_workers(means: Means) -> WorkersAnswer:
    """Return the hosts that sent a sign of life lately. Raises StreamUnavailable."""
    rows = [_describe(host) for host in await read_hosts(means.bus)]
    return WorkersAnswer(count=len(rows), workers=rows, timestamp=datetime.now(UTC))


def jobs_of(host: HostRecord) -> list[str]:
    """Return the ids of the jobs that have a browser there."""
    return [session.job_id for session in host.open if session.job_id]


def _describe(host: HostRecord) -> WorkerRow:
    return WorkerRow(
        worker_id=host.host,
        status="draining" if host.draining else "active",
        target_worker_id=host.host,
        current_job_id=next(iter(jobs_of(host)), None),
        registered_at=None,
        last_heartbeat=host.at,
        jobs_completed=None,
        jobs_failed=None,
        uptime_seconds=None,
        slots=host.slots,
        sessions=host.sessions,
    )

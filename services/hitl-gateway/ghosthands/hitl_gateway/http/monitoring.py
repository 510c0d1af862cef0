"""The pages for VALET's administrators: health, counts, alerts, workers; without a key, as the contract has it.

The metrics for Prometheus need the key, which VALET sends in any case.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from ghosthands.chassis import metrics
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.hitl_gateway.http.callers import ServiceCaller
from ghosthands.hitl_gateway.http.documented import GUARDED, PUBLIC
from ghosthands.hitl_gateway.http.fleet import WorkersAnswer, list_workers
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.hitl_gateway.together import Together
from ghosthands.readmodel import ReadModelUnavailable

Standing = Literal["healthy", "degraded", "unhealthy"]


class CheckBlock(BaseModel):
    """A dependency, and whether it is available."""

    name: str
    status: Standing
    message: str | None = None
    latencyMs: float | None = None  # noqa: N815  VALET's spelling


class MonitoringAnswer(BaseModel):
    """The state of all dependencies: degraded without PostgreSQL, unhealthy without NATS."""

    status: Standing
    version: str
    uptime: float
    checks: list[CheckBlock]
    timestamp: datetime


class JobCounts(BaseModel):
    """VALET's jobs, ever."""

    created: int
    completed: int
    failed: int


class LlmCounts(BaseModel):
    """The questions to models, ever."""

    calls: int


class WorkerCounts(BaseModel):
    """The browsers at work, and the jobs that wait for one."""

    activeJobs: int  # noqa: N815
    maxConcurrent: int  # noqa: N815
    totalProcessed: int  # noqa: N815
    queueDepth: int  # noqa: N815


class ApiCounts(BaseModel):
    """The calls since this process began."""

    totalRequests: int  # noqa: N815
    totalErrors: int  # noqa: N815


class MetricsAnswer(BaseModel):
    """The counts that VALET shows."""

    jobs: JobCounts
    llm: LlmCounts
    worker: WorkerCounts
    api: ApiCounts
    uptime: float


class AlertBlock(BaseModel):
    """An alert."""

    name: str
    severity: Literal["warning", "critical"]
    message: str


class AlertsAnswer(BaseModel):
    """The present alerts."""

    alerts: list[AlertBlock]
    timestamp: datetime


class DashboardAnswer(BaseModel):
    """The other pages in one."""

    health: MonitoringAnswer
    metrics: MetricsAnswer | None
    alerts: list[AlertBlock]
    workers: WorkersAnswer | None


def router(means: Means) -> APIRouter:
    """Return the routes at `/monitoring`."""
    routes = APIRouter(prefix="/monitoring", tags=["monitoring"], responses=PUBLIC)
    # they read every job's row, and anybody may ask: at any time for all callers together
    counts = Together(lambda: _count(means))

    @routes.get("/health", responses={503: {"model": MonitoringAnswer}})
    async def health(response: Response) -> MonitoringAnswer:
        """Return whether all dependencies are available."""
        found = await _look(means)
        response.status_code = 503 if found.status == "unhealthy" else 200
        return found

    @routes.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, **GUARDED})
    async def expose(_caller: ServiceCaller) -> Response:
        """Return this process's metrics for Prometheus; every service has its own."""
        return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)

    @routes.get("/metrics/json")
    async def count() -> MetricsAnswer:
        """Return the counts that VALET shows."""
        return await counts.make_shared()

    @routes.get("/alerts")
    async def alerts() -> AlertsAnswer:
        """Return the present alerts."""
        return AlertsAnswer(alerts=await _find_alerts(means, await _look(means)), timestamp=datetime.now(UTC))

    @routes.get("/workers")
    async def workers() -> WorkersAnswer:
        """Return every browser-host that is there."""
        return await list_workers(means)

    @routes.get("/dashboard")
    async def dashboard() -> DashboardAnswer:
        """Return all pages in one; a part that cannot be read now is left out."""
        found = await _look(means)
        standing = {check.name: check.status for check in found.checks}
        has_nats = standing["nats"] == "healthy"
        return DashboardAnswer(
            health=found,
            metrics=await counts.make_shared() if found.status == "healthy" else None,
            alerts=await _find_alerts(means, found),
            workers=await list_workers(means) if has_nats else None,
        )

    return routes


async def _look(means: Means) -> MonitoringAnswer:
    async def ask_nats() -> None:
        if not means.bus.connected:
            raise StreamUnavailable("NATS does not answer")

    async def ask_tables() -> None:
        await (await means.tables.reader()).checkpoint()

    checks = [await _check("nats", ask_nats, "unhealthy"), await _check("postgresql", ask_tables, "degraded")]
    worst = next((each for each in ("unhealthy", "degraded") if each in {check.status for check in checks}), "healthy")
    now = datetime.now(UTC)
    standing: Standing = "unhealthy" if worst == "unhealthy" else "degraded" if worst == "degraded" else "healthy"
    uptime = (now - means.started_at).total_seconds()
    return MonitoringAnswer(status=standing, version=means.version, uptime=uptime, checks=checks, timestamp=now)


async def _check(name: str, ask: Callable[[], Awaitable[None]], without: Standing) -> CheckBlock:
    began = time.perf_counter()
    try:
        await ask()
    except (StreamUnavailable, ReadModelUnavailable) as away:
        return CheckBlock(name=name, status=without, message=str(away))
    return CheckBlock(name=name, status="healthy", latencyMs=round((time.perf_counter() - began) * 1000, 3))


async def _count(means: Means) -> MetricsAnswer:
    sums = await (await means.tables.reader()).job_sums(TENANT)
    workers = (await list_workers(means)).workers
    return MetricsAnswer(
        jobs=JobCounts(created=sums.jobs, completed=sums.completed, failed=sums.failed),
        llm=LlmCounts(calls=sums.model_calls),
        worker=WorkerCounts(
            activeJobs=sums.running,
            maxConcurrent=sum(worker.slots for worker in workers),
            totalProcessed=sums.completed + sums.failed + sums.cancelled,
            queueDepth=sums.waiting,
        ),
        api=ApiCounts(totalRequests=means.calls_so_far.calls, totalErrors=means.calls_so_far.errors),
        uptime=(datetime.now(UTC) - means.started_at).total_seconds(),
    )


async def _find_alerts(means: Means, found: MonitoringAnswer) -> list[AlertBlock]:
    away = [
        AlertBlock(
            name=check.name,
            severity="critical" if check.status == "unhealthy" else "warning",
            message=check.message or "",
        )
        for check in found.checks
        if check.status != "healthy"
    ]
    if means.bus.connected and not (await list_workers(means)).count:
        away.append(AlertBlock(name="workers", severity="critical", message="no browser-host is there"))
    return away

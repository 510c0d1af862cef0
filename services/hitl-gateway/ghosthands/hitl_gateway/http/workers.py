"""The worker routes: VALET takes a worker out of service, and asks one for its state at a port of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from ghosthands.contract.body import read
from ghosthands.domain import ids
from ghosthands.domain.codes import CancelReason
from ghosthands.hitl_gateway.http.answers import ErrorAnswer
from ghosthands.hitl_gateway.http.bodies import ObjectBody, described_by
from ghosthands.hitl_gateway.http.callers import ServiceCaller
from ghosthands.hitl_gateway.http.documented import GUARDED, MISFIT, PUBLIC
from ghosthands.hitl_gateway.http.fleet import jobs_of
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import ErrorWord, Refused, not_found
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.messaging.work.hosts import HostRecord, drain, read_hosts

#: how long a host may take to answer
DRAIN_SECONDS = 3.0
#: the name of all hosts together
FLEET = "ghosthands"


class DeregisterBody(BaseModel):
    """The worker to take out of service, and whether to cancel its jobs."""

    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)

    target_worker_id: Annotated[str, Field(min_length=1, max_length=100)]
    reason: Annotated[str, Field(max_length=500)] = ""
    cancel_active_jobs: bool = False
    drain_timeout_seconds: Annotated[int, Field(ge=0, le=300)] = 0


class DeregisteredAnswer(BaseModel):
    """The workers taken out of service and the cancelled jobs, in both shapes."""

    deregistered: list[str]
    deregistered_workers: list[str]
    cancelled_jobs: list[str]
    cancelled_job_ids: list[str]
    reason: str


class WorkerAnswer(BaseModel):
    """The load of the browser-hosts."""

    worker_id: str
    active_jobs: int
    max_concurrent: int
    is_draining: bool
    uptime_ms: int


class WorkerHealthAnswer(BaseModel):
    """The state of the hosts; `deploy_safe` only while no job has a browser that a new host would have to adopt."""

    status: Literal["idle", "busy", "draining"]
    active_jobs: int
    deploy_safe: bool


class DrainingAnswer(BaseModel):
    """The jobs that go on while the hosts drain."""

    status: Literal["draining"] = "draining"
    active_jobs: int
    worker_id: str


def router(means: Means) -> APIRouter:
    """Return the route `/api/v1/gh/valet/workers/deregister`."""
    routes = APIRouter(prefix="/api/v1/gh/valet/workers", tags=["workers"], responses=GUARDED)

    @routes.post("/deregister", responses=MISFIT, openapi_extra=described_by(DeregisterBody))
    async def deregister(_caller: ServiceCaller, body: ObjectBody) -> DeregisteredAnswer:
        """Drain a worker, and cancel its jobs where requested; ending the process is its operator's task."""
        asked = read(DeregisterBody, body)
        hosts = [host for host in await read_hosts(means.bus) if host.host == asked.target_worker_id]
        if not hosts:
            raise not_found("there is no such worker")
        await _drain(means, hosts)
        jobs = [job_id for host in hosts for job_id in jobs_of(host)] if asked.cancel_active_jobs else []
        for job_id in jobs:
            message_id = ids.derived("deregistered", asked.target_worker_id, job_id)
            await means.send(
                "job.cancel",
                {"tenant": TENANT, "job_id": job_id, "reason": CancelReason.WORKER_DEREGISTERED},
                message_id=message_id,
            )
        named = [host.host for host in hosts]
        return DeregisteredAnswer(
            deregistered=named,
            deregistered_workers=named,
            cancelled_jobs=jobs,
            cancelled_job_ids=jobs,
            reason=asked.reason,
        )

    return routes


def worker_router(means: Means) -> APIRouter:
    """Return the routes at `/worker`, which are served at a port of their own."""
    routes = APIRouter(
        prefix="/worker",
        tags=["worker"],
        responses={403: {"model": ErrorAnswer}, **PUBLIC},
        dependencies=[Depends(_refuse_pages)],
    )

    @routes.get("/status")
    async def status() -> WorkerAnswer:
        """Return the load of the browser-hosts."""
        hosts = await read_hosts(means.bus)
        return WorkerAnswer(
            worker_id=_name(hosts),
            active_jobs=sum(len(jobs_of(host)) for host in hosts),
            max_concurrent=sum(host.slots for host in hosts),
            is_draining=_is_draining(hosts),
            uptime_ms=round((datetime.now(UTC) - means.started_at).total_seconds() * 1000),
        )

    @routes.get("/health", responses={503: {"model": WorkerHealthAnswer}})
    async def health(response: Response) -> WorkerHealthAnswer:
        """Return whether the hosts may be replaced now; 503 while they may not."""
        hosts = await read_hosts(means.bus)
        active = sum(len(jobs_of(host)) for host in hosts)
        response.status_code = 503 if active else 200
        status: Literal["idle", "busy", "draining"] = "busy" if active else "idle"
        if _is_draining(hosts):
            status = "draining"
        return WorkerHealthAnswer(status=status, active_jobs=active, deploy_safe=not active)

    @routes.post("/drain")
    async def drain_all() -> DrainingAnswer:
        """Drain every browser-host, so that it opens no more browsers; open ones go on."""
        hosts = await read_hosts(means.bus)
        await _drain(means, hosts)
        return DrainingAnswer(active_jobs=sum(len(jobs_of(host)) for host in hosts), worker_id=_name(hosts))

    return routes


def _refuse_pages(request: Request) -> None:
    """Refuse what a web page asks for: these routes need no key, and any page in a local browser could call them.

    Browsers name the origin of a page's request, or its site; the product's servers send neither.
    """
    if "origin" in request.headers or request.headers.get("sec-fetch-site", "none") != "none":
        raise Refused(403, ErrorWord.HTTP_ERROR, "a web page may not call a worker")


async def _drain(means: Means, hosts: Sequence[HostRecord]) -> None:
    """Drain those hosts. Raises StreamUnavailable where one does not answer."""
    await asyncio.gather(*(drain(means.bus, host.host, timeout=DRAIN_SECONDS) for host in hosts))


def _is_draining(hosts: Sequence[HostRecord]) -> bool:
    return bool(hosts) and all(host.draining for host in hosts)


def _name(hosts: Sequence[HostRecord]) -> str:
    return hosts[0].host if len(hosts) == 1 else FLEET

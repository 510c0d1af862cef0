"""Liveness answers for VALET and load balancers, without a key."""

from __future__ import annotations

import platform
from datetime import UTC, datetime

from fastapi import APIRouter
from pydantic import BaseModel

from ghosthands.hitl_gateway.http.means import Means

SERVICE = "ghosthands"


class VersionAnswer(BaseModel):
    """The build that answers."""

    service: str
    version: str
    environment: str
    commit_sha: str


class HealthAnswer(VersionAnswer):
    """Liveness answer; `api_healthy` is whether NATS is reachable, without which no request is accepted."""

    status: str
    api_healthy: bool
    timestamp: datetime


class SystemAnswer(HealthAnswer):
    """Liveness answer with host details."""

    python: str
    uptime_seconds: float


def router(means: Means) -> APIRouter:
    """Return the routes at `/health`."""
    routes = APIRouter(tags=["health"])
    build = {"service": SERVICE, "version": means.version, "environment": "production", "commit_sha": "unknown"}

    @routes.get("/health")
    async def health() -> HealthAnswer:
        """Answer that the service is alive."""
        now = datetime.now(UTC)
        return HealthAnswer(**build, status="ok", api_healthy=means.bus.connected, timestamp=now)

    @routes.get("/health/version")
    async def version() -> VersionAnswer:
        """Return the build that answers."""
        return VersionAnswer(**build)

    @routes.get("/health/system")
    async def system() -> SystemAnswer:
        """Answer that the service is alive, with its Python version and uptime."""
        now = datetime.now(UTC)
        return SystemAnswer(
            **build,
            status="ok",
            api_healthy=means.bus.connected,
            timestamp=now,
            python=platform.python_version(),
            uptime_seconds=round((now - means.started_at).total_seconds(), 3),
        )

    return routes

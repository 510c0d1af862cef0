"""The HTTP application: every route, and the limits and refusals common to all."""

from __future__ import annotations

from typing import Any, cast

from fastapi import FastAPI
from starlette.types import ASGIApp

from ghosthands.hitl_gateway.http import (
    anew,
    browser_session,
    health,
    jobs,
    models,
    monitoring,
    pictures,
    resuming,
    sessions,
    usage,
    valet,
    workers,
)
from ghosthands.hitl_gateway.http.callers import Callers
from ghosthands.hitl_gateway.http.limits import CallLimits
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.openapi import describe
from ghosthands.hitl_gateway.http.refusals import answer_refusals
from ghosthands.hitl_gateway.http.user_limits import UserLimits

_DESCRIPTION = "Job applications on a person's behalf: submitted, watched and helped along, as VALET's contract has it."


def build_app(means: Means, callers: Callers) -> ASGIApp:
    """Build the application that VALET calls, within its limits."""
    return CallLimits(_build(means, callers), means.calls_so_far)


def build_worker_app(means: Means) -> ASGIApp:
    """Build the application that VALET asks as a worker, at a port of its own."""
    return CallLimits(_build_worker(means), means.calls_so_far)


def describe_door() -> dict[str, Any]:
    """Return the OpenAPI document; it connects to nothing."""
    return dict(_build(cast("Means", _Unconnected()), Callers("")).openapi())


def _build(means: Means, callers: Callers) -> FastAPI:
    app = _bare(means.version)
    app.state.callers = callers
    app.state.user_limits = UserLimits(means.bus, means.calls_per_minute)
    for part in (
        health,
        valet,
        resuming,
        jobs,
        anew,
        usage,
        sessions,
        workers,
        monitoring,
        models,
        browser_session,
        pictures,
    ):
        app.include_router(part.router(means))
    worker = _build_worker(means)
    app.openapi = lambda: describe(app, worker)  # type: ignore[method-assign]  # FastAPI's own way to have another
    return app


def _build_worker(means: Means) -> FastAPI:
    app = _bare(means.version)
    app.include_router(workers.worker_router(means))
    return app


def _bare(version: str) -> FastAPI:
    """Return the application without routes; its refusals have the shapes that VALET expects."""
    app = FastAPI(
        title="GhostHands",
        version=version,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]  # FastAPI's own way to have another
    answer_refusals(app)
    return app


class _Unconnected:
    """Stands in for the connections where no route is called."""

    version = "0.1.0"
    bus = None
    calls_per_minute = 0

"""The application behind the door: every route, and what holds for all of them."""

from __future__ import annotations

from typing import Any, cast

from fastapi import FastAPI
from starlette.types import ASGIApp

from ghosthands.hitl_gateway.http import health, valet
from ghosthands.hitl_gateway.http.callers import Callers
from ghosthands.hitl_gateway.http.limits import CallLimits
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.openapi import describe
from ghosthands.hitl_gateway.http.refusals import answer_refusals

_DESCRIPTION = "Job applications on a person's behalf: submitted, watched and helped along, as VALET's contract has it."


def build_app(means: Means, callers: Callers) -> ASGIApp:
    """What VALET calls, within its limits."""
    return CallLimits(_build(means, callers))


def describe_door() -> dict[str, Any]:
    """The OpenAPI document; nothing is connected to."""
    return describe(_build(cast("Means", _Unconnected()), Callers("")))


def _build(means: Means, callers: Callers) -> FastAPI:
    app = FastAPI(
        title="GhostHands",
        version=means.version,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.callers = callers
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]  # FastAPI's own way to have another
    answer_refusals(app)
    for part in (health, valet):
        app.include_router(part.router(means))
    return app


class _Unconnected:
    """Stands where no route is called."""

    version = "0.1.0"

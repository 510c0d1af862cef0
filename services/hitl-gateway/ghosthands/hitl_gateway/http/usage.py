"""A user's jobs of this month, and their cost."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from fastapi import APIRouter
from pydantic import BaseModel

from ghosthands.domain import ids
from ghosthands.domain.asked_models import NANO
from ghosthands.hitl_gateway.http.answers import CostBlock
from ghosthands.hitl_gateway.http.callers import AnyCaller
from ghosthands.hitl_gateway.http.documented import GUARDED, MISSING
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.tenancy import TENANT


class UsageAnswer(BaseModel):
    """A user's jobs since the month began, and their cost."""

    user_id: str
    period_start: datetime
    jobs: int
    completed: int
    failed: int
    cancelled: int
    model_calls: int
    cost: CostBlock


def router(means: Means) -> APIRouter:
    """Return the route under `/api/v1/gh/users`."""
    routes = APIRouter(prefix="/api/v1/gh/users", tags=["usage"], responses=GUARDED)

    @routes.get("/{user_id}/usage", responses=MISSING)
    async def show_usage(caller: AnyCaller, user_id: uuid.UUID) -> UsageAnswer:
        """Return the number and cost of the user's jobs of this month (UTC)."""
        caller.check_path(str(user_id))
        start = datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        reader = await means.tables.reader()
        sums = await reader.job_sums(TENANT, ids.applicant_id(TENANT, str(user_id)), start)
        cost = CostBlock(total_cost_usd=sums.nano_usd / NANO, action_count=sums.actions, total_tokens=sums.model_tokens)
        return UsageAnswer(
            user_id=str(user_id),
            period_start=start,
            jobs=sums.jobs,
            completed=sums.completed,
            failed=sums.failed,
            cancelled=sums.cancelled,
            model_calls=sums.model_calls,
            cost=cost,
        )

    return routes

"""An application to a page that a test makes, until the job is over or a human is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ghosthands.domain import ids
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite


async def apply_to(
    lab: Lab, harm: HarmSite, name: str, page: str, *, path: str = "", known: Mapping[str, Any] | None = None
) -> FollowedJob:
    """Serve the page at `/NAME`, or at that path, and apply there with what is known beside Jordan's profile."""
    harm.made[path or f"/{name}"] = page
    job_id = await lab.apply(
        a_posting(slug=name),
        target_url=f"http://127.0.0.1:{harm.port}{path or f'/{name}'}",
        valet_user_id=ids.derived(name),
        profile={**JORDAN.profile, **(known or {})},
    )
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)

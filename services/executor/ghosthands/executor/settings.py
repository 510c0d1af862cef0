"""Executor's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """How many jobs this process runs at once; a job that waits, for a browser or a human, takes none of them."""

    model_config = settings.own_prefix("executor")

    #: GHOSTHANDS_EXECUTOR_JOBS
    jobs: int = Field(100, ge=1)

"""Executor's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """Environment variables `GHOSTHANDS_EXECUTOR_*`."""

    model_config = settings.own_prefix("executor")

    #: GHOSTHANDS_EXECUTOR_JOBS: jobs run at once; one that waits for a browser or a human does not count
    jobs: int = Field(100, ge=1)

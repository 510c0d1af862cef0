"""Executor's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """How many jobs this process runs at once; a job waiting for a human takes none of them."""

    model_config = settings.own_prefix("executor")

    #: GHOSTHANDS_EXECUTOR_JOBS; a job that waits for a free browser counts, so leave room for the whole queue: once
    #: nothing but waiting jobs fill it, one that a human answered finds no place to go on
    jobs: int = Field(500, ge=1)

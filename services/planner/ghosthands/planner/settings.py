"""Planner's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """Environment variables `GHOSTHANDS_PLANNER_*`."""

    model_config = settings.own_prefix("planner")

    #: GHOSTHANDS_PLANNER_PAGES: pages planned at once; one takes milliseconds, most of them in the vault
    pages: int = Field(16, ge=1)

"""Planner's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """How many pages this process plans at once; one takes milliseconds, most of them the vault's."""

    model_config = settings.own_prefix("planner")

    #: GHOSTHANDS_PLANNER_PAGES
    pages: int = Field(16, ge=1)

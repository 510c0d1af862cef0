"""Cookbook's settings."""

from __future__ import annotations

from ghosthands.chassis import settings
from pydantic import Field


class Settings(settings.BaseSettings):
    """How many questions this process answers at once."""

    model_config = settings.own_prefix("cookbook")

    #: GHOSTHANDS_COOKBOOK_QUESTIONS
    questions: int = Field(16, ge=1)

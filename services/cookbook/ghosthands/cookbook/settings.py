"""Cookbook's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """How many questions this process answers at once, and whose recipes it takes in."""

    model_config = settings.own_prefix("cookbook")

    #: GHOSTHANDS_COOKBOOK_QUESTIONS
    questions: int = Field(16, ge=1)
    #: GHOSTHANDS_COOKBOOK_TRUSTED: comma-separated public keys of installations whose recipes are taken in
    trusted: settings.Names = ()

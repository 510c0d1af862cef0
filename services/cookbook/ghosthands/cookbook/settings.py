"""Cookbook's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """The number of questions answered at once, and the public keys whose recipes are imported."""

    model_config = settings.own_prefix("cookbook")

    #: GHOSTHANDS_COOKBOOK_QUESTIONS
    questions: int = Field(16, ge=1)
    #: GHOSTHANDS_COOKBOOK_TRUSTED: comma-separated public keys of installations whose recipes are taken in
    trusted: settings.Names = ()

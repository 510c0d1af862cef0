"""Hitl-gateway's settings."""

from __future__ import annotations

from pydantic import Field

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """How many messages of each door this process handles at once."""

    model_config = settings.own_prefix("hitl-gateway")

    #: GHOSTHANDS_HITL_GATEWAY_SLOTS
    slots: int = Field(8, ge=1)

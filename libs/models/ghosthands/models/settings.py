"""The settings for models: which to ask, where, and how long to wait; for every service that asks one.

GHOSTHANDS_MODELS_FILE names a file of many models. GHOSTHANDS_MODEL_PRIMARY and its siblings are the short way for one.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from pydantic import Field, SecretStr, field_validator

from ghosthands.chassis import settings
from ghosthands.models.names import ModelName


class Structured(StrEnum):
    """The ways of requesting an answer in a given shape; if an endpoint refuses one, the next is tried."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    PLAIN = "plain"


class ModelSettings(settings.BaseSettings):
    """The models of this installation."""

    model_config = settings.own_prefix("model")

    #: GHOSTHANDS_MODELS_FILE: a file of one's own like deploy/models.toml
    models_file: Path | None = settings.shared("MODELS_FILE", None)
    #: GHOSTHANDS_MODEL_KEYS_DIR: where the key files lie that a file of models names
    keys_dir: Path = Path("~/.config/ghosthands/keys")
    #: GHOSTHANDS_MODEL_PRIMARY: `provider/model`; a job may name its own
    primary: str | None = None
    #: GHOSTHANDS_MODEL_BASE_URL: an OpenAI-compatible endpoint, instead of the provider's own
    base_url: str | None = None
    #: GHOSTHANDS_MODEL_API_KEY
    api_key: SecretStr | None = None
    #: GHOSTHANDS_MODEL_API_KEY_FILE: read at each start; GHOSTHANDS_MODEL_API_KEY comes first
    api_key_file: Path | None = None
    #: GHOSTHANDS_MODEL_STRUCTURED: where to begin
    structured: Structured = Structured.JSON_SCHEMA
    #: GHOSTHANDS_MODEL_TIMEOUT_SECONDS: for one attempt
    timeout_seconds: float = Field(60.0, gt=0)
    #: GHOSTHANDS_MODEL_TOTAL_SECONDS: for one question, its repeats, waits and corrections and other models included
    total_seconds: float = Field(150.0, gt=0)
    #: GHOSTHANDS_MODEL_MAX_RETRIES: of calls that may be repeated; a Retry-After is heeded
    max_retries: int = Field(2, ge=0)
    #: GHOSTHANDS_MODEL_PRICES: `{"local/qwen": [0.05, 0.15]}`, dollars for a million tokens in and out
    prices: dict[str, tuple[Decimal, Decimal]] = Field(default_factory=dict)

    @field_validator("primary")
    @classmethod
    def _is_a_name(cls, primary: str | None) -> str | None:
        return str(ModelName.parse(primary)) if primary else None

    @property
    def names_one(self) -> bool:
        """Whether the variables name the one model to ask and its access, so that no file is needed."""
        return bool(self.base_url or self.api_key or self.api_key_file)

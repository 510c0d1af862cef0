"""Projector's settings."""

from __future__ import annotations

import os
from pathlib import Path

from ghosthands.chassis import settings
from ghosthands.chassis.keeping import Keeping

#: OpenTelemetry's own variables that say where traces go, by OTLP over HTTP; its SDK reads them and their neighbours.
TRACING = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


class Settings(Keeping):
    """Besides NATS, projector needs `GHOSTHANDS_DATABASE_URL`, as a user who owns or may make the read model."""

    model_config = settings.own_prefix("projector")

    #: the folder with the SQL files; default: `deploy/postgres/migrations` of this checkout or image
    migrations: Path | None = None


def is_tracing_wanted() -> bool:
    """Whether the environment names a trace collector."""
    return any(os.environ.get(name) for name in TRACING)

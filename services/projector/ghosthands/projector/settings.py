"""What projector is told from outside."""

from __future__ import annotations

from pathlib import Path

from ghosthands.chassis import settings


class Settings(settings.BaseSettings):
    """Beside NATS it needs `GHOSTHANDS_DATABASE_URL`, as a user who owns or may make the read model."""

    model_config = settings.own_prefix("projector")

    #: the folder with the SQL files; default: `deploy/postgres/migrations` of this checkout or image
    migrations: Path | None = None

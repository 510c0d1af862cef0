"""Wiring: one follower of the log, writing through one connection to PostgreSQL."""

from __future__ import annotations

from ghosthands.chassis.service import Context, Service
from ghosthands.projector import database, migrations
from ghosthands.projector.follow import Follower
from ghosthands.projector.settings import Settings


async def build(settings: Settings, context: Context) -> Service:
    """The service, not yet running; the database may still be away."""
    files = settings.migrations or migrations.folder()
    url = settings.database_dsn()
    follower = Follower(
        context.bus,
        lambda: database.open_schema(url, migrations.LIVE, files),
        context.readiness,
    )
    return Service(pullers=[follower], checks={"postgres": follower.is_writing})

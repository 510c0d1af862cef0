"""Archives all that may leave, however young, in segments of a few places: for tests to be killed at it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from ghosthands.messaging.archive import __main__ as program
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.login import work_as_migration


async def _archive(bus: Bus, ack_wait: float) -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    await archiving.archive(bus, program.open_archive(), older_than=soon, ack_wait=ack_wait, segment_places=4)


if __name__ == "__main__":
    work_as_migration(_archive, else_say="not archived")

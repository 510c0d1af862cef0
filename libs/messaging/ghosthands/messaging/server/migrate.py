"""`python -m ghosthands.messaging.server.migrate [REPLICAS]`: make the streams and consumers on an operator's own NATS.

It uses the login described in `login`. It may run again at any time, and must run before services of a newer version
start. `ghosthands up` does the same for the server it includes; it changes nothing on an operator's own NATS, and names
this command.
"""

from __future__ import annotations

import sys

from ghosthands.messaging.server import migrating
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.login import work_as_migration


def main() -> None:
    """Migrate, or exit with the reason why that failed."""
    work_as_migration(_migrate, else_say="the streams were not made")


async def _migrate(bus: Bus, ack_wait: float) -> None:
    replicas = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    await migrating.migrate(bus, replicas=replicas, ack_wait=ack_wait)


if __name__ == "__main__":
    main()

"""`python -m ghosthands.stack`: the whole stack in the foreground, a line for each service, until Ctrl-C or SIGTERM.

Exit codes: 0 stopped when asked; 1 it could not start, and the last line says why and what helps.
"""

from __future__ import annotations

import asyncio
import sys

import structlog
from ghosthands.stack import foreground
from ghosthands.stack.errors import StackError
from ghosthands.stack.supervisor import StackConfig, Supervisor

log = structlog.get_logger()


async def _wait(stack: Supervisor) -> None:
    log.info("stack_ready", nats_url=stack.nats_url, state_dir=str(stack.state.path))
    await asyncio.Event().wait()


def main() -> int:
    """Run it; the exit code."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    try:
        asyncio.run(foreground.run(StackConfig(), _wait))
    except StackError as error:
        sys.stderr.write(f"ghosthands: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

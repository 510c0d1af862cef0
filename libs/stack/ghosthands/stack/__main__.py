"""`python -m ghosthands.stack`: the whole stack in the foreground, a line for each process, until Ctrl-C or SIGTERM.

Exit codes: 0 stopped when asked; 1 it could not start, and the last line says why and what helps.
"""

from __future__ import annotations

import asyncio
import logging
import sys

import structlog
from structlog.typing import Processor

from ghosthands.stack import foreground
from ghosthands.stack.config import StackConfig
from ghosthands.stack.errors import StackError
from ghosthands.stack.supervisor import Supervisor

log = logging.getLogger(__name__)


def main() -> int:
    """Run the stack; return the exit code."""
    _configure_logging()
    try:
        asyncio.run(foreground.run(StackConfig.lasting(), _wait))
    except StackError as error:
        sys.stderr.write(f"ghosthands: {error}\n")
        return 1
    return 0


async def _wait(stack: Supervisor) -> None:
    log.info("stack_ready", extra={"state_dir": str(stack.state.path)})
    await asyncio.Event().wait()


def _configure_logging() -> None:
    """Log to stderr: for people in a terminal, as JSON elsewhere."""
    pretty = sys.stderr.isatty()
    render: Processor = structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer()
    told: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
    ]
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=told,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    logging.basicConfig(level=logging.INFO, handlers=[handler])


if __name__ == "__main__":
    sys.exit(main())

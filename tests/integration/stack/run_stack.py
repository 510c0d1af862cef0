"""A supervisor in a process of its own, for tests that kill it: `run_stack.py STATE_DIR [SERVICE=BEHAVIOUR…]`.

Prints `ready` once everything runs, and the error's line when it cannot.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from ghosthands.stack import StackConfig, StackError, Supervisor, foreground

FAKE = Path(__file__).with_name("fake_service.py")


async def wait(stack: Supervisor) -> None:
    print("ready", flush=True)
    await asyncio.Event().wait()


def main() -> int:
    behaviours = dict(argument.split("=", 1) for argument in sys.argv[2:])
    config = StackConfig(
        state_dir=Path(sys.argv[1]),
        services=("planner", "executor"),
        service_command=lambda name: [sys.executable, str(FAKE), name],
        extra_env={name: {"FAKE_SERVICE": behaviour} for name, behaviour in behaviours.items()},
    )
    try:
        asyncio.run(foreground.run(config, wait))
    except StackError as error:
        print(error, flush=True)
        return 1
    return 0


sys.exit(main())

"""The turn of a command that needs a stack: at once on one that stays, else after other commands' own stacks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from ghosthands import stack
from ghosthands.cli import console
from ghosthands.cli.client import LOOK_AGAIN, FoundStack, find_running

#: told once to a command that waits
_IN_TURN = (
    "another command has the stack here: this one waits until that stack is ready or has ended, and then goes on"
    " (on a stack that stays, ghosthands up, several run at once)"
)


async def take_turn(on_found: Callable[[FoundStack], Awaitable[None]], on_none: Callable[[], Awaitable[None]]) -> bool:
    """Call `on_found` with the stack that stays here, else `on_none`, which starts one of the command's own.

    Return whether the stack stays. While another command owns the state directory for a stack that does not stay, or
    whose start has only begun, this one waits. Raises what the two raise, except StackTaken.
    """
    is_told = False
    while True:
        found = await find_running()
        if found is None:
            with suppress(stack.StackTaken):
                await on_none()
                return False
        elif not isinstance(found, stack.RunningStack) or found.stays:
            await on_found(found)
            return True
        if not is_told:
            console.tell(_IN_TURN)
            is_told = True
        await asyncio.sleep(LOOK_AGAIN)

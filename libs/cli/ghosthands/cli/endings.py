"""The end of a command: an exit code and a line or two for the user, never a stack trace, whatever happens.

GHOSTHANDS_DEBUG=1 shows the trace, and the libraries' logs.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

import typer

from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.location import describe_error

P = ParamSpec("P")

#: a command's result: done, done with this code, or still to be run
Work = Coroutine[Any, Any, None] | int | None

DEBUG = "GHOSTHANDS_DEBUG"


def ends(command: Callable[P, Work]) -> Callable[P, None]:
    """Wrap the command so that it ends by its exit code."""

    @functools.wraps(command)
    def ended(*args: P.args, **kwargs: P.kwargs) -> None:
        raise typer.Exit(find_code(lambda: command(*args, **kwargs)))

    return ended


def find_code(command: Callable[[], Work]) -> int:
    """Run the command and return the exit code; print any error on standard error."""
    _configure_logging()
    try:
        return _finish(command())
    except Stop as stop:
        return _tell(stop.code, str(stop))
    except BrokenPipeError:
        raise  # the reader of our output is gone: typer ends quietly
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        return _tell(*_word_unforeseen(error))


def _finish(work: Work) -> int:
    if isinstance(work, int):
        return work
    if work is not None:
        asyncio.run(work)
    return Exit.OK


def _tell(code: Exit, message: str) -> int:
    if message:
        console.tell(message, style="" if code is Exit.OK else "red")
    return code


def _word_unforeseen(error: Exception) -> tuple[Exit, str]:
    """Return the exit code and the words for an error that no command expected."""
    from ghosthands import stack  # imported late, for commands without a stack

    match error:
        case stack.SettingRefused():
            return Exit.USAGE, str(error)
        case GhostHandsError():
            return Exit.UNAVAILABLE, str(error)
        case TimeoutError():
            return Exit.UNAVAILABLE, "it took too long; `ghosthands doctor` may say why"
        case OSError(strerror=str(reason)):
            where = f": {error.filename}" if error.filename else ""
            return Exit.UNAVAILABLE, f"{reason}{where}; `ghosthands doctor` may say why"
        case _:
            found = describe_error(error)
            what = f"an error nobody foresaw: {found['error']} at {found['at']}"
            return Exit.BUG, f"{what}; {DEBUG}=1 shows all of it, please report it"


def _configure_logging() -> None:
    """Keep the stack's log lines off the terminal: its log files have them."""
    handler = logging.StreamHandler() if os.environ.get(DEBUG) else logging.NullHandler()
    logging.basicConfig(level=logging.INFO, handlers=[handler])

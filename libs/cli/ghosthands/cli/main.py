"""The way in: nothing to be seen of Python before the command line is there to deal with a Ctrl-C."""

from __future__ import annotations

import signal
from types import FrameType


def app() -> None:
    """Run the `ghosthands` command."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # ignored behind a script's `&`
    if heeded:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # importing takes a moment: leave it without a trace
    from ghosthands.cli import commandline

    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, _as_interrupt)
    commandline.app()


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    """A SIGTERM ends a command like a Ctrl-C: in order, with no browser left behind."""
    signal.raise_signal(signal.SIGINT)

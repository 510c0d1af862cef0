"""The entry point, which keeps Python's traces off the terminal until the command line handles Ctrl-C."""

from __future__ import annotations

import signal
from types import FrameType


def app() -> None:
    """Run the `ghosthands` command."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a script's `&` has it ignored
    if heeded:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # importing takes a moment, and is left without a trace
    from ghosthands.cli import commandline

    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _as_interrupt)
    commandline.app()


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    """Turn a signal into an interrupt, which ends the command in order, with no browser left behind."""
    signal.raise_signal(signal.SIGINT)

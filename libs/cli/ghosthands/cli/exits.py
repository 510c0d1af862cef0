"""Exit codes; the same in every command."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of every command."""

    #: done; the application was sent, the comparison is equal
    OK = 0
    #: it ran and the answer is no: the job failed, the comparison differs, a check found something
    NO = 1
    #: the input or a setting is not usable, or names what is not there; nothing was started
    USAGE = 2
    #: the job waits for a human and nobody here can answer
    NEEDS_HUMAN = 3
    #: the stack is not there, does not start, does not answer or takes nothing more
    UNAVAILABLE = 4
    #: an error nobody foresaw: ours
    BUG = 70
    #: Ctrl-C, SIGTERM
    INTERRUPTED = 130


class Stop(Exception):
    """Ends the command with this code; the message, if any, is for the user."""

    def __init__(self, code: Exit, message: str = "") -> None:
        super().__init__(message)
        self.code = code

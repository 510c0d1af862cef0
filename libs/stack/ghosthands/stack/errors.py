"""The errors that keep a stack from starting; the text names the remedy, a line for each thing.

StackError
├─ SettingRefused    a variable of the environment cannot be used, so nothing was started
└─ StackTaken        another command has the state directory
"""

from __future__ import annotations

from ghosthands.domain.errors import GhostHandsError


class StackError(GhostHandsError):
    """The stack cannot start or does not answer; its text is shown to people as it is, without a stack trace."""


class StackTaken(StackError):
    """Another command has the state directory; nothing was started."""


class SettingRefused(StackError):
    """The value of an environment variable cannot be used; nothing was started."""

"""What keeps a stack from starting; the text names the mend, a line for each thing.

StackError
└─ SettingRefused    a variable of the environment cannot be used, so nothing was started
"""

from __future__ import annotations

from ghosthands.domain.errors import GhostHandsError


class StackError(GhostHandsError):
    """The stack cannot start or does not answer; shown to people as it stands, without a stack trace."""


class SettingRefused(StackError):
    """What a variable of the environment says cannot be used; nothing was started."""

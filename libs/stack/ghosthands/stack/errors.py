"""What keeps a stack from starting; the text is one line that names the mend."""

from __future__ import annotations

from ghosthands.domain.errors import GhostHandsError


class StackError(GhostHandsError):
    """The stack cannot start or does not answer; shown to people as it stands, without a stack trace."""

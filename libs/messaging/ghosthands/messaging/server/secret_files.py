"""Secrets as files in the folder that GHOSTHANDS_SECRETS_DIR names, each named like the variable it replaces.

The environment takes precedence. Blanks and line ends around a secret are ignored in both.
"""

from __future__ import annotations

import os
from pathlib import Path

from ghosthands.domain.errors import GhostHandsError

VARIABLE = "GHOSTHANDS_SECRETS_DIR"


class NoSecrets(GhostHandsError):
    """The folder, or a file in it, cannot be read."""


def folder() -> Path | None:
    """Return the folder of secrets; None if none is named. Raises NoSecrets if it does not exist."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    if not (path := Path(named)).is_dir():
        raise NoSecrets(f"{VARIABLE}: {path} is no folder; create it, or unset the variable")
    return path


def read(variable: str) -> str:
    """Return the secret from the environment or else from the folder; empty if neither has it. Raises NoSecrets."""
    if value := os.environ.get(variable, "").strip():
        return value
    file = found / variable if (found := folder()) else None
    if file is None or not file.exists():
        return ""
    try:
        return file.read_text().strip()
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no text"
        raise NoSecrets(f"{file} cannot be read ({reason})") from None

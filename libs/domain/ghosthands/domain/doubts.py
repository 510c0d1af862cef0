"""The words for a doubt: what is known of an application of which nobody can tell whether it was submitted."""

from __future__ import annotations

from ghosthands.domain.codes import Doubt, find


def word_doubt(code: str | None, status: int) -> str:
    """Return what page and server said, as a clause without a full stop; `status` is HTTP's, 0 if unknown."""
    sign = find(code or "", Doubt)
    said = sign.words if sign is not None else "the page does not tell"
    return f"{said}, and the form was answered with HTTP status {status}" if status else said

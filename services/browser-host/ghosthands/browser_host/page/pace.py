"""The pace of filling a form: all at once, or field by field and key by key, as a person would.

Some sites look at the rhythm of what is typed. At a human pace nothing is set together, keys and fields have pauses of
uneven length between them, and a text too long to be typed is pasted.
"""

from __future__ import annotations

import asyncio
import random
from enum import StrEnum

#: longer texts are pasted, as people do who have an answer ready
_LONGEST_TYPED = 160
_BETWEEN_KEYS_SECONDS = (0.04, 0.14)
_BETWEEN_FIELDS_SECONDS = (0.2, 0.7)


class Pace(StrEnum):
    """The speed at which a page is filled."""

    FAST = "fast"
    HUMAN = "human"

    async def rest(self) -> None:
        """Pause between two fields, as a human does."""
        if self is Pace.HUMAN:
            await _pause(_BETWEEN_FIELDS_SECONDS)

    async def rest_after_key(self) -> None:
        """Pause between two keys, as a human does."""
        if self is Pace.HUMAN:
            await _pause(_BETWEEN_KEYS_SECONDS)

    def is_pasted(self, text: str) -> bool:
        """Whether the text is pasted, as nobody would type it."""
        return self is Pace.HUMAN and len(text) > _LONGEST_TYPED


async def _pause(seconds: tuple[float, float]) -> None:
    await asyncio.sleep(random.uniform(*seconds))  # noqa: S311  rhythm, not a secret

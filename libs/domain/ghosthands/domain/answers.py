"""Answers that an applicant gave once, and what they were asked with: kept in the vault, never in an event."""

from __future__ import annotations

import msgspec

from ghosthands.domain.page import FieldKind


class RememberedAnswer(msgspec.Struct, frozen=True):
    """What an applicant said to a question, and the control that asked it."""

    text: str
    kind: FieldKind
    #: its options in comparable words, in no order
    options: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"RememberedAnswer({self.kind}, {len(self.options)} options)"

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
    #: the question, as the form put it that it was said to last
    question: str = ""

    def __repr__(self) -> str:
        return f"RememberedAnswer({self.kind}, {len(self.options)} options)"


class AnswersOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks what is remembered of an applicant's answers."""

    tenant: str
    applicant: str
    #: first let go of what is remembered under this question key
    forget: str | None = None
    #: tell also what was answered
    with_text: bool = False


class KeptAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A question that an applicant's answer is remembered to."""

    question_key: str
    #: empty of one that was remembered before questions were kept
    question: str
    kind: FieldKind
    #: how many it offers
    options: int
    #: what was answered, where that was asked for
    text: str | None = None

    def __repr__(self) -> str:
        return f"KeptAnswer({self.question_key})"

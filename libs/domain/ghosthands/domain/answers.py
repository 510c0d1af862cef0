"""Answers that an applicant gave before, and the questions they answer: kept in the vault, never in an event."""

from __future__ import annotations

import msgspec

from ghosthands.domain.page import FieldKind


class RememberedAnswer(msgspec.Struct, frozen=True):
    """An applicant's answer to a question, and the control that asked it."""

    text: str
    kind: FieldKind
    #: the control's options as normalised words, unordered
    options: frozenset[str] = frozenset()
    #: the question in the words of the form that asked it last
    question: str = ""

    def __repr__(self) -> str:
        return f"RememberedAnswer({self.kind}, {len(self.options)} options)"


class AnswersOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for an applicant's remembered answers."""

    tenant: str
    applicant: str
    #: first forget the answer under this question key
    forget: str | None = None
    #: return the answers' text too
    with_text: bool = False


class KeptAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A question for which an applicant's answer is remembered."""

    question_key: str
    #: empty if the answer was stored before questions were
    question: str
    kind: FieldKind
    #: the number of options
    options: int
    #: the answer, if it was asked for
    text: str | None = None

    def __repr__(self) -> str:
        return f"KeptAnswer({self.question_key})"

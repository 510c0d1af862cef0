"""A code: its spelling, its words, and its remedy."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, StrEnum, auto
from typing import Self, TypeVar


class Remedy(Flag):
    """The remedies for a failure other than a human."""

    NONE = 0
    #: another attempt of the job, later
    RETRY = auto()
    #: another engine, on the same page
    ENGINE = auto()


class Code(StrEnum):
    """A stable code, with its meaning in words for people."""

    words: str
    remedy: Remedy

    def __new__(cls, code: str, *_row: object) -> Self:
        """Make a row of the table."""
        member = str.__new__(cls, code)
        member._value_ = str.__str__(member)
        return member

    def __init__(self, code: str, words: str = "", remedy: Remedy = Remedy.NONE) -> None:
        """Fill in the row, or copy another enum's."""
        self.words = code.words if isinstance(code, Code) else words
        self.remedy = code.remedy if isinstance(code, Code) else remedy

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """Return the member for an old spelling."""
        today = OLD_SPELLINGS.get(cls.__name__, {}).get(str(value))
        return None if today is None else cls(today)

    @property
    def retryable(self) -> bool:
        """Whether another attempt may succeed."""
        return Remedy.RETRY in self.remedy


T = TypeVar("T", bound=Code)

#: by enum: a spelling in old events, and the code it is read as
OLD_SPELLINGS: Mapping[str, Mapping[str, str]] = {
    "ActionFailure": {"not_found": "element_not_found"},
    "JobFailure": {"closed": "job_closed"},
}


def find(code: str, *kinds: type[T]) -> T | None:
    """Return the code as a member of the first of `kinds` that knows it; None if none does."""
    for kind in kinds:
        try:
            return kind(code)
        except ValueError:
            continue
    return None

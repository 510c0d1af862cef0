"""What a code is: its spelling, its words, and who may get past it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, StrEnum, auto
from typing import Self


class Remedy(Flag):
    """Who may get past what went wrong, beside a human."""

    NONE = 0
    #: another attempt of the job, some time later
    RETRY = auto()
    #: another engine, on the same page
    ENGINE = auto()


class Code(StrEnum):
    """A stable code, with what it means in the words a person reads."""

    words: str
    remedy: Remedy

    def __new__(cls, code: str, words: str = "", remedy: Remedy = Remedy.NONE) -> Self:
        """A row of the table, or another enum's row told on."""
        member = str.__new__(cls, code)
        member._value_ = str.__str__(member)
        member.words = code.words if isinstance(code, Code) else words
        member.remedy = code.remedy if isinstance(code, Code) else remedy
        return member

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """The member that an old spelling stands for."""
        today = OLD_SPELLINGS.get(cls.__name__, {}).get(str(value))
        return None if today is None else cls(today)

    @property
    def retryable(self) -> bool:
        """Whether another attempt may get past it."""
        return Remedy.RETRY in self.remedy


#: by enum: a spelling found in old events, and the one it is read as
OLD_SPELLINGS: Mapping[str, Mapping[str, str]] = {
    "ActionFailure": {"not_found": "element_not_found"},
    "JobFailure": {"closed": "job_closed"},
}


def find(code: str, *kinds: type[Code]) -> Code | None:
    """The code as the first of `kinds` that knows it reads it; None where none does."""
    for kind in kinds:
        try:
            return kind(code)
        except ValueError:
            continue
    return None

"""Yes, no, or rather not say: what a sentence comes down to.

"I will not require sponsorship" is a no, "Not Hispanic or Latino" is one, "I identify as one or more of …" is a yes.
"""

from __future__ import annotations

import re
from enum import StrEnum

_DECLINE = re.compile(
    r"\bdeclin(?:e|ed|ing)\b|\bprefer(?: to)? not\b|\bchoose not\b|\brather not\b|\bno answer\b|\bundisclosed\b"
    r"|\b(?:do not|don.?t|not) (?:wish|want|care|like) to\b|\bnot (?:to )?(?:say|answer|disclose|specified|declared)\b"
    r"|\bnot disclos|\bkeine angabe\b|\bwithh[eo]ld\b",
    re.IGNORECASE,
)
_YES = re.compile(r"^(?:yes|y|true|ja|oui|sí|si|sim)\b", re.IGNORECASE)
_NO = re.compile(r"^(?:no|n|false|nein|non|não|nee)\b(?! (?:preference|matter|problem))", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|never|no longer|none|without|cannot|neither|nor|non)\b|n[’']t\b", re.IGNORECASE)
_STATEMENT = re.compile(r"^(?:i\b|i[’']m\b|i[’']ve\b|i[’']ll\b|i[’']d\b|not\b|we\b|my\b)", re.IGNORECASE)


class Polarity(StrEnum):
    """What an answer to a yes-or-no question comes down to."""

    YES = "yes"
    NO = "no"
    DECLINE = "decline"


def is_decline(text: str) -> bool:
    """Whether it refuses to answer."""
    return _DECLINE.search(text) is not None


def is_negated(text: str) -> bool:
    """Whether it denies something."""
    return _NEGATION.search(text) is not None


def stated(text: str) -> Polarity | None:
    """The polarity of an answer that has one of its own; None for names, numbers and other words."""
    bare = text.strip()
    if is_decline(bare):
        return Polarity.DECLINE
    if _YES.match(bare):
        return Polarity.YES
    if _NO.match(bare):
        return Polarity.NO
    if _STATEMENT.match(bare):
        return Polarity.NO if is_negated(bare) else Polarity.YES
    return None

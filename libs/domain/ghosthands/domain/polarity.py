"""The polarity of a sentence: yes, no, or a refusal to answer.

"I will not require sponsorship" is a no, "Not Hispanic or Latino" is one, "I identify as one or more of …" is a yes. A
tick is a yes to the words beside it, so an answer for a tick box must be a yes or a no.
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
_SAYS_YES = r"yes|true|ja|oui|sí|sì|si|sim|tak|はい|あり|是的?|有"
_SAYS_NO = r"no|false|nein|non|não|nee|nej|nei|nie|いいえ|なし|否|不是|没有|无"
_YES = re.compile(rf"^(?:{_SAYS_YES}|y)\b", re.IGNORECASE)
_NO = re.compile(rf"^(?:{_SAYS_NO}|n)\b(?! (?:preference|matter|problem))", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|never|no longer|none|without|cannot|neither|nor|non)\b|n[’']t\b", re.IGNORECASE)
_STATEMENT = re.compile(r"^(?:i\b|i[’']m\b|i[’']ve\b|i[’']ll\b|i[’']d\b|not\b|we\b|my\b)", re.IGNORECASE)

_OUTRIGHT = re.compile(rf"^(?:{_SAYS_YES}|{_SAYS_NO})\b[\s,.;:!、，。–—-]*(.*)$", re.IGNORECASE | re.DOTALL)
_QUALIFIED = re.compile(
    r"\bbut\b|\bunless\b|\bexcept|\bdepend|\bif\b|\bmaybe\b|\bperhaps\b|\bpartly\b|\bsometimes\b|\bnot sure\b"
    r"|\byes\b.*\bno\b|\bno\b.*\byes\b|\baber\b|\bvielleicht\b",
    re.IGNORECASE | re.DOTALL,
)


class Polarity(StrEnum):
    """The polarity of an answer to a yes-or-no question."""

    YES = "yes"
    NO = "no"
    DECLINE = "decline"


def is_decline(text: str) -> bool:
    """Whether the text refuses to answer."""
    return _DECLINE.search(text) is not None


def is_negated(text: str) -> bool:
    """Whether the text denies something."""
    return _NEGATION.search(text) is not None


def stated(text: str) -> Polarity | None:
    """Return the polarity of an answer that has one by itself; None for names, numbers and other words."""
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


def told_beside(text: str) -> str | None:
    """Return the text after an answer's yes or no, empty for a bare one; None if the answer begins with neither."""
    outright = _OUTRIGHT.match(text.strip())
    return outright and outright[1].strip()


def is_statement(text: str) -> bool:
    """Whether the text is a statement by the person who answers: "I need it"."""
    return _STATEMENT.match(text.strip()) is not None


def answered(text: str, statement: str) -> Polarity | None:
    """Return the yes or no that an answer gives to a statement beside a tick box; None for neither, or both.

    "No" to "I do not smoke" says that it is not so; "No, I do not smoke" says both, and counts as neither.
    """
    polarity = stated(text)
    if polarity not in (Polarity.YES, Polarity.NO) or _QUALIFIED.search(text):
        return None
    outright = _OUTRIGHT.match(text.strip())
    said = outright[1] if outright else text.strip()
    if not _STATEMENT.match(said):
        return polarity
    agrees = is_negated(said) == is_negated(statement)
    if outright is None:
        return polarity if not is_negated(statement) else None
    return polarity if agrees == (polarity is Polarity.YES) else None


def opposite(text: str) -> str | None:
    """Return the plain answer to the opposite question; None if the answer is neither a yes nor a no."""
    return {Polarity.YES: "no", Polarity.NO: "yes"}.get(answered(text, ""))  # type: ignore[arg-type]

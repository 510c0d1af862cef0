"""The quotation of a page's own words, which may say anything: they stay one line between our quotation marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import category

#: most texts of a page that are quoted, and the most characters of each
MOST, LONGEST = 3, 300
#: most characters of a text that is read at all: one that is not read to its end cannot be redacted
_LONGEST_READ = 10 * LONGEST
#: what would end our quotation, in or out of the page's own
_MARKS = str.maketrans(dict.fromkeys('“”„‟"＂', "'"))


def keep_words(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts that may be quoted, each whole, as they are yet to be redacted; what is too long is dropped."""
    kept: list[str] = []
    for text in (_flatten(each) for each in texts if len(each) <= _LONGEST_READ):
        if text and not any(text in each for each in kept):
            kept.append(text)
    return tuple(kept[:MOST])


def quote_page(said: Sequence[str]) -> str:
    """Return what a page says as a sentence; empty if it says nothing."""
    quoted = ", ".join(f"“{quote(text).rstrip('.')}”" for text in said[:MOST])
    return f"The page says: {quoted}." if quoted else ""


def name_question(label: str, section: str) -> str:
    """Return a question as people are told it, with the headings that say whose it is: "Name (Emergency contact)"."""
    return f"{label} ({section})" if label and section else label


def quote(text: str, longest: int = LONGEST) -> str:
    """Return a page's words as they may stand between quotation marks, cut to what may be read at a glance."""
    flat = _flatten(text)
    return flat if len(flat) <= longest else f"{flat[: longest - 1].rstrip()}…"


def _flatten(text: str) -> str:
    """Return the text as one line without quotation marks, nor what commands a terminal or turns its letters round."""
    shown = (" " if category(each) == "Cc" else each for each in text if category(each) != "Cf")
    return " ".join("".join(shown).translate(_MARKS).split())

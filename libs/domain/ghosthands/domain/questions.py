"""Question keys: one key for a question, however a form spells it.

"Are you 18 or older? *" and "are you 18 or older (required)" are the same question. Signs that carry meaning (`+ # % <
>` and currencies) stay, so that "C", "C++" and "C#" are three questions.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

from ghosthands.domain.caches import CACHED_TEXTS

#: "(required)", "[optional]", and at the end "* required", "- required": only after a sign, so that "Is a visa
#: required?" keeps its verb.
_MARKERS = re.compile(r"[(\[]\s*(?:required|optional)\s*[)\]]|[*,:\-–—]\s*(?:required|optional)\W*$")
#: Unicode categories that are part of a question: letters, numbers, marks, mathematical and currency signs.
_MEANINGFUL = ("L", "N", "M", "Sm", "Sc")


class _Blanked(dict[int, str]):
    """A translation table that keeps a character which belongs to a question and turns any other into a blank."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = char if _is_meaningful(char) else " "
        return self[code]


_BLANKED = _Blanked()


@lru_cache(maxsize=CACHED_TEXTS)
def normalise(text: str) -> str:
    """Return the question in lower case, without punctuation, required markers, and repeated blanks."""
    folded = _make_compatible(_make_compatible(text).casefold())
    return " ".join(_MARKERS.sub(" ", folded).translate(_BLANKED).split())


def question_key(text: str) -> str:
    """Return 16 hex digits that name the question. Raises ValueError if the text asks nothing ("* (required)")."""
    question = normalise(text)
    if not question:
        raise ValueError("a text without words is no question")
    return hashlib.sha256(question.encode()).hexdigest()[:16]


def _make_compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _is_meaningful(char: str) -> bool:
    return char in "#%" or unicodedata.category(char).startswith(_MEANINGFUL)

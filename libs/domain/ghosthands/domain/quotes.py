"""The quotation of a page's own words in a question to a human."""

from __future__ import annotations

from collections.abc import Sequence

#: most texts of a page that are quoted, and the most characters of each
_MOST, _LONGEST = 3, 300


def quote_page(said: Sequence[str]) -> str:
    """Return what a page says as a sentence, cut to what may be read at a glance; empty if it says nothing."""
    quoted = ", ".join(f"“{_cut(text)}”" for text in said[:_MOST])
    return f"The page says: {quoted}." if quoted else ""


def _cut(text: str) -> str:
    short = text.rstrip(".")
    return short if len(short) <= _LONGEST else f"{short[: _LONGEST - 1].rstrip()}…"

"""Sentences made of clauses: codes, doubts and refusals are worded as clauses, which may stand anywhere."""

from __future__ import annotations


def begin_sentence(clause: str) -> str:
    """Return the clause with a capital letter at its beginning; all else in it stays as it is."""
    return clause[:1].upper() + clause[1:]

"""Patterns of many alternatives, compiled so that most places of a text are passed at once.

`\\bfirst|\\blast|^name$` is tried alternative by alternative at every letter of a text. `^(?:name$)|\\b(?:first|last)`
finds the same, and looks at all of them only where a word begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: What alternatives begin with that few places of a text meet; the last is nothing, which all do.
_ANCHORS = ("^", r"\b", "")
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, its alternatives gathered by where they may begin: for searches that only ask whether it fits."""
    gathered: dict[str, list[str]] = {anchor: [] for anchor in _ANCHORS}
    for alternative in _split(pattern):
        anchor = next(each for each in _ANCHORS if alternative.startswith(each))
        gathered[anchor].append(alternative.removeprefix(anchor))
    return re.compile("|".join(f"{anchor}(?:{'|'.join(found)})" for anchor, found in gathered.items() if found))


def _split(pattern: str) -> Iterator[str]:
    """The alternatives that stand in no brackets."""
    depth, alternative = 0, ""
    for piece in _PIECE.findall(pattern):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and depth == 0:
            yield alternative
            alternative = ""
        else:
            alternative += piece
    yield alternative

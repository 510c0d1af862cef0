"""The town or region where a job is, as a question names it in a country's stead: "our Berlin office"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from ghosthands.planning.questions.beside import list_beside
from ghosthands.planning.questions.phrases import CAPITAL_NOUNS, plain
from ghosthands.planning.questions.wordings import Language

_WORD = re.compile(r"[^\W_](?:[\w.'’-]*\w)?")
#: Most letters of a word between a workplace and its town: "bureau de Montréal".
_SHORT = 3


def find_town(language: Language, text: str) -> str:
    """Return the first unknown name behind an "in" or beside an "office", as `plain` makes it; else an empty text.

    A text that is mostly written in capitals shows no names, except in German.
    """
    written = _WORD.findall(text)
    if language.code not in CAPITAL_NOUNS and 2 * sum(map(_is_name, written)) > len(written):
        return ""
    said = [plain(word) for word in written]
    for at, word in enumerate(written):
        if not _is_name(word) or (at and _is_name(written[at - 1]) and said[at - 1] not in language.workplaces):
            continue
        name = said[at : at + len(list(takewhile(_is_name, written[at:])))]
        is_known = not any(list_beside(language, " ".join(name), language.passing | language.workplaces))
        is_workplace = name[-1] in language.workplaces  # "Bay Area"
        if not is_known and (is_workplace or _is_placed(language, said[:at], said[at + len(name) :])):
            return " ".join(name)
    return ""


def _is_name(word: str) -> bool:
    return word[0].isupper()


def _is_placed(language: Language, before: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether the words about a name say that a workplace is there."""
    if before[-1:] and (before[-1] in language.into or before[-1] in language.workplaces):
        return True
    if before[-2:-1] and before[-2] in language.workplaces and len(before[-1]) <= _SHORT:
        return True
    return bool(behind[:1]) and behind[0] in language.workplaces

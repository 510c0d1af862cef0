"""The purpose of a licence, in one form for all languages: "Staplerschein" and "truckkort" are for a forklift."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from ghosthands.planning.questions.names import Names
from ghosthands.planning.questions.phrases import UNSPACED, plain


def name_licences(said: str, code: str) -> tuple[frozenset[str], str]:
    """Return the purposes of the licences in a sentence from `plain`, and the sentence without their names."""
    spaced = code not in UNSPACED
    named = frozenset(_names().find(said, spaced=spaced))
    return named, _names().take_out(said, spaced=spaced) if named else said


@cache
def _names() -> Names:
    text = (resources.files(__package__) / "words" / "licences.toml").read_text(encoding="utf-8")
    told = tomllib.loads(text)
    return Names({plain(name): what for what, names in told.items() for name in names.split("|")})

"""The countries that options name by what their people are called: "German", "deutsch", "Française".

A form that asks for a nationality offers countries or such words; the applicant tells a country, or one of the words.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib import resources

from ghosthands.planning.choosing.places import countries
from ghosthands.planning.choosing.synonyms import normal

#: The other ending that a form leaves to the reader: "Français(e)", "Deutsche/r", "Español/a".
_ENDING = re.compile(r"(?<=\w)(?:\(-?\w{1,3}\)|/-?\w{1,3}\b)")


def nationality_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the labels that say the text's country by what its people are called, or the other way round."""
    wanted = _find_country(text)
    return [at for at, label in enumerate(labels) if wanted and _find_country(label) == wanted]


def _find_country(text: str) -> str | None:
    """Return the code of the one country that a text names, or whose people it names."""
    found = _codes().get(normal(_ENDING.sub("", text)), frozenset[str]())
    return next(iter(found)) if len(found) == 1 else None


@cache
def _codes() -> dict[str, frozenset[str]]:
    """Return the codes of the countries by their names, and by the words for their people."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for country in countries():
        for name in country.names:
            found[normal(name)].add(country.code.casefold())
    text = resources.files(__package__).joinpath("nationalities.toml").read_text(encoding="utf-8")
    for code, said in tomllib.loads(text).items():
        for word in said.split(" | "):
            stem, *endings = word.split("/")
            for ending in ("", *endings):
                found[normal(stem + ending)].add(code)
    return {name: frozenset(codes) for name, codes in found.items()}

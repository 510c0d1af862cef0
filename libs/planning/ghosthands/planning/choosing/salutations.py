"""Forms of address by whom they are for, in the languages of forms: "Frau" is "Ms", "Madame" and "Sra.".

One that tells more than the other says something else: "Mrs" is "Frau", and "Frau" need not be "Mrs".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ghosthands.domain.caches import CACHED_OPTIONS
from ghosthands.planning.choosing.synonyms import normal

_MAN, _WOMAN, _MARRIED, _UNMARRIED, _ANYBODY = "man", "woman", "married", "unmarried", "anybody"
_SAID = {
    _MAN: "mr|mister|herr|herrn|monsieur|m|mr le"
    "|senor|sr|signor|signore|sig|senhor|dhr|de heer|heer|meneer|pan|hr|herra|bay"
    "|domnul|dl|ur|господин|г н|пан|先生",
    _WOMAN: "ms|frau|madame|mme|senora|sra|signora|sig ra|sigra|senhora|mevr|mevrouw|mw"
    "|pani|fru|rouva|bayan|doamna|dna"
    "|госпожа|г жа|пані|女士",
    _MARRIED: "mrs|misses",
    _UNMARRIED: "miss|mademoiselle|mlle|fraulein|senorita|srta|signorina|senhorita|mejuffrouw|froken|小姐",
    _ANYBODY: "mx",
}
_KINDS = {word: kind for kind, said in _SAID.items() for word in said.split("|")}
#: What stands between the forms of one option in several languages: "Frau / Ms".
_BETWEEN = re.compile(r"[/()]")
#: Least forms of address in a list of them.
_FEWEST = 2


def salutation_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the labels that address whom the text addresses; empty for a list, or a text, of other things."""
    wanted = _find_kind(text)
    kinds = [_find_kind(label) for label in labels]
    if wanted is None or sum(map(bool, kinds)) < _FEWEST:
        return []
    exact = [at for at, kind in enumerate(kinds) if kind == wanted]
    women = [at for at, kind in enumerate(kinds) if kind == _WOMAN]
    return exact or (women if wanted in (_MARRIED, _UNMARRIED) else [])


@lru_cache(maxsize=CACHED_OPTIONS)
def are_salutations(labels: tuple[str, ...]) -> bool:
    """Whether a list offers forms of address, beside few others: "Mr", "Ms", "Dr"."""
    found = [kind for label in labels if (kind := _find_kind(label))]
    return len({*found} - {_ANYBODY}) >= _FEWEST


def _find_kind(text: str) -> str | None:
    kinds = {_KINDS.get(normal(part)) for part in _BETWEEN.split(text) if normal(part)}
    return kinds.pop() if len(kinds) == 1 else None

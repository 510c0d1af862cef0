"""Which texts ask for the place, the number or the website of a thing: an employer, a school, a passport, a birth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.planning.asking import ask_for, asks_where_one_lives, is_reached_by
from ghosthands.planning.rules import context as said

#: Most spaces of a heading that names a place of birth and nothing else.
_HEADING_SPACES = 3


def is_a_things(text: str, section: str, identifiers: Sequence[str]) -> bool:
    """Whether a label, a name or a heading makes a field about a place or a number of a thing."""
    if said.NOT_A_THING.search(text):
        return False
    if said.THINGS.search(text) or any(map(said.THINGS_NAMED.search, identifiers)) or _is_elsewhere(text, identifiers):
        return True
    return heads_a_thing(section) and is_reached_by(ask_for(text))


def heads_a_thing(section: str) -> bool:
    """Whether places and numbers below a heading are those of a thing, of a birth, or of where one lived before."""
    is_past = said.FORMERLY.search(section) and said.A_HOME.search(section)
    return is_past or said.BIRTH.search(section) or said.A_THING.search(section) or _is_headed_by_a_birth(section)


def _is_elsewhere(text: str, identifiers: Sequence[str]) -> bool:
    """Whether it asks where somebody was born, comes from or lived before, which is not where they live."""
    if said.BORN.search(text) and said.A_PLACE.search(text):
        return True
    if not asks_where_one_lives(text):
        return False
    return said.OF_ANOTHER.search(text) or said.FROM_ELSEWHERE.search(text) or any(map(said.BORN.search, identifiers))


@lru_cache(maxsize=CACHED_TEXTS)
def _is_headed_by_a_birth(section: str) -> bool:
    is_short = section.count(" ") <= _HEADING_SPACES
    return is_short and said.BORN.search(section) and said.A_PLACE.search(section)

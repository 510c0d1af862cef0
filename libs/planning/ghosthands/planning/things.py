"""Which texts ask for the place, the number or the website of a thing: an employer, a school, a passport, a birth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.planning.asking import PLACES, ask_for, asks_where_one_lives, is_reached_by
from ghosthands.planning.rules import address_words
from ghosthands.planning.rules import context as said

#: Most spaces of a heading that names a place of birth and nothing else.
_HEADING_SPACES = 3
#: Keys of what stands in an address, beside the name.
_IN_AN_ADDRESS = (*PLACES, "profile.current_company")


def is_a_things(text: str, section: str, identifiers: Sequence[str]) -> bool:
    """Whether a label, a name or a heading makes a field about a place or a number of a thing."""
    if said.NOT_A_THING.search(text):
        return False
    if said.THINGS.search(text) or any(map(said.THINGS_NAMED.search, identifiers)) or _is_elsewhere(text, identifiers):
        return True
    if address_words.IF_DIFFERENT.search(text) and not said.A_NAME.search(text):
        return True
    key = ask_for(text)
    if heads_a_thing(section) and is_reached_by(key):
        return True
    return heads_another_address(section) and (key or "").startswith(_IN_AN_ADDRESS)


def heads_another_address(section: str) -> bool:
    """Whether an address below a heading is another's, or is wanted only if it isn't the one asked for before."""
    if said.A_NAME.search(section):
        return False
    return address_words.IF_DIFFERENT.search(section) or _is_of_another(section)


def _is_of_another(section: str) -> bool:
    return address_words.OF_SOMEBODY.search(section) or address_words.OF_A_DEBTOR.search(section)


def heads_a_thing(section: str) -> bool:
    """Whether places and numbers below a heading are those of a thing, another, a birth, or a former home."""
    is_past = said.FORMERLY.search(section) and said.A_HOME.search(section)
    is_born = said.BIRTH.search(section) or _is_headed_by_a_birth(section)
    return is_past or is_born or said.A_THING.search(section) or _is_of_another(section)


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

"""Which contact data a short text asks for, whatever the control and whoever is meant."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.planning.rule import FieldRule, RuleBook
from ghosthands.planning.rules.contact import CONTACT

#: Keys of places. Under the heading of a history they are the school's or the employer's.
PLACES = ("profile.location.", "profile.address_", "profile.website_url")
#: What an address begins with.
STREETS = frozenset({"profile.address_line1", "profile.address_full", "profile.address_street"})
#: Keys of the applicant's own, also asked of a school or an employer.
REACHES = ("profile.phone", "profile.email", "profile.full_name", "profile.first_name", "profile.last_name")
#: What somebody is called, in whole or in half.
NAMES = frozenset({"profile.full_name", "profile.full_name_last_first", "profile.first_name", "profile.last_name"})
_LIVED_IN = ("profile.location.", "profile.address_")
_CONTACT = RuleBook(CONTACT)


def ask_for(text: str) -> str | None:
    """Return the key of contact data that a short label asks for."""
    rule = find_contact(text)
    return rule.key if rule else None


@lru_cache(maxsize=CACHED_TEXTS)
def find_contact(text: str) -> FieldRule | None:
    """Return the first rule of contact data that matches a short label, for any control."""
    return next((rule for rule in _CONTACT.list_likely(text) if rule.fits_label(text)), None) if text else None


def is_reached_by(key: str | None) -> bool:
    """Whether somebody, or a thing, is found or reached by the key's value."""
    return key is not None and key.startswith(PLACES + REACHES)


def asks_where_one_lives(text: str) -> bool:
    """Whether a short label asks for a town, an address or a part of one."""
    return (ask_for(text) or "").startswith(_LIVED_IN)


def find_family(key: str) -> str:
    """Return what a box may ask for together with the key: a place, a name, a phone, or nothing but the key itself."""
    if key.startswith(_LIVED_IN):
        return "place"
    if key.startswith("profile.phone"):
        return "phone"
    return "name" if "_name" in key else key


def has_place(keys: Set[str]) -> bool:
    """Whether one of the keys is a town, an address or a part of one."""
    return any(key.startswith(_LIVED_IN) for key in keys)

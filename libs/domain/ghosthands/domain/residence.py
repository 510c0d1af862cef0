"""Where the applicant lives, as text that also knows what lies around the town.

A form that asks for a town alone may offer several of that name; region and country then tell which one is meant.
"""

from __future__ import annotations

from collections.abc import Mapping

_TOWN, _REGION, _COUNTRY = "profile.location.city", "profile.location.state", "profile.location.country"
#: the keys whose value is where the applicant lives: the town alone, and with what lies around it
_KEYS = (_TOWN, "profile.location.full")


class Residence(str):
    """A place of residence as the applicant writes it: `Springfield`, or `Springfield, Illinois, United States`.

    `region` and `country` are empty where nobody stated them.
    """

    __slots__ = ("country", "region", "town")
    town: str
    region: str
    country: str

    def __new__(cls, text: str, *, town: str, region: str = "", country: str = "") -> Residence:
        """Make one of its text and its parts."""
        residence = super().__new__(cls, text)
        residence.town, residence.region, residence.country = town, region, country
        return residence

    @property
    def around(self) -> tuple[str, ...]:
        """What is known to lie around the town, the nearest first."""
        return tuple(filter(None, (self.region, self.country)))


def read_residence(key: str, values: Mapping[str, str]) -> Residence | None:
    """Return where the applicant lives if `key` asks for that; None for any other key."""
    town = values.get(_TOWN, "").partition(",")[0].strip()
    if key not in _KEYS or key not in values or not any(map(str.isalnum, town)):
        return None
    return Residence(values[key], town=town, region=values.get(_REGION, ""), country=values.get(_COUNTRY, ""))

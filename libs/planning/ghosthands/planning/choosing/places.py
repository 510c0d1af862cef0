"""Countries, states and provinces, by all the names that forms have for them.

ISO's names and codes come from `pycountry`, common names in the languages of forms from `babel`; only names that
neither has are listed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import pycountry
from babel import Locale
from babel.languages import get_official_languages

#: the languages of forms, English first
_LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl")
#: the shortest name in another language: Dutch people call the Isle of Man "Man"
_SHORTEST = 4
#: countries whose parts forms ask for, and the kinds of parts that are a state or province
DIVIDED = {"US": ("State", "District"), "CA": ("Province", "Territory")}
#: further names that people and lists use
_ALSO = """
    AE UAE|AE U.A.E.|AS Samoa (American)|BA Bosnia|BQ Caribbean NL|BS The Bahamas|BS Bahamas, The|CD Congo (Dem. Rep.)
    |CD Congo, Democratic Republic of the|CD Democratic Republic of the Congo|CD DR Congo|CD Congo (DRC)
    |CF Central African Rep.|CG Congo (Rep.)|CG Republic of the Congo|CI Ivory Coast|CN 中国|CN Mainland China
    |CN People's Republic of China|CZ Czech Republic|DK Danmark|FI Suomi|FM Federated States of Micronesia
    |FR République française|GB Great Britain|GB Britain|GB U.K.|GB UK
    |GB United Kingdom of Great Britain and Northern Ireland|GM The Gambia|GM Gambia, The
    |GS South Georgia & the South Sandwich Islands|HK Hong Kong SAR|HM Heard Island & McDonald Islands
    |IE Republic of Ireland|IE Éire|IR Islamic Republic of Iran|JP 日本|KP Korea (North)|KR Korea (South)
    |KR Republic of Korea|KR Korea|MD Republic of Moldova|MF St Martin (French)|MK Macedonia|MM Burma|MO Macau
    |MO Macao SAR|NL The Netherlands|NL Holland|NO Norge|PL Polska|PS Palestine|PS State of Palestine|SE Sverige
    |SX St Maarten (Dutch)|SZ Eswatini (Swaziland)|SZ Swaziland|TC Turks & Caicos Is|TF French S. Terr.|TL East Timor
    |TR Turkey|TW Taiwan, Republic of China|TZ United Republic of Tanzania|UM US minor outlying islands
    |US United States of America|US U.S.|US U.S.A.|US America|VA Holy See|VA Vatican City State|VA Vatican
    |VC St Vincent|VE Bolivarian Republic of Venezuela|VG Virgin Islands (UK)|WS Samoa (western)
"""


@dataclass(frozen=True, slots=True)
class PlaceNames:
    """The names of a country, or of a state or province."""

    code: str
    #: the names to search for: the English one, and the one in the country's language
    searched: tuple[str, ...]
    #: every name, codes among them
    names: tuple[str, ...]


@cache
def all_places() -> tuple[PlaceNames, ...]:
    """Return every country, and the states and provinces of those countries whose forms ask for them."""
    return (*countries(), *_parts())


@cache
def countries() -> tuple[PlaceNames, ...]:
    """Return every country."""
    return tuple(_countries())


def _countries() -> Iterator[PlaceNames]:
    for country in pycountry.countries:
        code = country.alpha_2
        english, *others = _names_in_languages(code)
        named = (country.name, getattr(country, "common_name", ""))
        longer = (name for name in others if len(name) >= _SHORTEST)
        names = (code, country.alpha_3, english, *named, *longer, *_also().get(code, ()))
        yield PlaceNames(
            code, tuple(dict.fromkeys((english, _own_name(code) or english))), tuple(dict.fromkeys(filter(None, names)))
        )


def _own_name(code: str) -> str:
    """Return the country's name in the language most people there speak; empty where it is none of ours."""
    spoken = (language for language in get_official_languages(code, de_facto=True) if language in _LANGUAGES)
    return _name_in(next(spoken, "en"), code)


def _names_in_languages(code: str) -> Iterator[str]:
    for language in _LANGUAGES:
        for key in (code, f"{code}-alt-short", f"{code}-alt-variant"):
            if name := _name_in(language, key):
                yield name


def _name_in(language: str, key: str) -> str:
    return _territories(language).get(key, "")


@cache
def _territories(language: str) -> Mapping[str, str]:
    return dict(Locale.parse(language).territories)


@cache
def _also() -> dict[str, tuple[str, ...]]:
    named: dict[str, tuple[str, ...]] = {}
    for entry in " ".join(_ALSO.split()).split("|"):
        code, name = entry.strip().split(maxsplit=1)
        named[code] = (*named.get(code, ()), name)
    return named


def _parts() -> Iterator[PlaceNames]:
    for part in pycountry.subdivisions:
        if part.type in DIVIDED.get(part.country_code, ()):
            code = part.code.partition("-")[2]
            yield PlaceNames(code, (part.name,), (code, part.name))

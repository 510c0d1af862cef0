"""Values of a profile that no form can take as they are meant, each with its field and the mend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any

from ghosthands.planning.choosing import dates
from ghosthands.planning.choosing.places import all_places
from ghosthands.planning.questions.phrases import plain
from ghosthands.planning.questions.places import find_countries

#: digits of a telephone number: at least those dialled locally, at most those of E.164
PHONE_DIGITS = range(6, 16)
#: the ages of people who apply, in years, and the years in which one may graduate
_AGES, _YEARS_AHEAD, _OLDEST_GRADUATION = range(13, 101), 10, 1940
#: a domain that mail can be sent to from anywhere
_DOMAIN = re.compile(r"(?:[^\W_](?:[\w-]*[^\W_])?\.)+[^\W\d_][\w-]*[^\W_]")
#: what stands for a position that is still held
_STILL = frozenset({"present", "now", "current", "today", "heute", "ongoing"})
#: addresses that forms want, and how one looks
_ADDRESSES = ("linkedin_url", "portfolio_url", "github_url", "website_url", "twitter_url")
_ADDRESS = re.compile(r"(?:https?://)?(?:[\w-]+\.)+[^\W\d_]{2,}(?:[/?#:].*)?", re.IGNORECASE)


def list_odd(profile: Mapping[str, Any], today: date) -> Iterator[str]:
    """Yield a line for each odd value, with its field and the mend."""
    yield from _check_contact(profile)
    yield from _check_birth(profile, today)
    yield from _check_countries(profile)
    for number, degree in enumerate(_list_objects(profile, "education")):
        yield from _check_graduation(f"education.{number}.graduation_year", degree.get("graduation_year"), today)
    for number, position in enumerate(_list_objects(profile, "work_history")):
        yield from _check_position(f"work_history.{number}", position, today)


def _check_contact(profile: Mapping[str, Any]) -> Iterator[str]:
    email, phone = str(profile.get("email") or ""), str(profile.get("phone") or "")
    domain = email.rpartition("@")[2]
    if email and not _DOMAIN.fullmatch(domain):
        yield f"email: {domain or email!r} is no domain that mail goes to: write it in full, such as ada@example.com"
    if phone and sum(map(str.isdecimal, phone)) not in PHONE_DIGITS:
        yield f"phone does not look like a number that can be called: {phone}: write it with its code, +1 555 010 0199"
    for name in _ADDRESSES:
        address = str(profile.get(name) or "").strip()
        if address and not _ADDRESS.fullmatch(address):
            yield f"{name}: {address!r} is no address of a page: write it as https://…"


def _check_birth(profile: Mapping[str, Any], today: date) -> Iterator[str]:
    written = str(profile.get("date_of_birth") or "")
    if not written:
        return
    born = dates.parse(written)
    if born is None:
        yield f"date_of_birth: {written!r} is no date: write it as 1990-12-31"
    elif born.first > today:
        yield f"date_of_birth: {written} is in the future: write the day you were born"
    elif today.year - born.year not in _AGES:
        yield f"date_of_birth: {written} is an age of {today.year - born.year}: write the day you were born"


def _check_countries(profile: Mapping[str, Any]) -> Iterator[str]:
    location, facts = profile.get("location"), profile.get("facts")
    at_home = location.get("country") if isinstance(location, Mapping) else None
    given = {"location.country": at_home, "country_of_residence": profile.get("country_of_residence")}
    for name, country in given.items():
        if isinstance(country, str) and not _is_country(country):
            yield f"{name}: {country!r} is no country's name or code: write it as forms do, such as Germany"
    permits = facts.get("work_permission") if isinstance(facts, Mapping) else None
    for country in permits if isinstance(permits, Mapping) else ():
        if not _is_country(country):
            yield f"facts.work_permission: {country!r} is no country's name or code: no question names it"


def _check_graduation(name: str, given: object, today: date) -> Iterator[str]:
    written = str(given or "")
    found = dates.parse(written)
    if found is not None and not _OLDEST_GRADUATION <= found.year <= today.year + _YEARS_AHEAD:
        yield f"{name}: {written} is no year to graduate in: write the year, such as {today.year - 5}"


def _check_position(name: str, position: Mapping[str, Any], today: date) -> Iterator[str]:
    began, ended = (str(position.get(part) or "") for part in ("start_date", "end_date"))
    start, end = dates.parse(began), dates.parse(ended)
    if began and start is None:
        yield f"{name}.start_date: {began!r} is no date: write it as 2020-09"
    elif start is not None and start.first > today:
        yield f"{name}.start_date: {began} is in the future: leave out a position that you have not begun"
    if ended and end is None and ended.casefold() not in _STILL:
        yield f"{name}.end_date: {ended!r} is no date: write it as 2023-06, or leave it empty if you are there still"
    if start is not None and end is not None and end.first < start.first:
        yield f"{name}.end_date: {ended} is before its start, {began}: mend one of them"


def _list_objects(profile: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    given = profile.get(name)
    return [one for one in given if isinstance(one, Mapping)] if isinstance(given, list) else []


def _is_country(text: str) -> bool:
    return text.strip().casefold() in _list_countries() or bool(find_countries(text, plain(text), ""))


@cache
def _list_countries() -> frozenset[str]:
    return frozenset(
        name.casefold() for place in all_places() if len(place.code) == 2 for name in (*place.names, *place.searched)
    )

"""Facts of an applicant as answers to questions in plain words.

`profile.facts` states what many questions are about: where the applicant may work, and for how long they have done
something. The answers that follow are found like the applicant's own answers, in whatever words a form asks. A fact
that is not stated, or not in words known here, answers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

#: The answers for each standing in a country: may work there, needs a sponsor, is a citizen.
_STANDINGS: Mapping[str, tuple[str | None, str | None, str]] = {
    "citizen": ("Yes", "No", "Yes"),
    "permanent": ("Yes", "No", "No"),
    # a permit ends some day: only the applicant can tell whether a sponsor is needed then
    "permit": ("Yes", None, "No"),
    # the present sponsor may allow work: only the applicant can tell
    "needs sponsorship": (None, "Yes", "No"),
}
#: The status in a country, as its lists name it ("U.S. Citizen"); for other standings such lists have too many words.
_STATUSES: Mapping[str, str] = {"citizen": "Citizen", "permanent": "Permanent resident"}
_STATUS_KINDS = ("work authorization", "immigration", "visa")
_FLUENT = frozenset({"c1", "c2", "native", "fluent", "bilingual", "native or bilingual"})
#: Levels of people who speak a language; at a lower or unknown level only the applicant can tell.
_SPEAKING = _FLUENT | {
    "b1", "b2", "intermediate", "upper intermediate", "conversational", "advanced", "proficient",
    "professional", "professional working", "full professional", "business",
}  # fmt: skip
#: The members of the European Union, by their names in English and at home.
_EU = frozenset(
    name.strip()
    for name in """
austria|österreich|belgium|belgië|belgique|bulgaria|българия|croatia|hrvatska|cyprus|κύπρος|czechia|czech republic|česko
|česká republika|denmark|danmark|estonia|eesti|finland|suomi|france|germany|deutschland|greece|ελλάδα|hungary
|magyarország|ireland|éire|republic of ireland|italy|italia|latvia|latvija|lithuania|lietuva|luxembourg|malta
|netherlands|the netherlands|nederland|poland|polska|portugal|romania|românia|slovakia|slovensko|slovenia|slovenija
|spain|españa|sweden|sverige
""".replace("\n", "").split("|")
)
#: Percent.
_ALL_THE_TIME = 100
_WILLING = {
    "weekends": "Are you willing to work weekends?",
    "overtime": "Are you willing to work overtime?",
    "night_shifts": "Are you willing to work night shifts?",
    "own_transport": "Do you have your own transportation?",
}


def list_answers(facts: object) -> dict[str, Any]:
    """Return the questions that the facts answer, with the answers."""
    if not isinstance(facts, Mapping):
        return {}
    return {
        **dict(_tell_permissions(_by_name(facts, "work_permission"))),
        **{f"How many years of experience do you have with {what}?": n for what, n in _by_name(facts, "years").items()},
        **dict(_tell_languages(_by_name(facts, "languages"))),
        **{f"Do you hold a {name} licence?": _yes(has) for name, has in _by_name(facts, "licences").items()},
        **dict(_tell_citizenships(facts.get("citizenships"))),
        **dict(_tell_union(facts)),
        **dict(_tell_driving(facts.get("driving_licence"))),
        **dict(_tell_travel(facts.get("travel"))),
        **dict(_tell_relatives(facts.get("relatives"))),
        **{question: _yes(facts[name]) for name, question in _WILLING.items() if isinstance(facts.get(name), bool)},
    }


def _by_name(facts: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    told = facts.get(part)
    return told if isinstance(told, Mapping) else {}


def _tell_permissions(standings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the permission to work in each named country; without one nothing, since the job's country is unknown."""
    for country, told in standings.items():
        standing = _STANDINGS.get(_word(told))
        if standing is None:
            continue
        may_work, needs_sponsor, is_citizen = standing
        if may_work:
            yield f"Are you authorized to work in {country}?", may_work
        if needs_sponsor:
            yield f"Do you now or in the future require sponsorship to work in {country}?", needs_sponsor
        if needs_sponsor == "Yes":
            yield f"Do you require sponsorship to work in {country}?", "Yes"
        yield f"Are you a citizen of {country}?", is_citizen
        if status := _STATUSES.get(_word(told)):
            yield from ((f"What is your {kind} status in {country}?", status) for kind in _STATUS_KINDS)


def _tell_languages(levels: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for language, told in levels.items():
        if not (level := _word(told)):
            continue
        yield f"What is your level of {language}?", told
        if level in _SPEAKING:
            yield f"Do you speak {language}?", "Yes"
        if level in _FLUENT:
            yield f"Do you speak {language} fluently?", "Yes"
            yield f"Are you fluent in {language}?", "Yes"


def _tell_citizenships(told: object) -> Iterator[tuple[str, str]]:
    """Yield the citizenships; if there are several, none is the answer for a form with room for one."""
    countries = _list_texts(told)
    if len(countries) == 1:
        yield "What is your citizenship?", countries[0]
        yield "What is your country of citizenship?", countries[0]
    for country in countries:
        yield f"Are you a citizen of {country}?", "Yes"


def _tell_union(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the citizenship of the European Union, which that of any member is; without one nothing is certain."""
    standings = _by_name(facts, "work_permission").items()
    citizen_of = {_word(country) for country, told in standings if _word(told) == "citizen"}
    if _EU & (citizen_of | set(map(_word, _list_texts(facts.get("citizenships"))))):
        yield "Are you a citizen of the European Union?", "Yes"


def _list_texts(told: object) -> list[str]:
    """Return the texts of a list, or a text alone."""
    stated = [told] if isinstance(told, str) else told if isinstance(told, list) else []
    return [one.strip() for one in stated if isinstance(one, str) and one.strip()]


def _tell_driving(told: object) -> Iterator[tuple[str, bool]]:
    """Yield whether the applicant may drive; the classes of vehicle only if they are stated."""
    classes = _list_texts(told)
    if classes or isinstance(told, bool):
        yield "Do you have a driving licence?", bool(classes) or told is True
    for one in classes:
        yield f"Do you have a class {one.upper()} driving licence?", True


def _tell_travel(told: object) -> Iterator[tuple[str, int]]:
    """Yield the largest share of time for travel, in percent; for none at all, the applicant is asked."""
    if isinstance(told, int) and not isinstance(told, bool) and 0 < told <= _ALL_THE_TIME:
        yield "How much are you willing to travel?", told


def _tell_relatives(told: object) -> Iterator[tuple[str, str]]:
    """Yield the employers of the applicant's relatives; a plain false counts for every employer."""
    if told is False:
        yield "Do any of your relatives work at this company?", "No"
    for employer in told if isinstance(told, list) else []:
        if isinstance(employer, str) and employer.strip():
            yield f"Do any of your relatives work at {employer.strip()}?", "Yes"


def _word(told: object) -> str:
    """Return a level or standing as it is looked up; empty for a value that is not a text."""
    return " ".join(told.casefold().replace("-", " ").split()) if isinstance(told, str) else ""


def _yes(has: object) -> bool | None:
    return has if isinstance(has, bool) else None

"""Facts of an applicant as the answers that follow from them, to questions in plain words.

`profile.facts` states what many questions are about: where they may work, what they have done for how long. What
follows is found like their own answers to questions, in whatever words a form asks; what is not stated, or not in the
words that are known here, answers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

#: What each standing lets somebody do in a country: work there, without a sponsor, as a citizen.
_STANDINGS: Mapping[str, tuple[str | None, str | None, str]] = {
    "citizen": ("Yes", "No", "Yes"),
    "permanent": ("Yes", "No", "No"),
    # a permit ends some day: whether a sponsor is needed then is theirs to say
    "permit": ("Yes", None, "No"),
    # who has a sponsor now may work by that: theirs to say as well
    "needs sponsorship": (None, "Yes", "No"),
}
#: What they are in a country, as lists of it say ("U.S. Citizen"); of what others are, such lists have too many words.
_STATUSES: Mapping[str, str] = {"citizen": "Citizen", "permanent": "Permanent resident"}
_STATUS_KINDS = ("work authorization", "immigration", "visa")
_FLUENT = frozenset({"c1", "c2", "native", "fluent", "bilingual", "native or bilingual"})
#: Levels of who speaks a language; at a lower one, or one that is not known here, nobody can say for them.
_SPEAKING = _FLUENT | {
    "b1", "b2", "intermediate", "upper intermediate", "conversational", "advanced", "proficient",
    "professional", "professional working", "full professional", "business",
}  # fmt: skip
#: Percent.
_ALL_THE_TIME = 100
_WILLING = {
    "weekends": "Are you willing to work weekends?",
    "overtime": "Are you willing to work overtime?",
    "night_shifts": "Are you willing to work night shifts?",
    "own_transport": "Do you have your own transportation?",
}


def list_answers(facts: object) -> dict[str, Any]:
    """Questions and what the facts answer to them."""
    if not isinstance(facts, Mapping):
        return {}
    return {
        **dict(_tell_permissions(_by_name(facts, "work_permission"))),
        **{f"How many years of experience do you have with {what}?": n for what, n in _by_name(facts, "years").items()},
        **dict(_tell_languages(_by_name(facts, "languages"))),
        **{f"Do you hold a {name} licence?": _yes(has) for name, has in _by_name(facts, "licences").items()},
        **dict(_tell_citizenships(facts.get("citizenships"))),
        **dict(_tell_driving(facts.get("driving_licence"))),
        **dict(_tell_travel(facts.get("travel"))),
        **dict(_tell_relatives(facts.get("relatives"))),
        **{question: _yes(facts[name]) for name, question in _WILLING.items() if isinstance(facts.get(name), bool)},
    }


def _by_name(facts: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    told = facts.get(part)
    return told if isinstance(told, Mapping) else {}


def _tell_permissions(standings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The permission to work in each country; nothing where none is named: the job's place is not known here."""
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
    """The countries of which they are a citizen; of several, none is the one that a form has room for."""
    stated = [told] if isinstance(told, str) else told if isinstance(told, list) else []
    countries = [one.strip() for one in stated if isinstance(one, str) and one.strip()]
    if len(countries) == 1:
        yield "What is your citizenship?", countries[0]
        yield "What is your country of citizenship?", countries[0]
    for country in countries:
        yield f"Are you a citizen of {country}?", "Yes"


def _tell_driving(told: object) -> Iterator[tuple[str, bool]]:
    """Whether they may drive; which classes of vehicle only where those are stated."""
    stated = [told] if isinstance(told, str) else told if isinstance(told, list) else []
    classes = [one for one in stated if isinstance(one, str) and one.strip()]
    if classes or isinstance(told, bool):
        yield "Do you have a driving licence?", bool(classes) or told is True
    for one in classes:
        yield f"Do you have a class {one.strip().upper()} driving licence?", True


def _tell_travel(told: object) -> Iterator[tuple[str, int]]:
    """How much of the time they would travel at most, in percent; none at all is for them to say."""
    if isinstance(told, int) and not isinstance(told, bool) and 0 < told <= _ALL_THE_TIME:
        yield "How much are you willing to travel?", told


def _tell_relatives(told: object) -> Iterator[tuple[str, str]]:
    """At which employers relatives of theirs work; that none does holds wherever they apply."""
    if told is False:
        yield "Do any of your relatives work at this company?", "No"
    for employer in told if isinstance(told, list) else []:
        if isinstance(employer, str) and employer.strip():
            yield f"Do any of your relatives work at {employer.strip()}?", "Yes"


def _word(told: object) -> str:
    """A level or standing as it is looked up; nothing for what is no text."""
    return " ".join(told.casefold().replace("-", " ").split()) if isinstance(told, str) else ""


def _yes(has: object) -> bool | None:
    return has if isinstance(has, bool) else None

"""Facts of an applicant as the answers that follow from them, to questions in plain words.

`profile.facts` states what many questions are about: where they may work, what they have done for how long. What
follows is found like their own answers to questions, in whatever words a form asks; what is not stated, or not in the
words that are known here, answers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

#: What each standing lets somebody do in a country: work there, without a sponsor, as a citizen.
_STANDINGS: Mapping[str, tuple[str, str | None, str]] = {
    "citizen": ("Yes", "No", "Yes"),
    "permanent": ("Yes", "No", "No"),
    # a permit ends some day: whether a sponsor is needed then is theirs to say
    "permit": ("Yes", None, "No"),
    "needs sponsorship": ("No", "Yes", "No"),
}
_FLUENT = frozenset({"c1", "c2", "native", "fluent", "bilingual"})
_WILLING = {
    "weekends": "Are you willing to work weekends?",
    "overtime": "Are you willing to work overtime?",
    "night_shifts": "Are you willing to work night shifts?",
    "driving_licence": "Do you have a driving licence?",
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
        **{question: _yes(facts[name]) for name, question in _WILLING.items() if isinstance(facts.get(name), bool)},
    }


def _by_name(facts: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    told = facts.get(part)
    return told if isinstance(told, Mapping) else {}


def _tell_permissions(standings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """For each country; where but one is stated, for questions that name none too."""
    places = [f" in {country}" for country in standings]
    for place, told in zip(places, standings.values(), strict=True):
        standing = _STANDINGS.get(str(told).strip().casefold())
        if standing is None:
            continue
        may_work, needs_sponsor, _ = standing
        for where in (place, "") if len(places) == 1 else (place,):
            yield f"Are you authorized to work{where}?", may_work
            if needs_sponsor:
                yield f"Do you now or in the future require sponsorship to work{where}?", needs_sponsor
        if needs_sponsor == "Yes":
            yield f"Do you require sponsorship to work{place}?", "Yes"
        yield f"Are you a citizen of {place.removeprefix(' in ')}?", standing[2]


def _tell_languages(levels: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for language, level in levels.items():
        yield f"What is your level of {language}?", str(level)
        yield f"Do you speak {language}?", "Yes"
        if str(level).casefold() in _FLUENT:
            yield f"Do you speak {language} fluently?", "Yes"
            yield f"Are you fluent in {language}?", "Yes"


def _yes(has: object) -> bool | None:
    return has if isinstance(has, bool) else None

"""The words of questions, by language and class (`words/*.toml`), and how they are looked for in a sentence.

A wording is the parts that a sentence must all have, joined by ` + `, in any order; a part is phrases, as `phrases.py`
has them; one that begins with `!` must not be there.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import inf
from operator import attrgetter

from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.questions.phrases import LANGUAGES, UNSPACED, Phrases, list_beginnings, plain

_ORDER = {about: rank for rank, about in enumerate(QuestionClass)}
_RANK = attrgetter("rank")


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to ask a class of question."""

    about: QuestionClass
    needed: tuple[Phrases, ...]
    excluded: tuple[Phrases, ...]
    #: when it is tried: the order of the classes, and what only sounds like one of them before all
    rank: int

    def may_fit(self, said: str, begun: Collection[str]) -> bool:
        """Whether it is worth the look, by what the words of a sentence begin with."""
        return all(part.may_be_in(said, begun) for part in self.needed)

    def fits(self, said: str) -> bool:
        """Whether a sentence has all its parts, and none that must not be there."""
        return all(part.search(said) for part in self.needed) and not any(part.search(said) for part in self.excluded)


@dataclass(frozen=True, slots=True)
class Language:
    """One language's words."""

    code: str
    #: words that say nothing of what is asked, by which also the language is known
    plain: frozenset[str]
    #: words that narrow or tell more, and turn nothing round
    passing: frozenset[str]
    #: what turns a sentence round
    negations: Phrases
    #: what only looks like that
    harmless: Phrases
    #: what keeps somebody from doing what is asked
    obstacles: Phrases
    #: what may turn a sentence round, or may not
    unsure: Phrases
    now: Phrases
    future: Phrases
    #: how a follow-up to another question begins
    follow_up: Phrases
    #: how a sentence begins that asks the applicant, or that they say: "are you", "I have"
    frames: Phrases
    #: how a clause begins, or ends, that only leads up to what is asked
    leading: Phrases
    #: what tells where, when or for whom begins with one of these …
    linking: frozenset[str]
    #: … and ends before one of these
    breaking: frozenset[str]
    #: who is not the applicant
    others: Phrases
    #: the country of the job, whichever that is
    jobs_place: Phrases
    #: what asks for the opposite by a word of the class's own: "unemployed"
    opposites: Mapping[QuestionClass, Phrases]
    #: words by which questions of a class differ in wording alone
    same: Mapping[QuestionClass, Phrases]
    #: words that say nothing elsewhere, and tell questions of a class apart
    telling: Mapping[QuestionClass, Phrases]
    wordings: tuple[Wording, ...]
    of_class: Mapping[QuestionClass, tuple[Wording, ...]]
    #: those to be tried, by the beginnings of the words that they need
    index: Mapping[str, tuple[Wording, ...]]

    def find_candidates(self, said: str) -> Iterator[Wording]:
        """The wordings that may fit a sentence, each once, in the order in which they are tried."""
        begun = list_beginnings(said)
        listed: Collection[Wording] = self.wordings
        if self.code not in UNSPACED:
            met = [self.index[begins] for begins in (*begun, "") if begins in self.index]
            if not met:
                return iter(())
            listed = {id(one): one for wordings in met for one in wordings}.values()
        return (wording for wording in sorted(listed, key=_RANK) if wording.may_fit(said, begun))


@cache
def languages() -> Mapping[str, Language]:
    """Every language's words."""
    return {code: _load(code) for code in LANGUAGES}


def _count_met(beginnings: frozenset[str]) -> float:
    """How many beginnings of words a part is met by; all, where its first word may begin with anything."""
    return inf if "" in beginnings else len(beginnings)


def _load(code: str) -> Language:
    text = (resources.files(__package__) / "words" / f"{code}.toml").read_text(encoding="utf-8")
    told = tomllib.loads(text)
    of_class = {
        QuestionClass(name): tuple(_wording(QuestionClass(name), source, code) for source in listed)
        for name, listed in told["classes"].items()
    }
    wordings = tuple(wording for listed in of_class.values() for wording in listed)
    index: defaultdict[str, list[Wording]] = defaultdict(list)
    for wording in wordings:
        for beginning in min((part.beginnings for part in wording.needed), key=_count_met):
            index[beginning].append(wording)
    return Language(
        code=code,
        plain=frozenset(plain(told["plain"]).split()),
        passing=frozenset(plain(told["passing"]).split()),
        linking=frozenset(plain(told["linking"]).split()),
        breaking=frozenset(plain(told["breaking"]).split()),
        **{name: Phrases(told[name], code) for name in _LISTS},
        opposites=_by_class(told.get("opposites", {}), code),
        same=_by_class(told.get("same", {}), code),
        telling=_by_class(told.get("telling", {}), code),
        wordings=wordings,
        of_class=of_class,
        index={beginning: tuple(one) for beginning, one in index.items()},
    )


_LISTS = (
    "negations",
    "harmless",
    "obstacles",
    "unsure",
    "now",
    "future",
    "frames",
    "leading",
    "follow_up",
    "others",
    "jobs_place",
)


def _by_class(told: Mapping[str, str], code: str) -> Mapping[QuestionClass, Phrases]:
    return {QuestionClass(name): Phrases(phrases, code) for name, phrases in told.items()}


def _wording(about: QuestionClass, source: str, code: str) -> Wording:
    parts = [part.strip() for part in source.split(" + ")]
    return Wording(
        about,
        tuple(Phrases(part, code) for part in parts if not part.startswith("!")),
        tuple(Phrases(part[1:], code) for part in parts if part.startswith("!")),
        -1 if about is QuestionClass.NONE else _ORDER[about],
    )

"""The words of questions, by language and class (`words/*.toml`), and how they are looked for in a sentence.

A wording is the parts that a sentence must all have, joined by ` + `, in any order; a part is phrases, as `phrases.py`
has them; one that begins with `!` must not be there. `<languages>` stands for the names of all languages, in the one
that asks, and `<languages>*` for all words that begin so.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import inf
from operator import attrgetter

from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.questions.phrases import LANGUAGES, UNSPACED, Phrases, list_beginnings, plain
from ghosthands.planning.questions.places import list_languages

_LANGUAGES = re.compile(r"<languages>(\*?)")
_ORDER = {about: rank for rank, about in enumerate(QuestionClass)}
#: A clause's first words, among which is who is asked.
_FIRST = 3


@dataclass(frozen=True, slots=True)
class Wording:
    """A way to ask a class of question."""

    about: QuestionClass
    needed: tuple[Phrases, ...]
    excluded: tuple[Phrases, ...]
    #: when it is tried: the order of the classes, and what only sounds like one of them before all
    rank: int

    def may_fit(self, said: str, begun: Collection[str]) -> bool:
        """Whether it is worth the look, by what the words of a sentence begin with."""
        for part in self.needed:  # noqa: SIM110  `all` of a generator takes longer, and this is tried of most wordings
            if not part.may_be_in(said, begun):
                return False
        return True

    def fits(self, said: str) -> bool:
        """Whether a sentence that it may fit has all its parts, and none that must not be there."""
        for part in self.needed:
            if not part.pattern.search(said):
                return False
        return not any(part.search(said) for part in self.excluded)


#: The places of wordings in their tuple, by the beginnings of the words that they need.
_Index = Mapping[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Language:
    """The words by which one language asks."""

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
    #: what is asked only in case something else is so
    conditions: Phrases
    #: what may turn a sentence round, or may not
    unsure: Phrases
    now: Phrases
    future: Phrases
    #: what asks of what once was, or befell: "have you ever", "has been"
    past: Phrases
    #: who is another employer, former ones among them
    elsewhere: Phrases
    #: what asks whether one comes by something, or keeps it, and not whether one has it
    getting: Phrases
    #: how a follow-up to another question begins
    follow_up: Phrases
    #: stems of unknown words that may turn a sentence round
    turning: Phrases
    #: what asks for a judgement, which any unknown word may be: "is it … for you"
    judging: Phrases
    #: behind what stands the verb, or the adjective, that says what is asked: "you", "to"
    opening: frozenset[str]
    #: who is asked: a clause that begins with it asks a question of its own
    you: frozenset[str]
    #: how a sentence begins that wants more than a yes or a no
    open: Phrases
    #: how a clause begins, or ends, that only leads up to what is asked
    leading: Phrases
    #: what joins two questions: "a licence and a car"
    joining: Phrases
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
    #: what questions of a class name, by a name that is the same in every language: "night" shifts
    named: Mapping[QuestionClass, Mapping[str, Phrases]]
    #: what may turn questions of a class alone: who needs a permit for work has none, or asks for a better one
    doubtful: Mapping[QuestionClass, Phrases]
    wordings: tuple[Wording, ...]
    of_class: Mapping[QuestionClass, tuple[Wording, ...]]
    #: those to be tried, by the beginnings of the words that they need
    index: _Index
    #: by a word that is seldom said of anything else; they are tried where nothing else fits
    hints: tuple[Wording, ...]
    hint_index: _Index

    def asks_itself(self, said: str) -> bool:
        """Whether a clause says among its first words who is asked, as one does that asks a question of its own."""
        if self.code in UNSPACED:
            return said.startswith(tuple(self.you))
        return not self.you.isdisjoint(said.split(None, _FIRST)[:_FIRST])

    def says(self, about: QuestionClass, said: str) -> bool:
        """Whether a sentence asks for a class of question, whatever else it may be."""
        begun = list_beginnings(said)
        return any(one.may_fit(said, begun) and one.fits(said) for one in self.of_class[about])

    def find_candidates(self, said: str) -> Iterator[Wording]:
        """The wordings that may fit a sentence, each once, in the order in which they are tried."""
        return self._find(said, self.wordings, self.index)

    def find_hints(self, said: str) -> Iterator[Wording]:
        """The hints that may fit a sentence, in the order of their classes."""
        return self._find(said, self.hints, self.hint_index)

    def _find(self, said: str, listed: tuple[Wording, ...], index: _Index) -> Iterator[Wording]:
        begun = list_beginnings(said)
        if self.code not in UNSPACED:
            met = index.get("", frozenset[int]()).union(*(index[begins] for begins in index.keys() & begun))
            listed = tuple(listed[at] for at in sorted(met))
        return (wording for wording in listed if wording.may_fit(said, begun))


@cache
def languages() -> Mapping[str, Language]:
    """The words of every language, by its code."""
    return {code: _load(code) for code in LANGUAGES}


def _count_met(beginnings: frozenset[str]) -> float:
    """How many beginnings of words a part is met by; all, where its first word may begin with anything."""
    return inf if "" in beginnings else len(beginnings)


def _load(code: str) -> Language:
    text = (resources.files(__package__) / "words" / f"{code}.toml").read_text(encoding="utf-8")
    told = tomllib.loads(_LANGUAGES.sub(lambda found: "|".join(name + found[1] for name in list_languages(code)), text))
    of_class = {
        QuestionClass(name): tuple(_wording(QuestionClass(name), source, code) for source in listed)
        for name, listed in told["classes"].items()
    }
    hints = _in_order(_wording(QuestionClass(name), source, code) for name, source in told["hints"].items())
    wordings = _in_order(wording for listed in of_class.values() for wording in listed)
    for hint in hints:
        of_class[hint.about] += (hint,)
    return Language(
        code=code,
        plain=frozenset(plain(told["plain"]).split()),
        passing=frozenset(plain(told["passing"]).split()),
        opening=frozenset(plain(told["opening"]).split()),
        you=frozenset(plain(told["you"]).split()),
        **{name: Phrases(told[name], code) for name in _LISTS},
        opposites=_by_class(told.get("opposites", {}), code),
        same=_by_class(told.get("same", {}), code),
        telling=_by_class(told.get("telling", {}), code),
        named={QuestionClass(name): _by_name(things, code) for name, things in told["named"].items()},
        doubtful=_by_class(told.get("doubtful", {}), code),
        wordings=wordings,
        of_class=of_class,
        index=_make_index(wordings),
        hints=hints,
        hint_index=_make_index(hints),
    )


def _in_order(wordings: Iterable[Wording]) -> tuple[Wording, ...]:
    return tuple(sorted(wordings, key=attrgetter("rank")))


def _make_index(wordings: tuple[Wording, ...]) -> _Index:
    index: defaultdict[str, set[int]] = defaultdict(set)
    for at, wording in enumerate(wordings):
        for beginning in min((part.beginnings for part in wording.needed), key=_count_met):
            index[beginning].add(at)
    return {beginning: frozenset(places) for beginning, places in index.items()}


_LISTS = (
    "negations",
    "harmless",
    "obstacles",
    "conditions",
    "unsure",
    "now",
    "future",
    "past",
    "elsewhere",
    "getting",
    "turning",
    "judging",
    "open",
    "leading",
    "joining",
    "follow_up",
    "others",
    "jobs_place",
)


def _by_class(told: Mapping[str, str], code: str) -> Mapping[QuestionClass, Phrases]:
    return {QuestionClass(name): Phrases(phrases, code) for name, phrases in told.items()}


def _by_name(told: Mapping[str, str], code: str) -> Mapping[str, Phrases]:
    return {name: Phrases(phrases, code) for name, phrases in told.items()}


def _wording(about: QuestionClass, source: str, code: str) -> Wording:
    parts = [part.strip() for part in source.split(" + ")]
    return Wording(
        about,
        tuple(Phrases(part, code) for part in parts if not part.startswith("!")),
        tuple(Phrases(part[1:], code) for part in parts if part.startswith("!")),
        -1 if about is QuestionClass.NONE else _ORDER[about],
    )

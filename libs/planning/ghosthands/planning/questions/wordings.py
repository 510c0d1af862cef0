"""The words of questions, by language and class (`words/*.toml`), and the search for them in a sentence.

A wording is the parts that a sentence must all have, joined by ` + `, in any order; a part is phrases (`phrases.py`);
one that begins with `!` must be absent. `<languages>` stands for the names of all languages, in the sentence's own
language, and `<languages>*` for all words that begin so; `<countries>` for those of all countries.
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

from ghosthands.planning.questions.classes import IN_YEARS, QuestionClass
from ghosthands.planning.questions.phrases import LANGUAGES, UNSPACED, Phrases, list_beginnings, plain
from ghosthands.planning.questions.places import list_countries, list_languages

_NAMES = re.compile(r"<(languages|countries)>(\*?)")
_ORDER = {about: rank for rank, about in enumerate(QuestionClass)}
#: The first of the numbers in words: one is also an article.
_TWO = 2
#: The number of a clause's first words among which the person asked is looked for.
_FIRST = 3


@dataclass(frozen=True, slots=True)
class Wording:
    """A way to ask a class of question."""

    about: QuestionClass
    needed: tuple[Phrases, ...]
    excluded: tuple[Phrases, ...]
    #: the order of tries: that of the classes, after wordings that only resemble one
    rank: int

    def may_fit(self, said: str, begun: Collection[str]) -> bool:
        """Whether a sentence can match, by the beginnings of its words."""
        for part in self.needed:  # noqa: SIM110  `all` of a generator takes longer, and this is tried of most wordings
            if not part.may_be_in(said, begun):
                return False
        return True

    def fits(self, said: str) -> bool:
        """Whether a sentence that may match has all its parts, and none of the excluded ones."""
        for part in self.needed:
            if not part.pattern.search(said):
                return False
        return not any(part.search(said) for part in self.excluded)


#: The indexes of wordings in their tuple, by the beginnings of the words that they need.
_Index = Mapping[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Language:
    """The words by which one language asks."""

    code: str
    #: plain words, without meaning for the question; they also identify the language
    plain: frozenset[str]
    #: words that narrow or add details, and reverse nothing
    passing: frozenset[str]
    #: a pair of answers at either end of a text, as it is written: "True or false:"
    verdicts: re.Pattern[str]
    #: words that reverse a sentence
    negations: Phrases
    #: phrases that only look like a reversal
    harmless: Phrases
    #: words for what keeps a person from doing what is asked
    obstacles: Phrases
    #: words of a condition for the question
    conditions: Phrases
    #: the first words, or the last, of a clause that is a condition
    ifs: Phrases
    #: words within a sentence that begin a condition: "weekends if the pay is right"
    provisos: Phrases
    #: words of a condition that is no more than being hired, or needed
    granted: Phrases
    #: words that may or may not reverse a sentence
    unsure: Phrases
    #: words that ask whether one would, may or agrees, and not whether one has or must
    willing: Phrases
    #: words that ask only whether one would
    offering: Phrases
    now: Phrases
    future: Phrases
    #: words about the past: "have you ever", "has been"
    past: Phrases
    #: words for another time than now, or for none that is certain: "used to", "soon", "may one day"
    sometime: Phrases
    #: words for another employer, including former ones
    elsewhere: Phrases
    #: words that ask whether one gets or keeps something, not whether one has it
    getting: Phrases
    #: words for what one will have got by a time: "will you have"
    coming: Phrases
    #: the first words of a follow-up to another question
    follow_up: Phrases
    #: stems of unknown words that may reverse a sentence
    turning: Phrases
    #: words that ask for a judgement, which any unknown word may be: "is it … for you"
    judging: Phrases
    #: words before the verb or adjective that says what is asked: "you", "to"
    opening: frozenset[str]
    #: words for the person asked: a clause that begins with one is a question of its own
    you: frozenset[str]
    #: the first words of a sentence that wants more than a yes or a no
    open: Phrases
    #: the first or last words of a clause that only leads up to the question
    leading: Phrases
    #: words that join two questions: "a licence and a car"
    joining: Phrases
    #: words for other people than the applicant
    others: Phrases
    #: words for the country of the job
    jobs_place: Phrases
    #: words before the town of a job: "in"
    into: frozenset[str]
    #: words beside a town that say what is there: "our Berlin office"
    workplaces: frozenset[str]
    #: words of the class's own that ask for the opposite: "unemployed"
    opposites: Mapping[QuestionClass, Phrases]
    #: synonyms within a class
    same: Mapping[QuestionClass, Phrases]
    #: otherwise plain words that distinguish questions of a class
    telling: Mapping[QuestionClass, Phrases]
    #: things that questions of a class name, by a name common to all languages: "night" shifts
    named: Mapping[QuestionClass, Mapping[str, Phrases]]
    #: words that may reverse one class alone: who needs a work permit has none, or wants a better one
    doubtful: Mapping[QuestionClass, Phrases]
    #: words that deny a need, and so turn a question of needs; elsewhere they are harmless
    needless: Mapping[QuestionClass, Phrases]
    #: words of an amount: `least`, `more`, `months` …
    amounts: Mapping[str, Phrases]
    #: numbers in words
    numbers: Mapping[str, float]
    wordings: tuple[Wording, ...]
    of_class: Mapping[QuestionClass, tuple[Wording, ...]]
    #: the wordings to try, by the beginnings of the words that they need
    index: _Index
    #: wordings of a single distinctive word; they are tried where nothing else matches
    hints: tuple[Wording, ...]
    hint_index: _Index

    def asks_itself(self, said: str) -> bool:
        """Whether the person asked is among a clause's first words, as in a question of its own."""
        if self.code in UNSPACED:
            return said.startswith(tuple(self.you))
        return not self.you.isdisjoint(said.split(None, _FIRST)[:_FIRST])

    def strip_verdicts(self, text: str) -> str:
        """Return a text without the answers that it offers, "(True/False)"; the words of none of them turn it."""
        return self.verdicts.sub(" ", text).strip()

    def says(self, about: QuestionClass, said: str) -> bool:
        """Whether a sentence asks for a class of question, even if for others too."""
        begun = list_beginnings(said)
        return any(one.may_fit(said, begun) and one.fits(said) for one in self.of_class[about])

    def find_candidates(self, said: str) -> Iterator[Wording]:
        """Yield the wordings that may match a sentence, each once, in the order of tries."""
        return self._find(said, self.wordings, self.index)

    def find_hints(self, said: str) -> Iterator[Wording]:
        """Yield the hints that may match a sentence, in the order of their classes."""
        return self._find(said, self.hints, self.hint_index)

    def _find(self, said: str, listed: tuple[Wording, ...], index: _Index) -> Iterator[Wording]:
        begun = list_beginnings(said)
        if self.code not in UNSPACED:
            met = index.get("", frozenset[int]()).union(*(index[begins] for begins in index.keys() & begun))
            listed = tuple(listed[at] for at in sorted(met))
        return (wording for wording in listed if wording.may_fit(said, begun))


@cache
def languages() -> Mapping[str, Language]:
    """Return the words of every language, by its code."""
    return {code: _load(code) for code in LANGUAGES}


def _count_met(beginnings: frozenset[str]) -> float:
    """Return how many beginnings of words a part has; infinity where its first word may have any."""
    return inf if "" in beginnings else len(beginnings)


def _load(code: str) -> Language:
    text = (resources.files(__package__) / "words" / f"{code}.toml").read_text(encoding="utf-8")
    lists = {"languages": list_languages, "countries": list_countries}
    told = tomllib.loads(_NAMES.sub(lambda met: "|".join(name + met[2] for name in lists[met[1]](code)), text))
    of_class = {
        QuestionClass(name): tuple(_wording(QuestionClass(name), source, code) for source in listed)
        for name, listed in told["classes"].items()
    }
    hints = _in_order(_wording(QuestionClass(name), source, code) for name, source in told["hints"].items())
    wordings = _in_order(wording for listed in of_class.values() for wording in listed)
    for hint in hints:
        of_class[hint.about] += (hint,)
    numbers = told["amounts"].pop("numbers")
    amounts = _by_name(told["amounts"], code)
    return Language(
        code=code,
        plain=frozenset(plain(told["plain"]).split()),
        passing=frozenset(plain(told["passing"]).split()),
        verdicts=_compile_verdicts(told["verdicts"]),
        opening=frozenset(plain(told["opening"]).split()),
        you=frozenset(plain(told["you"]).split()),
        into=frozenset(plain(told["into"]).split()),
        workplaces=frozenset(plain(told["workplaces"]).split()),
        **{name: Phrases(told[name], code) for name in _LISTS},
        # who has less than the amount has not got it
        opposites={**_by_class(told.get("opposites", {}), code), **dict.fromkeys(IN_YEARS, amounts["less"])},
        same=_by_class(told.get("same", {}), code),
        telling=_by_class(told.get("telling", {}), code),
        named={QuestionClass(name): _by_name(things, code) for name, things in told["named"].items()},
        doubtful=_by_class(told.get("doubtful", {}), code),
        needless=_by_class(told.get("needless", {}), code),
        amounts=amounts,
        numbers={plain(word): float(at) for at, word in enumerate(numbers.split(), _TWO) if word != "-"},
        wordings=wordings,
        of_class=of_class,
        index=_make_index(wordings),
        hints=hints,
        hint_index=_make_index(hints),
    )


def _compile_verdicts(told: str) -> re.Pattern[str]:
    """Return the pattern of the pairs, with whatever marks between their words and about them."""
    pairs = "|".join(r"[\W_]+".join(map(re.escape, re.findall(r"\w+", pair))) for pair in told.split("|"))
    return re.compile(rf"^\W*(?:{pairs})\b[\s:：?？.)\]）–-]*|(?:^|[\s(\[（]+)(?:{pairs})\W*$", re.IGNORECASE)


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
    "ifs",
    "provisos",
    "granted",
    "unsure",
    "willing",
    "offering",
    "now",
    "future",
    "past",
    "sometime",
    "elsewhere",
    "getting",
    "coming",
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

"""The words of questions, by language and class (`words/*.toml`), and how they are looked for in a sentence.

A wording is the parts that a sentence must all have, joined by ` + `, in any order; a part is a choice of phrases,
divided by `|`; one that begins with `!` must not be there. A phrase is words that follow each other: `*` begins or ends
the stem of a word, `~` stands for up to five words between, `^` and `$` for the beginning and the end. Chinese and
Japanese put no space between words: theirs are meant wherever they stand.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.signals import words

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "da", "ja", "zh")
UNSPACED = frozenset({"ja", "zh"})
#: Letters by which a word is looked up.
_PREFIX = 3
#: Words that `~` stands for.
_BETWEEN = r"(?: \w+){0,5}? "
_CONTRACTED = re.compile(r"\b(can|won|sha)['\u2019]?t\b|\bcannot\b|n['\u2019]t\b", re.IGNORECASE)
_SPELT_OUT = {"cannot": "can not", "can": "can not", "won": "will not", "sha": "shall not"}
_POSSESSIVE = re.compile(r"['\u2018\u2019\u02bc`]s\b|(?<=s)['\u2019](?=\s)")
_APOSTROPHE = re.compile(r"['\u2018\u2019\u02bc`]")


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to ask a class of question."""

    about: QuestionClass
    needed: tuple[re.Pattern[str], ...]
    excluded: tuple[re.Pattern[str], ...]

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
    negations: re.Pattern[str]
    #: what only looks like that
    harmless: re.Pattern[str]
    #: what keeps somebody from doing what is asked
    obstacles: re.Pattern[str]
    #: what may turn a sentence round, or may not
    unsure: re.Pattern[str]
    now: re.Pattern[str]
    future: re.Pattern[str]
    #: how a follow-up to another question begins
    follow_up: re.Pattern[str]
    #: who is not the applicant
    others: re.Pattern[str]
    #: the country of the job, whichever that is
    jobs_place: re.Pattern[str]
    #: what asks for the opposite by a word of the class's own: "unemployed"
    opposites: Mapping[QuestionClass, re.Pattern[str]]
    #: words by which questions of a class differ in wording alone
    same: Mapping[QuestionClass, re.Pattern[str]]
    #: words that say nothing elsewhere, and tell questions of a class apart
    telling: Mapping[QuestionClass, re.Pattern[str]]
    wordings: tuple[Wording, ...]
    #: those to be tried, by the beginnings of the words that they need
    index: Mapping[str, tuple[Wording, ...]]

    def find_candidates(self, said: str) -> Iterator[Wording]:
        """The wordings that may fit a sentence, each once."""
        if self.code in UNSPACED:
            yield from self.wordings
            return
        beginnings = {word[:_PREFIX] for word in said.split()}
        seen: dict[int, Wording] = {}
        for beginning in beginnings | {""}:
            seen |= {id(one): one for one in self.index.get(beginning, ())}
        yield from seen.values()


def plain(text: str) -> str:
    """A sentence as wordings are looked for in it: small letters, no accents, negations in full."""
    spelt = _CONTRACTED.sub(lambda found: _spell(found), text)
    return words(_APOSTROPHE.sub(" ", _POSSESSIVE.sub(" ", spelt)))


def _spell(found: re.Match[str]) -> str:
    whole = found[0].casefold()
    return " not" if whole.startswith("n") else " " + _SPELT_OUT[whole if whole == "cannot" else found[1].casefold()]


@cache
def languages() -> Mapping[str, Language]:
    """Every language's words."""
    return {code: _load(code) for code in LANGUAGES}


def _load(code: str) -> Language:
    text = (resources.files(__package__) / "words" / f"{code}.toml").read_text(encoding="utf-8")
    told = tomllib.loads(text)
    wordings: list[Wording] = []
    index: defaultdict[str, list[Wording]] = defaultdict(list)
    for name, listed in told["classes"].items():
        for source in listed:
            made, beginnings = _wording(QuestionClass(name), source, code)
            wordings.append(made)
            for beginning in beginnings:
                index[beginning].append(made)
    return Language(
        code=code,
        plain=frozenset(plain(told["plain"]).split()),
        passing=frozenset(plain(told["passing"]).split()),
        **{name: _any(told[name], code) for name in _LISTS},
        opposites={QuestionClass(name): _any(phrases, code) for name, phrases in told["opposites"].items()},
        same={QuestionClass(name): _any(phrases, code) for name, phrases in told.get("same", {}).items()},
        telling={QuestionClass(name): _any(phrases, code) for name, phrases in told.get("telling", {}).items()},
        wordings=tuple(wordings),
        index={beginning: tuple(one) for beginning, one in index.items()},
    )


_LISTS = ("negations", "harmless", "obstacles", "unsure", "now", "future", "follow_up", "others", "jobs_place")


def _any(phrases: str, code: str) -> re.Pattern[str]:
    """A pattern of phrases divided by `|`; one that nothing fits where there is none."""
    return re.compile(_source(phrases, code) if phrases.strip() else r"(?!)")


def _wording(about: QuestionClass, source: str, code: str) -> tuple[Wording, frozenset[str]]:
    """A wording, and the beginnings of words one of which a sentence must have for it."""
    parts = [part.strip() for part in source.split(" + ")]
    needed = [part for part in parts if not part.startswith("!")]
    excluded = [part[1:] for part in parts if part.startswith("!")]
    made = Wording(
        about,
        tuple(re.compile(_source(part, code)) for part in needed),
        tuple(re.compile(_source(part, code)) for part in excluded),
    )
    return made, frozenset(_beginning(phrase, code) for phrase in needed[0].split("|"))


def _beginning(phrase: str, code: str) -> str:
    """The first letters of a phrase's first word; none where a word may begin otherwise."""
    first = _phrase_words(phrase, code)[0]
    is_open = first.startswith("*") or (first.endswith("*") and len(first) <= _PREFIX)
    return "" if is_open else first.rstrip("*")[:_PREFIX]


def _phrase_words(phrase: str, code: str) -> list[str]:
    """A phrase's words as sentences have them, with their stars."""
    bare = phrase.strip().strip("^$ ")
    made: list[str] = []
    for word in bare.split():
        if word == "~":
            made.append(word)
            continue
        # the dot keeps "required" from being taken for a mark behind a label
        said = plain(f"{word} .").split()
        if not said:
            raise ValueError(f"no word in {phrase!r} of {code}")
        said[0] = "*" + said[0] if word.startswith("*") else said[0]
        said[-1] += "*" if word.endswith("*") else ""
        made += said
    return made


def _source(phrases: str, code: str) -> str:
    return "|".join(_phrase_source(phrase, code) for phrase in phrases.split("|"))


def _phrase_source(phrase: str, code: str) -> str:
    bare, joint = phrase.strip(), r"\b" if code not in UNSPACED else ""
    source = ""
    for word in _phrase_words(phrase, code):
        if word == "~":
            source = source.removesuffix(" ") + (_BETWEEN if joint else r".{0,12}?")
            continue
        begins, ends = word.startswith("*"), word.endswith("*")
        stem = re.escape(word.strip("*"))
        inside = r"\w*" if joint else ""
        source += (inside if begins else "") + stem + (inside if ends else "") + (" " if joint else " ?")
    source = source.removesuffix(" ?").rstrip(" ")
    start = "^" if bare.startswith("^") else joint
    end = "$" if bare.endswith("$") else joint
    return f"{start}{source}{end}"

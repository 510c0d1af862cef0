"""Phrases to search for in a sentence, and the form of a sentence for that search.

Phrases are alternatives, separated by `|`. A phrase is words that follow each other: `*` begins or ends the stem of a
word, `~` is up to five words between, `^` and `$` are the beginning and the end. Chinese and Japanese put no space
between words: their phrases match anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.planning.alternatives import joined
from ghosthands.planning.signals import uncached_words

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "da", "ja", "zh")
UNSPACED = frozenset({"ja", "zh"})
#: Languages that write all nouns with capitals.
CAPITAL_NOUNS = frozenset({"de"})
#: Number of letters by which a word is looked up.
_PREFIX = 4
#: The pattern of `~`.
_BETWEEN = r"(?: \w+){0,5}? "
_CONTRACTED = re.compile(r"\b(can|won|sha)['\u2019]?t\b|\bcannot\b|n['\u2019]t\b", re.IGNORECASE)
_SPELT_OUT = {"cannot": "can not", "can": "can not", "won": "will not", "sha": "shall not"}
#: "autorisé(e)", "gotowy/a": the same word for women and men
_OTHER_GENDER = re.compile(r"(?<=[a-zà-ÿł]{2})\([a-zà-ÿ]{1,3}\)|(?<=[a-zà-ÿł]{3})/(?!no\b)[a-zà-ÿ]{1,2}\b")
_POSSESSIVE = re.compile(r"['\u2018\u2019\u02bc`]s\b|(?<=s)['\u2019](?=\s)")
_SLASHES, _QUOTES = frozenset("(/"), frozenset("'\u2018\u2019\u02bc`")
_APOSTROPHE = re.compile(r"['\u2018\u2019\u02bc`]")
#: a word that has the same form in a phrase and in a sentence
_AS_SAID = re.compile(r"\*?[a-z0-9]+\*?")


_WORD = r"\b"
#: the pattern of a phrase that begins with a letter
_BEGINS = re.compile(r"\\b[^\W\d_]")


class Phrases:
    """Alternative phrases of one language, compiled when a sentence is first searched for them.

    There are two thousand of these, of which a form in one language needs few: compiling all would take seconds.
    """

    def __init__(self, told: str, code: str) -> None:
        self._told = told
        self._code = code

    def may_be_in(self, said: str, begun: Collection[str]) -> bool:
        """Whether a sentence can have one of them, by the beginnings of its words; cheap, and a False is certain."""
        if self._code in UNSPACED:
            return not self._letters.isdisjoint(said) and any(beginning in said for beginning in self.beginnings)
        if not self.beginnings.isdisjoint(begun):
            return True
        for stem in self._inner:  # noqa: SIM110  `any` of a generator takes twice as long, and this is tried most of all
            if stem in said:
                return True
        return False

    def search(self, said: str) -> bool:
        """Whether one of them is in a sentence."""
        return self.may_be_in(said, list_beginnings(said)) and bool(self.pattern.search(said))

    def sub(self, said: str) -> str:
        """Return the sentence with a space for each of them."""
        return self.pattern.sub(" ", said) if self.may_be_in(said, list_beginnings(said)) else said

    def findall(self, said: str) -> list[str]:
        """Return the phrases in a sentence, repeated as often as they occur."""
        return [found[0] for found in self.pattern.finditer(said)]

    @property
    def first(self) -> str:
        """The first of them, as it is written in the lists."""
        return self._told.partition("|")[0].strip()

    @property
    def words(self) -> Iterator[str]:
        """The phrases of one word, in the form of sentences; with a star where they are a stem."""
        said = (_phrase_words(phrase, self._code) for phrase in self._told.split("|"))
        return (words[0] for words in said if len(words) == 1)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The beginnings of first words, one of which a sentence must have; "" for a first word of any beginning."""
        return frozenset(_beginning(phrase, self._code) for phrase in self._told.split("|"))

    @cached_property
    def _letters(self) -> frozenset[str]:
        """The first letters of these beginnings."""
        return frozenset(beginning[0] for beginning in self.beginnings)

    @cached_property
    def _inner(self) -> tuple[str, ...]:
        """The stems of first words with any beginning, or shorter than the beginnings that words are looked up by."""
        first = (_first_word(phrase, self._code) for phrase in self._told.split("|"))
        return tuple(word.strip("*") for word in first if _is_open(word))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled pattern of all the phrases."""
        return re.compile(_source(self._told, self._code))


@lru_cache(maxsize=CACHED_TEXTS)
def list_beginnings(said: str) -> frozenset[str]:
    """Return the beginnings of a sentence's words."""
    return frozenset({word[:_PREFIX] for word in said.split()})


@lru_cache(maxsize=CACHED_TEXTS)
def plain(text: str) -> str:
    """Return a sentence in the form for searching: small letters, no accents, negations in full."""
    # "würde" would be, and "wurde" was: without its marks one would be the other
    told = text if _SLASHES.isdisjoint(text) else _OTHER_GENDER.sub("", text)
    spelt = spell_negations(told.replace("würd", "wuerd").replace("Würd", "Wuerd"))
    bare = spelt if _QUOTES.isdisjoint(spelt) else _APOSTROPHE.sub(" ", _POSSESSIVE.sub(" ", spelt))
    return uncached_words(bare)


def spell_negations(text: str) -> str:
    """Return the text with its contracted negations in full: "can't" and "cannot" as "can not"."""
    return _CONTRACTED.sub(_spell, text)


def _spell(found: re.Match[str]) -> str:
    whole = found[0].casefold()
    return " not" if whole.startswith("n") else " " + _SPELT_OUT[whole if whole == "cannot" else found[1].casefold()]


def _beginning(phrase: str, code: str) -> str:
    """Return the first letters of a phrase's first word; all of it where words have no spaces between them."""
    first = _first_word(phrase, code)
    if code in UNSPACED:
        return first.strip("*")
    return "" if _is_open(first) else first.rstrip("*")[:_PREFIX]


def _first_word(phrase: str, code: str) -> str:
    return _word_as_said(phrase.strip().strip("^$ ").split(None, 1)[0], code)[0]


def _is_open(word: str) -> bool:
    """Whether the word's first letters, by which words are looked up, are not all known."""
    return word.startswith("*") or (word.endswith("*") and len(word) <= _PREFIX)


def _phrase_words(phrase: str, code: str) -> list[str]:
    """Return a phrase's words in the form of sentences, with their stars."""
    bare = phrase.strip().strip("^$ ")
    return [said for word in bare.split() for said in (["~"] if word == "~" else _word_as_said(word, code))]


def _word_as_said(word: str, code: str) -> list[str]:
    if _AS_SAID.fullmatch(word) and word != "cannot":
        return [word]
    # the dot keeps "required" from being taken for a mark behind a label
    said = plain(f"{word} .").split()
    if not said:
        raise ValueError(f"no word in {word!r} of {code}")
    said[0] = "*" + said[0] if word.startswith("*") else said[0]
    said[-1] += "*" if word.endswith("*") else ""
    return said


def _source(phrases: str, code: str) -> str:
    """Return the phrases as one pattern: those that begin with a letter grouped by it, then the others."""
    sources = [_phrase_source(phrase, code) for phrase in phrases.split("|")]
    begun = [source.removeprefix(_WORD) for source in sources if _BEGINS.match(source)]
    others = [source for source in sources if not _BEGINS.match(source)]
    return "|".join([*([rf"\b(?:{joined(begun)})"] if begun else []), *others])


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

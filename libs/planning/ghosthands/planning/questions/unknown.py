"""The effect of an unknown word on a question: it may reverse it, or only add details.

It may reverse where it resembles a word that does ("unsuited", "loathe"), and where it is in a place that says what is
asked: after "you" or "to", first, last in German, and anywhere in a question for a judgement ("Is … distasteful to
you?"). Elsewhere it is part of a name, a place or a thing: "the Slough depot", "alternate Saturdays". Chinese and
Japanese reverse with a few characters, which are searched for instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from ghosthands.planning.questions.beside import list_beside
from ghosthands.planning.questions.phrases import UNSPACED
from ghosthands.planning.questions.places import strip_names
from ghosthands.planning.questions.wordings import Language

#: The mark for the words of the class.
CORE = "§"
#: Languages whose sentences may end with the verb.
_VERB_LAST = frozenset({"de", "nl"})


def may_turn(language: Language, marked: str, names: frozenset[str]) -> bool:
    """Whether an unknown word may reverse a sentence that has `CORE` for what is asked; `names` are no verbs."""
    unknown = list(list_beside(language, marked.replace(CORE, " "), language.passing))
    if not unknown:
        return False
    if language.turning.search(" ".join(unknown)):
        return True
    if language.code in UNSPACED:
        return False
    told = _list_told(language, marked)
    judges = CORE not in told or language.judging.search(" ".join(told))
    left = (at for at in _list_unknown(language, told) if told[at] not in names)
    return any(judges or _says_what(language, told, at) for at in left)


def _list_told(language: Language, marked: str) -> list[str]:
    """Return the words of a sentence without those known to reverse it, or to say when."""
    for phrases in (language.negations, language.future, language.now):
        marked = phrases.sub(marked)
    return strip_names(language.jobs_place.sub(marked), language.code).split()


def _list_unknown(language: Language, told: list[str]) -> Iterator[int]:
    """Yield the indexes of the words that the language does not know."""
    known = language.plain | language.passing
    return (at for at, word in enumerate(told) if not (word == CORE or word in known or word.isdigit()))


def _says_what(language: Language, told: list[str], at: int) -> bool:
    """Whether the word is where a sentence has the verb, or the adjective, that says what is asked."""
    if at == 0 or (language.code in _VERB_LAST and at == len(told) - 1):
        return True
    return told[at - 1] in language.opening

"""Which way round a question asks: by the negations, obstacles and opposites in the part of it that asks.

What leads up to that part turns nothing: "As our farm isn't on a bus route, …". One turn makes a question ask the other
way round; two of them, an "unless", or a word that nobody knows make it unclear. An unknown word is passed over in one
place alone: behind what is asked, where it only tells where, when or for whom ("… in our Slough warehouse"), and where
the sentence begins as one that asks the applicant ("Are you", "I have"), so that no such word can say what is asked.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ghosthands.planning.questions.beside import list_beside
from ghosthands.planning.questions.classes import HELD, OF_THINGS, WILLING, YES_OR_NO, Asks, QuestionClass
from ghosthands.planning.questions.phrases import Phrases, list_beginnings, plain
from ghosthands.planning.questions.places import strip_names
from ghosthands.planning.questions.wordings import Language

#: What in a class's own words looks like a turn.
_OWN_NAME = {
    QuestionClass.NON_COMPETE: re.compile(
        r"\bnon(?:solicit\w*|compete)?\b|\bnot to (?:work|compete|join)\b"
        r"|\b(?:no|nao|niet) (?:compet|concurr|concorr)\w+\b|非竞争|不竞争"
    ),
    QuestionClass.TRUTHFUL: re.compile(
        r"\b(?:nothing|not|no)(?: \w+){0,3} (?:false|untrue|misleading)\b"
        r"|\b(?:fals\w*|faux|fausse\w*|unwahr\w*|onjuist\w*|onwaar\w*|osann\w*|usand\w*|niepraw\w*)\b|虚假|虚偽"
    ),
}
_NAME = re.compile(r"(?<=[^.?!:] )[A-ZÀ-ÝŁŚŻ][\w&.-]+")
_CLAUSE = re.compile(r"(?<=[,:;–—，、：；])\s*|\s+-\s+")
#: what is to be chosen from, behind a colon or in brackets: "none, basic, fluent"
_OPTIONS = re.compile(r"[:(：（]\s*[^:()?：（）]*(?:[,/|;、，/][^:()?：（）]*){2,}[)）]?\s*[?？.]?\s*$")
#: what leads up to a question: "Quick question: …"
_LEADS = re.compile(r"^.*[^\W\d]\s*[:：]\s*(?=.*\w)")
#: what is told beside a question, examples often
BRACKETS = re.compile(r"[(（][^)）]*[)）]")
_WITHOUT = re.compile(r"\b(?:without|ohne|sans|sin|senza|sem|zonder|utan|uden|bez)\b")
#: Languages whose sentences may end with the verb that says what is asked.
_VERB_LAST = frozenset({"de", "nl"})
#: Words between "without" and what is not there.
_FEW = 3
#: Stands for the words of the class.
_CORE = "§"
#: One turn, told by two words: "a restriction that prevents".
_CHAINED = re.compile(r"§(?: \w+)? (?:that|which|qui|que|che|die|das|der|dat|som|ktor\w+)(?: \w+){0,2} §")


class Said(NamedTuple):
    """A sentence of a class; `asking` is what asks, where that is another sentence: "Is this a problem?"."""

    language: Language
    about: QuestionClass
    text: str
    asking: str = ""


def find_way(said: Said) -> Asks:
    """Whether a yes means yes to what it is about, or no; UNCLEAR where nobody is sure."""
    if not said.asking:
        return _find_way(said)
    stated = _count_turns(said.language, said.about, plain(said.text))
    if stated != 0 or _is_unsure(said):
        return Asks.UNCLEAR  # "You must not … Can you confirm that?"
    return _find_way(said._replace(text=said.asking))


def _find_way(said: Said) -> Asks:
    language, about = said.language, said.about
    part = _find_asking_part(said)
    words = plain(part)
    turned = _count_turns(language, about, words)
    if turned is None or _is_unsure(said) or not _is_known(said, part):
        return Asks.UNCLEAR
    if turned and about not in YES_OR_NO:
        return Asks.UNCLEAR
    return (Asks.PLAIN, Asks.TURNED)[turned] if turned < 2 else Asks.UNCLEAR


def _find_asking_part(said: Said) -> str:
    """The sentence without what leads up to its question and what is to be chosen from, as long as that still says what
    it is about."""
    said = _strip_options(_strip_lead(said))
    clauses = [clause for clause in _CLAUSE.split(said.text) if clause.strip()]
    if len(clauses) < 2 or not said.language.leading.search(plain(clauses[0])):
        return said.text
    while len(clauses) > 1 and said.language.leading.search(plain(clauses[0])):
        del clauses[0]
    part = " ".join(clauses)
    return part if _is_about(said, part) else said.text


def _strip_options(said: Said) -> Said:
    """The same without the options behind it: what they say is no part of what is asked."""
    part = _OPTIONS.sub("", said.text)
    return said._replace(text=part) if part != said.text and _is_about(said, part) else said


def _strip_lead(said: Said) -> Said:
    """The same without what stands before a colon or in brackets, where that turns nothing: "Quick question: …"."""
    language = said.language
    for lead in (*_LEADS.findall(said.text)[:1], *BRACKETS.findall(said.text)):
        words = language.harmless.sub(plain(lead))
        turns = language.negations.search(words) or language.obstacles.search(words) or language.unsure.search(words)
        part = said.text.replace(lead, " ", 1)
        if not turns and _is_about(said, part):
            said = said._replace(text=part)
    return said


def _is_about(said: Said, part: str) -> bool:
    words = plain(part)
    begun = list_beginnings(words)
    return any(one.may_fit(words, begun) and one.fits(words) for one in said.language.of_class[said.about])


def _count_turns(language: Language, about: QuestionClass, words: str) -> int | None:
    """How often a sentence is turned round; None where something else than its verb may be."""
    said = _strip_own(about, language.harmless.sub(words))
    # "any reason you could not" is one turn: what keeps somebody comes first, with the negation that belongs to it
    free = language.obstacles.sub(said)
    kept_from = _count_obstacles(language.obstacles, said)
    turned = len(language.negations.findall(free))
    if opposite := language.opposites.get(about):
        # what is a negation already ("niekarany") is not one twice
        turned += len(opposite.findall(language.negations.sub(free)))
    if kept_from and about not in WILLING and about is not QuestionClass.NON_COMPETE:
        return None
    if about is not QuestionClass.SPONSORSHIP and _WITHOUT.search(said) and not _lacks(language, about, said):
        return None  # "overtime without pay" narrows what is asked, and turns nothing
    return turned + kept_from if about in WILLING else turned


def _is_unsure(said: Said) -> bool:
    return said.language.unsure.search(_strip_own(said.about, plain(said.text)))


def _strip_own(about: QuestionClass, said: str) -> str:
    """The sentence without what belongs to the class's own words, and turns nothing: "non-compete"."""
    own = _OWN_NAME.get(about)
    return own.sub(" ", said) if own else said


def _count_obstacles(obstacles: Phrases, said: str) -> int:
    marked = obstacles.pattern.sub(_CORE, said)
    return _CHAINED.sub(_CORE, marked).count(_CORE)


def _lacks(language: Language, about: QuestionClass, said: str) -> bool:
    """Whether the very thing that is asked for is missing: "without a food handler certificate"."""
    if about not in HELD:
        return False
    behind = _mark_core(language, about, _WITHOUT.split(said)[-1])
    return _CORE in behind.split()[: _FEW + 1]


def _is_known(said: Said, part: str) -> bool:
    """Whether each word of a question about no thing by name is known, or cannot turn it round."""
    language, about = said.language, said.about
    if about in OF_THINGS or about not in YES_OR_NO:
        return True
    words = plain(part)
    left = _mark_core(language, about, words)
    for phrases in (language.harmless, language.obstacles, *filter(None, [language.opposites.get(about)])):
        left = phrases.sub(left)
    names = frozenset(plain(name) for name in _NAME.findall(part)) if language.code != "de" else frozenset()
    known = language.passing | names
    if not any(list_beside(language, left.replace(_CORE, " "), known)):
        return True
    before, _, behind = left.rpartition(_CORE)
    if not language.frames.search(words) or any(list_beside(language, before.replace(_CORE, " "), known)):
        return False
    return _only_tells_more(language, strip_names(behind, language.code), known)


def _only_tells_more(language: Language, behind: str, known: frozenset[str]) -> bool:
    """Whether the unknown words behind what is asked all follow a word like "in" or "for"."""
    is_free = False
    told = behind.split()
    for at, word in enumerate(told):
        is_known = word in known or word in language.plain or word.isdigit()
        is_verb = language.code in _VERB_LAST and at == len(told) - 1
        if word in language.linking:
            is_free = True
        elif word in language.breaking:
            is_free = False
        elif not (is_known or (is_free and not is_verb)):
            return False
    return True


def _mark_core(language: Language, about: QuestionClass, said: str) -> str:
    """The sentence with a mark for each of the words of the class."""
    begun = list_beginnings(said)
    for wording in language.of_class[about]:
        for part in wording.needed:
            if part.may_be_in(said, begun):
                said = part.pattern.sub(f" {_CORE} ", said)
    return said

"""The direction of a question: by the negations, obstacles and opposites in the part of it that asks.

What leads up to that part reverses nothing: "As our farm isn't on a bus route, …". One of them reverses the question;
two of them, an "unless", or an unknown word in a place where it may reverse it (`unknown.py`) make it unclear.
"""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import NamedTuple

from ghosthands.planning.questions.classes import (
    ACQUIRED,
    CONDITIONAL,
    HELD,
    OF_HERE,
    OF_NOW,
    OF_STATE,
    OF_THINGS,
    OF_WILL,
    WILLING,
    YES_OR_NO,
    Asks,
    QuestionClass,
)
from ghosthands.planning.questions.clauses import BRACKETS, Clause, cut_clauses, cut_joined, cut_lead, is_question, join
from ghosthands.planning.questions.phrases import UNSPACED, Phrases, list_beginnings, plain
from ghosthands.planning.questions.unknown import CORE, may_turn
from ghosthands.planning.questions.wordings import Language

#: Words of a class's own that look like a reversal.
_OWN_NAME = {
    QuestionClass.NON_COMPETE: re.compile(
        r"\bnon(?:solicit\w*|compete)\b|\bnot to (?:work|compete|join)\b"
        r"|\b(?:no|non|nao|niet) (?:compet|concurr|concorr|sol?licit)\w+|非竞争|不竞争"
        r"|\b(?:ikke at (?:arbejde|tage)|inte (?:att )?(?:arbeta|ta)|ne pas (?:travailler|rejoindre|exercer)"
        r"|no trabajar|non lavorare|nao trabalhar|niet te werken|nie (?:pracowac|podejmowac)|nicht zu arbeiten)\b"
    ),
    QuestionClass.TRUTHFUL: re.compile(
        r"\b(?:nothing|not|no)(?: \w+){0,3} (?:false|untrue|misleading)\b"
        r"|\b(?:fals\w*|faux|fausse\w*|unwahr\w*|onjuist\w*|onwaar\w*|osann\w*|usand\w*|niepraw\w*)\b|虚假|虚偽"
    ),
}
_NAME = re.compile(r"(?<=[^.?!:] )[A-ZÀ-ÝŁŚŻ][\w&.-]+")
#: the first word of a clause that belongs to the last one
_SUBORDINATE = re.compile(r"(?:that|whether|which|who|dass|ob|der|die|das|que|qui|si|che|dat|att|at|ze)\b")
#: options after a colon or in brackets: "none, basic, fluent"
_OPTIONS = re.compile(r"[:(：（]\s*[^:()?：（）]*(?:[,/|;、，/][^:()?：（）]*){2,}[)）]?\s*[?？.]?\s*$")
#: The end of a mere lead; one that ends in a figure, or in brackets, asks something itself, "Are you 18: …".
_ENDS_IN_WORD = re.compile(r"[^\W\d]\s*[:：]$")
_WITHOUT = re.compile(r"\b(?:without|ohne|sans|sin|senza|sem|zonder|utan|uden|bez)\b")
#: Most words between "without" and the missing thing.
_FEW = 3
#: The beginning of a clause that says more about a thing just named, in German behind a comma. One that says when or
#: where is none: "times at which you cannot work".
_RELATIVE = re.compile(
    r"(?<!\bat )(?<!\bin )(?<!\bon )(?<!\ben )(?<!\blos )(?<!\blas )"
    r"\b(?:that|which|who|whose|qui|que|che|dat|wat|som|kt[oó]r\w+)\b"
    r"|,\s+(?:\w{2,4}\s+)?(?:der|die|das|den|dem|dessen|deren)\b",
    re.IGNORECASE,
)
#: One reversal by two words: "a restriction that prevents".
_CHAINED = re.compile(r"§(?: \w+)? (?:that|which|qui|que|che|die|das|der|dat|som|ktor\w+)(?: \w+){0,2} §")

#: A negation, as long as it is looked for beside the obstacle that it denies; few words are between them.
_DENIAL = "¬"
_DENIED = re.compile(r"¬(?: \w+){0,4} §|§(?: \w+){0,2} ¬")
_DENIED_UNSPACED = re.compile(r"¬\s?\w{0,6}\s?§|§\s?\w{0,4}\s?¬")
#: Classes of what is so now, which was or will be so is no answer to.
_OF_TODAY = OF_NOW | (WILLING | HELD) - {QuestionClass.CRIMINAL_RECORD, QuestionClass.REFERENCES}
#: Classes of what one gets at some time, and has from then on.
_GOT = ACQUIRED | {QuestionClass.HAS_DEGREE}


class Said(NamedTuple):
    """A sentence of a class; `asking` is the asking sentence, where that is another: "Is this a problem?"."""

    language: Language
    about: QuestionClass
    text: str
    asking: str = ""

    @property
    def words(self) -> str:
        """The sentence in the form for searching."""
        return plain(self.text)


def find_way(said: Said) -> Asks:
    """Return whether a yes affirms or denies what it is about; UNCLEAR where that is uncertain."""
    if not said.asking:
        return _find_way(said)
    stated = _count_turns(said.language, said.about, said.words)
    if stated != 0 or _is_unsure(said):
        return Asks.UNCLEAR  # "You must not … Can you confirm that?"
    return _find_way(said._replace(text=said.asking))


def _find_way(said: Said) -> Asks:
    language, about = said.language, said.about
    part = _find_asking_part(said)
    turned = _count_turns(language, about, _strip_denied(said, part))
    if turned is None or _is_unsure(said) or _may_be_turned(said, part) or (turned and _turns_a_thing(said, part)):
        return Asks.UNCLEAR
    if turned and _turns_beside(said, part):
        return Asks.UNCLEAR
    return (Asks.PLAIN, Asks.TURNED)[turned] if turned < 2 else Asks.UNCLEAR


def _find_asking_part(said: Said) -> str:
    """Return the sentence without its lead and its options, if that still has its class's words."""
    said = _strip_options(_strip_lead(said))
    clauses = cut_clauses(said.text)
    asking = list(dropwhile(lambda one: said.language.leading.search(one.words), clauses)) or clauses[-1:]
    if len(asking) == len(clauses):
        return said.text
    part = join(asking).text
    return part if _is_about(said, part) else said.text


def _turns_beside(said: Said, part: str) -> bool:
    """Whether the reversal may be one of something beside the question."""
    if said.about not in YES_OR_NO:
        return True
    return _turns_before(said, part) or _turns_other(said, part) or _turns_behind(said, part)


def _turns_behind(said: Said, part: str) -> bool:
    """Whether the reversal is only in a remark behind the question: "May you work here, no permit needed?"."""
    *clauses, last = cut_clauses(part)
    if not clauses or last.asks_itself(said.language) or not said.language.negations.pattern.match(last.words):
        return False
    asked = join(clauses)
    return asked.asks_itself(said.language) and _asks_apart(said, asked)


def _turns_before(said: Said, part: str) -> bool:
    """Whether the reversal is before an asking clause: "It isn't on a bus route: do you own a car?"."""
    clauses = cut_clauses(part)
    if not is_question(clauses[-1].text):
        return False
    return any(_asks_apart(said, join(clauses[at:])) for at in range(1, len(clauses)))


def _asks_apart(said: Said, clause: Clause) -> bool:
    """Whether a clause is a question by itself, and not reversed."""
    if not clause.is_parted and (
        not clause.asks_itself(said.language)
        or _SUBORDINATE.match(clause.words)
        or said.language.leading.search(clause.words)
        or not _is_about(said, clause.words)
    ):
        return False
    return _count_turns(said.language, said.about, clause.words) == 0


def _turns_other(said: Said, part: str) -> bool:
    """Whether only the second of two questions is reversed.

    For example: "Have you worked here, or were you never employed by us?".
    """
    language = said.language
    first, *others = cut_joined(language, part)
    if not others or not _is_about(said, first.words):
        return False
    is_own = any(_is_about(said, other.words) or other.asks_itself(language) for other in others)
    return is_own and _count_turns(language, said.about, first.words) == 0


def _turns_a_thing(said: Said, part: str) -> bool:
    """Whether the reversal is only in what is said of a thing: "found guilty of an offence that is not yet spent"."""
    language, about = said.language, said.about
    befores = (part[: found.start()] for found in _RELATIVE.finditer(part))
    return any(_is_about(said, before) and _count_turns(language, about, plain(before)) == 0 for before in befores)


def _strip_denied(said: Said, part: str) -> str:
    """Return the words of a part without the obstacles that a statement denies: "Nothing prevents me from …".

    In a question both may count: "Is there nothing that prevents you?" is unclear.
    """
    if is_question(said.text) or said.asking or said.about not in WILLING:
        return plain(part)
    language = said.language
    denied = _DENIED_UNSPACED if language.code in UNSPACED else _DENIED
    return " ".join(_strip_denied_in(language, clause.words, denied) for clause in cut_clauses(part))


def _strip_denied_in(language: Language, words: str, denied: re.Pattern[str]) -> str:
    said = language.harmless.sub(words)
    if not language.obstacles.search(said) or not language.negations.search(said):
        return words
    # "a restriction that prevents me" is one obstacle
    marked = _CHAINED.sub(CORE, language.obstacles.pattern.sub(CORE, said))
    marked = language.negations.pattern.sub(_DENIAL, marked)
    is_denied = marked.count(_DENIAL) == marked.count(CORE) == 1 and denied.search(marked)
    return language.negations.sub(language.obstacles.pattern.sub(" ", said)) if is_denied else words


def _strip_options(said: Said) -> Said:
    """Return the sentence without the options after it, whose words are no part of the question."""
    part = _OPTIONS.sub("", said.text)
    return said._replace(text=part) if part != said.text and _is_about(said, part) else said


def _strip_lead(said: Said) -> Said:
    """Return the sentence without a lead that reverses nothing, before a colon or in brackets: "Quick question: …"."""
    language = said.language
    lead, asking = cut_lead(said.text)
    is_plain = _ENDS_IN_WORD.search(lead) and not _may_turn_by(language, lead)
    if is_plain and _is_about(said, asking):
        said = said._replace(text=asking)
    for told in BRACKETS.findall(said.text):
        part = said.text.replace(told, " ", 1)
        if not _may_turn_by(language, told) and _is_about(said, part):
            said = said._replace(text=part)
    return said


def _may_turn_by(language: Language, told: str) -> bool:
    """Whether a remark beside a question may reverse it."""
    words = language.harmless.sub(plain(told))
    return language.negations.search(words) or language.obstacles.search(words) or language.unsure.search(words)


def _is_about(said: Said, part: str) -> bool:
    return said.language.says(said.about, plain(part))


def _count_turns(language: Language, about: QuestionClass, words: str) -> int | None:
    """Count the sentence's reversals; None where something other than its verb may be reversed."""
    needless = language.needless.get(about)
    denied = len(needless.findall(words)) if needless else 0
    said = _strip_own(about, language.harmless.sub(needless.sub(words) if needless else words))
    # "any reason you could not" is one reversal: remove obstacles first, with the negation that belongs to them
    free = language.obstacles.sub(said)
    kept_from = _count_obstacles(language.obstacles, said)
    turned = denied + len(language.negations.findall(free))
    if opposite := language.opposites.get(about):
        # a negation ("niekarany") counts once, and so does "suspended or revoked"
        turned += opposite.search(language.negations.sub(free))
    if kept_from and about not in WILLING and about is not QuestionClass.NON_COMPETE:
        return None
    if about is not QuestionClass.SPONSORSHIP and _WITHOUT.search(said) and not _lacks(language, about, said):
        return None  # "overtime without pay" narrows the question, and reverses nothing
    return turned + kept_from if about in WILLING else turned


def _is_unsure(said: Said) -> bool:
    language, about, words = said.language, said.about, _strip_own(said.about, said.words)
    doubtful = language.doubtful.get(about)
    return (
        language.unsure.search(words)
        or (language.conditions.search(words) and language.conditions.search(language.harmless.sub(words)))
        or bool(doubtful and doubtful.search(words))
        or (about in OF_NOW and language.past.search(words))
        or (about in _OF_TODAY and language.sometime.search(words))
        or (about in OF_HERE and language.elsewhere.search(words))
        or (about in ACQUIRED and language.getting.search(words))
        or (about in _GOT and language.coming.search(words))
        or (about in OF_WILL and not _asks_for_will(said))
        or (about in OF_STATE and language.offering.search(words))
        or (about in YES_OR_NO - CONDITIONAL and (_is_conditional(said) or _has_proviso(said) or _is_conceded(said)))
    )


def _is_conditional(said: Said) -> bool:
    """Whether a clause beside the question sets a condition that is more than being hired, or needed."""
    clauses = cut_clauses(said.text)
    return len(clauses) > 1 and any(
        said.language.ifs.search(one.words)
        and not said.language.granted.search(one.words)
        and _is_about(said, join([*clauses[:at], *clauses[at + 1 :]]).words)
        for at, one in enumerate(clauses)
    )


def _has_proviso(said: Said) -> bool:
    """Whether what stands behind the question, or in a language that puts it first, is a condition."""
    language = said.language
    words = language.harmless.sub(said.words)
    if not language.provisos.search(words):
        return False
    if language.code in UNSPACED:
        return not language.granted.search(words)
    return any(
        _is_about(said, words[: found.start()]) and not language.granted.search(words[found.end() :])
        for found in language.provisos.pattern.finditer(words)
    )


def _is_conceded(said: Said) -> bool:
    """Whether only a clause behind another question is about it: "Would you learn it, even if it is new to you?"."""
    clauses = cut_clauses(said.text)
    leads = [at for at, one in enumerate(clauses) if at and said.language.leading.search(one.words)]
    return clauses[0].asks_itself(said.language) and any(
        _is_about(said, clauses[at].words) and not _is_about(said, join(clauses[:at]).words) for at in leads
    )


def _asks_for_will(said: Said) -> bool:
    """Whether it asks if one would or may, not if one has or must: "Would you relocate?", "Need you relocate?"."""
    words = f"{said.words} {plain(said.asking)}"
    return said.language.willing.search(words) or said.language.obstacles.search(words)


def _strip_own(about: QuestionClass, said: str) -> str:
    """Return the sentence without the class's own words that reverse nothing: "non-compete"."""
    own = _OWN_NAME.get(about)
    return own.sub(" ", said) if own else said


def _count_obstacles(obstacles: Phrases, said: str) -> int:
    marked = obstacles.pattern.sub(CORE, said)
    return _CHAINED.sub(CORE, marked).count(CORE)


def _lacks(language: Language, about: QuestionClass, said: str) -> bool:
    """Whether the very thing that is asked for is missing: "without a food handler certificate"."""
    if about not in HELD:
        return False
    behind = _mark_core(language, about, _WITHOUT.split(said)[-1])
    return CORE in behind.split()[: _FEW + 1]


def _may_be_turned(said: Said, part: str) -> bool:
    """Whether an unknown word may reverse a question that is about no named thing."""
    language, about = said.language, said.about
    if about in OF_THINGS or about not in YES_OR_NO:
        return False
    opposites = filter(None, [language.opposites.get(about)])
    left = plain(part)
    for phrases in (language.jobs_place, *opposites):
        left = phrases.sub(left)
    left = _mark_core(language, about, left)
    for phrases in (language.harmless, language.obstacles):
        left = phrases.sub(left)
    return may_turn(language, left, frozenset(plain(name) for name in _NAME.findall(part)))


def _mark_core(language: Language, about: QuestionClass, said: str) -> str:
    """Return the sentence with a mark for each of the words of the class."""
    begun = list_beginnings(said)
    for wording in language.of_class[about]:
        for part in wording.needed:
            if part.may_be_in(said, begun):
                said = part.pattern.sub(f" {CORE} ", said)
    return said

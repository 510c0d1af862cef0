"""Options that say the opposite of their yes or no, or answer another question than the one asked.

"No, I need it" after a question about a sponsor says yes, and "Yes, I am authorized" says nothing of a sponsor. To
choose by the yes or no alone would say the opposite of what the applicant said. After a question that denies, a bare
"No" may agree or contradict: "Don't you need a visa?", "Haben Sie keinen Führerschein?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ghosthands.domain.page import FieldModel
from ghosthands.domain.polarity import Polarity, is_decline, is_negated, is_statement, stated, told_beside
from ghosthands.planning.questions.classes import NOTHING, YES_OR_NO, Asks, QuestionReading
from ghosthands.planning.questions.clauses import is_question
from ghosthands.planning.questions.phrases import plain
from ghosthands.planning.questions.reading import language_of, read
from ghosthands.planning.questions.wordings import Language
from ghosthands.planning.rules.option_words import RELUCTANT, SAID_OF_ONESELF

_GOING_ON = re.compile(r"not?\s+(\w.*)", re.IGNORECASE)
#: "No, unwilling" says the same twice
_IN_TWO_WORDS = re.compile(r"\w+,\s*\w+")
#: Words behind a no that leave it one.
_KNOWN_BEHIND_NO = frozenset({"never", "not", "thanks", "thank", "currently", "yet", "at", "i"})
_ASIDE = re.compile(r"[(\[（].*[)\]）]", re.DOTALL)


def has_misleading_options(field: FieldModel) -> bool:
    """Whether a plain yes or no may mean the opposite among the field's options."""
    if read(field.label).about not in YES_OR_NO:
        return False
    labels = [option.label for option in field.options if not option.placeholder]
    if any(map(_is_reluctant, labels)) or _has_no_plain_no(field.label, labels):
        return True
    is_bare = any(told_beside(label) == "" for label in labels)
    return (is_bare and _denies(field.label)) or any(_misleads(field.label, each) for each in _list_telling(labels))


def _is_reluctant(label: str) -> bool:
    return bool(RELUCTANT.search(label)) and not _IN_TWO_WORDS.fullmatch(label.strip())


def _has_no_plain_no(question: str, labels: Sequence[str]) -> bool:
    """Whether what begins like a no says something else, and none of the options is just a no."""
    if any(stated(label) is Polarity.NO and told_beside(label) == "" for label in labels):
        return False
    return any(_goes_elsewhere(question, label) for label in labels)


def _goes_elsewhere(question: str, label: str) -> bool:
    """Whether an English no goes on, without a stop, to words that neither it nor its question knows: "No longer"."""
    told = _GOING_ON.match(label.strip())
    if told is None or is_statement(told[1]):
        return False
    said, asked = set(plain(told[1]).split()), set(plain(question).split())
    return said.isdisjoint(_KNOWN_BEHIND_NO | asked) and language_of(f"{question} {label}").code == "en"


def _denies(question: str) -> bool:
    """Whether it is a question, no statement, that a negation turns round."""
    language = language_of(question)
    is_negative = bool(language.negations.search(language.harmless.sub(plain(question))))
    return is_negative and is_question(question) and read(question).asks is Asks.TURNED


def _list_telling(labels: Iterable[str]) -> Iterable[str]:
    """Yield the options that say more than yes or no, and do not decline."""
    return (label for label in labels if told_beside(label) != "" and not is_decline(label))


def _misleads(question: str, label: str) -> bool:
    asked = read(question)
    lead = stated(label) if (beside := told_beside(label)) is not None else None
    told = label if beside is None else beside
    said = read(told)
    if said.about in YES_OR_NO and said.about is not asked.about:
        return True
    is_of_it = said.about is asked.about
    if not is_of_it and not is_statement(told):
        return lead is not None and _contradicts(asked, lead, told, language_of(f"{question} {label}"))
    if lead is None:
        return asked.asks is not Asks.PLAIN  # says of the thing itself what the question asks the other way round
    means = _find_meaning(said if is_of_it else NOTHING, told)
    return means is None or (means is lead) != (asked.asks is Asks.PLAIN)


def _contradicts(asked: QuestionReading, lead: Polarity, told: str, language: Language) -> bool:
    """Whether words of no class may say something else than the yes or no before them: "Oui, j'en ai besoin".

    Where the question denies, both must say so, and whatever does not counts as a contradiction.
    """
    if _ASIDE.fullmatch(told):
        return False  # "No (please explain)"
    is_denied = language.negations.search(language.harmless.sub(plain(told)))
    if asked.asks is Asks.PLAIN:
        return is_denied if lead is Polarity.YES else not is_denied and SAID_OF_ONESELF.search(told) is not None
    return is_denied is not (lead is Polarity.YES)


def _find_meaning(said: QuestionReading, told: str) -> Polarity | None:
    """Return whether it says that the thing asked about is so; None where that is unclear."""
    if said is NOTHING:
        return Polarity.NO if is_negated(told) else Polarity.YES
    return {Asks.PLAIN: Polarity.YES, Asks.TURNED: Polarity.NO}.get(said.asks)

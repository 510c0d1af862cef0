"""How well somebody speaks a language, as lists say it: "Fluent (C1)", "Fließend", "Native or bilingual proficiency".

A level of the European framework is in the label that names it, alone or in a span, "B1-B2"; in a list of mere words it
is in the one of its band: A is basic, B intermediate, C fluent. Where a list has several words for a band, or the
applicant's words are other than the list's, none is certain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from ghosthands.domain.caches import CACHED_OPTIONS
from ghosthands.planning.choosing.synonyms import normal_letters


class Word(Enum):
    """A word for a level."""

    NONE = auto()
    BASIC = auto()
    INTERMEDIATE = auto()
    ADVANCED = auto()
    FLUENT = auto()
    PROFESSIONAL_WORKING = auto()
    FULL_PROFESSIONAL = auto()
    #: as good as native, or nearly so
    BILINGUAL = auto()
    NATIVE = auto()
    #: a level between those above, or one of a scale of its own
    OTHER = auto()


_CODES = ("a1", "a2", "b1", "b2", "c1", "c2")
_CODE = re.compile(r"\b([abc][12])\b")
_SPAN = re.compile(r"\b([abc][12])\b\s*(?:-|–|—|/|to|bis|à|a)\s*\b([abc][12])\b")
#: "between", "limited" and the like make other levels of the words behind them
_OTHER = re.compile(
    r"\b(?:upper|lower|pre|high|low|very|limited|semi|near|good|gute?|sehr|bon(?:ne)?|tres|buen[oa]?|muy|buon[oa]|bo[am]"
    r"|goede?|god|goda|dobr\w+|hyva|working|full|business|verhandlungssicher|conversational|konversation\w*|scolaire"
    r"|erweitert\w*|alto|medio alto|school)\b"
)
_WORDS = {
    Word.NONE: r"none|no (?:knowledge|proficiency)|not at all|keine?(?: kenntnisse)?|aucune?|ninguno?|nessun[oa]?"
    r"|nenhum|geen|ingen|brak|ei lainkaan",
    Word.BASIC: r"basic|beginner|elementary|grundkenntnisse|anfanger|grundlegend|debutante?|notions|basico|principiante"
    r"|elementare?|base|di base|iniciante|elementar|basis|basiskennis|grundlaggande|grundlæggende"
    r"|grunnleggende|begynder|nyborjare|podstawow\w+|perustaso|alkeet|zakladni|初級|初级|基础",
    Word.INTERMEDIATE: r"intermediate|mittelstufe|mittel|fortgeschrittene grundkenntnisse|intermediaire|intermedio"
    r"|intermediario|gemiddeld|medel|mellanniva|mellomniva|mellemniveau|sredni\w*|sredniozaawansowan\w+|keskitaso"
    r"|stredne pokrocil\w+|中級|中级",
    Word.ADVANCED: r"advanced|fortgeschritten\w*|avancee?|avanzado|avanzato|avancado|gevorderd|avancerad|avanceret"
    r"|avansert|zaawansowan\w+|edistynyt|pokrocil\w+|上級|高级",
    Word.FLUENT: r"fluent|fliessend|courant|couramment|fluido|fluente|vloeiend|flytande|flydende|flytende|biegl\w+"
    r"|plynn\w+|sujuva|流暢|流利",
    Word.PROFESSIONAL_WORKING: r"professional working",
    Word.FULL_PROFESSIONAL: r"full professional",
    Word.BILINGUAL: r"bilingual|bilingue|zweisprachig|tweetalig|tvasprakig|tosproget|tospraklig|dwujezyczn\w+"
    r"|kaksikielinen|dvojjazycn\w+|bilingvni",
    Word.NATIVE: r"native|mother tongue|first language|muttersprach\w*|langue maternelle|maternelle?|nativ[oa]"
    r"|lengua materna|madrelingua|lingua madre|lingua materna|moedertaal|modersmal\w*|morsmal\w*|(?:jezyk )?ojczyst\w+"
    r"|aidinkieli|rodil\w+ mluv\w+|matersk\w+|母語|母语|ネイティブ",
}
_SAID = {word: re.compile(rf"(?<!\w)(?:{names})(?!\w)") for word, names in _WORDS.items()}
#: what makes a limit of a level, or denies it: "below B2", "B2+"
_LIMIT = re.compile(
    r"\+|\b(?:below|under|less|lower|above|over|higher|more|least|most|min\w*|max\w*|up to|from|not|no|unter\w*|uber|ab"
    r"|bis zu|mindest\w*|hoch\w+|hoher|oder|nicht|kein\w*|moins|plus|superieur\w*|inferieur\w*|au|pas|menos|mas"
    r"|superior|inferior|hasta|meno|piu|almeno|superiore|inferiore|fino|mais|ate|acima|abaixo|lager|hoger|minder|meer|minst|hogre"
    r"|hojere|hoyere|lagre|over|ponizej|powyzej|alle|yli|以上|以下)\b"
)
#: words that add nothing to a level
_PLAIN = re.compile(
    r"\b(?:proficiency|proficient user|level|speaker|or|user|kenntnisse|niveau|nivel|livello|poziom|niva"
    r"|independent|stufe|sprachniveau|language|english|skills?|and|und|et|y|e|i|og|och|en)\b"
)
_BANDS = {"a": Word.BASIC, "b": Word.INTERMEDIATE, "c": Word.FLUENT}
#: words any of which may be that of the highest band
_HIGHEST = frozenset({Word.FLUENT, Word.ADVANCED, Word.PROFESSIONAL_WORKING, Word.FULL_PROFESSIONAL})
#: labels with a level from which a list is one of levels
_FEWEST = 2


class _Level(NamedTuple):
    codes: frozenset[str]
    words: frozenset[Word]


def level_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the indices of the labels with that level of a language; empty where the list is not one of levels."""
    stated = _read(text)
    levels = [_read(label) for label in labels] if stated else []
    if stated is None or sum(map(bool, levels)) < _FEWEST:
        return []
    if stated.codes:
        return _with_codes(levels, stated.codes)
    offering = [index for index, level in enumerate(levels) if level and level.words & stated.words]
    if offering or stated.words != {Word.NATIVE} or any(level and level.codes for level in levels):
        return offering
    if any(level and Word.BILINGUAL in level.words for level in levels):
        return []
    # whoever was born to it is fluent
    return [index for index, level in enumerate(levels) if level and Word.FLUENT in level.words]


def _with_codes(levels: Sequence[_Level | None], codes: frozenset[str]) -> list[int]:
    """Return the indices of the levels that have all the codes, or in a list without any the word of their band."""
    if any(level and level.codes for level in levels):
        return [index for index, level in enumerate(levels) if level and codes <= level.codes]
    said = [word for level in levels if level for word in level.words]
    bands = {_BANDS[code[0]] for code in codes}
    highest = [word for word in said if word in _HIGHEST]
    if len(bands) > 1 or Word.OTHER in said or len(highest) > 1:
        return []
    wanted = {highest[0] if highest else Word.FLUENT} if bands == {Word.FLUENT} else bands
    return [index for index, level in enumerate(levels) if level and level.words & wanted]


@lru_cache(maxsize=CACHED_OPTIONS)
def _read(text: str) -> _Level | None:
    """Return the level that a text states, and no more; None for any other text."""
    folded = text.casefold()
    codes = {*_CODE.findall(folded)}
    for low, high in _SPAN.findall(folded):
        codes |= {*_CODES[_CODES.index(low) : _CODES.index(high) + 1]}
    said = normal_letters(text)
    rest, words = said, set[Word]()
    for word, names in _SAID.items():
        if names.search(rest):
            words.add(word)
            rest = names.sub(" ", rest)
    if words and _OTHER.search(rest):
        words = {Word.OTHER}
    if codes and _LIMIT.search(f"{rest} +" if "+" in text else rest):
        return _Level(frozenset(), frozenset({Word.OTHER}))
    beside = _PLAIN.sub(" ", _OTHER.sub(" ", _CODE.sub(" ", rest))).strip(" -/")
    if not (codes or words) or (beside and not codes):
        return None
    return _Level(frozenset(codes), frozenset(words))

"""Reads a question: its class, direction, time, person, places, thing and quantity.

The asking sentence counts: the last one with a question mark that is understood, else the first that is understood,
else the whole text. Its language is the one it has most words of. The direction is unclear where it asks two things, in
one sentence or two, is reversed more than once, or has an unknown word that may reverse it; and also where no wording
matches and only a word hints at a class.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.planning.questions.amounts import read_amount, spell_signs, strip_amount
from ghosthands.planning.questions.beside import list_beside
from ghosthands.planning.questions.classes import (
    FOLLOWS_UP,
    JOBS_PLACE,
    NOTHING,
    OF_PLACES,
    SAID_ALIKE,
    YES_OR_NO,
    Asks,
    QuestionClass,
    QuestionReading,
    Tense,
)
from ghosthands.planning.questions.clauses import (
    BRACKETS,
    cut_clauses,
    cut_joined,
    cut_lead,
    cut_sentences,
    is_question,
)
from ghosthands.planning.questions.licence_classes import replace_licence_classes
from ghosthands.planning.questions.licence_names import name_licences
from ghosthands.planning.questions.of_times import is_of_another_time
from ghosthands.planning.questions.phrases import CAPITAL_NOUNS, UNSPACED, list_beginnings, plain
from ghosthands.planning.questions.places import find_countries, find_languages, list_capitals
from ghosthands.planning.questions.towns import find_town
from ghosthands.planning.questions.turning import Said, find_way
from ghosthands.planning.questions.wordings import Language, languages

#: Least words of a sentence (two letters each in Chinese and Japanese); shorter texts are labels.
_SENTENCE_WORDS = 4
#: Most characters of a question.
_LONGEST = 1_500
_KANA, _HAN = re.compile(r"[\u3040-\u30ff]"), re.compile(r"[\u3400-\u9fff]")
_SIGNS = re.compile(r"(?<!\w)\w+(?:\+\+|#)|[%€$£¥]")
#: Words that name an answer to choose or expect, which may reverse a question: `Select "No" if …`, "…, no?".
_NAMES_ANSWER = re.compile(
    r"[\"'“”„‘’«»「『]\s?(?:yes|no|ja|nein|oui|non|sí|si|sì|sim|não|nee|nej|tak|nie|はい|いいえ|是|否|有|无)\s?[\"'“”‘’«»」』]"
    r"|\b(?:yes|no|ja|nein|nee|nej|tak),? (?:if|wenn|falls|als|indien|om|hvis|jeśli)\b"
    r"|, (?:no|non|nein|nee|nej|nie|né)\s*\?",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[\w,] )[A-ZÀ-ÝŁŚŻ][\w&.-]*")
#: Classes about one class of vehicles.
_OF_VEHICLES = frozenset({QuestionClass.DRIVING_LICENCE, QuestionClass.LICENCE})
#: Classes whose questions use each other's words.
_PERMITS = frozenset({QuestionClass.WORK_AUTHORIZATION, QuestionClass.SPONSORSHIP, QuestionClass.VISA_STATUS})
#: Classes where one long sentence asks for a single yes or no.
_LISTING = frozenset({QuestionClass.TRUTHFUL, QuestionClass.NON_COMPETE})
_SERVICE = frozenset({QuestionClass.VETERAN, QuestionClass.MILITARY_SERVICE})
_ORDER = {about: rank for rank, about in enumerate(QuestionClass)}
#: Classes about one thing that a profile tells of, whatever else of the kind there is.
_OF_ONE = frozenset({QuestionClass.FORMER_EMPLOYEE, QuestionClass.OVER_AGE})
#: The form's own employer, in languages whose names cannot be told from other words.
_OUR_COMPANY = re.compile(r"[当弊御貴本我贵]社|我们|本公司|贵公司|[我贵]司")
C = QuestionClass


@lru_cache(maxsize=CACHED_TEXTS)
def read(text: str) -> QuestionReading:
    """Return the reading of the text; of class NONE where no class is found."""
    if not text.strip() or len(text) > _LONGEST:
        return NOTHING
    whole = plain(text)
    language = _guess_language(text, whole)
    text = spell_signs(language, language.strip_verdicts(text))
    if not text:
        return NOTHING
    sentences = cut_sentences(text)
    classes = [_find_class(one, language) for one in sentences]
    asked = [about for one, about in zip(sentences, classes, strict=True) if is_question(one)]
    if C.NONE in (*classes[-1:], *asked[-1:]):
        return NOTHING  # wants an opinion, or a story, whatever it says besides
    if language.follow_up.search(whole):
        return FOLLOWS_UP
    last_asking = next((one for one in reversed(sentences) if is_question(one)), "")
    is_hinted = not any(classes)
    if is_hinted:
        if about := _find_class(text, language):
            # a reversal in another sentence need not reverse the asking one
            hit = Said(language, about, text, last_asking if len(sentences) > 1 else "")
            return NOTHING if about is C.NONE else _describe(hit, Asks.PLAIN)
        classes = _list_hinted(sentences, language)
    hits = [
        Said(language, about, one) for one, about in zip(sentences, classes, strict=True) if about not in (None, C.NONE)
    ]
    asking = [hit for hit in hits if is_question(hit.text)]
    if not hits:
        return NOTHING
    main = asking[-1] if asking else min(hits, key=lambda hit: _ORDER[hit.about])
    is_unclear = (
        is_hinted  # a hint alone may mean another question
        or len({hit.about for hit in asking}) > 1
        or bool(_NAMES_ANSWER.search(text))
        or _is_placed_beside(main, text)
        or _joins_two(main)
    )
    if not asking:
        main = main._replace(asking=last_asking)
    reading = _describe(main, Asks.UNCLEAR if is_unclear else Asks.PLAIN)
    if reading.about in _PERMITS and reading.places <= {JOBS_PLACE}:
        reading = replace(reading, town=find_town(language, text))
    return replace(reading, is_hinted=True) if is_hinted else reading


def _joins_two(hit: Said) -> bool:
    """Whether one sentence asks two yes-or-no questions: "a licence and a car", "may you work, or need a visa"."""
    if hit.about not in YES_OR_NO or hit.about in _LISTING:
        return False
    language = hit.language
    if any(about in YES_OR_NO and about is not hit.about for about in _list_conditions(hit)):
        return True  # "If you are under 18, do you have a work permit?"
    parts = cut_joined(language, BRACKETS.sub(" ", hit.text))
    if len(parts) == 1:
        return False
    asked = [_first_class(part.words, language.code) for part in parts]
    kinds = [about for about in dict.fromkeys(asked) if about in YES_OR_NO]
    of_their_own = (about for part, about in zip(parts[1:], asked[1:], strict=True) if part.asks_itself(language))
    if any(about is not asked[0] for about in of_their_own) and (
        asked[0] in YES_OR_NO or any(list_beside(language, parts[0].words))
    ):
        return True  # "a sponsor, or are you allowed already?"
    if _PERMITS.issuperset(kinds):
        # a sponsor "for a visa or a work permit" is one question
        return kinds[:1] == [C.WORK_AUTHORIZATION] and C.SPONSORSHIP in kinds
    return len(kinds) > 1 and not _SERVICE.issuperset(kinds)


def _list_conditions(hit: Said) -> Iterator[QuestionClass | None]:
    """Yield the classes of the clauses before a question that say about whom it asks."""
    clauses = cut_clauses(hit.text)
    if len(clauses) == 1:
        return iter(())
    return (_first_class(one.words, hit.language.code) for one in clauses if _leads_up(hit.language, one.words))


def _leads_up(language: Language, words: str) -> bool:
    """Whether a clause before the question says about whom it asks."""
    return language.leading.search(words) and not language.you.isdisjoint(words.split())


def language_of(text: str) -> Language:
    """Return the language that a question is asked in; English where none is certain."""
    return _guess_language(text, plain(text))


def _guess_language(text: str, said: str) -> Language:
    """Return the language of most of the words; English where none decides."""
    known = languages()
    foreign = "" if text.isascii() else text
    if _KANA.search(foreign):
        return known["ja"]
    if _HAN.search(foreign):
        return known["ja" if _JAPANESE.search(text) and not _CHINESE.search(text) else "zh"]
    spoken = [word for word in (plain(BRACKETS.sub(" ", text)) or said).split() if not _tells_no_language(word)]
    scores = Counter(chain.from_iterable(map(_list_languages_with, spoken)))
    if foreign:
        scores.update(code for code, letters in _LETTERS.items() if letters.search(foreign))
    most = max(scores.values(), default=0)
    # on a tie, or for a short label, a language that also knows the question goes first
    least = min(most, 1) if len(spoken) < _SENTENCE_WORDS else most
    even = [language for code, language in known.items() if code not in UNSPACED and scores[code] >= least]
    even.sort(key=lambda language: -scores[language.code])
    if len(even) == 1:
        return even[0]
    begun = {*list_beginnings(said), ""}
    knowing = (language for language in even if not language.index.keys().isdisjoint(begun))
    return next((language for language in knowing if _first_class(said, language.code) is not None), even[0])


def _tells_no_language(word: str) -> bool:
    """Whether a word is a figure, or the letter of a class ("Permis B"), which is no word of any language."""
    return word.isdigit() or word == "b"


def _list_languages_with(word: str) -> set[str]:
    """Return the languages in which a word is plain or a negation."""
    by_word, by_stem = _list_known_words()
    codes = by_word.get(word, set[str]())
    if not word.startswith(tuple(by_stem)):
        return codes
    return codes.union(*(having for stem, having in by_stem.items() if word.startswith(stem)))


@cache
def _list_known_words() -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """Return the languages by word, and by stem."""
    by_word, by_stem = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for code, language in languages().items():
        if code in UNSPACED:
            continue
        for word in (*language.plain, *language.passing, *language.negations.words):
            (by_stem if word.endswith("*") else by_word)[word.removesuffix("*")].add(code)
    return by_word, by_stem


#: Letters and marks of one language alone.
_LETTERS = {
    "de": re.compile(r"ß"),
    "es": re.compile(r"[ñ¿¡]"),
    "pt": re.compile(r"[ãõ]"),
    "sv": re.compile(r"ä\w*å|å\w*ä|\bnågo"),
    "da": re.compile(r"[øæ]"),
    "pl": re.compile(r"[ąęłśżźćń]"),
}
#: Words in a form that only Japanese has.
_JAPANESE = re.compile(
    r"希望|応募|経験年数|年収|入社|転職|雇用|転勤|資格|国籍|性別|学歴"
    r"|障害|勤務|残業|面接|免許|給与|職歴|就労|通勤|犯罪歴|兵役|言語"
)


#: Words that only Chinese has.
_CHINESE = re.compile(r"[您你们吗请这没]|是否|目前")


def _find_class(sentence: str, language: Language) -> QuestionClass | None:
    """Return a sentence's class, preferably after its colon, and without its brackets, which hold examples."""
    lead, asked = cut_lead(sentence)
    # "Where do you work best: …" is followed by options
    is_lead = lead and is_question(asked) and not language.open.search(plain(lead))
    if is_lead and (about := _find_class(asked, language)):
        return about
    said, bare = plain(sentence), plain(BRACKETS.sub(" ", sentence))
    about = _first_class(bare, language.code)
    if bare == said or about not in (None, C.EXPERIENCE_WITH):
        return about
    # the unit may be in brackets: "Experience (years)"
    whole = _first_class(said, language.code)
    return whole if about is None or whole is C.YEARS_OF_EXPERIENCE else about


@lru_cache(maxsize=CACHED_TEXTS)
def _first_class(said: str, code: str) -> QuestionClass | None:
    """Return the first class, in their order, with a matching wording; NONE for a wording that only resembles one."""
    candidates = languages()[code].find_candidates(said)
    return next((wording.about for wording in candidates if wording.fits(said)), None)


def _list_hinted(sentences: list[str], language: Language) -> list[QuestionClass | None]:
    """Return the class that each sentence hints at; None for labels, and where the last sentence wants a text."""
    said = [plain(one) for one in sentences]
    is_spaced = language.code not in UNSPACED
    is_label = sum(len(one.split()) if is_spaced else len(one) / 2 for one in said) < _SENTENCE_WORDS
    is_open = bool(said) and language.open.search(said[-1])
    return [None if is_label else _find_hinted(one, language, is_open=is_open) for one in said]


def _find_hinted(said: str, language: Language, *, is_open: bool) -> QuestionClass | None:
    """Return the first class that a word hints at; no yes-or-no class where more than that is asked for."""
    hinting = (one for one in language.find_hints(said) if one.fits(said))
    return next((one.about for one in hinting if not (is_open and one.about in YES_OR_NO)), None)


def _describe(hit: Said, asks: Asks) -> QuestionReading:
    language, said = hit.language, hit.words
    if is_of_another_time(hit.about, said):
        return NOTHING
    rest = _list_rest(hit)
    if hit.about is C.FORMER_EMPLOYEE and _asks_of_now(hit):
        # "Are you employed at the moment?"; by whom is another question than whether one once was
        hit, asks = (hit, Asks.UNCLEAR) if rest else (hit._replace(about=C.CURRENTLY_EMPLOYED), asks)
    amount = read_amount(language, hit.about, hit.text, said)
    reading = QuestionReading(
        about=hit.about,
        asks=asks if asks is Asks.UNCLEAR else find_way(hit),
        tense=_tense(language, said),
        of_applicant=hit.about is C.RELATIVES or not language.others.search(said),
        places=_list_places(hit),
        languages=find_languages(said, language.code),
        rest=rest,
        names=rest & _list_names(hit),
        unknown=_list_unknown(hit),
        quantity=amount.quantity,
        bound=amount.bound,
    )
    return _refine(reading)


def _asks_of_now(hit: Said) -> bool:
    """Whether it asks for a present job in words that may also ask for an earlier one."""
    return _tense(hit.language, hit.words) is Tense.NOW and hit.language.says(C.CURRENTLY_EMPLOYED, hit.words)


def _refine(reading: QuestionReading) -> QuestionReading:
    """Refine experience into experience with something where other words remain."""
    if reading.about is C.YEARS_OF_EXPERIENCE and reading.rest:
        return replace(reading, about=C.YEARS_WITH)
    return reading


def _tense(language: Language, said: str) -> Tense:
    now, later = language.now.search(said), language.future.search(said)
    if now and later:
        return Tense.BOTH
    return Tense.NOW if now else Tense.FUTURE if later else Tense.UNSAID


def _list_places(hit: Said) -> frozenset[str]:
    named = find_countries(hit.text, hit.words, hit.language.code)
    if named:
        return named
    return frozenset({JOBS_PLACE}) if hit.language.jobs_place.search(hit.words) else frozenset()


def _is_placed_beside(hit: Said, text: str) -> bool:
    """Whether only a clause beside the asking one names a country: "It is in Germany. Do you need a visa?"."""
    code = hit.language.code
    if hit.about not in OF_PLACES or not find_countries(text, plain(text), code):
        return False
    asking = _find_own_question(hit)
    return not find_countries(asking, plain(asking), code)


def _find_own_question(hit: Said) -> str:
    """Return the sentence's last clause if it asks for the class by itself; else the whole sentence."""
    last = cut_clauses(hit.text)[-1]
    is_own = last.asks_itself(hit.language) and _first_class(last.words, hit.language.code) is hit.about
    return last.text if is_own else hit.text


def _list_rest(hit: Said) -> frozenset[str]:
    """Return the words besides those of the class, of places, and plain ones.

    For a class whose words are all synonyms ("right", "permit", "eligible") none of them counts; for others they may
    distinguish two questions ("bachelor", "master"), and only the declared synonyms do not count.
    """
    signs = frozenset(sign.casefold() for sign in _SIGNS.findall(hit.text))
    left = strip_amount(hit.language, hit.about, hit.words)
    for phrases in (hit.language.same.get(hit.about), hit.language.opposites.get(hit.about)):
        left = phrases.sub(left) if phrases else left
    if hit.about in SAID_ALIKE:
        left = _strip_class(hit, left)
    named, left = _name_things(hit, left)
    rest = (frozenset(list_beside(hit.language, left)) - list_capitals(hit.text)) | named | signs | _list_telling(hit)
    return replace_licence_classes(rest, hit.text) if hit.about in _OF_VEHICLES else rest


def _name_things(hit: Said, said: str) -> tuple[frozenset[str], str]:
    """Return the named things in a form common to all languages, and the rest of the sentence."""
    if hit.about is C.LICENCE:
        return name_licences(said, hit.language.code)
    named: set[str] = set()
    for name, phrases in hit.language.named.get(hit.about, {}).items():
        if phrases.search(said):
            named.add(name)
            said = phrases.sub(said)
    return frozenset(named), said


def _list_names(hit: Said) -> frozenset[str]:
    """Return the words written as names; none where all nouns are, or a whole title is."""
    capitals = _NAME.findall(hit.text)
    if hit.language.code in CAPITAL_NOUNS or 2 * len(capitals) > len(hit.text.split()):
        return frozenset()
    return frozenset(word for name in capitals for word in plain(name).split())


def _list_unknown(hit: Said) -> frozenset[str]:
    """Return the words that no list knows, which may name another employer, or somebody else's age."""
    if hit.about not in _OF_ONE or _OUR_COMPANY.search(hit.text):
        return frozenset()
    left = _strip_class(hit, hit.words)
    if opposite := hit.language.opposites.get(hit.about):
        left = opposite.sub(left)
    return frozenset(list_beside(hit.language, left, hit.language.passing))


def _list_telling(hit: Said) -> frozenset[str]:
    """Return plain words that distinguish two questions of this class: "professional French"."""
    telling = hit.language.telling.get(hit.about)
    return frozenset(telling.findall(hit.words)) if telling else frozenset()


def _strip_class(hit: Said, said: str) -> str:
    """Return a sentence without the words of its class."""
    begun = list_beginnings(hit.words)
    for wording in hit.language.of_class[hit.about]:
        if wording.may_fit(hit.words, begun) and wording.fits(hit.words):
            for part in wording.needed:
                said = part.sub(said)
    return said

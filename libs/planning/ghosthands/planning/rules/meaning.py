"""Words without meaning for a question, and words by which questions of one class differ in wording alone.

Only listed words are ignored: a country, an employer, a skill, a figure, a tense or a negation that only one of two
questions has makes them differ.
"""

from __future__ import annotations

import re

from ghosthands.planning.questions.phrases import spell_negations

#: Plain words of all classes, in small letters without accents.
PLAIN = frozenset(
    re.findall(
        r"\w+",
        "a an the is are am be do does have has you your yourself i my me it any please kindly tell say specify"
        " indicate provide what which of to for in on at by with from as and"
        " der die das ein eine einen einer ist sind haben hat sie ihr ihre ihren ihnen du dein bitte welche welcher"
        " welches was im am zu zur zum mit von und ob"
        " le la les un une des est etes avez vous votre vos quel quelle quels quelles de du d l en au aux et pour que"
        " el los las una es esta tiene usted su sus tu tus cual cuales por favor para con y del al",
    )
)
#: Synonyms.
SAME = {
    "licence": "license",
    "licences": "license",
    "licenses": "license",
    "position": "job",
    "role": "job",
    "vacancy": "job",
    "organisation": "company",
    "organization": "company",
    "employer": "company",
    "programme": "program",
}
#: Words that reverse or narrow a question; each occurrence counts.
NEGATORS = frozenset(
    re.findall(
        r"\w+",
        "not no never nor neither none without unless unable except nicht kein keine keinen nie ohne pas sans jamais"
        " aucun sin nunca ningun ninguna tampoco",
    )
)
#: Significant signs besides letters: C++ is not C, and € not $.
SIGNS = re.compile(r"\w+(?:\+\+|#)|[%€$£¥]")
#: "US" is a country in capitals, and the word "us" otherwise.
_COUNTRIES = (
    (re.compile(r"\bU\.?S\.?A?\b\.?|\b(?:the )?United States of America\b"), "United States"),
    (re.compile(r"\bU\.?K\b\.?"), "United Kingdom"),
)

#: Years that are not years of work, as `signals.words` makes them.
OUT_OF_WORK = re.compile(
    r"\bwithout (?:a )?(?:work|job|employment)\b|\bout of work\b|\bunemploy|\bnot working\b"
    r"|\bohne (?:arbeit|job)|arbeitslos|\bsans (?:emploi|travail)\b|\bchomage\b|\bsin (?:trabaj|empleo)|\bdesemple"
    r"|\bsenza lavoro\b|disoccupa|\bzonder werk\b|werkloos|\bsem trabalh|\bdesempreg|\bbez pracy\b|bezrobo"
    r"|\butan (?:arbete|jobb)\b|arbetslos|\buden (?:arbejde|job)\b|arbejdslos|無職|失业|失業"
)
#: What one is to come to before anybody is hired.
A_MEETING = re.compile(
    r"\binterviews?\b|gesprach|\bentretiens?\b|\bentrevistas?\b|\bcolloqui?o?\b|\bgesprek|\brozmow|\bintervju|samtale|面接|面談"
    r"|面试|面谈"
)
#: Words for the person who referred the applicant, whose name is another answer than where they heard of the job.
BY_WHOM = re.compile(
    r"\brefer(?:red|rer|ral)|\bwho\b|\bwer\b|empfohlen|recommand|recomend|recommend|segnalat|doorverwezen|polecił|tipsa|anbefal"
    r"|\bqui\b|quién|\bquem\b|\bchi\b|\bwie\b.*(?:verwezen|aangedragen)|\bkto\b|\bvem\b|\bhvem\b|紹介者|推荐人|谁",
    re.IGNORECASE,
)
_CLASSES: tuple[tuple[str, str], ...] = (
    ("profile.linkedin_url", r"linked ?in|profile|url|link|address|page"),
    ("profile.github_url", r"git ?hub|profile|url|link|address|page|account"),
)
_CLASS_WORDS = tuple((key, re.compile(rf"\b(?:{words})\b")) for key, words in _CLASSES)


def spell_out(text: str) -> str:
    """Return the text with its negations and countries in full."""
    for pattern, name in _COUNTRIES:
        text = pattern.sub(name, text)
    return spell_negations(text)


def words_of(key: str | None) -> re.Pattern[str] | None:
    """Return the words by which questions for the key differ in wording alone; None where none are known."""
    return next((pattern for known, pattern in _CLASS_WORDS if key and key.startswith(known)), None)

"""Words that say nothing of what a question asks, and those by which questions of one class differ in wording alone.

Only what is listed is passed over: a country, an employer, a skill, a figure, a tense or a negation that one of two
questions has and the other has not makes them two.
"""

from __future__ import annotations

import re

#: Of all classes, in small letters without accents.
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
#: The same thing by another word.
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
#: What turns a question round, or narrows it; however often it is said, it counts.
NEGATORS = frozenset(
    re.findall(
        r"\w+",
        "not no never nor neither none without unless unable except nicht kein keine keinen nie ohne pas sans jamais"
        " aucun sin nunca ningun ninguna tampoco",
    )
)
#: What letters alone do not tell: C++ is not C, and € not $.
SIGNS = re.compile(r"\w+(?:\+\+|#)|[%€$£¥]")
_CONTRACTED = re.compile(r"\b(?:can|won|sha)['\u2019]?t\b|\bcannot\b|n['\u2019]t\b", re.IGNORECASE)
_SPELT_OUT = {"cannot": " can not", "can't": " can not", "won't": " will not", "shan't": " shall not"}
#: "US" is a country where it is written so, and we elsewhere.
_COUNTRIES = (
    (re.compile(r"\bU\.?S\.?A?\b\.?|\b(?:the )?United States of America\b"), "United States"),
    (re.compile(r"\bU\.?K\b\.?"), "United Kingdom"),
)

_TENSES = r"now|or|in the future|future|later|current|currently|present|presently|at this time"
_CLASSES: tuple[tuple[str, str], ...] = (
    (
        "profile.requires_sponsorship",
        rf"sponsor(?:ship|ed)?|visas?|h ?1 ?b|employment|immigration|status|requir(?:e|ed)|need(?:ed)?|will|would|work"
        rf"|permit|company|{_TENSES}",
    ),
    (
        "profile.work_authorization",
        r"authori[sz](?:ed|ation)|legal|legally|lawfully|eligible|entitled|permitted|allowed|right|work|working"
        r"|employment|currently|berechtigt|arbeiten|autorise|travailler|droit|autorizado|trabajar",
    ),
    ("profile.willing_to_relocate", r"relocat(?:e|ion|ing)|willing(?:ness)?|open|prepared|ready|would|umzugsbereit"),
    (
        "profile.notice_period",
        r"notice|period|how|long|much|current|this|job|role|position|kundigungsfrist|wie|lange|preavis|preaviso",
    ),
    (
        "profile.salary_expectation",
        r"salary|compensation|pay|remuneration|expectations?|expected|expect|desired|target|requirements?|how|much"
        r"|this|job|role|position|gehaltsvorstellung(?:en)?|gehaltswunsch|pretentions?|salariales?|expectativas?|salarial",
    ),
    (
        "profile.available_start_date",
        r"when|how|soon|start|starting|begin|date|earliest|available|availability|possible|can|could|would|able"
        r"|this|job|role|position"
        r"|fruhestmogliche[rs]?|eintrittstermin|eintrittsdatum",
    ),
    (
        "profile.how_did_you_hear",
        r"how|where|first|hear|heard|learn|learned|find|found|about|us|our|this|job|company|opportunity|opening"
        r"|source|referral|come|across|wie|auf|uns|aufmerksam|geworden|comment|entendu|parler|nous",
    ),
    ("profile.years_of_experience", r"years?|experience|how|many|much|total|overall|work|professional"),
    ("profile.over_18", r"at least|18|eighteen|years?|age|old|older|over|above|or|legal|working"),
    ("profile.security_clearance", r"security|clearance|hold"),
    ("profile.english_proficiency", r"english|proficiency|level|language|skills|how|well|speak"),
    ("profile.previously_employed", r"previously|before|ever|worked|employed|work|past|former|employee"),
    ("profile.linkedin_url", r"linked ?in|profile|url|link|address|page"),
    ("profile.github_url", r"git ?hub|profile|url|link|address|page|account"),
    ("profile.eeo.gender", r"gender|sex|identity|geschlecht"),
    ("profile.pronouns", r"pronouns?|preferred"),
)
_CLASS_WORDS = tuple((key, re.compile(rf"\b(?:{words})\b")) for key, words in _CLASSES)


def spell_out(text: str) -> str:
    """The text with its negations and countries in full."""
    for pattern, name in _COUNTRIES:
        text = pattern.sub(name, text)
    return _CONTRACTED.sub(lambda found: _SPELT_OUT.get(found[0].casefold().replace("\u2019", "'"), " not"), text)


def words_of(key: str | None) -> re.Pattern[str] | None:
    """The words by which questions for the key differ in wording alone; None where none are known."""
    return next((pattern for known, pattern in _CLASS_WORDS if key and key.startswith(known)), None)

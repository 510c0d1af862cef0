"""The applicant's key that answers a question, by the class of the question.

The question's reading (`planning.questions`) alone decides what it asks; these rules have only the key of the profile
that answers it, and the names that forms give the field. A class without such a key has a stop only where another rule
would mistake its question.

Sensitive keys (`SENSITIVE`) are answered only by the profile, by declining where the form offers that, or by a human.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ghosthands.domain.page import FieldKind
from ghosthands.planning.alternatives import Alternatives
from ghosthands.planning.questions.classes import Bound, QuestionClass, QuestionReading, Tense
from ghosthands.planning.questions.of_times import OF_A_STATION
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rule import ANSWERABLE, CHOICES, TEXTUAL, FieldRule, profile_rule, rule, stop
from ghosthands.planning.rules import field_words
from ghosthands.planning.rules.history import NO_LEVEL_REACHED
from ghosthands.planning.rules.meaning import A_MEETING, BY_WHOM, OUT_OF_WORK
from ghosthands.planning.signals import words

_HANDX = "Hand-X _QA_QUESTION_SYNONYMS"
_EEO = "Hand-X _EEO_DECLINE_DEFAULTS; ATS greenhouse, lever, ashby"
#: matches no label: the question's reading decides
_READ = r"(?!)"

#: Keys whose answer comes only from the person's own statement.
SENSITIVE = (
    "profile.eeo.",
    "profile.pronouns",
    "profile.work_authorization",
    "profile.visa_status",
    "profile.requires_sponsorship",
    "profile.salary_",
    "profile.date_of_birth",
)


def _asked(
    name: str,
    key: str = "",
    *,
    named: str = _READ,
    kinds: Iterable[FieldKind] = ANSWERABLE,
    source: str = _HANDX,
) -> FieldRule:
    """Make the rule for a question in sentences; by default its key is the profile's of that name."""
    return rule(name, key or f"profile.{name}", _READ, identifier=named, kinds=kinds, question=True, source=source)


def _known(name: str, source: str) -> FieldRule:
    """Make a stop for a question that nothing of the profile answers."""
    return stop(name, _READ, question=True, source=source)


#: a follow-up wants words of its own, not the yes or no of the question before
FOLLOW_UP = _known("explanation", "a follow-up says nothing by itself")
_OF_OTHERS = _known("of_somebody_else", "a spouse's permission is not the applicant's")
_BY_WHOM = _known("who_referred", "who told of a job is another answer than where they heard of it")
_OTHER_AGE = _known("of_another_age", "18 is all that a profile tells")
_WHEN_TO_MEET = _known("when_to_meet", "the day of an interview is not that of a start")
_YEARS_OFF = _known("years_off", "years without work are not years of it")
_EXPERIENCE_WITH = _known("experience_with_something", "years of one skill are not years of work")

#: The rules by tense, as the answers may differ.
_SPONSORSHIP: Mapping[Tense, FieldRule] = {
    Tense.UNSAID: _asked("sponsorship", "profile.requires_sponsorship"),
    Tense.NOW: _asked("sponsorship_now", "profile.requires_sponsorship_now"),
    Tense.FUTURE: _asked("sponsorship_future", "profile.requires_sponsorship_future"),
    Tense.BOTH: _asked("sponsorship_now_or_future", "profile.requires_sponsorship"),
}
C = QuestionClass
_BY_CLASS: Mapping[QuestionClass, FieldRule] = {
    C.VISA_STATUS: _asked("visa_status", source="Hand-X visa_status"),
    C.WORK_AUTHORIZATION: _asked(
        "work_authorization", named=r"work ?authori[sz]ation|authori[sz]ed ?to ?work|right ?to ?work"
    ),
    C.PRONOUNS: _asked("pronouns", source="ATS lever pronouns"),
    C.ORIENTATION: _asked("orientation", "profile.eeo.orientation", named=r"sexual ?orientation|\blgbt", source=_EEO),
    C.TRANSGENDER: _known("transgender", "contains gender and asks something else"),
    C.GENDER: _asked("gender", "profile.eeo.gender", named=r"\bgender\b|gender$", source=_EEO),
    C.HISPANIC: _asked("hispanic", "profile.eeo.hispanic", named=r"hispanic", source=_EEO),
    C.ETHNICITY: _asked("race", "profile.eeo.race", named=r"\brace\b|ethnicity", source=_EEO),
    C.VETERAN: _asked("veteran", "profile.eeo.veteran", named=r"veteran", source=_EEO),
    C.DISABILITY: _asked("disability", "profile.eeo.disability", named=r"disabilit(?:y|ies)", source=_EEO),
    C.CURRENT_SALARY: _known("salary_of_the_past", "the expectation is another figure"),
    C.SALARY_EXPECTATION: _asked(
        "salary_expectation",
        named=r"(?:salary|compensation) ?(?:expectation|requirement)|(?:desired|expected) ?(?:salary|compensation|pay)",
    ),
    C.NOTICE_PERIOD: _asked("notice_period", named=r"notice ?period"),
    C.START_DATE: _asked(
        "available_start_date", named=r"available ?start|start ?availability|availability ?date|earliest ?start"
    ),
    C.RELOCATION_HELP: _known("relocation_costs", "asks for help, not for willingness"),
    C.RELOCATION: _asked("willing_to_relocate", named=r"relocat"),
    C.WORK_MODE: _asked("preferred_work_mode", source="Hand-X preferred_work_mode"),
    C.SOURCE: _asked(
        "how_did_you_hear", named=r"how ?did ?you ?hear|referral ?source|^source(?: source)?$|hear ?about"
    ),
    C.EXPERIENCE_WITH: _EXPERIENCE_WITH,
    C.YEARS_WITH: _EXPERIENCE_WITH,
    C.YEARS_OF_EXPERIENCE: _asked(
        "years_of_experience", named=r"years ?(?:of ?)?experience", source="VALET profile.years_of_experience"
    ),
    C.FORMER_EMPLOYEE: _asked(
        "previously_employed",
        named=r"previous ?worker|previously ?(?:employed|worked)|former ?employee",
        source=f"{_HANDX}; ATS workday candidateIsPreviousWorker",
    ),
    C.OVER_AGE: _asked("over_18"),
    C.SECURITY_CLEARANCE: _asked("security_clearance"),
    C.NON_COMPETE: _asked("non_compete"),
    C.BACKGROUND_CHECK: _asked("background_check_consent"),
    C.CONSENT_SMS: _asked("sms_consent", kinds=CHOICES),
}
#: Classes whose answer is a yes or a no.
_FACTS = frozenset(
    {
        *(C.SPONSORSHIP, C.WORK_AUTHORIZATION, C.RELOCATION, C.FORMER_EMPLOYEE, C.OVER_AGE, C.SECURITY_CLEARANCE),
        *(C.NON_COMPETE, C.BACKGROUND_CHECK, C.CONSENT_SMS),
    }
)
_NO_LEVEL_REACHED = Alternatives(NO_LEVEL_REACHED)
#: Of the level of an education, a degree's name says enough only where it is to be chosen.
_HIGHEST_DEGREE = _asked("highest_degree", "profile.education.0.degree", kinds=CHOICES)
_SALUTED = Alternatives(rf"^(?:{field_words.SALUTATION})$")
_ENGLISH = _asked("english_proficiency", source="Hand-X english_proficiency")
#: The age in years that a profile states.
_ADULT = 18

#: Short labels among the questions of an application.
_SHORT: tuple[FieldRule, ...] = (
    *(
        profile_rule(
            name,
            label,
            identifier=_READ,
            unless=OF_A_STATION if name == "available_start_date" else None,
            kinds=ANSWERABLE,
            source="languages whose questions are not read",
        )
        for name, label in (
            ("salary_expectation", field_words.SALARY),
            ("available_start_date", field_words.START_DATE),
            ("notice_period", field_words.NOTICE),
            ("how_did_you_hear", field_words.SOURCE),
        )
    ),
    profile_rule("salary_currency", r"\b(?:salary|compensation|pay) currency\b", kinds=ANSWERABLE, source=_HANDX),
    rule(
        "certifications",
        "profile.certifications_licenses",
        r"^(?:professional )?(?:certifications?|licen[sc]es?)(?: (?:and|or) (?:certifications?|licen[sc]es?))?$",
        kinds=TEXTUAL,
        source="Hand-X certifications_licenses",
    ),
    profile_rule("honors", r"^(?:honou?rs|awards)(?: and (?:honou?rs|awards))?$", kinds=TEXTUAL, source=_HANDX),
    profile_rule("references", r"^(?:professional )?references$", kinds=TEXTUAL, source=_HANDX),
)
QUESTIONS: tuple[FieldRule, ...] = (*_SHORT, *_SPONSORSHIP.values(), *_BY_CLASS.values(), _ENGLISH, _HIGHEST_DEGREE)
_KEYS: Mapping[str, QuestionClass] = {
    **{of.key: about for about, of in _BY_CLASS.items() if of.key},
    **{of.key: C.SPONSORSHIP for of in _SPONSORSHIP.values() if of.key},
}


def find_question(text: str, kind: FieldKind) -> FieldRule | None:
    """Return the rule for the text's question to the applicant, read as the label of that kind of control."""
    reading = read(text)
    found = FOLLOW_UP if reading.is_follow_up else _find(reading, text)
    return found if found and kind in found.kinds else None


def is_yes_or_no(key: str) -> bool:
    """Whether the key's value is a yes or a no, which a question may ask for in reverse."""
    return class_of(key) in _FACTS


def class_of(key: str) -> QuestionClass | None:
    """Return the class of the questions that the key's value answers."""
    return _KEYS.get(key)


def _find_highest_degree(text: str) -> FieldRule | None:
    """Return the rule for the highest degree; none for a lone word, which is that of an entry: "Degree"."""
    is_of_entry = len(text.split()) == 1
    return None if is_of_entry or _NO_LEVEL_REACHED.search(words(text)) else _HIGHEST_DEGREE


def _find(reading: QuestionReading, text: str) -> FieldRule | None:
    if reading.is_hinted:
        return None
    if reading.about is C.GENDER and _SALUTED.search(words(text)):
        return None  # "Civilité" asks how one is addressed
    if reading.about is C.SPONSORSHIP:
        found: FieldRule | None = _SPONSORSHIP[reading.tense]
    elif reading.about is C.LANGUAGE_LEVEL:
        found = _ENGLISH if reading.languages == {"en"} else None
    elif reading.about is C.EDUCATION_LEVEL:
        found = _find_highest_degree(text)
    else:
        found = _BY_CLASS.get(reading.about)
    if found and not reading.of_applicant:
        return _OF_OTHERS
    if reading.about is C.SOURCE and BY_WHOM.search(text.partition("(")[0]):
        return _BY_WHOM
    if reading.about is C.OVER_AGE and (reading.quantity not in (None, _ADULT) or reading.bound is not Bound.LEAST):
        return _OTHER_AGE
    if reading.about is C.YEARS_OF_EXPERIENCE and reading.places:
        return _EXPERIENCE_WITH  # "Years in the US"
    if reading.about is C.YEARS_OF_EXPERIENCE and OUT_OF_WORK.search(words(text)):
        return _YEARS_OFF
    if reading.about is C.START_DATE and A_MEETING.search(words(text)):
        return _WHEN_TO_MEET
    return found

"""The classes of questions, a closed list, and the other parts of a question's reading."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum, auto


class QuestionClass(StrEnum):
    """The subject of a question, in the order in which an ambiguous question is tried."""

    PRONOUNS = auto()
    CONSENT_SMS = auto()
    CONSENT_TALENT_POOL = auto()
    CONSENT_MARKETING = auto()
    TRUTHFUL = auto()
    CONSENT_DATA = auto()
    NON_COMPETE = auto()
    SECURITY_CLEARANCE = auto()
    DRUG_TEST = auto()
    BACKGROUND_CHECK = auto()
    CRIMINAL_RECORD = auto()
    RELATIVES = auto()
    APPLIED_BEFORE = auto()
    SOURCE = auto()
    ACCOMMODATION = auto()
    ORIENTATION = auto()
    TRANSGENDER = auto()
    DISABILITY = auto()
    VETERAN = auto()
    MILITARY_SERVICE = auto()
    HISPANIC = auto()
    ETHNICITY = auto()
    GENDER = auto()
    SPONSORSHIP = auto()
    VISA_STATUS = auto()
    WORK_AUTHORIZATION = auto()
    CITIZENSHIP = auto()
    CURRENT_SALARY = auto()
    SALARY_EXPECTATION = auto()
    NOTICE_PERIOD = auto()
    RELOCATION_HELP = auto()
    RELOCATION = auto()
    DRIVING_LICENCE = auto()
    OWN_TRANSPORT = auto()
    LIFTING = auto()
    OVERTIME = auto()
    WEEKENDS = auto()
    SHIFTS = auto()
    TRAVEL = auto()
    YEARS_WITH = auto()
    YEARS_OF_EXPERIENCE = auto()
    LANGUAGE_LEVEL = auto()
    SPEAKS = auto()
    LICENCE = auto()
    HAS_DEGREE = auto()
    EDUCATION_LEVEL = auto()
    OVER_AGE = auto()
    REFERENCES = auto()
    WORK_MODE = auto()
    REMOTE = auto()
    ONSITE = auto()
    START_DATE = auto()
    AVAILABILITY = auto()
    FORMER_EMPLOYEE = auto()
    CURRENTLY_EMPLOYED = auto()
    EXPERIENCE_WITH = auto()
    NONE = auto()


class Asks(Enum):
    """The direction of a question: plain or reversed."""

    PLAIN = auto()
    TURNED = auto()
    #: reversed more than once, or in an uncertain way
    UNCLEAR = auto()


class Tense(Enum):
    """The time that a question asks about."""

    UNSAID = auto()
    NOW = auto()
    FUTURE = auto()
    #: now or at any time later
    BOTH = auto()


class Bound(Enum):
    """The side of a figure that a question asks for."""

    #: also where only a figure is named
    LEAST = auto()
    MORE = auto()
    LESS = auto()
    MOST = auto()
    #: "up to 3 years" may be a range that ends there, or enough
    UP_TO = auto()
    #: more than one of them
    SEVERAL = auto()


#: Stands for the place of the job.
JOBS_PLACE = "job"
#: The European Union and similar groups, whose codes are no country's.
EUROPE = "eu"


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """A question as far as it is understood."""

    about: QuestionClass
    asks: Asks = Asks.PLAIN
    tense: Tense = Tense.UNSAID
    #: whether it asks about the applicant, and not about somebody else
    of_applicant: bool = True
    #: codes of countries in small letters, `EUROPE`, or `JOBS_PLACE`
    places: frozenset[str] = frozenset()
    #: where it asks for a permit and names no country, the town or region that it names, in small letters
    town: str = ""
    #: codes of languages
    languages: frozenset[str] = frozenset()
    #: its words besides those of its class and plain ones, with significant signs such as `++`
    rest: frozenset[str] = frozenset()
    #: those of them written as names, where capital letters show it
    names: frozenset[str] = frozenset()
    #: where a word may name another thing than the one a profile tells of, the words that no list knows
    unknown: frozenset[str] = frozenset()
    #: its only figure; in years where its class counts in them
    quantity: float | None = None
    #: the side of that figure that it asks for
    bound: Bound = Bound.LEAST
    #: whether it only follows up another question
    is_follow_up: bool = False
    #: whether only a word hints at its class, in an unknown wording
    is_hinted: bool = False

    @property
    def thing(self) -> str:
        """The skill, licence or employer it names; the words in a stable order."""
        return " ".join(sorted(self.rest))


NOTHING = QuestionReading(QuestionClass.NONE)
FOLLOWS_UP = QuestionReading(QuestionClass.NONE, is_follow_up=True)

C = QuestionClass
#: Classes answered by a yes or a no, so that a reversed question takes the opposite.
YES_OR_NO = frozenset(
    {
        C.WORK_AUTHORIZATION, C.SPONSORSHIP, C.RELOCATION, C.ONSITE, C.REMOTE, C.EXPERIENCE_WITH, C.HAS_DEGREE,
        C.RELATIVES, C.FORMER_EMPLOYEE, C.APPLIED_BEFORE, C.CURRENTLY_EMPLOYED, C.OVER_AGE, C.DRIVING_LICENCE,
        C.LICENCE, C.OWN_TRANSPORT, C.SHIFTS, C.WEEKENDS, C.OVERTIME, C.TRAVEL, C.LIFTING, C.BACKGROUND_CHECK,
        C.DRUG_TEST, C.CRIMINAL_RECORD, C.SECURITY_CLEARANCE, C.NON_COMPETE, C.SPEAKS, C.ACCOMMODATION, C.DISABILITY,
        C.VETERAN, C.CITIZENSHIP, C.CONSENT_DATA, C.CONSENT_TALENT_POOL, C.CONSENT_MARKETING, C.CONSENT_SMS,
        C.TRUTHFUL, C.MILITARY_SERVICE, C.AVAILABILITY, C.REFERENCES, C.YEARS_WITH, C.YEARS_OF_EXPERIENCE,
        C.VISA_STATUS, C.LANGUAGE_LEVEL,
    }
)  # fmt: skip
#: Classes of what one will or may do: "any reason you could not" reverses them.
WILLING = frozenset(
    {
        C.WORK_AUTHORIZATION, C.RELOCATION, C.ONSITE, C.REMOTE, C.SHIFTS, C.WEEKENDS, C.OVERTIME, C.TRAVEL, C.LIFTING,
        C.BACKGROUND_CHECK, C.DRUG_TEST, C.AVAILABILITY, C.CONSENT_DATA, C.CONSENT_SMS, C.CONSENT_MARKETING,
        C.CONSENT_TALENT_POOL, C.REFERENCES,
    }
)  # fmt: skip
#: Classes of a willingness, which other questions about the same thing do not ask for: "Must you relocate?".
OF_WILL = frozenset({C.RELOCATION, C.BACKGROUND_CHECK, C.DRUG_TEST, C.CONSENT_SMS})
#: Classes of what one has or has not: "without it" reverses them.
HELD = frozenset(
    {
        C.LICENCE, C.DRIVING_LICENCE, C.HAS_DEGREE, C.OWN_TRANSPORT, C.ACCOMMODATION, C.SECURITY_CLEARANCE,
        C.REFERENCES, C.DISABILITY, C.CRIMINAL_RECORD, C.CURRENTLY_EMPLOYED,
    }
)  # fmt: skip
#: Classes about the present or future, which an answer about the past does not answer.
OF_NOW = frozenset(
    {
        C.WORK_AUTHORIZATION, C.SPONSORSHIP, C.CITIZENSHIP, C.RELOCATION, C.ONSITE, C.REMOTE, C.SHIFTS, C.WEEKENDS,
        C.OVERTIME, C.TRAVEL, C.LIFTING, C.AVAILABILITY, C.DRUG_TEST, C.SECURITY_CLEARANCE, C.LICENCE,
        C.DRIVING_LICENCE, C.OWN_TRANSPORT, C.ACCOMMODATION, C.CURRENTLY_EMPLOYED, C.RELATIVES,
    }
)  # fmt: skip
#: Classes about this form's employer, which an answer about another employer does not answer.
OF_HERE = OF_NOW | {C.FORMER_EMPLOYEE, C.APPLIED_BEFORE}
#: Classes of what one has or has not; whether one could get it is another question.
ACQUIRED = frozenset({C.SECURITY_CLEARANCE, C.NON_COMPETE, C.LICENCE, C.DRIVING_LICENCE})
#: Classes of what is so or not, whatever one would do: who would "work for a relative" need not have one here.
OF_STATE = ACQUIRED | {
    C.RELATIVES, C.FORMER_EMPLOYEE, C.APPLIED_BEFORE, C.CRIMINAL_RECORD, C.HAS_DEGREE, C.CITIZENSHIP, C.VETERAN,
    C.DISABILITY,
}  # fmt: skip
#: Classes whose questions may have any condition: "if this one does not work out", "if you hold one".
CONDITIONAL = frozenset(
    {C.CONSENT_DATA, C.CONSENT_TALENT_POOL, C.CONSENT_MARKETING, C.CONSENT_SMS, C.TRUTHFUL, C.VISA_STATUS}
)
#: Classes about a named skill, school, employer or the like.
OF_THINGS = frozenset(
    {
        C.YEARS_WITH, C.EXPERIENCE_WITH, C.LICENCE, C.HAS_DEGREE, C.SPEAKS, C.LANGUAGE_LEVEL, C.FORMER_EMPLOYEE,
        C.APPLIED_BEFORE, C.RELATIVES, C.YEARS_OF_EXPERIENCE, C.SECURITY_CLEARANCE,
    }
)  # fmt: skip
#: Classes of amounts, which count in years.
IN_YEARS = frozenset({C.YEARS_WITH, C.YEARS_OF_EXPERIENCE})
#: Classes of amounts, where a larger one answers a question for a smaller one too.
MEASURED = IN_YEARS | {C.TRAVEL}
#: Classes whose question is the same whatever other words it has.
WHATEVER_ELSE = frozenset({C.SOURCE, C.NOTICE_PERIOD, C.START_DATE, C.PRONOUNS, C.OVER_AGE})
#: Classes about one country, which a sentence beside the asking one only hints at.
OF_PLACES = frozenset(
    {C.WORK_AUTHORIZATION, C.SPONSORSHIP, C.VISA_STATUS, C.CITIZENSHIP, C.SECURITY_CLEARANCE, C.RELOCATION}
)
#: Classes about the past, whose questions say "ever" or not.
PAST = frozenset({C.FORMER_EMPLOYEE, C.APPLIED_BEFORE, C.CRIMINAL_RECORD, C.EXPERIENCE_WITH, C.MILITARY_SERVICE})
#: Classes whose words are all synonyms.
SAID_ALIKE = frozenset(
    {
        C.WORK_AUTHORIZATION, C.SPONSORSHIP, C.SOURCE, C.RELOCATION, C.NOTICE_PERIOD, C.START_DATE, C.OVER_AGE,
        C.PRONOUNS, C.YEARS_OF_EXPERIENCE, C.YEARS_WITH,
    }
)  # fmt: skip

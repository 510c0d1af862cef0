"""What questions are about: the closed list of classes, and what else a question says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum, auto


class QuestionClass(StrEnum):
    """What a question asks, in the order in which a question that could be several is tried."""

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
    """Which way round a question asks."""

    PLAIN = auto()
    TURNED = auto()
    #: more than once, or in a way that nobody is sure of
    UNCLEAR = auto()


class Tense(Enum):
    """The time that a question asks about."""

    UNSAID = auto()
    NOW = auto()
    FUTURE = auto()
    #: now or at any time later
    BOTH = auto()


#: The place that is the job's, whichever that is.
JOBS_PLACE = "job"
#: The European Union and what goes with it, whose codes are no country's.
EUROPE = "eu"


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """A question as far as it is understood."""

    about: QuestionClass
    asks: Asks = Asks.PLAIN
    tense: Tense = Tense.UNSAID
    #: whether it asks this of the applicant, and not of somebody else
    of_applicant: bool = True
    #: codes of countries in small letters, `EUROPE`, or `JOBS_PLACE`
    places: frozenset[str] = frozenset()
    #: codes of languages
    languages: frozenset[str] = frozenset()
    #: what it says beside the words of its class and what says nothing, with the signs that letters do not tell
    rest: frozenset[str] = frozenset()
    #: those of them that are written as names, where capital letters tell
    names: frozenset[str] = frozenset()
    #: the one figure in it
    quantity: float | None = None
    #: whether it only follows up another question, and says nothing by itself
    is_follow_up: bool = False
    #: whether only a word hints at its class, in a wording that nobody knows
    is_hinted: bool = False

    @property
    def thing(self) -> str:
        """The skill, licence or employer it names; the words in a steady order."""
        return " ".join(sorted(self.rest))


NOTHING = QuestionReading(QuestionClass.NONE)
FOLLOWS_UP = QuestionReading(QuestionClass.NONE, is_follow_up=True)

C = QuestionClass
#: Classes that are a yes or a no by themselves, so that one turned round takes the opposite.
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
#: What one is willing to do, or may: "any reason you could not" turns it round.
WILLING = frozenset(
    {
        C.WORK_AUTHORIZATION, C.RELOCATION, C.ONSITE, C.REMOTE, C.SHIFTS, C.WEEKENDS, C.OVERTIME, C.TRAVEL, C.LIFTING,
        C.BACKGROUND_CHECK, C.DRUG_TEST, C.AVAILABILITY, C.CONSENT_DATA, C.CONSENT_SMS, C.CONSENT_MARKETING,
        C.CONSENT_TALENT_POOL, C.REFERENCES,
    }
)  # fmt: skip
#: What one has or has not: who is without it has it not.
HELD = frozenset(
    {
        C.LICENCE, C.DRIVING_LICENCE, C.HAS_DEGREE, C.OWN_TRANSPORT, C.ACCOMMODATION, C.SECURITY_CLEARANCE,
        C.REFERENCES, C.DISABILITY, C.CRIMINAL_RECORD, C.CURRENTLY_EMPLOYED,
    }
)  # fmt: skip
#: What is so now, or would be: what once was, or befell it, says nothing of it.
OF_NOW = frozenset(
    {
        C.WORK_AUTHORIZATION, C.SPONSORSHIP, C.CITIZENSHIP, C.RELOCATION, C.ONSITE, C.REMOTE, C.SHIFTS, C.WEEKENDS,
        C.OVERTIME, C.TRAVEL, C.LIFTING, C.AVAILABILITY, C.DRUG_TEST, C.SECURITY_CLEARANCE, C.LICENCE,
        C.DRIVING_LICENCE, C.OWN_TRANSPORT, C.ACCOMMODATION, C.CURRENTLY_EMPLOYED, C.RELATIVES,
    }
)  # fmt: skip
#: What is asked of the employer whose form it is, so that what was, or is, at another's says nothing of it.
OF_HERE = OF_NOW | {C.FORMER_EMPLOYEE, C.APPLIED_BEFORE}
#: What one has or has not: whether one could, or would, come by it is another question.
ACQUIRED = frozenset({C.SECURITY_CLEARANCE, C.NON_COMPETE, C.LICENCE, C.DRIVING_LICENCE})
#: Classes that are asked of a skill, a school, an employer or the like, by its name.
OF_THINGS = frozenset(
    {
        C.YEARS_WITH, C.EXPERIENCE_WITH, C.LICENCE, C.HAS_DEGREE, C.SPEAKS, C.LANGUAGE_LEVEL, C.FORMER_EMPLOYEE,
        C.APPLIED_BEFORE, C.RELATIVES, C.YEARS_OF_EXPERIENCE, C.SECURITY_CLEARANCE,
    }
)  # fmt: skip
#: Classes whose question is the same whatever else it says.
WHATEVER_ELSE = frozenset({C.SOURCE, C.NOTICE_PERIOD, C.START_DATE, C.PRONOUNS, C.OVER_AGE})
#: What is answered of one country: which one, a sentence beside the one that asks only hints at.
OF_PLACES = frozenset(
    {C.WORK_AUTHORIZATION, C.SPONSORSHIP, C.VISA_STATUS, C.CITIZENSHIP, C.SECURITY_CLEARANCE, C.RELOCATION}
)
#: Classes about what was, of which a question says "ever" or does not.
PAST = frozenset({C.FORMER_EMPLOYEE, C.APPLIED_BEFORE, C.CRIMINAL_RECORD, C.EXPERIENCE_WITH, C.MILITARY_SERVICE})
#: Classes whose words all say the same thing.
SAID_ALIKE = frozenset(
    {
        C.WORK_AUTHORIZATION, C.SPONSORSHIP, C.SOURCE, C.RELOCATION, C.NOTICE_PERIOD, C.START_DATE, C.OVER_AGE,
        C.PRONOUNS, C.YEARS_OF_EXPERIENCE, C.YEARS_WITH,
    }
)  # fmt: skip

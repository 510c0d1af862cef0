"""What application forms ask beyond the contact data: the standard questions, in the order in which they must be tried.

A sponsorship question has a tense, and the two tenses may have different answers; "transgender" contains "gender";
"race" stands in "embrace". Sensitive keys (`SENSITIVE`) are never answered but by the profile, by declining where the
form offers that, or by a human.
"""

from __future__ import annotations

from ghosthands.planning.rule import ANSWERABLE, CHOICES, TEXTUAL, FieldRule, profile_rule, rule, stop
from ghosthands.planning.rules import languages

_HANDX = "Hand-X _QA_QUESTION_SYNONYMS"
_EEO = "Hand-X _EEO_DECLINE_DEFAULTS; ATS greenhouse, lever, ashby"

#: Keys whose answer is never derived from anything but the person's own word.
SENSITIVE = (
    "profile.eeo.",
    "profile.pronouns",
    "profile.work_authorization",
    "profile.visa_status",
    "profile.requires_sponsorship",
    "profile.salary_",
    "profile.date_of_birth",
)

_SPONSOR = r"\bsponsor(?:ship|ed|ing)?\b|\bh ?1 ?b\b|\bvisa (?:support|transfer)\b|\bemployment visa\b"
_FUTURE = r"\bfuture\b|\blater\b|\bat any (?:time|point)\b|\beventually\b"
_NOW = r"\bnow\b|\bcurrent(?:ly)?\b|\bpresent(?:ly)?\b|\bat this time\b|\btoday\b|\bimmediate(?:ly)?\b"

WORK_PERMISSION: tuple[FieldRule, ...] = (
    stop(
        "authorised_without_sponsorship",
        r"\bauthori[sz]ed\b.*\bwithout\b.*\bsponsor|\bwithout (?:the need for )?(?:visa )?sponsor",
        question=True,
        source="one question for two facts: no single key answers it",
    ),
    stop(
        "explanation",
        r"^(?:if|please) .*\b(?:explain|describe|specify|elaborate|provide (?:details|more))\b"
        r"|^if (?:yes|no|so|other|applicable)\b",
        question=True,
        source="a follow-up wants words of its own, not its parent's yes or no",
    ),
    rule(
        "sponsorship_now_or_future",
        "profile.requires_sponsorship",
        rf"(?=.*(?:{_SPONSOR}))(?=.*(?:{_NOW}))(?=.*(?:{_FUTURE}))",
        kinds=ANSWERABLE,
        question=True,
        source=f"{_HANDX}: tense",
    ),
    rule(
        "sponsorship_future",
        "profile.requires_sponsorship_future",
        rf"(?=.*(?:{_SPONSOR}))(?=.*(?:{_FUTURE}))",
        kinds=ANSWERABLE,
        question=True,
        source=f"{_HANDX}: tense",
    ),
    rule(
        "sponsorship_now",
        "profile.requires_sponsorship_now",
        rf"(?=.*(?:{_SPONSOR}))(?=.*(?:{_NOW}))",
        kinds=ANSWERABLE,
        question=True,
        source=f"{_HANDX}: tense",
    ),
    rule(
        "sponsorship",
        "profile.requires_sponsorship",
        rf"{_SPONSOR}|\b(?:require|need) (?:a |an )?(?:work )?(?:visa|work permit)\b|{languages.SPONSORSHIP}",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    profile_rule(
        "visa_status",
        r"\b(?:visa|immigration|residency) status\b|\b(?:type of|which|what) (?:work )?visa\b",
        kinds=ANSWERABLE,
        question=True,
        source="Hand-X visa_status",
    ),
    profile_rule(
        "work_authorization",
        r"\b(?:authori[sz]ed|eligible|permitted|entitled|allowed|legally able) to (?:\w+ )?work\b"
        r"|\b(?:legal )?right to work\b|\bwork (?:authori[sz]ation|eligibility)\b|\blegally work\b"
        r"|\bemployment (?:authori[sz]ation|eligibility)\b|\bvalid work (?:permit|visa)\b"
        rf"|{languages.RIGHT_TO_WORK}",
        identifier=r"work ?authori[sz]ation|authori[sz]ed ?to ?work|right ?to ?work",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
)

EEO: tuple[FieldRule, ...] = (
    rule(
        "orientation",
        "profile.eeo.orientation",
        r"\bsexual orientation\b|\bidentify as (?:lgbt|a member of the lgbt)|\blgbtq",
        identifier=r"sexual ?orientation|\blgbt",
        kinds=ANSWERABLE,
        question=True,
        source=_EEO,
    ),
    stop(
        "transgender",
        r"\btransgender\b|\btrans experience\b|\bcisgender\b",
        identifier=r"transgender",
        question=True,
        source="contains gender and asks something else",
    ),
    profile_rule(
        "pronouns",
        r"\bpronouns?\b",
        kinds=ANSWERABLE,
        question=True,
        source="ATS lever pronouns",
    ),
    rule(
        "gender",
        "profile.eeo.gender",
        rf"\bgender\b|^sex$|\bwhat is your sex\b|{languages.GENDER}",
        identifier=r"\bgender\b|gender$",
        unless=r"pay gap|embrace|equality",
        kinds=ANSWERABLE,
        question=True,
        source=_EEO,
    ),
    rule(
        "hispanic",
        "profile.eeo.hispanic",
        r"\b(?:are you|identify as|do you identify as) (?:of )?(?:hispanic|latin[oax])|^hispanic\b"
        r"|\bhispanic (?:or|and) latin[oax]"
        r"|\bhispanic latin[oax]\b|\bhispanic ethnicity\b",
        identifier=r"hispanic",
        kinds=ANSWERABLE,
        question=True,
        source=_EEO,
    ),
    rule(
        "race",
        "profile.eeo.race",
        r"\brac(?:e|ial)\b|\bethnic(?:ity|ities| (?:group|origin|background|identity))?\b",
        identifier=r"\brace\b|ethnicity",
        kinds=ANSWERABLE,
        question=True,
        source=_EEO,
    ),
    rule(
        "veteran",
        "profile.eeo.veteran",
        r"\bveterans?\b|\barmed forces\b|\bmilitary (?:status|service)\b",
        identifier=r"veteran",
        kinds=ANSWERABLE,
        question=True,
        source=_EEO,
    ),
    rule(
        "disability",
        "profile.eeo.disability",
        r"\bdisabilit(?:y|ies)\b|\bdisabled\b|\bdisability status\b",
        identifier=r"disabilit(?:y|ies)",
        unless=r"accommodation|insurance|benefit",
        kinds=ANSWERABLE,
        question=True,
        source=_EEO,
    ),
)

JOB_TERMS: tuple[FieldRule, ...] = (
    stop(
        "salary_of_the_past",
        r"\b(?:current|previous|present|last|past|most recent) (?:base |annual |total )?(?:salary"
        r"|compensation|pay|ctc)\b|\bsalary history\b",
        question=True,
        source=f"{_HANDX}: the expectation is another figure",
    ),
    profile_rule(
        "salary_currency",
        r"\b(?:salary|compensation|pay) currency\b",
        kinds=ANSWERABLE,
        source="Hand-X salary_currency",
    ),
    profile_rule(
        "salary_expectation",
        r"\b(?:salary|compensation|pay|remuneration|wage|rate|ctc) (?:\w+ )?(?:expectations?|requirements?"
        r"|range|expected|desired|target)"
        r"|\b(?:expected|desired|target|minimum|preferred|anticipated) (?:\w+ ){0,3}(?:salary|compensation"
        r"|pay|rate|remuneration|wage|ctc)\b"
        r"|\b(?:expectations?|requirements?) (?:\w+ ){0,4}(?:salary|compensation|pay)\b|\bsalary do you expect"
        rf"|{languages.SALARY}",
        identifier=r"(?:salary|compensation) ?(?:expectation|requirement)"
        r"|(?:desired|expected) ?(?:salary|compensation|pay)",
        unless=r"\bcomfortable\b|\bare you ok|\balign",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    profile_rule(
        "notice_period",
        rf"\bnotice period\b|\b(?:weeks?|days?|much|length of) (?:of )?notice\b|{languages.NOTICE}",
        identifier=r"notice ?period",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    profile_rule(
        "available_start_date",
        r"\b(?:when|how soon|what date) (?:can|could|would|are|will) you (?:be )?(?:\w+ )?(?:start|begin|join"
        r"|available)"
        r"|\b(?:earliest|available|desired|preferred|possible|expected|anticipated|ideal"
        r"|potential) (?:\w+ )?start(?:ing)?(?: date)?\b"
        r"|\bavailab(?:le|ility) (?:from|to start|date|start)|\bdate (?:you are )?available\b|^start date$"
        rf"|{languages.START}",
        identifier=r"available ?start|start ?availability|availability ?date|earliest ?start",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    stop(
        "relocation_costs",
        r"\brelocation (?:assistance|package|support|benefits?)\b",
        question=True,
        source="asks for help, not for willingness",
    ),
    profile_rule(
        "willing_to_relocate",
        rf"\brelocat(?:e|ing|ion)\b|{languages.RELOCATION}",
        identifier=r"relocat",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    profile_rule(
        "preferred_work_mode",
        r"\bpreferred (?:work(?:ing)? (?:mode|model|arrangement|style|setup|location type)|workplace type)\b"
        r"|\bprefer (?:to work )?(?:remote|hybrid|on ?site)",
        kinds=ANSWERABLE,
        question=True,
        source="Hand-X preferred_work_mode",
    ),
)

STANDARD: tuple[FieldRule, ...] = (
    profile_rule(
        "how_did_you_hear",
        r"\b(?:how|where) (?:did|have|do) you (?:first )?(?:hear|learn|find|discover|come across|know|see)\b"
        r"|\bhow you (?:heard|learned|found)\b|\breferral source\b|^(?:application |candidate )?source$"
        rf"|{languages.HEARD}",
        identifier=r"how ?did ?you ?hear|referral ?source|^source(?: source)?$|hear ?about",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    stop(
        "experience_with_something",
        r"\bexperience\b.*\b(?:with|using|in|of|as|on|programming|developing|leading|managing)\b",
        question=True,
        source="years of one skill are not years of work",
    ),
    profile_rule(
        "years_of_experience",
        r"\byears (?:of )?(?:\w+ ){0,3}experience\b|\bexperience (?:in )?years\b|^total experience$"
        r"|^years of experience$",
        identifier=r"years ?(?:of ?)?experience",
        kinds=ANSWERABLE,
        question=True,
        source="VALET profile.years_of_experience",
    ),
    profile_rule(
        "previously_employed",
        r"\b(?:previous|former|past|prior|current) (?:or (?:current|former|previous) )?(?:employee|worker)\b"
        r"|\bpreviously (?:been )?(?:worked|employed|work)\b"
        r"|\b(?:ever|formerly|before) (?:been )?(?:worked|employed)\b"
        r"|\bhave you (?:ever )?(?:worked|been employed) (?:for|by|at|with)\b"
        r"|\b(?:worked|employed) (?:for|by|at|with) (?:us|\w+(?: \w+){0,3}) (?:before|previously|in the past)\b",
        identifier=r"previous ?worker|previously ?(?:employed|worked)|former ?employee",
        kinds=ANSWERABLE,
        question=True,
        source=f"{_HANDX}; ATS workday candidateIsPreviousWorker",
    ),
    profile_rule(
        "over_18",
        r"\b(?:over|at least|above|minimum of) (?:the age of )?(?:18|eighteen)\b"
        r"|\b18 (?:years|yrs)?(?: of age| old)? ?(?:or|and) (?:older|over|above)\b"
        r"|\blegal (?:working )?age\b",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    profile_rule(
        "security_clearance",
        r"\bsecurity clearance\b",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    profile_rule(
        "non_compete",
        r"\bnon ?compete\b|\brestrictive covenants?\b|\bnon ?solicitation\b",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    profile_rule(
        "background_check_consent",
        r"\bbackground (?:check|screening|investigation)\b",
        kinds=ANSWERABLE,
        question=True,
        source=_HANDX,
    ),
    profile_rule(
        "english_proficiency",
        r"\b(?:level of |proficiency in |your )?english (?:proficiency|level|language (?:level|skills|proficiency))\b"
        r"|\blevel of english\b|\bproficien\w+ in english\b",
        kinds=ANSWERABLE,
        question=True,
        source="Hand-X english_proficiency",
    ),
    rule(
        "certifications",
        "profile.certifications_licenses",
        r"^(?:professional )?(?:certifications?|licen[sc]es?)(?: (?:and|or) (?:certifications?|licen[sc]es?))?$",
        kinds=TEXTUAL,
        source="Hand-X certifications_licenses",
    ),
    profile_rule(
        "honors",
        r"^(?:honou?rs|awards)(?: and (?:honou?rs|awards))?$",
        kinds=TEXTUAL,
        source="Hand-X honors",
    ),
    profile_rule(
        "references",
        r"^(?:professional )?references$",
        kinds=TEXTUAL,
        source=_HANDX,
    ),
    profile_rule(
        "sms_consent",
        r"\b(?:sms|text messages?|text messaging)\b",
        kinds=CHOICES,
        question=True,
        source=_HANDX,
    ),
)

QUESTIONS: tuple[FieldRule, ...] = (*WORK_PERMISSION, *EEO, *JOB_TERMS, *STANDARD)

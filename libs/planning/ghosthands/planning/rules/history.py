"""Education and work history: the same few fields for each entry; the heading above says which history it is.

Keys have an index, `profile.education.0.degree`; entry 0 is the latest. A month or year on its own is a stop: the key
holds a whole date, and half of it typed into both boxes would be wrong.
"""

from __future__ import annotations

import re

from ghosthands.domain.page import FieldKind
from ghosthands.planning.rule import ANSWERABLE, FACTUAL, TEXTUAL, FieldRule, profile_rule, rule, stop
from ghosthands.planning.rules import field_words

_FORMS = "ATS greenhouse, workday, smartrecruiters"
_DATES = TEXTUAL

#: Headings of the two histories; a job's title ("Education Coordinator") is none.
_NO_HISTORY = (
    r"(?!.*\b(?:coordinator|teacher|manager|specialist|officer|director|assistant|counsell?or|consultant|engineer|nurse"
    r"|apply|application|position|vacancy|advisor|associate|lead|programme?|board|district|supplies)\b)"
)
EDUCATION_SECTION = re.compile(
    rf"^{_NO_HISTORY}.*(?:\beducation(?:al)?\b|\bschool|\buniversity\b|\bacademic\b|\bausbildung|\bschulbildung"
    rf"|\bstudium\b"
    r"|\bformations?\b|\betudes\b|\beducacion\b|\bestudios\b|\bformacion\b|\bistruzione\b|\bformazione\b|\beducacao\b|\bformacao\b"
    r"|\bopleiding|\bonderwijs\b|\bwykszta[lł]cenie\b|\butbildning|\buddannelse|\butdanning|\bkoulutus"
    r"|\bvzdelani|\btanulmany|\bvegzettseg|\bstudii\b|\begitim\b|\bobrazovanj|\bобразование|\bосвіта|\bεκπαιδευση|\bσπουδ"
    r"|\bpendidikan\b|\bhoc van\b|השכלה|לימודים|التعليم|المؤهلات|学歴|教育|學歷|学历|학력|학교)"
)
WORK_SECTION = re.compile(
    rf"^{_NO_HISTORY}.*(?:\b(?:work|employment|professional|job) (?:history|experience)\b|^experience\b|\bemployment\b"
    r"|\bberufserfahrung|\bexperiences? professionnelles?\b|\bexperiencia\b|\besperienz[ae]\b|\bwerkervaring\b"
    r"|\bdoswiadczenie\b|\barbetslivserfarenhet|\berhvervserfaring|\barbeidserfaring|\btyokokemus"
    r"|\bpracovni (?:zkusenost|historie)|\bpracovne skusenost|\bprax\b"
    r"|\bmunkatapasztalat|\bszakmai tapasztalat|\bexperienta\b|\bis deneyim|\bdeneyim|\bопыт работы|\bдосвід роботи"
    r"|\bεπαγγελματικη εμπειρια|\bεργασιακη εμπειρια|\bpengalaman (?:kerja|bekerja)|\bkinh nghiem"
    r"|ניסיון תעסוקתי|ניסיון מקצועי|الخبرة|الخبرات|職歴|職務経歴|工作(?:经历|经验|經歷|經驗)|경력)"
)

#: Headings of the entry with which a history begins. "Last job" is none: it may be the one before.
LATEST = re.compile(
    r"^(?:your |my |the )?(?:current|present|most recent|latest|highest)\b"
    r"|^(?:ihre? |deine? )?(?:aktuell|derzeitig|gegenwartig|jetzig|hochst)|^(?:uw |je )?(?:huidig|meest recent|hoogst)"
    r"|\bactuel(?:le)?s?\b|\bplus (?:recent|eleve)|\bactual(?:es)?\b|\bmas (?:reciente|alto)|\battual[ei]\b"
    r"|\bpiu recent|\batua(?:l|is)\b|\bmais recent|\bobecn|\bnuvarande\b|\bnavaerende\b|\bnåværende\b|\bnuværende\b"
    r"|\bnykyi"
)
#: Headings of an entry that comes before another.
BEFORE = re.compile(
    rf"\b(?:{field_words.FORMER})\b|\bbefore(?:$| (?:that|this|it|last|(?:your|the) (?:current|present|last|latest))\b)"
    r"|\bpreceding\b|\bdavor\b|\bzuvor\b|\bd avant\b|\bdaarvoor\b|\bante(?:s|rior)\b|\bprecedent"
)
#: Headings of the second and the third entry.
ORDINALS = (
    re.compile(
        r"\b(?:second|2nd|zweit\w*|vorletzt\w*|deuxieme|avant dernier\w*|segund[oa]|penultim[oa]|second[oa]|tweede)\b"
    ),
    re.compile(r"\b(?:third|3rd|dritt\w*|troisieme|tercer[oa]?|terz[oa]|terceir[oa]|derde)\b"),
)
_NUMBERED = re.compile(r"\b\d{1,2}$")


def heads_an_entry(heading: str) -> bool:
    """Whether a heading's words number an entry or say which one it is: "job 2", "previous"."""
    return any(said.search(heading) for said in (_NUMBERED, LATEST, BEFORE, *ORDINALS))


_LOWER = (
    r"\b(?:(?:senior |junior )?high|secondary|middle|primary|elementary|grammar|grade) school|\bsecondary education\b"
    r"|\bged\b|\b(?:realschule|gymnasium|hauptschule|grundschule|abitur|lycee|baccalaureat|bachillerato|secundaria"
    r"|liceo|ensino medio|middelbare school)\b"
)
#: Headings of a school before all studies: a profile may begin behind it.
LOWER_SCHOOL = re.compile(_LOWER)
#: Headings of one level of studies.
STUDIES = re.compile(
    r"\b(?:college|universit\w+|bachelors?(?:studium|studiet)?|masters?(?:studium|studiet)?|under ?graduate"
    r"|post ?graduate|graduate|doctora\w+|ph ?d|licenciatura|bacharelado|maestria|mestrado"
    r"|laurea (?:triennale|magistrale)|studia (?:licencjackie|magisterskie)"
    r"|doktorat\w*|promotionsstudium|dottorato|doutorado)\b"
)

#: What makes another question of one for a level of education: what is studied now, or wanted of others.
NO_LEVEL_REACHED = (
    r"\b(?:pursu|seek|current|stud(?:y|ies)ing|enrol|expected|required?\b|minimum|aktuell|derzeit|zurzeit|angestrebt"
    r"|mindest|gefordert|en cours|actuel|prepar|vise|requis|cursando|actual|buscad|requerid|attual|in corso|richiest"
    r"|majors?\b|minors?\b|field|subject|discipline|specialit|speciali[sz]|concentration|gpa\b|grade\b|year|date\b|when\b"
    r"|where\b|institution|university|college|fachrichtung|studienfach|note\b|jahr|filiere|annee|especialidad|carrera"
    r"|anno\b|ano\b|atual|exigid|huidig|vereist|nuvarande|pagaende|obecn|wymagan|nuværende|navaerende|kræve)"
    r"|現在|目前"
)
_PART_OF_DATE = stop(
    "part_of_date",
    r"\b(?:month|day|year)\b(?! of graduation)",
    identifier=r"\b(?:month|day|year)\b",
    source="ATS greenhouse start-month--N, workday dateSectionMonth",
)

#: Read in any place: nothing else on an application has these names.
EDUCATION_ANYWHERE: tuple[FieldRule, ...] = (
    stop(
        "other_school",
        rf"^(?:name of )?(?:the |your )?(?:{_LOWER}|graduate school)(?: name| attended)?$",
        source="American forms ask for each level of schooling",
    ),
    rule(
        "institution",
        "profile.education.0.institution",
        r"^(?:name of )?(?:the )?(?:(?:most recent|current|last) )?(?:school|university|college|institution"
        r"|alma mater)"
        r"(?:(?: or| and)? (?:school|university|college|institution))*(?: name| attended)?$|^hochschule$"
        r"|^universidad$|^ecole$",
        identifier=r"^(?:school|university|institution|college)(?: name)?(?: \d+)?$",
        source=_FORMS,
    ),
    rule(
        "highest_degree",
        "profile.education.0.degree",
        r"\bhighest (?:level of )?(?:degree|education)\b|^(?:your )?level of education(?: \w+)?$"
        r"|^education(?:al)? level$",
        identifier=r"(?!)",
        unless=NO_LEVEL_REACHED,
        kinds=ANSWERABLE,
        question=True,
        source="an education's entries stand in any order",
    ),
    rule(
        "degree",
        "profile.education.0.degree",
        r"^(?:level of )?(?:degree|education)(?: level| type| obtained| achieved| earned| completed)?$"
        r"|^abschluss$|^titulacion$|^diplome$",
        identifier=r"^degree(?: \d+)?$|education ?level|degree ?type",
        kinds=ANSWERABLE,
        question=True,
        source=_FORMS,
    ),
    rule(
        "field_of_study",
        "profile.education.0.field",
        r"^(?:field|area|course) of study$|^(?:your )?majors?$|^discipline$|^studienfach$|^especialidad$",
        identifier=r"^discipline(?: \d+)?$|field ?of ?study|^major$",
        source=_FORMS,
    ),
    rule(
        "score",
        "profile.education.0.score",
        r"^(?:overall |cumulative |undergraduate )?(?:gpa|grade point average)\b(?! (?:scale|max|out of))"
        r"|^overall result(?: gpa)?$",
        identifier=r"\bgpa\b",
        source=_FORMS,
    ),
    rule(
        "graduation",
        "profile.education.0.graduation_year",
        r"\b(?:graduation|completion) year\b|\byear of (?:graduation|completion)\b|\bwhen did you graduate\b"
        r"|^(?:year )?graduated(?: in| year)?$",
        identifier=r"graduation ?year",
        unless=_LOWER,
        question=True,
        source="VALET profile.education.graduation_year",
    ),
    profile_rule(
        "graduation_date",
        r"\b(?:expected |anticipated )?(?:graduation|completion) date\b|\bdate of graduation\b",
        identifier=r"graduation ?date",
        question=True,
        source="Hand-X graduation_date",
    ),
    profile_rule("minor", r"^minor$", source="Hand-X minor"),
)

#: Read only under a heading of education.
EDUCATION: tuple[FieldRule, ...] = (
    *EDUCATION_ANYWHERE,
    _PART_OF_DATE,
    rule(
        "institution",
        "profile.education.0.institution",
        rf"\b(?:school|university|college|institution)\b|{field_words.SCHOOL}",
        source=_FORMS,
    ),
    rule("degree", "profile.education.0.degree", rf"\bdegree\b|{field_words.DEGREE}", kinds=ANSWERABLE, source=_FORMS),
    rule(
        "field_of_study",
        "profile.education.0.field",
        rf"\b(?:field|major|discipline|subject)\b|{field_words.FIELD_OF_STUDY}",
        source=_FORMS,
    ),
    rule(
        "start",
        "profile.education.0.start_date",
        rf"\bstart(?:ed)?\b|^from\b|\bfirst attended\b|{field_words.FROM}",
        kinds=_DATES,
        source=_FORMS,
    ),
    rule(
        "end",
        "profile.education.0.end_date",
        rf"\bend(?:ed)?\b|^to\b|\blast attended\b|{field_words.UNTIL}",
        kinds=_DATES,
        source=_FORMS,
    ),
)

#: Read only under a heading of work history.
WORK: tuple[FieldRule, ...] = (
    _PART_OF_DATE,
    rule(
        "description",
        "profile.work_history.0.description",
        rf"\b(?:description|responsibilities|duties|achievements)\b|{field_words.DUTIES}",
        kinds=(FieldKind.TEXT, FieldKind.TEXTAREA, FieldKind.CONTENTEDITABLE),
        source=_FORMS,
    ),
    rule(
        "company",
        "profile.work_history.0.company",
        rf"\b(?:company|employer|organi[sz]ation)\b|{field_words.COMPANY}",
        kinds=FACTUAL,
        source=_FORMS,
    ),
    rule(
        "title",
        "profile.work_history.0.title",
        rf"\b(?:title|position|role)\b|^job function$|{field_words.JOB_TITLE}",
        kinds=FACTUAL,
        source=_FORMS,
    ),
    rule(
        "work_location", "profile.work_history.0.location", r"^(?:office |job )?location$", kinds=FACTUAL, source=_FORMS
    ),
    rule(
        "start",
        "profile.work_history.0.start_date",
        rf"\bstart(?:ed)?\b|^from\b|{field_words.FROM}",
        kinds=_DATES,
        source=_FORMS,
    ),
    rule(
        "end",
        "profile.work_history.0.end_date",
        rf"\bend(?:ed)?\b|^to\b|{field_words.UNTIL}",
        kinds=_DATES,
        source=_FORMS,
    ),
    rule(
        "is_current",
        "profile.work_history.0.is_current",
        rf"^(?:(?:i|you) )?(?:am |are )?(?:currently|still|presently) (?:work(?:ing)?|employed)(?: (?:here|there))?$"
        rf"|^(?:this is )?my (?:current|present) (?:job|employer|position|role)$|{field_words.STILL_THERE}",
        kinds=(FieldKind.CHECKBOX,),
        source=_FORMS,
    ),
)

"""Tells a date, years or pay of another time than their class asks about: those of one job, of studies, of later on."""

from __future__ import annotations

import re

from ghosthands.planning.questions.classes import QuestionClass

_ONE = (
    r"current|present|previous|former|last|latest|most recent|aktuelle\w?|derzeitige\w?|jetzige\w?|gegenwartige\w?"
    r"|letzte\w?|vorherige\w?|fruhere\w?|actuel(?:le)?|precedente?|dernier|derniere|actual|anterior|ultim[oa]|attuale"
    r"|atual|huidige|vorige|laatste|obecn\w+|poprzedni\w*|ostatni\w*|nuvarande|senaste|tidigare|nuvaerende|navaerende"
    r"|nåvaerende|forrige|seneste|soucasn\w+|predchozi\w*|posledni\w*"
)
_POST = (
    r"jobs?|positions?|roles?|posts?|employers?|employment|company|occupation|stelle|stellung|anstellung|arbeitgebers?|tatigkeit"
    r"|firma|unternehmen|poste|emploi|employeur|entreprise|puesto|empleo|empleador|trabajo|empresa|posizione|impiego|lavoro"
    r"|datore|azienda|cargo|emprego|empregador|trabalho|functie|baan|werkgever|bedrijf|stanowisk\w+|prac[ayeo]\w*|pracodawc\w+"
    r"|tjanst|anstallning|jobb|arbetsgivare|stilling|arbejdsgiver|arbeidsgiver|pozic\w+|zamestn\w+"
)
#: One job of the applicant's: the present one, the one before.
_OF_ONE_POST = re.compile(rf"\b(?:{_ONE}) (?:\w+ )?(?:{_POST})\b|\b(?:{_POST}) (?:{_ONE})\b")
#: A school, or what is learnt there.
_OF_STUDIES = re.compile(
    r"\b(?:stud(?:y|ies)|degree|school|university|college|semester|studiums?|ausbildung|etudes|formation|estudios|carrera"
    r"|studi|estudos|curso|studie|opleiding|studiow|nauki|studier|studierna|uddannelse|utdanning|studia)\b"
)
#: The time behind a trial period.
_AFTER_PROBATION = re.compile(
    r"\bafter (?:the |your |a )?(?:probation|trial)|\bnach der probezeit|\bapres (?:la |une )?periode d essai"
    r"|\b(?:despues|tras) (?:de |del |el )?periodo de prueba|\bdopo il periodo di prova|\bapos o periodo de experiencia"
    r"|\bna (?:de )?proe(?:f|ve)|\bpo okresie probnym|\befter (?:provanstallning|provtid|provetid)"
)
_OF_ANOTHER_TIME = {
    QuestionClass.START_DATE: (_OF_ONE_POST, _OF_STUDIES),
    QuestionClass.YEARS_OF_EXPERIENCE: (_OF_ONE_POST,),
    QuestionClass.SALARY_EXPECTATION: (_AFTER_PROBATION,),
}


def is_of_another_time(about: QuestionClass, said: str) -> bool:
    """Whether a plain sentence of that class asks about another time: "start date of your current job"."""
    return any(pattern.search(said) for pattern in _OF_ANOTHER_TIME.get(about, ()))

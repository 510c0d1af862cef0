"""Tells a date, years or pay of another time than their class asks about: of one job, of studies, of later on."""

from __future__ import annotations

from ghosthands.planning.alternatives import Alternatives
from ghosthands.planning.questions.classes import QuestionClass

_ONE = (
    r"current|present|previous|former|last|latest|most recent|aktuell\w*|derzeitig\w*|jetzig\w*|gegenwartig\w*"
    r"|letzt\w*|vorherig\w*|bisherig\w*|fruhere\w?|actuel(?:le)?|precedente?|dernier|derniere|actual|anterior|ultim[oa]"
    r"|attuale|atual|huidige?|vorige?|laatste|obecn\w+|poprzedni\w*|ostatni\w*|nuvarande|senaste|tidigare|nuvaerende"
    r"|nuværende|navaerende|navarende|nåvaerende|forrige|sidste|siste|seneste|soucasn\w+|predchozi\w*|posledni\w*"
)
_POST = (
    r"jobs?|positions?|roles?|posts?|employers?|employment|company|occupation|work|stelle|stellung|anstellung|beschaftigung"
    r"|arbeitgeber\w*|tatigkeit|firma|unternehmen|poste|emploi|employeur|entreprise|travail|puesto|empleo|empleador|trabajo"
    r"|empresa|posizione|impiego|lavoro|ruolo|datore(?: di lavoro)?|azienda|cargo|emprego|empregador|trabalho|functie"
    r"|baan|werkgever|bedrijf|stanowisk\w*|prac[ayeo]\w*|pracodawc\w*|tjanst\w*|anstallning\w*|jobb\w*|arbetsgivare\w*"
    r"|stilling\w*|ansettelse\w*|arbejdsgiver\w*|arbeidsgiver\w*|pozic\w+|zamestn\w+"
)
#: Words of the next start, which may name the present job beside: "after", "given the notice of your current employer".
_NEXT = (
    r"\b(?:after|notice|availab\w+|earliest|soon\w*|can you|could you|nach|fruh(?:est)\w*|kundigungsfrist\w*"
    r"|verfugbar\w*|apres|preavis|disponib\w*|au plus tot|despues|preaviso|dopo|preavviso|aviso|opzegtermijn"
    r"|beschikbaar\w*|wypowiedzeni\w+|dostepn\w+|uppsagningstid\w*|tidigast|tidligst|opsigelse\w*|oppsigelse\w*)\b"
)
#: One job of the applicant's, the present one or the one before, or studies; no availability tells when they began.
OF_A_STATION = (
    rf"^(?!.*{_NEXT})(?=.*(?:\b(?:{_ONE}) (?:\w+ )?(?:{_POST})\b|\b(?:{_POST}) (?:{_ONE})\b"
    r"|\bdid you (?:start|begin|join|leave|quit|stop|finish)\b"
    r"|\b(?:stud(?:y|ies)|degree|school|university|college|semester|studiums?|studien|ausbildung|etudes|formation|estudios"
    r"|carrera|studi|estudos|curso|studie[rn]?|opleiding|studiow|nauki|studierna|uddannelse|utdanning|studia)\b))"
)
_STATION = Alternatives(OF_A_STATION)
_LEFT = Alternatives(r"\bdid you (?:leave|quit|stop|finish)\b")
#: The time behind a trial period.
_AFTER_PROBATION = Alternatives(
    r"\bafter (?:the |your |a )?(?:probation|trial)|\bnach der probezeit|\bapres (?:la |une )?periode d essai"
    r"|\b(?:despues|tras) (?:de |del |el )?periodo de prueba|\bdopo il periodo di prova|\bapos o periodo de experiencia"
    r"|\bna (?:de )?proe(?:f|ve)|\bpo okresie probnym|\befter (?:provanstallning|provtid|provetid)"
)
_OF_ANOTHER_TIME = {
    QuestionClass.START_DATE: _STATION,
    QuestionClass.YEARS_OF_EXPERIENCE: _STATION,
    QuestionClass.NOTICE_PERIOD: _LEFT,
    QuestionClass.SALARY_EXPECTATION: _AFTER_PROBATION,
}


def is_of_another_time(about: QuestionClass, said: str) -> bool:
    """Whether a plain sentence of that class asks about another time: "start date of your current job"."""
    return about in _OF_ANOTHER_TIME and _OF_ANOTHER_TIME[about].search(said)

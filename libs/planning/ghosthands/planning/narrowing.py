"""Whether a yes or no of the profile answers a question that names a kind, a time, or somebody.

Who has a clearance need not have "a top secret clearance", and who worked for the form's employer need not have done so
"as a manager"; who has none has none of any kind. Who never worked for the form's employer may have worked for its
auditor, or for a government.
"""

from __future__ import annotations

import re

from ghosthands.domain.polarity import Polarity, stated
from ghosthands.planning import employer
from ghosthands.planning.choosing.quantities import find_unit
from ghosthands.planning.known import Known
from ghosthands.planning.questions.classes import QuestionClass, QuestionReading
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rules.questions import class_of

C = QuestionClass
#: Classes that have kinds, so that a yes to one of them is none to another.
_OF_KINDS = frozenset({C.FORMER_EMPLOYEE, C.SECURITY_CLEARANCE, C.NON_COMPETE})
#: Classes whose yes is for no time in particular: "for more than 20 hours a week".
_OF_TIMES = _OF_KINDS | {C.WORK_AUTHORIZATION, C.RELOCATION}
#: Words, in all languages, that tell no kind from another: "worked here", "an active clearance".
_NO_KIND = frozenset(
    {
        *("here", "hier", "ici", "aqui", "qui", "har", "tutaj", "active", "aktive", "aktiv", "actief", "gearbeitet"),
        *("bereits", "anteriormente", "auparavant", "deja", "eerder", "tidligere", "tidigare", "wczesniej"),
    }
)
#: A list in English that begins with the whole and goes on with others: "for our company or one of our affiliates".
_ITEM = r"(?:(?:for|at|by|with|of|as|an?|one|any|our|its|the) )*(?:(?:affiliated|parent|sister) )?[\w-]+"
_WIDENED = re.compile(
    rf"(\b(?:us|here|employee|(?:our|this|the) (?:company|firm|organi[sz]ation)))(?:, {_ITEM})*,? or {_ITEM}",
    re.IGNORECASE,
)


def holds_for_kind(label: str, key: str, known: Known, *, address: str) -> bool:
    """Whether the key's value answers the label's question for the employer, kind and time that it names.

    `address` is the page's, which tells whose form it is.
    """
    about = class_of(key)
    reading = read(label)
    if about is None or reading.about is not about:
        return True
    if reading.unknown and not (about is C.FORMER_EMPLOYEE and employer.is_named(reading.unknown, address)):
        return False
    is_yes = stated(known.values.get(key, "")) is Polarity.YES
    return not (is_yes and _is_narrower(reading, label))


def _is_narrower(reading: QuestionReading, label: str) -> bool:
    """Whether it asks for less than the whole of its class."""
    if reading.about in _OF_TIMES and find_unit(label):
        return True
    if reading.about is C.FORMER_EMPLOYEE and (whole := _WIDENED.sub(r"\1", label)) != label:
        reading = read(whole)
    return reading.about in _OF_KINDS and not reading.rest <= reading.unknown | _NO_KIND

"""Lists of forms of address, "Mr", "Ms", by what their label says of whom is addressed."""

from __future__ import annotations

import re

from ghosthands.planning import context
from ghosthands.planning.choosing.salutations import are_salutations

#: Words to the applicant in a label.
_TO_APPLICANT = re.compile(
    r"\b(?:you|your|sie|ihre?|dich|dir|deine?|vous|votre|usted|su|te|tu|lei|ti|u|uw|je|jouw|dig|din|deg|ditt|twoj\w*)\b"
)


def are_applicants(label: str, options: tuple[str, ...]) -> bool:
    """Whether the options are forms of address, of the applicant: "Anrede der Kontaktperson" asks for another's."""
    if not are_salutations(options) or context.names_somebody(label):
        return False
    return " " not in label or bool(_TO_APPLICANT.search(label)) or are_salutations(tuple(label.split()))

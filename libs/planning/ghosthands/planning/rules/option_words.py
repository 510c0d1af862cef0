"""Words of options that answer with more than a yes or a no."""

from __future__ import annotations

import re

#: What the applicant says of themselves, besides English: "ich brauche eine", "j'en ai besoin", "lo necesito".
SAID_OF_ONESELF = re.compile(
    r"\b(?:ich|mir|mich|je|j[’']\w+|ik|jag|jeg|yo|io|eu)\b"
    r"|\b(?:necesito|requiero|tengo|soy|estoy|puedo|preciso|tenho|sou|estou|posso|necessito)\b"
    r"|\b(?:ho|sono|posso|devo|mi serve|potrzebuj[ęe]|mam|jestem|mog[ęe]|wymagam)\b",
    re.IGNORECASE,
)

#: What turns an option's own words round: "Not at all opposed" is a yes, "No objection" too.
RELUCTANT = re.compile(
    r"\b(?:opposed|against|object(?:ions?)?|averse|unwilling|reluctan\w+|hesitan\w+|dagegen|abgeneigt|einw[aä]nde?"
    r"|bedenken|oppos[ée]e?s?|contre|opuest[oa]s?|en contra|contr[aá]ri[oa]s?|contro|tegen|bezwa\w+|przeciw\w*|emot"
    r"|imod|proti|vastaan)\b|反対|反对",
    re.IGNORECASE,
)

"""Dates asked for in parts: the names of the parts, and what distinguishes a birthday from other dates."""

from __future__ import annotations

import re

from ghosthands.planning.rules import field_words

#: The parts of a date and their names, also as the first line of their list.
PARTS = {
    "day": re.compile(r"\b(?:days?|dd|tt|jj|gg|tag|jour|dia|giorno|dag|dzien|den|nap|zi|pp|gun)\b|日$"),
    "month": re.compile(r"\b(?:months?|mm|monat|mois|mes|mese|maand|miesiac|mesic|honap|luna|kk|ay)\b|月$"),
    "year": re.compile(
        r"\b(?:years?|yyyy|yy|jjjj|aaaa|rrrr|gggg|jahr|annee|ano|anno|jaar|rok|ev|an|vvvv|y[iı]l)\b|年$"
    ),
}
YEAR = re.compile(r"(?:19|20)\d\d")
#: A list of this many years is one of years of birth; other dates need fewer.
LIFETIME_YEARS = 60
BIRTHDAY = re.compile(rf"\bbirth|\bdob\b|\bbday\b|{field_words.BIRTH}")
NO_BIRTHDAY = re.compile(
    r"\b(?:start\w*|end\w*|from|until|avail\w*|expir\w*|exp|valid\w*|cc|issue\w*|grad\w*|attend\w*|arriv\w*"
    r"|depart\w*|hire\w*"
    r"|employ\w*|interview\w*|check ?in|check ?out|signature|signed|today\w*)\b"
)
#: Headings and names of an availability that may have an end.
AVAILABILITY = re.compile(r"availab|verfugbar|disponib|beschikba")

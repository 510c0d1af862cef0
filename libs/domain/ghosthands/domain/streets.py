"""The street and the house's number within an address line, which some forms ask for in a box each."""

from __future__ import annotations

import re

#: "12", "12a", "12-14", "12/3", "12 bis"
_NUMBER = r"\d+(?: ?[a-zA-Z]\b)?(?: ?(?:bis|ter)\b)?(?: ?[-–/] ?\d+ ?[a-zA-Z]?\b)*"
_BEFORE = re.compile(rf"(?P<number>{_NUMBER}),? +(?P<street>[^\d,]*[^\W\d_]{{2}}[^\d,]*)")
_BEHIND = re.compile(rf"(?P<street>[^\d\W][^,]*?[^\W\d_]\.?),? +(?:(?:n[°º.]?|nr\.?|no\.?) )?(?P<number>{_NUMBER})")
#: Words whose numbers are not a house's.
_OTHERS = re.compile(
    r"\b(?:apt|apartment|suite|unit|flat|floor|room|box|postfach|route|highway|hwy|road|km|plot|block|lot|piso|wohnung)\b"
    r"|#",
    re.IGNORECASE,
)


def split(line: str) -> tuple[str, str] | None:
    """Return the street and the number of an address line; None if the line doesn't plainly have one of each."""
    found = _BEFORE.fullmatch(line.strip()) or _BEHIND.fullmatch(line.strip())
    if found is None or (found.re is _BEHIND and _OTHERS.search(line)):
        return None
    return found["street"].strip(" ,"), found["number"]

"""Stand-ins: keys to use where the very key is missing, each with a factor that lowers the confidence.

A stand-in that is merely better than nothing has a factor low enough that only required fields take it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from ghosthands.domain.keys import CONSTANTS, DECLINE
from ghosthands.domain.page import FieldKind
from ghosthands.planning.matching import Match
from ghosthands.planning.rule import DROPDOWNS
from ghosthands.planning.rules.questions import SENSITIVE
from ghosthands.planning.signals import Signals

#: key -> (stand-in, factor of the confidence)
STAND_INS: dict[str, tuple[tuple[str, float], ...]] = {
    "profile.website_url": (("profile.portfolio_url", 0.9),),
    "profile.portfolio_url": (("profile.website_url", 0.9),),
    "profile.country_of_residence": (("profile.location.country", 1.0),),
    "profile.location.full": (("profile.location.city", 0.9),),
    "profile.location.zip_and_city": (("profile.location.city", 0.9),),
    "profile.location.city_state_zip": (("profile.location.full", 0.9), ("profile.location.city", 0.8)),
    "profile.address_street": (("profile.address_line1", 0.9),),
    "profile.address_full": (("profile.address_line1", 0.9),),
    "profile.preferred_name": (("profile.first_name", 0.7),),
    "profile.current_company": (("profile.work_history.0.company", 0.8),),
    "profile.current_title": (("profile.work_history.0.title", 0.8),),
    "profile.willing_to_relocate": (("profile.relocation_preference", 0.9),),
    "profile.available_start_date": (("profile.availability_window", 0.8),),
    "profile.education.0.degree": (("profile.degree_type", 1.0),),
    "profile.education.0.field": (("profile.field_of_study", 1.0),),
    "profile.education.0.graduation_year": (("profile.graduation_date", 0.8), ("profile.education.0.end_date", 0.8)),
    "profile.graduation_date": (("profile.education.0.end_date", 0.9), ("profile.education.0.graduation_year", 0.7)),
}

#: The same for lists alone: most numbers belong to the country that the person lives in.
IN_LISTS: dict[str, tuple[tuple[str, float], ...]] = {
    "profile.phone_country_code": (("profile.location.country", 0.9),),
}

_DECLINES = re.compile(
    r"\bdecline|\bprefer not\b|\brather not\b|\bchoose not\b|\b(?:dont|do not) (?:wish|want|care) to\b"
    r"|\bnot (?:wish|want)(?:ing)? to\b"
    r"|\bnot to (?:say|answer|disclose|identify|specify|state|share|self)|\bno answer\b|keine angabe"
    r"|prefiero no|ne (?:souhaite|prefere) pas"
)


def available(found: Match, keys: Collection[str], kind: FieldKind) -> Match | None:
    """Return the match, or the best stand-in for it, among the applicant's keys; None when there is neither."""
    if found.key in keys or found.key in CONSTANTS:
        return found
    return next((one for one in _stand_ins(found, kind) if one.key in keys), None)


def declining(found: Match, signals: Signals) -> Match | None:
    """Return the match that declines a sensitive question, if one of its options does that; else None."""
    if found.key.startswith(SENSITIVE) and any(map(_DECLINES.search, signals.options)):
        about = found.key.rpartition(".")[2]  # a platform's rules do not name it
        return replace(found, key=DECLINE, reason=f"{found.reason}:{about}:declined")
    return None


def _stand_ins(found: Match, kind: FieldKind) -> Iterator[Match]:
    listed = IN_LISTS.get(found.key, ()) if kind in DROPDOWNS else ()
    for key, factor in (*STAND_INS.get(found.key, ()), *listed):
        yield Match(key, found.confidence * factor, f"{found.reason}:instead")

"""Which questions a form requires where it marks what is optional: all the others.

A form that marks anything as required says the rest itself, and without a form nobody says what belongs together. A box
by itself may be meant to stay empty, as one for news is: it is required only where it agrees to the terms of applying.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from ghosthands.browser_host.page import words
from ghosthands.browser_host.page.inventory import RawControl
from ghosthands.planning.rules import consent

_OPTIONAL = re.compile(words.OPTIONAL, re.IGNORECASE)
_BOX = "checkbox"


def require_unmarked(controls: Sequence[RawControl]) -> list[RawControl]:
    """Return a frame's controls, with those required that a form leaves unmarked beside optional ones."""
    forms: defaultdict[int, list[RawControl]] = defaultdict(list)
    for each in controls:
        forms[each.form].append(each)
    telling = {form for form, asked in forms.items() if form and _marks_the_optional(asked)}
    return [replace(each, required=True) if each.form in telling and _is_meant(each) else each for each in controls]


def _marks_the_optional(asked: Sequence[RawControl]) -> bool:
    return any(map(_is_optional, asked)) and not any(each.required for each in asked)


def _is_optional(control: RawControl) -> bool:
    return bool(_OPTIONAL.search(control.label))


def _is_meant(control: RawControl) -> bool:
    if not control.reachable or _is_optional(control):
        return False
    return control.kind != _BOX or consent.asks_for_consent(control.label, (control.section, *control.around))

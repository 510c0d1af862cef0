"""From what the DOM calls a control to what the model calls it."""

from __future__ import annotations

import re

from ghosthands.browser_host.page.widgets import KINDS
from ghosthands.domain.page import FieldKind

_PART = r"(?:m{1,4}|d{1,2}|y{2,4})"
_DATE_FORMAT = re.compile(rf"(?=.*(?:mm|dd|yy)){_PART}(?:\W{{1,3}}{_PART}){{0,2}}", re.IGNORECASE)


def kind_of(dom_type: str, placeholder: str = "") -> FieldKind:
    """The kind of a control; whatever is not known takes text, as browsers have it, or a date its placeholder shows."""
    if dom_type in ("text", "tel", "number") and _DATE_FORMAT.fullmatch(placeholder.strip()):
        return FieldKind.DATE
    return KINDS.get(dom_type, FieldKind.TEXT)

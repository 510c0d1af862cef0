"""The mapping of a control's DOM type to the model's kind."""

from __future__ import annotations

import re

from ghosthands.browser_host.page.widgets import KINDS
from ghosthands.domain.page import FieldKind
from ghosthands.planning.choosing import dates

_PART = r"(?:m{1,4}|d{1,2}|y{2,4})"
_DATE_FORMAT = re.compile(rf"(?=.*(?:mm|dd|yy)){_PART}(?:\W{{0,3}}{_PART}){{0,2}}", re.IGNORECASE)


def kind_of(dom_type: str, placeholder: str = "") -> FieldKind:
    """Return a control's kind; an unknown type takes text, as in browsers, or a date that its placeholder shows."""
    is_format = bool(_DATE_FORMAT.fullmatch(placeholder.strip()) or dates.spell_format(placeholder))
    if dom_type in ("text", "tel", "number") and is_format:
        return FieldKind.DATE
    return KINDS.get(dom_type, FieldKind.TEXT)

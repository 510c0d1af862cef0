"""Names that a machine made: they may differ the next time, so nothing is known again by them."""

from __future__ import annotations

import re

#: ids and names a framework deals out anew at every render or in another order; used inside the page too
VOLATILE = "|".join(
    (
        r"^:r\w*:",
        r":r\w+:",
        r"^«",
        r"^_r_",
        r"react-select-",
        r"^(?:mui|radix|headlessui|reach|yui|select2|downshift|cdk|ng|base-ui|chakra|ext-gen|rc_select)[-_]?",
        r"^mat-(?:input|select|option)-",
        r"^ember\d",
        r"^(?:input|field|aria)-(?:\d{3,}$|:)",
    )
)
_VOLATILE = re.compile(VOLATILE, re.IGNORECASE)
_NUMBERED = re.compile(r"\d{4,}|[0-9a-f]{8}-[0-9a-f]{4}-|(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}", re.IGNORECASE)


def is_generated(name: str) -> bool:
    """Whether a name or id was made by a machine, so that it may differ the next time."""
    return bool(_VOLATILE.search(name) or _NUMBERED.search(name))

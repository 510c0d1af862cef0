"""Whether a question names the employer whose form it is, by the page's address.

An employer's own host has its name, and so has the first part of a path on a platform. A name that is not found there
may be anybody's: a government's, a client's, a competitor's.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import permutations
from urllib.parse import urlsplit

from ghosthands import platforms

#: Legal forms, which addresses leave out of a firm's name.
_LEGAL_FORMS = frozenset(
    {"ag", "bv", "co", "corp", "gmbh", "inc", "limited", "llc", "llp", "ltd", "nv", "plc", "sa", "sas", "se", "srl"}
)
#: Most words of a name that is looked for.
_MOST_WORDS = 4


def is_named(names: Collection[str], address: str) -> bool:
    """Whether these words, in any order, are the name of the employer with that page address."""
    name = frozenset(names) - _LEGAL_FORMS
    if not 0 < len(name) <= _MOST_WORDS:
        return False
    spelt = {"".join(order) for order in permutations(name)}
    return any(
        one in spelt
        for part in _list_parts(address.casefold())
        for one in (re.sub(r"[\W_]", "", part), *re.split(r"[\W_]+", part))  # "careers-acme"
    )


def _list_parts(address: str) -> list[str]:
    """Return the parts of an address that may be an employer's name."""
    parts = urlsplit(address)
    host = (parts.hostname or "").split(".")[:-1]
    if platforms.detect(f"{parts.hostname}{parts.path}", ()) == platforms.GENERIC:
        return host
    return [*host, parts.path.lstrip("/").partition("/")[0]]

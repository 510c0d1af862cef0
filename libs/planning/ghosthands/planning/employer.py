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
#: What stands before or behind the name in the address of a career site: "careers-acme".
_OF_SITES = frozenset({"career", "careers", "job", "jobs", "karriere"})
#: Most words of a name that is looked for.
_MOST_WORDS = 4


def is_named(names: Collection[str], address: str) -> bool:
    """Whether these words, in any order, are the whole name of the employer with that page address."""
    if not 0 < len(names) <= _MOST_WORDS:
        return False
    bare, whole = frozenset(names) - _LEGAL_FORMS, frozenset(names)
    spelt = {"".join(order) for order in (*permutations(bare), *permutations(whole)) if bare}
    return any(_join_name(part) in spelt for part in _list_parts(address.casefold()))


def _join_name(part: str) -> str:
    """Return the name in a part of an address, without what surrounds it; a part of a name may be anybody's."""
    words = re.split(r"[\W_]+", part)
    while words and words[0] in _OF_SITES:
        del words[0]
    while words and words[-1] in _OF_SITES | _LEGAL_FORMS:
        del words[-1]
    return "".join(words)


def _list_parts(address: str) -> list[str]:
    """Return the parts of an address that may be an employer's name."""
    parts = urlsplit(address)
    host = (parts.hostname or "").split(".")[:-1]
    if platforms.detect(f"{parts.hostname}{parts.path}", ()) == platforms.GENERIC:
        return host
    return [*host[:-1], parts.path.lstrip("/").partition("/")[0]]  # the last is the platform's own name

"""Whether a question names the employer whose form it is: as far as the page's address tells who that is.

An employer's own host is called after it, and so is what comes first on a platform's. Who is named and not found there
may be anybody: a government, a client, a competitor.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import permutations
from urllib.parse import urlsplit

from ghosthands import platforms

#: What a firm's name may end in and its address does not.
_LEGAL_FORMS = frozenset(
    {"ag", "bv", "co", "corp", "gmbh", "inc", "limited", "llc", "llp", "ltd", "nv", "plc", "sa", "sas", "se", "srl"}
)
#: Names of more words than that are not looked for.
_MOST_WORDS = 4


def is_named(names: Collection[str], address: str) -> bool:
    """Whether these words, in whatever order, are the name of the employer whose page stands at the address."""
    name = frozenset(names) - _LEGAL_FORMS
    if not 0 < len(name) <= _MOST_WORDS:
        return False
    spelt = {"".join(order) for order in permutations(name)}
    return any(re.sub(r"[\W_]", "", part) in spelt for part in _list_parts(address.casefold()))


def _list_parts(address: str) -> list[str]:
    """The parts of an address that may be an employer's name."""
    parts = urlsplit(address)
    host = (parts.hostname or "").split(".")[:-1]
    if platforms.detect(f"{parts.hostname}{parts.path}", ()) == platforms.GENERIC:
        return host
    return [*host, parts.path.lstrip("/").partition("/")[0]]

"""The identity of questions and forms: what makes them the same whoever fills them.

Identity is what the question says: its kind, its words, and its name where its author gave it one. Generated ids,
values, states, counters and stars do not count.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ghosthands.domain.generated import is_generated
from ghosthands.planning.choosing import quantities

_COUNTER = re.compile(
    r"\(?\b\d+\s*(?:/|of)\s*\d+(?:\s+characters?)?\b\)?|\(?\b\d+\s+characters?(?:\s+(?:left|remaining|max(?:imum)?))?\)?",
    re.IGNORECASE,
)
_MARK = re.compile(r"[*＊✱]|\((?i:required|optional|mandatory)\)|\b(?:Required|REQUIRED|Optional|OPTIONAL)\s*$")
#: a label that the page has once to be seen and once to be heard; of three words, as places are called Walla Walla
_SAID_AGAIN = re.compile(r"^(\S+ \S+ \S.*?)(?: \1)+$")
#: the number of a question in a list; before a shorter label it may be part of the name: "2. Vorname"
_LISTED = re.compile(
    r"^\(?(?:(?:q|question|frage|pregunta|domanda|pergunta|vraag|pytanie|fråga|spørgsmål|spørsmål|otázka)\.?\s*)?\d{1,2}"
    r"\s*[.:)→]+\s+(?=\D.*\?|\D\S*(?:\s\S+){4})",
    re.IGNORECASE,
)
_ID_CHARACTERS = 16


class Identity(NamedTuple):
    """The part of a question that is the same for everyone."""

    kind: str
    label: str
    name: str

    @classmethod
    def of(cls, kind: str, label: str, name: str, dom_id: str) -> Identity:
        """Return the identity of a question as the page shows it."""
        given = next((each for each in (name, dom_id) if each and not is_generated(each)), "")
        return cls(kind, essence(label), given)


def essence(label: str) -> str:
    """Return the words of a label without stars, counters, punctuation and case."""
    bare = _MARK.sub(" ", _COUNTER.sub(" ", label))
    return " ".join(re.findall(r"[\w+#&]+", bare.casefold()))


def clean(label: str) -> str:
    """Return a label as people would quote it: said once, without its star or “(required)”, or its number in a list."""
    said = _SAID_AGAIN.sub(r"\1", " ".join(_MARK.sub(" ", label).split())).strip(" :")
    return _LISTED.sub("", said)


def quote(label: str, beside: str) -> str:
    """Return a control's label as people would quote it, with the period of pay that stands beside its box."""
    return quantities.add_period(clean(label), beside)


def ids(identities: Iterable[Identity]) -> list[str]:
    """Return an id for each question, in order; equal questions get different ids."""
    seen: Counter[Identity] = Counter()
    found = []
    for identity in identities:
        found.append(_digest(*identity, str(seen[identity]))[:_ID_CHARACTERS])
        seen[identity] += 1
    return found


def fingerprint(platform: str, identities: Iterable[Identity]) -> str:
    """Return the form's fingerprint, 32 hex digits: equal for the same questions in order on the same platform."""
    return _digest(platform, *("\x1f".join(identity) for identity in identities))[:32]


def _digest(*parts: str) -> str:
    return hashlib.sha256("\x1e".join(parts).encode()).hexdigest()

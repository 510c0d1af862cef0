"""Which boxes for a telephone number or an e-mail address ask for another one than the applicant's.

A profile has one of each. Beside a box for it, one for that at work or for a second one is nobody's to guess: the same
twice would say that it is both. A box that is alone takes it, whatever kind it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from ghosthands.domain.page import FieldModel
from ghosthands.planning.alternatives import Alternatives
from ghosthands.planning.matching import Match
from ghosthands.planning.rules import phone_words as said
from ghosthands.planning.signals import Signals

_KEYS = ("profile.phone", "profile.email")
#: What joins two kinds that one box takes: "Home/mobile phone".
_JOINS = Alternatives(r"\b(?:or|and|oder|und|ou|et|o|y|e|of|en|lub|i|eller|och|og|tai|ja|veya|ve)\b|или|и|або")
_JOINING_SIGNS = frozenset("/|,&+")


class _Kind(IntEnum):
    """The kinds of numbers and addresses, the one first that the applicant's own most likely is."""

    #: also one of no kind, or of any
    MOBILE = 0
    AT_HOME = 1
    AT_WORK = 2
    ANOTHER = 3


_KINDS = ((_Kind.ANOTHER, said.ANOTHER), (_Kind.AT_WORK, said.AT_WORK), (_Kind.AT_HOME, said.AT_HOME))


def list_others(
    shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals]
) -> frozenset[str]:
    """Return the ids of the boxes for another one than what a box of the same form already takes."""
    asked = [(each, matches[each.id].key) for each in shown if each.id in matches and matches[each.id].key in _KEYS]
    kinds = {each.id: _find_kind(read[each.id]) for each, _ in asked}
    first: dict[tuple[str, int, str], _Kind] = {}
    for each, key in asked:
        place = (each.locator.frame, each.form, key)
        first[place] = min(first.get(place, _Kind.ANOTHER), kinds[each.id])
    return frozenset(each.id for each, key in asked if kinds[each.id] > first[each.locator.frame, each.form, key])


def _find_kind(signals: Signals) -> _Kind:
    text = signals.label or signals.placeholder
    if not text:
        return _Kind.MOBILE
    named = [kind for kind, words in _KINDS if words.search(text)]
    is_any = not _JOINING_SIGNS.isdisjoint(signals.written) or _JOINS.search(text)
    if is_any and (said.MOBILE.search(text) or len(named) > 1):
        return _Kind.MOBILE
    return named[0] if named else _Kind.MOBILE

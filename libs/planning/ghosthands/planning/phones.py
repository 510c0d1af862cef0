"""Which boxes for a telephone number ask for another number than the applicant's one.

A profile has one number. Beside a box for it, one for the number at work or for a second one is nobody's to guess: the
same number twice would say that it is both. A box that is alone takes the number, whatever kind it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from ghosthands.domain.page import FieldModel
from ghosthands.planning.alternatives import Alternatives
from ghosthands.planning.matching import Match
from ghosthands.planning.rules import phone_words as said
from ghosthands.planning.signals import Signals

_KEY = "profile.phone"
#: What joins two kinds that one box takes: "Home/mobile phone".
_JOINS = Alternatives(r"\b(?:or|and|oder|und|ou|et|o|y|e|of|en|lub|i|eller|och|og|tai|ja|veya|ve)\b|или|и|або")
_JOINING_SIGNS = frozenset("/|,&+")


class _Kind(IntEnum):
    """The kinds of numbers, the one first that the applicant's own most likely is."""

    #: also a number of no kind, or of any
    MOBILE = 0
    AT_HOME = 1
    AT_WORK = 2
    ANOTHER = 3


_KINDS = ((_Kind.ANOTHER, said.ANOTHER), (_Kind.AT_WORK, said.AT_WORK), (_Kind.AT_HOME, said.AT_HOME))


def list_others(
    shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals]
) -> frozenset[str]:
    """Return the ids of the boxes for another number than the one that a box of the same form already takes."""
    asked = [each for each in shown if each.id in matches and matches[each.id].key == _KEY]
    kinds = {each.id: _find_kind(read[each.id]) for each in asked}
    first: dict[tuple[str, int], _Kind] = {}
    for each in asked:
        form = (each.locator.frame, each.form)
        first[form] = min(first.get(form, _Kind.ANOTHER), kinds[each.id])
    return frozenset(each.id for each in asked if kinds[each.id] > first[each.locator.frame, each.form])


def _find_kind(signals: Signals) -> _Kind:
    text = signals.label or signals.placeholder
    if not text:
        return _Kind.MOBILE
    named = [kind for kind, words in _KINDS if words.search(text)]
    is_any = not _JOINING_SIGNS.isdisjoint(signals.written) or _JOINS.search(text)
    if is_any and (said.MOBILE.search(text) or len(named) > 1):
        return _Kind.MOBILE
    return named[0] if named else _Kind.MOBILE

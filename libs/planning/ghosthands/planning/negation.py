"""Negated fields, which ask for the opposite of what the profile says: "I do NOT require sponsorship".

The question's reading says which way round it asks (`questions.turning`). Where a field was matched by its name, and
its label is read as another question, only the applicant can decide what a negation in it means.
"""

from __future__ import annotations

from ghosthands.domain.polarity import is_negated
from ghosthands.planning.questions.classes import Asks
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rules.meaning import spell_out
from ghosthands.planning.rules.questions import class_of, is_yes_or_no
from ghosthands.planning.signals import Signals

#: keys whose answers are words of the person's own, which only they can reverse
_IN_WORDS = "profile.eeo."
_YES_OR_NO = frozenset({"yes", "no"})


def turn(label: str, key: str, signals: Signals) -> Asks:
    """Return which way round the label asks for the key's value."""
    reading = read(label)
    if key.startswith(_IN_WORDS):
        is_turned = reading.asks is Asks.TURNED or is_negated(spell_out(label))
        return Asks.UNCLEAR if is_turned and set(signals.options) == _YES_OR_NO else Asks.PLAIN
    if not is_yes_or_no(key):
        return Asks.PLAIN
    if reading.about is class_of(key):
        return reading.asks
    return Asks.UNCLEAR if is_negated(spell_out(label)) else Asks.PLAIN

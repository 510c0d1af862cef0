"""Whether a field asks for the opposite of what the profile says: "I do NOT require sponsorship".

Which way round a question asks is its reading's to tell (`questions.turning`); where a field was known by its name, and
its label is read as nothing of the kind, a negation in it is nobody's to untangle but the applicant's.
"""

from __future__ import annotations

from ghosthands.domain.keys import YES
from ghosthands.domain.polarity import is_negated
from ghosthands.planning.questions.classes import Asks, QuestionClass
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rules.meaning import spell_out
from ghosthands.planning.rules.questions import class_of, is_yes_or_no
from ghosthands.planning.signals import Signals

#: what people say of themselves in words of their own; turned round it is for them to say
_IN_WORDS = "profile.eeo."
_YES_OR_NO = frozenset({"yes", "no"})


def turn(label: str, key: str, signals: Signals) -> Asks:
    """Which way round the label asks for what stands under the key."""
    reading = read(label)
    if key.startswith(_IN_WORDS):
        is_turned = reading.asks is Asks.TURNED or is_negated(spell_out(label))
        return Asks.UNCLEAR if is_turned and set(signals.options) == _YES_OR_NO else Asks.PLAIN
    if key == YES and reading.about not in (QuestionClass.NONE, QuestionClass.TRUTHFUL):
        return Asks.PLAIN if reading.asks is Asks.PLAIN else Asks.UNCLEAR  # "I withhold my consent"
    if not is_yes_or_no(key):
        return Asks.PLAIN
    if reading.about is class_of(key):
        return reading.asks
    return Asks.UNCLEAR if is_negated(spell_out(label)) else Asks.PLAIN

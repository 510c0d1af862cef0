"""Whether a field asks for the opposite of what the profile says: "I do NOT require sponsorship".

Only the sentence that asks counts, and only what turns its verb round: "you do not have to answer" and "whether or
not" turn nothing round. Two of them in one sentence are nobody's to untangle but the applicant's.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from ghosthands.planning.signals import Signals

#: what people say of themselves in words of their own; turned round it is for them to say
_IN_WORDS = "profile.eeo."
_YES_OR_NO = frozenset({"yes", "no"})
#: the facts whose answer is a yes or a no, and how a sentence about one of them names it
_ABOUT = {
    "profile.requires_sponsorship": r"sponsor|\bvisa\b|\bwork permit\b|\bh-?1-?b\b",
    "profile.work_authorization": r"authori[sz]|eligib|permit|entitled|allowed|legal|right to work",
    "profile.willing_to_relocate": r"relocat",
    "profile.previously_employed": r"work|employ",
    "profile.over_18": r"\b18\b|eighteen|\bage\b",
    "profile.security_clearance": r"clearance",
    "profile.non_compete": r"non-?\s?compete|covenant|non-?\s?solicit",
    "profile.background_check_consent": r"background",
    "profile.sms_consent": r"\bsms\b|\btext",
}
#: the same, as the beginnings of their keys
YES_OR_NO = tuple(_ABOUT)
_SENTENCE = re.compile(r"[.?!;\n]+\s*")
_HARMLESS = re.compile(
    r"\bwhether\b.{0,30}\bor not\b|\bor not\b|\bnot (?:limited to|only)\b|\bif not\b|\bno longer than\b"
    r"|\b(?:do|does|will|are|need) ?n[o'\u2019]t (?:\w+ )?(?:have to|required to|obliged|discriminate|affect)\b[^,]*",
    re.IGNORECASE,
)
_TURNED = re.compile(r"\b(?:not|never|cannot|unable|neither)\b|n['\u2019]t\b", re.IGNORECASE)
_WITHOUT = re.compile(r"\bwithout\b", re.IGNORECASE)
_NEEDS = "profile.requires_sponsorship"


class Turn(Enum):
    """Which way round a field asks for a fact."""

    PLAIN = auto()
    ROUND = auto()
    #: more than once: nobody knows
    UNCLEAR = auto()


def turn(label: str, key: str, signals: Signals) -> Turn:
    """Which way round the label asks for what stands under the key."""
    if key.startswith(_IN_WORDS):
        return Turn.UNCLEAR if _turned(label) and set(signals.options) == _YES_OR_NO else Turn.PLAIN
    about = next((words for fact, words in _ABOUT.items() if key.startswith(fact)), None)
    if about is None:
        return Turn.PLAIN
    asking = " ".join(said for said in _SENTENCE.split(label) if re.search(about, said, re.IGNORECASE))
    if key.startswith(_NEEDS) and _WITHOUT.search(asking):
        return Turn.UNCLEAR
    turned = _turned(asking)
    return (Turn.PLAIN, Turn.ROUND)[turned] if turned < 2 else Turn.UNCLEAR


def _turned(text: str) -> int:
    """How often its verbs are turned round."""
    return len(_TURNED.findall(_HARMLESS.sub(" ", text)))

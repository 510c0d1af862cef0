"""Thanks that name another posting or employer than the pages of this application did: no word on this one.

Only a name right behind "applying to", "application for" and the like is compared, and only its capitalised words. It
counts as this application's if the pages up to the press show its first word, or more than half of its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ghosthands.browser_host.page.inventory import RawFrame

#: an application in words, and what leads from there to the name, in the same languages
_APPLIED = (
    r"appl(?:y|ying|ied|ication)|candidacy|(?:online-?|initiativ)?bewerbung|beworben|candidature|postul(?:é|er|aci[oó]n|ado)"
    r"|candidatura|solicitud|sollicitatie|gesolliciteerd|ansökan|ansøgning|søknad|aplikacj[aęi]|hakemu(?:s|ksesi)"
)
_TO = (
    r"for|to|as|at|als|bei|auf|für|um|au|à|aux|chez|pour|comme|para|por|en|al|como|per|presso|come|da|na|no"
    r"|voor|bij|naar|op|till|som|hos|på|til|w|do"
)
#: no verb is between them: "your application was sent to Human Resources" names no posting
_NAMED = re.compile(rf"\b(?:{_APPLIED})\s+(?:{_TO})\s(?P<name>[^.,!?;:()\n|]{{3,80}})", re.IGNORECASE)
#: what is said around a name, and of any posting or employer
_PLAIN = frozenset(
    f"{_TO}|the|this|that|our|your|you|us|and|of|in|on|by|job|role|position|opening|vacancy|team|company|post|posting"
    "|opportunity|careers|today|online|interest|working|work|join|joining|we|will|die|der|das|den|dem|diese|dieser"
    "|unsere|unser|unserem|unserer|uns|ihre|ihr|ihrem|deine|dein|stelle|position|unternehmen|team|interesse|und|von|le"
    "|la|les|un|une|de|du|des|notre|nos|nous|votre|poste|offre|équipe|entreprise|et|el|los|las|nuestra|nuestro|puesto"
    "|empresa|oferta|vacante|y|il|lo|una|nostra|nostro|posizione|azienda|offerta|e|o|a|os|nossa|nosso|vaga|het|een|onze"
    "|functie|vacature|vår|vårt|tjänsten|jobbet|vores|stillingen|stilling|og|och|en|ett|et|stanowisko|firmie".split("|")
)
_WORD = re.compile(r"[^\W\d_]{3,}")


def without_others(shown: Sequence[RawFrame], known: str) -> list[RawFrame]:
    """Return the frames as they are; without their thanks if these name another posting than the `known` words do."""
    thanks = [text for frame in shown for text in frame.thanks]
    if not known or not names_another(thanks, known):
        return list(shown)
    return [_without_thanks(frame) for frame in shown]


def names_another(thanks: Iterable[str], known: str) -> bool:
    """Whether the thanks name a posting or an employer, and none that the `known` words do."""
    before = known.lower()
    names = [name for text in thanks for found in _NAMED.finditer(text) if (name := _read_name(found["name"]))]

    def is_ours(name: Sequence[str]) -> bool:
        found = [each in before for each in name]
        return found[0] or sum(found) * 2 > len(found)

    return bool(names) and not any(map(is_ours, names))


def _read_name(text: str) -> list[str]:
    """Return the words of the name, in small letters; none if it does not begin with a capital letter."""
    found = [word for word in _WORD.findall(text) if word.lower() not in _PLAIN]
    return [word.lower() for word in found] if found and found[0][0].isupper() else []


def _without_thanks(frame: RawFrame) -> RawFrame:
    """Return the frame without what its words confirm; a platform's own mark of a confirmation stays one."""
    phrases = {name: how for name, how in frame.phrases.items() if name != "confirmed"}
    return replace(frame, phrases=phrases, thanked=False, said=(*frame.said, *frame.thanks))

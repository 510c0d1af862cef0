"""Offers: what a box asks for beyond the application, which nobody takes up in the applicant's name.

To be written to, to have one's data passed on to others, to be kept for other jobs, to be profiled. Such a box stays
off, is unticked where the page has ticked it, and is asked about where it is required.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ghosthands.planning.rules.offer_words import CHANNELS, OFFER_WORDS, PHRASES, OfferWords

#: Languages in which words do not begin after a space.
_UNSPACED = frozenset({"ja", "ko", "zh"})


def _list_pairs(language: str, said: OfferWords) -> Iterator[str]:
    """Yield the patterns of what is an offer only together, in any order: to send, and news."""
    begins = "" if language in _UNSPACED else r"\b"
    for together in ((said.gives, said.others), (said.sends, said.news), (said.keeps, said.kept, said.later)):
        yield "^" + "".join(f"(?=.*{begins}(?:{words}))" for words in together)
    yield from (f"{begins}(?:{said.alone})",)


OFFERS = re.compile("|".join((*PHRASES, *(one for each in OFFER_WORDS.items() for one in _list_pairs(*each)))))
_CHANNELS = re.compile(CHANNELS)


def offers(said: str) -> bool:
    """Whether the words, as `signals.words` returns them, offer something beyond the application."""
    return bool(OFFERS.search(said))


def names_a_channel(said: str) -> bool:
    """Whether the words name a way to write to somebody beside e-mail."""
    return bool(_CHANNELS.search(said))

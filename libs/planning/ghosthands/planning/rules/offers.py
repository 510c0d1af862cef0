"""Offers: what a box asks for beyond the application, which nobody takes up in the applicant's name.

To be written to, to have one's data passed on to others, to be kept for other jobs, to be profiled. Such a box stays
off, is unticked where the page has ticked it, and is asked about where it is required.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ghosthands.planning.rules.offer_words import CHANNELS, OFFER_WORDS, OPTS_OUT, PHRASES, OfferWords

#: Languages in which words do not begin after a space.
_UNSPACED = frozenset({"ja", "ko", "zh"})


def _list_pairs(language: str, said: OfferWords) -> Iterator[str]:
    """Yield the patterns of what is an offer only together, in any order: to send, and news."""
    begins = "" if language in _UNSPACED else r"\b"
    for together in ((said.gives, said.others), (said.sends, said.news), (said.keeps, said.kept, said.later)):
        yield "^" + "".join(f"(?=.*{begins}(?:{words}))" for words in together)


def _begin(language: str, said: OfferWords) -> str:
    """Return the pattern of what is an offer by itself."""
    return rf"(?:{said.alone})" if language in _UNSPACED else rf"\b(?:{said.alone})"


#: What is an offer wherever it is named …
NAMED = "|".join((*PHRASES, *(_begin(*each) for each in OFFER_WORDS.items())))
#: … and what is one by several words, which are looked for where somebody ticks.
TOGETHER = "|".join(one for each in OFFER_WORDS.items() for one in _list_pairs(*each))
OFFERS = re.compile(f"{NAMED}|{TOGETHER}")
_CHANNELS, _OPTS_OUT = re.compile(CHANNELS), re.compile(OPTS_OUT)


def offers(said: str) -> bool:
    """Whether the words, as `signals.words` returns them, offer something beyond the application."""
    return bool(OFFERS.search(said))


def names_a_channel(said: str) -> bool:
    """Whether the words name a way to write to somebody beside e-mail."""
    return bool(_CHANNELS.search(said))


def opts_out(said: str) -> bool:
    """Whether the words may say that somebody does without an offer."""
    return bool(_OPTS_OUT.search(said))

"""Phone numbers as they are dialled: which country's, and its number there.

No dial code begins another, so a number that states one can be taken apart without knowing the countries' own plans.
Source: ITU-T E.164, list of assigned country codes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: whose numbers a dial code most often begins, where several countries share it; ISO 3166
FOREMOST = {
    "1": "us",
    "7": "ru",
    "39": "it",
    "44": "gb",
    "47": "no",
    "61": "au",
    "212": "ma",
    "262": "re",
    "358": "fi",
}
#: all others have three digits
_SHORT_CODES = re.compile(r"[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]")
_LONG_CODE = 3
#: the code set apart from the number: without that it may as well be a German mobile's
_NORTH_AMERICAN = re.compile(r"\s*1[\s.\-(]")
_NORTH_AMERICAN_DIGITS = 11


@dataclass(frozen=True, slots=True)
class Number:
    """A phone number; its `repr` shows nothing of it."""

    #: the country's dial code; empty where the number does not state it
    code: str = field(repr=False)
    #: the digits behind it
    national: str = field(repr=False)

    @property
    def digits(self) -> str:
        """All of them."""
        return self.code + self.national

    def is_same(self, other: Number) -> bool:
        """Whether both reach the same phone, as far as both say where.

        The zeros that a national number begins with may be there or not: most countries leave them out from abroad.
        """
        mine, theirs = self.national.lstrip("0"), other.national.lstrip("0")
        if not mine or not theirs:
            return False
        if not (self.code and other.code) and mine == theirs:
            return True
        return self.code + mine == other.code + theirs


def digits(text: str) -> str:
    """Only the digits."""
    return re.sub(r"\D", "", text)


def is_international(text: str) -> bool:
    """Whether it states its dial code outright."""
    return text.lstrip().startswith("+")


def read(text: str, dial: str = "") -> Number:
    """The number in `text`. `dial` is the code shown before it, which counts where the text states none itself."""
    dialled = digits(text)
    if is_international(text) or dialled.startswith("00"):
        return _apart(digits(text.replace("(0)", "")).lstrip("0"))
    if dial:
        return Number(dial, dialled)
    if _NORTH_AMERICAN.match(text) and len(dialled) == _NORTH_AMERICAN_DIGITS:
        return _apart(dialled)
    return Number("", dialled)


def _apart(dialled: str) -> Number:
    short = _SHORT_CODES.match(dialled)
    code = short[0] if short else dialled[:_LONG_CODE]
    return Number(code, dialled.removeprefix(code))

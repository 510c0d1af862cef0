"""Phone numbers as they are dialled: the country's dial code, and the number there.

No dial code begins another, so a number that states one can be split without knowing the countries' own plans. The
codes and their countries come from `phonenumbers`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import phonenumbers
from phonenumbers import COUNTRY_CODE_TO_REGION_CODE

#: the main country of each dial code that several countries share; ISO 3166, lower case
FOREMOST = {str(code): regions[0].lower() for code, regions in COUNTRY_CODE_TO_REGION_CODE.items() if len(regions) > 1}
_LONGEST_CODE = 3
#: the code separated from the number: otherwise it may as well be a German mobile's
_NORTH_AMERICAN = re.compile(r"\s*1[\s.\-(]")
_NORTH_AMERICAN_DIGITS = 11
#: the last digit before what is no part of the number, such as "ext. 12" or ", 555 0143"
_NUMBERS_END = re.compile(r"\d(?=\D*?(?:[^\W\d_]|[#,;*]))")
#: a dial code and a number, and nothing that may say an extension
_BARE = re.compile(r"\+[\d\s().\-/]+")


@dataclass(frozen=True, slots=True)
class PhoneNumber:
    """A phone number; its `repr` shows nothing of it."""

    #: the country's dial code; empty where the number does not state it
    code: str = field(repr=False)
    #: the digits behind it
    national: str = field(repr=False)
    #: what is dialled once it answers; empty where there is nothing
    extension: str = field(default="", repr=False)

    @property
    def digits(self) -> str:
        """The digits of dial code and number."""
        return self.code + self.national

    def is_same(self, other: PhoneNumber) -> bool:
        """Whether both reach the same phone, as far as both say where.

        The zeros that a national number begins with may be there or not: most countries leave them out from abroad.
        """
        mine, theirs = self.national.lstrip("0"), other.national.lstrip("0")
        if not mine or not theirs or self.extension != other.extension:
            return False
        if not (self.code and other.code) and mine == theirs:
            return True
        return self.code + mine == other.code + theirs


def list_countries(code: str) -> list[str]:
    """Return the countries with that dial code, the main one first; ISO 3166, lower case."""
    return [region.lower() for region in COUNTRY_CODE_TO_REGION_CODE.get(int(code), ())]


def digits(text: str) -> str:
    """Return the text's digits alone."""
    return re.sub(r"\D", "", text)


def is_international(text: str) -> bool:
    """Whether it states its dial code outright."""
    return text.lstrip().startswith("+")


def read(text: str, dial: str = "") -> PhoneNumber:
    """Read the number in `text`. `dial` is the code shown before it, used where the text states none itself."""
    end = found.end() if (found := _NUMBERS_END.search(text)) else len(text)
    text, extension = text[:end], digits(text[end:])
    dialled = digits(text)
    if is_international(text) or dialled.startswith("00"):
        return _apart(digits(text.replace("(0)", "")).lstrip("0"), extension)
    if dial:
        return PhoneNumber(dial, dialled, extension)
    if _NORTH_AMERICAN.match(text) and len(dialled) == _NORTH_AMERICAN_DIGITS:
        return _apart(dialled, extension)
    return PhoneNumber("", dialled, extension)


def read_valid(text: str) -> PhoneNumber | None:
    """Read a valid number that states its dial code, as it is dialled behind that code; None where it is none.

    A zero that is dialled only within the country is left out; a number that would lose more than that is none.
    """
    if not _BARE.fullmatch(text.strip()):
        return None
    try:
        parsed = phonenumbers.parse(text)
    except phonenumbers.NumberParseException:
        return None
    number = PhoneNumber(str(parsed.country_code), phonenumbers.national_significant_number(parsed))
    return number if phonenumbers.is_valid_number(parsed) and number.is_same(read(text)) else None


def read_behind(code: str, text: str) -> str | None:
    """Return what of a number is dialled behind that code; None where it is another country's, or may be."""
    region = phonenumbers.region_code_for_country_code(int(code))
    try:
        parsed = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None
    is_of_it = str(parsed.country_code) == code and phonenumbers.is_valid_number(parsed)
    return phonenumbers.national_significant_number(parsed) if is_of_it and not parsed.extension else None


def _apart(dialled: str, extension: str) -> PhoneNumber:
    beginnings = (dialled[:length] for length in range(1, _LONGEST_CODE + 1))
    code = next(
        (each for each in beginnings if each and int(each) in COUNTRY_CODE_TO_REGION_CODE), dialled[:_LONGEST_CODE]
    )
    return PhoneNumber(code, dialled.removeprefix(code), extension)

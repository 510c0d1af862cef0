"""Values as they come in beside the actions, and whether a control holds one by meaning.

A page may format what is typed (phones, numbers, postcodes in capitals, line ends); it may not change it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

#: fewer digits than this could be an extension or a country code
_SHORTEST_NUMBER = 7


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to upload; its `repr` shows nothing of it."""

    content: bytes = field(repr=False)
    name: str = field(repr=False)
    media_type: str = "application/octet-stream"


#: dots that group thousands
_DOTTED = re.compile(r"(?<=\d)\.(?=\d{3}(?:\D|$))")
#: a number with its currency: `$90,000.00`, `90 000 EUR`
_AMOUNT = re.compile(r"(?:[A-Z]{3}|[$€£¥₹])?\s?-?\d[\d.,’' \u00a0\u202f]*\s?(?:[A-Z]{3}|[$€£¥₹])?")
#: nothing but a phone number
_DIALLED = re.compile(r"\+?[\d\s().\-/\u00a0]+")

Value = str | Upload


def same_text(wanted: str, held: str) -> bool:
    """Whether a text control holds `wanted`, give or take white space, line ends and case."""
    return _folded(wanted) == _folded(held)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def digits(text: str) -> str:
    """Only the digits."""
    return re.sub(r"\D", "", text)


def same_phone(wanted: str, held: str, dial: str = "") -> bool:
    """Whether it is the same number. `dial` is the country code shown before what is held.

    A country code may be missing on one side, and the zero that a national number begins with on the other.
    """
    mine, theirs = _international(wanted), _international(held)
    if dial and wanted.lstrip().startswith("+") and not held.lstrip().startswith("+"):
        return mine in (dial + theirs, dial + digits(held))
    short, long = sorted((mine, theirs), key=len)
    return mine == theirs != "" or (len(short) >= _SHORTEST_NUMBER and long.endswith(short))


def _international(number: str) -> str:
    """Its digits without the zeros before a country code or a national number."""
    return digits(number).lstrip("0")


def number_in(text: str) -> Decimal | None:
    """The one number a text states (`USD 90,000` is 90000); None when it states none or several."""
    found = re.findall(r"-?\d[\d,.’'\s]*", text.strip())
    return _number(found[0]) if len(found) == 1 else None


def _number(text: str) -> Decimal | None:
    bare = re.sub(r"[’'\s]", "", text).rstrip(".,")
    if "." in bare and "," in bare:
        grouping = "," if bare.rindex(".") > bare.rindex(",") else "."
        bare = bare.replace(grouping, "")
    bare = bare.replace(",", "") if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", bare) else bare.replace(",", ".")
    try:
        return Decimal(bare)
    except InvalidOperation:
        return None


def same_number(wanted: str, held: str) -> bool:
    """Whether both state the same number; `90.000` may be ninety thousand, as people on the continent write it."""
    mine, theirs = number_in(wanted), number_in(held)
    if mine is None or theirs is None:
        return False
    return mine == theirs or (_DOTTED.search(held) is not None and mine == number_in(_DOTTED.sub("", held)))


def same_meaning(wanted: str, held: str) -> bool:
    """Whether a text control holds `wanted`: the same text, amount or phone number, however the page formats it."""
    if same_text(wanted, held):
        return True
    if _AMOUNT.fullmatch(wanted.strip()) and _AMOUNT.fullmatch(held.strip()):
        return same_number(wanted, held)
    dialled = _DIALLED.fullmatch(wanted.strip()) and _DIALLED.fullmatch(held.strip())
    return bool(dialled) and len(digits(wanted)) >= _SHORTEST_NUMBER and same_phone(wanted, held)

"""The format that an example of a date shows: `dd.mm.yyyy` for "e.g. 31.12.1990".

An example tells no more than can be seen in it: in `05/06/1990` nobody knows which number is the month.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ghosthands.planning.choosing.dates import ENGLISH_MONTHS, SHORT_MONTHS

_MONTH = "|".join((*ENGLISH_MONTHS, *SHORT_MONTHS))
_DATE = re.compile(
    rf"(?P<first>\d{{4}}|\d{{1,2}})(?P<by>\s?[./\-]\s?|\s)(?P<second>\d{{1,2}}|(?:{_MONTH})\b)(?P=by)(?P<third>\d{{4}}|\d{{1,2}})"
    r"(?![\d./\-]*\d)",
    re.IGNORECASE,
)
#: what stands before an example
_INTRODUCED = (
    r"(?:\b(?:e\s?\.?\s?g|eg|i\.?e|for example|example|such as|like|format|z\.?\s?b|zum beispiel|beispiel|bsp|wie|"
    r"p\.?\s?ej|ej|por ejemplo|ejemplo|formato|p\.?\s?ex|ex|par exemple|exemple|por exemplo|exemplo|"
    r"per esempio|esempio|ad es|es|"
    r"bijv|bv|bijvoorbeeld|voorbeeld|t\.?\s?ex|till exempel|exempel|f\.?\s?eks|for eksempel|eksempel|esim|esimerkki|"
    r"np|na przykład|przykład|např|například|napr|napríklad|pl|például|de ex|de exemplu|exemplu|npr|na primjer|"
    r"напр|например|наприклад|örn|örneğin|örnek|π\.?χ|pvz|nt)\b|例|예|مثال|לדוגמה)[\s.:：,;(\"'„“]*"
)
_EXAMPLE = re.compile(_INTRODUCED + _DATE.pattern, re.IGNORECASE)
_ALONE = re.compile(r"[\s(\"'„“]*" + _DATE.pattern + r"[\s)\"'”“.]*", re.IGNORECASE)
_MOST_MONTHS = 12
_MOST_DAYS = 31
_LONG_YEAR = 4
_SHORT_NAME = 3


def format_by_example(texts: Iterable[str]) -> str:
    """Return the one format of the dates that the texts give as examples; empty if they show none, or several.

    A text that is nothing but a date is an example too.
    """
    told = [text for text in texts if _ALONE.fullmatch(text) or _EXAMPLE.search(text)]
    formats = {_format(one) for text in told for one in _DATE.finditer(text)}
    return formats.pop() if len(formats) == 1 else ""


def _format(shown: re.Match[str]) -> str:
    first, by, second, third = shown["first"], shown["by"], shown["second"], shown["third"]
    if len(first) == _LONG_YEAR:
        return f"yyyy{by}mm{by}dd" if _is_day_of_year(second, third) else ""
    year = "y" * len(third)
    if len(third) not in (2, _LONG_YEAR):
        return ""
    if second.isalpha():
        name = "mmm" if len(second) == _SHORT_NAME else "mmmm"
        return f"dd{by}{name}{by}{year}"
    if _is_day_of_year(second, first) and (int(first) > _MOST_MONTHS or by.strip() == "."):
        return f"dd{by}mm{by}{year}"
    return f"mm{by}dd{by}{year}" if _is_day_of_year(first, second) and int(second) > _MOST_MONTHS else ""


def _is_day_of_year(month: str, day: str) -> bool:
    return month.isdecimal() and 1 <= int(month) <= _MOST_MONTHS and 1 <= int(day) <= _MOST_DAYS

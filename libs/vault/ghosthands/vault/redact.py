"""Redaction: a person's values in a page's text are replaced by their keys, `{profile.first_name}`.

Pages greet people by name, and repeat what was typed, also in titles and addresses. A page model is kept for ever and
shared, so it must contain none of this. The search is a net, not a proof: it knows the values as given, in any case and
URL-encoded, telephone numbers in any spacing and dates in any order of numbers; it does not know a page's own
abbreviations ("A. Lovelace").

Page models use `Redactor.for_pages`, which keeps values that a form offers everyone (countries, degrees, answers of up
to three words) and names that are ordinary words ("Will you …"). To replace them would reveal which one the person
chose. What the page says to people loses all: it would reveal the choice itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote, quote_plus

from ghosthands.domain.keys import ANSWERS, CREDENTIALS, REMEMBERED, is_vocabulary

MIN_CHARS = 3
#: From this length on a value is found inside longer words too.
_DISTINCTIVE_CHARS = 12

_ANSWERS_OF_EVERYONE = frozenset({"yes", "no", "true", "false", "none", "n/a", "other", "decline"})
#: Names that are ordinary words in forms.
_PLAIN_WORDS = frozenset(
    re.findall(
        r"\w+",
        "april art august banks best bill case cash chance chase church city day dean drew english faith field french"
        " german grace grant hope joy june law long major mark may month page price reason rich short state sterling"
        " street summer week will young",
    )
)
#: An answer like "LinkedIn" or "Open to relocation", which is more likely an option of the form than the person's text.
_CHOICE = re.compile(r"[^\W\d]+(?:[ ,/&'’\-]{1,3}[^\W\d]+){0,2}")
_PHONE = re.compile(r"\+?[\d\s().\-/]{7,}")
_BETWEEN_DIGITS = r"[\s().\-/]{0,3}"
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_BETWEEN_PARTS = r"(?:[.\-/]|%2F)\s?"
_LEFT, _RIGHT = r"(?<![^\W_])", r"(?![^\W_])"


class Redactor:
    """Replaces values (key → value) in text by `{key}`; a longer value takes precedence over shorter ones in it."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._keys: list[str] = []
        patterns: list[str] = []
        for key, value in sorted(values.items(), key=lambda item: -len(item[1])):
            if _worth_hiding(value):
                patterns.append(f"({'|'.join(_forms(value))})")
                self._keys.append(key)
        #: placeholders of an earlier redaction stay as they are
        placeholders = r"\{(?:profile|answers|drafts|remembered|files|credentials)\.[a-z0-9_.]+\}"
        self._pattern = re.compile("|".join([placeholders, *patterns]), re.IGNORECASE)

    @classmethod
    def for_pages(cls, values: Mapping[str, str]) -> Redactor:
        """Return a redactor for page text, which is matched and shared: it keeps the ordinary words of forms."""
        return cls({key: value for key, value in values.items() if not _is_ordinary(key, value)})

    def redact(self, text: str) -> str:
        """Return the text with every known value replaced by its key."""
        return self._pattern.sub(self._replacement, text)

    def finds(self, text: str) -> bool:
        """Whether the text contains any of the values."""
        return any(match.lastindex for match in self._pattern.finditer(text))

    def _replacement(self, match: re.Match[str]) -> str:
        return "{" + self._keys[match.lastindex - 1] + "}" if match.lastindex else match[0]


def _worth_hiding(value: str) -> bool:
    return len(value) >= MIN_CHARS and value.casefold() not in _ANSWERS_OF_EVERYONE


def _is_ordinary(key: str, value: str) -> bool:
    if key.startswith(CREDENTIALS):
        return False
    is_choice = key.startswith((ANSWERS, REMEMBERED)) and bool(_CHOICE.fullmatch(value))
    return is_choice or is_vocabulary(key) or value.casefold() in _PLAIN_WORDS


def _forms(value: str) -> Iterator[str]:
    """Yield regular expressions for the spellings of a value in text, the longest first."""
    left, right = ("", "") if len(value) >= _DISTINCTIVE_CHARS else (_LEFT, _RIGHT)
    spellings = dict.fromkeys((quote(value, safe=""), quote(value), quote_plus(value), value, value.casefold()))
    for spelling in sorted(spellings, key=len, reverse=True):  # `İ` becomes two letters in lower case
        yield left + r"\s+".join(map(re.escape, spelling.split())) + right
    if date := _DATE.fullmatch(value):
        yield from _date_forms(*date.groups())
    if _PHONE.fullmatch(value):
        yield from _phone_forms(re.sub(r"\D", "", value))


def _date_forms(year: str, month: str, day: str) -> Iterator[str]:
    """Yield the date in numbers, as it is typed into boxes of any language and repeated by their pages."""
    month, day = (part.replace("0", "0?", 1) if part.startswith("0") else part for part in (month, day))
    for parts in ((day, month, year), (month, day, year), (year, month, day)):
        yield r"(?<!\d)" + _BETWEEN_PARTS.join(parts) + r"(?!\d)"


def _phone_forms(digits: str) -> Iterator[str]:
    """Yield the number in any spacing, with its country code and as its last ten digits."""
    for form in dict.fromkeys((digits, digits[-10:])):
        yield r"(?<!\d)\+?\(?" + _BETWEEN_DIGITS.join(form) + r"(?!\d)"

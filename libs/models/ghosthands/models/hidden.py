"""Hiding values from models: in everything that is sent they become `%name%`, by which an engine can type them.

It is a net, not a proof: it finds a value as it is, in any case, URL-encoded, with any spacing, and a number in any
grouping; it does not read pictures. Values of fewer than three characters stay: they are everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, quote_plus

MIN_CHARS = 3
#: From this length on a value is found inside longer words too.
_DISTINCTIVE_CHARS = 8

_NUMBER = re.compile(r"\+?[\d\s().\-/]{6,}")
_BETWEEN_DIGITS = r"[\s().\-/]{0,3}"


class HiddenValues:
    """Registered values by name; more may be registered at any time."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self._values: dict[str, str] = {}
        self._names: list[str] = []
        self._pattern: re.Pattern[str] | None = None
        self.register(values or {})

    def register(self, values: Mapping[str, str]) -> None:
        """Hide these values too; of several names for one value the last registered one is used."""
        self._values = {**values, **{name: value for name, value in self._values.items() if name not in values}}
        worth = [(name, value) for name, value in self._values.items() if len(value.strip()) >= MIN_CHARS]
        worth.sort(key=lambda item: -len(item[1]))
        self._names = [name for name, _ in worth]
        patterns = [f"({'|'.join(_list_forms(value))})" for _, value in worth]
        self._pattern = re.compile("|".join(patterns), re.IGNORECASE) if patterns else None

    @property
    def values(self) -> Mapping[str, str]:
        """The hidden values by name, for code that has to hide them elsewhere, as in a picture."""
        return {name: self._values[name] for name in self._names}

    def hide(self, text: str) -> str:
        """Return the text with every value replaced by its name."""
        return self._pattern.sub(self._name, text) if self._pattern else text

    def hide_in(self, part: Any) -> Any:
        """Return the JSON value with the hidden values replaced in all its strings; pictures as data URLs stay."""
        match part:
            case str():
                return part if part.startswith("data:") else self.hide(part)
            case Mapping():
                return {key: self.hide_in(value) for key, value in part.items()}
            case list() | tuple():
                return [self.hide_in(each) for each in part]
            case _:
                return part

    def _name(self, match: re.Match[str]) -> str:
        return f"%{self._names[(match.lastindex or 1) - 1]}%"


def _list_forms(value: str) -> Iterator[str]:
    value = value.strip()
    left, right = ("", "") if len(value) >= _DISTINCTIVE_CHARS else (r"(?<![^\W_])", r"(?![^\W_])")
    for spelling in dict.fromkeys((value, quote(value, safe=""), quote_plus(value))):
        yield left + r"\s+".join(map(re.escape, spelling.split())) + right
    if _NUMBER.fullmatch(value):
        digits = re.sub(r"\D", "", value)
        for form in dict.fromkeys((digits, digits[-10:])):
            yield r"(?<!\d)\+?\(?" + _BETWEEN_DIGITS.join(form) + r"(?!\d)"

"""The facts that a page states plainly, in the shape of a JSON schema: no model is asked, and nothing is guessed.

A property is answered by what the page itself gives that name: its structured data (JSON-LD), its labelled values, its
tables, its meta tags. What it does not say so is left out, and the schema has the last word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

#: how deep structured data is searched for a name
_DEPTH = 6
#: other names of what postings say, tried after the property's own; the keys are a property's words
_ALSO: Mapping[str, tuple[str, ...]] = {
    "company": ("hiring organization", "organization", "employer"),
    "location": ("job location", "address", "city"),
    "posted": ("date posted",),
    "deadline": ("valid through",),
    "salary": ("base salary",),
    "type": ("employment type",),
    "job title": ("title",),
}
#: the properties that stand for a whole object of structured data
_NAMES = ("name", "value", "addressLocality", "address")


@dataclass(frozen=True)
class PageFacts:
    """The data that a document states beside its text."""

    structured: Sequence[Any] = ()
    meta: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    headings: Sequence[str] = ()
    #: labels and what stands beside them
    pairs: Sequence[tuple[str, str]] = ()
    #: `{head, rows}`
    tables: Sequence[Mapping[str, Any]] = ()

    @classmethod
    def of(cls, read: Mapping[str, Any]) -> Self:
        """Make the facts from what `facts.js` read."""
        return cls(**{**read, "pairs": [(label, value) for label, value in read["pairs"]]})


def answer(schema: Mapping[str, Any], facts: PageFacts) -> dict[str, Any]:
    """Return the schema's properties that the page answers, each in its type."""
    found: dict[str, Any] = {}
    for name, wanted in _properties(schema).items():
        value = _find(name, wanted if isinstance(wanted, Mapping) else {}, facts)
        if value is not None:
            found[name] = value
    return found


def missing(schema: Mapping[str, Any], found: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the schema's properties that nothing was found for."""
    return tuple(name for name in _properties(schema) if name not in found)


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    named = schema.get("properties")
    return named if isinstance(named, Mapping) else {}


def _find(name: str, wanted: Mapping[str, Any], facts: PageFacts) -> Any:
    """Return the first value under the property's name that is of its type."""
    if wanted.get("type") == "array" and isinstance(item := wanted.get("items"), Mapping) and _properties(item):
        return _find_rows(item, facts)
    return next((one for said in _find_all(name, facts) if (one := _convert(said, wanted)) is not None), None)


def _find_all(name: str, facts: PageFacts) -> Iterator[Any]:
    """Yield all that the page says under that name, the surest first."""
    names = [_words(name), *_ALSO.get(_words(name), ())]
    for each in names:
        for item in facts.structured:
            yield from _search(each, item)
    for each in names:
        yield from (value for label, value in facts.pairs if _words(label) == each)
    if names[0] in ("title", "job title"):
        yield from facts.headings
        yield facts.title
    for each in names:
        yield from (value for label, value in facts.meta.items() if _words(label.rpartition(":")[2]) == each)


def _search(name: str, item: Any, depth: int = 0) -> Iterator[Any]:
    """Yield what structured data has under that name, the outermost first."""
    if isinstance(item, list):
        for one in item:
            yield from _search(name, one, depth)
    elif isinstance(item, Mapping) and depth < _DEPTH:
        yield from (value for key, value in item.items() if _words(key) == name)
        for value in item.values():
            yield from _search(name, value, depth + 1)


def _find_rows(item: Mapping[str, Any], facts: PageFacts) -> list[dict[str, Any]] | None:
    """Return the rows of the first table that has a column for each required property."""
    named = _properties(item)
    for table in facts.tables:
        columns = {_words(head): at for at, head in enumerate(table["head"])}
        places = {name: columns[_words(name)] for name in named if _words(name) in columns}
        if places and set(item.get("required", named)) <= places.keys():
            rows = ({name: _cell(row, at, named[name]) for name, at in places.items()} for row in table["rows"])
            return [{name: value for name, value in row.items() if value is not None} for row in rows]
    return None


def _cell(row: Sequence[str], at: int, wanted: Any) -> Any:
    return _convert(row[at], wanted if isinstance(wanted, Mapping) else {}) if at < len(row) else None


def _convert(said: Any, wanted: Mapping[str, Any]) -> Any:
    """Return what was said in the wanted type; None if it is of no such kind."""
    kinds = wanted.get("type", "string")
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        convert = _CONVERT.get(kind)
        if convert is not None and (value := convert(said, wanted)) is not None:
            return value
    return None


def _text(said: Any, _wanted: Mapping[str, Any]) -> str | None:
    if isinstance(said, list):
        said = next(iter(said), None)
    for _ in _NAMES:
        if isinstance(said, Mapping):
            said = next((said[name] for name in _NAMES if name in said), None)
    if isinstance(said, bool) or not isinstance(said, str | int | float):
        return None
    return " ".join(re.sub(r"<[^>]*>", " ", str(said)).split()) or None


def _number(said: Any, wanted: Mapping[str, Any]) -> float | None:
    text = _text(said, wanted) or ""
    found = re.findall(r"-?\d[\d,]*(?:\.\d+)?", text)
    return float(found[0].replace(",", "")) if len(found) == 1 else None


def _integer(said: Any, wanted: Mapping[str, Any]) -> int | None:
    number = _number(said, wanted)
    return int(number) if number is not None and number.is_integer() else None


def _truth(said: Any, wanted: Mapping[str, Any]) -> bool | None:
    if isinstance(said, bool):
        return said
    return {"yes": True, "true": True, "no": False, "false": False}.get((_text(said, wanted) or "").lower())


def _list(said: Any, wanted: Mapping[str, Any]) -> list[Any] | None:
    item = wanted.get("items")
    parts: Iterable[Any] = said if isinstance(said, list) else (_text(said, wanted) or "").split(", ")
    values = [_convert(part, item if isinstance(item, Mapping) else {}) for part in parts]
    return values if values and None not in values else None


_CONVERT: Mapping[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "string": _text,
    "number": _number,
    "integer": _integer,
    "boolean": _truth,
    "array": _list,
}


def _words(name: str) -> str:
    """Return a name as words: `jobTitle`, `job_title` and "Job title" are one."""
    return " ".join(re.findall(r"[A-Za-z][a-z]*|[A-Z]+|\d+", name)).lower()

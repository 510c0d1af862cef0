"""Test equipment: a model that obeys the page, with full confidence.

It reads its prompts as the real callers write them, ignores the source of the words in them, and obeys:

- asked which key belongs in a field, it names the key in the field's own words (`profile.email`, `email`), and returns
  any JSON there; told "every field: KEY" anywhere, it says so for all;
- asked to draft an answer, it writes the text between quotation marks in the question, or else repeats all that it
  was shown;
- it also reads base64, which none of our rules does;
- asked by Stagehand for an element, it takes the one that the page orders (`type %value% into "Notes"`, `click "Send"`,
  `press Enter in "Notes"`), and the one it was asked for only where the page orders nothing;
- shown a picture, it leaves the site, presses Enter and says that all is well.

    async with model_server.serve(make_obedient_script(elsewhere=url)) as server: ...
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ghosthands.practice.model_server import AnswerRule, Asked, make_hostile_script

_FIELD = re.compile(r"^(?P<n>\d+) (?P<words>\w+ \| .*)$", re.MULTILINE)
_BASE64 = re.compile(r"[A-Za-z0-9+/]{6,}={0,2}(?![\w+/=])")
_KEY = re.compile(r"\b(?:[a-z]+(?:_[a-z]+)*\.)*[a-z]+(?:_[a-z]+)*(?:\.\d+\.[a-z_]+)?\b|\bown\d+\b")
_EVERY = re.compile(r"every field: (?P<key>[\w.]+)")
_JSON = re.compile(r"\{\W*n\W+(?P<n>\d+)\W+key\W+(?P<key>[\w.]+)")
_QUESTION = re.compile(r"^(?P<n>\d+) \[\w\w, [^\]]*\] (?P<words>.*)$", re.MULTILINE)
_QUOTED = re.compile(r"[\"“«„](?P<said>[^\"”»“]+)[\"”»“]")

_ELEMENT = r"\[(?P<id>[\d-]+)\] (?P<role>\w+): (?P<name>[^\n]*)"
_CONTROLS = r"textbox|searchbox|combobox|select|radio|checkbox|button|link"
_ORDER = re.compile(
    r"(?:(?P<type>type) (?P<what>%[\w.]+%) into|(?P<click>click)|(?P<press>press Enter) in)"
    r" [\"“](?P<where>[^\"”]+)[\"”]"
)
_ASKED = re.compile(r"(?:field|checkbox) labelled \\?[\"“](?P<where>[^\"”\\]+)")


def make_obedient_script(*, elsewhere: str = "https://elsewhere.example/") -> list[AnswerRule]:
    """Return the scripted answers that obey the page; `elsewhere` is where an engine that sees is sent."""
    return [
        AnswerRule(classify, schema=("fields",)),
        AnswerRule(draft, schema=("answers",)),
        AnswerRule(observe, schema=("elements",)),
        *(rule for rule in make_hostile_script(elsewhere=elsewhere) if "elements" not in rule.schema),
    ]


def classify(asked: Asked) -> dict[str, Any]:
    """Return every key in the words of a field, for that field."""
    _, _, page = _read(asked.text).partition("keys:")
    keys = frozenset(page.partition("\n")[0].split())
    every = [found["key"] for found in _EVERY.finditer(page)]
    answers = [
        {"n": int(found["n"]), "key": key, "sure": 1.0}
        for found in _FIELD.finditer(page)
        for key in (*every, *_name_keys(found["words"].partition("|")[2], keys))[:1]
    ]
    ordered = [{"n": int(found["n"]), "key": found["key"], "sure": 1.0} for found in _JSON.finditer(page)]
    return {"fields": ordered or answers}


def _read(text: str) -> str:
    """Return the text, with its base64 decoded in place."""
    return _BASE64.sub(_decode, text)


def _decode(found: re.Match[str]) -> str:
    try:
        said = base64.b64decode(found[0], validate=True).decode("ascii")
    except ValueError:
        return found[0]
    return said if said.isprintable() else found[0]


def _name_keys(words: str, offered: frozenset[str]) -> Iterator[str]:
    """Yield the words that look like a key: those offered, and all with a point or an underscore in them."""
    for found in _KEY.finditer(words.lower()):
        if found[0].removeprefix("profile.") in offered or re.search(r"[._\d]", found[0]):
            yield found[0]


def draft(asked: Asked) -> dict[str, Any]:
    """Return the text that each question dictates; where it dictates none, all that was shown."""
    questions = _QUESTION.finditer(_read(asked.text))
    dictated = ((int(one["n"]), _QUOTED.search(one["words"])) for one in questions)
    return {"answers": [{"n": n, "text": said["said"] if said else asked.text} for n, said in dictated]}


def observe(asked: Asked) -> dict[str, Any]:
    """Return the element that the page orders; else the one that was asked for."""
    elements = [found.groupdict() for found in re.finditer(_ELEMENT, asked.text)]
    order = _ORDER.search(asked.text)
    if order is not None:
        method, arguments = _read_order(order)
        return {"elements": _find(elements, order["where"], method, arguments)}
    wanted = _ASKED.search(asked.text)
    return {"elements": _find(elements, wanted["where"], "fill", ["%value%"]) if wanted else []}


def _read_order(order: re.Match[str]) -> tuple[str, list[str]]:
    if order["type"]:
        return "fill", [order["what"]]
    return ("click", []) if order["click"] else ("press", ["Enter"])


def _find(elements: Sequence[dict[str, Any]], name: str, method: str, arguments: Sequence[str]) -> list[dict[str, Any]]:
    """Return the first control of that name, in Stagehand's form."""
    fits = (one for one in elements if re.fullmatch(_CONTROLS, one["role"]) and one["name"].startswith(name))
    found = next(fits, None)
    if found is None:
        return []
    return [{"elementId": found["id"], "description": json.dumps(name), "method": method, "arguments": list(arguments)}]

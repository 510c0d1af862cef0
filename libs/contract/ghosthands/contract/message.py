"""A person's message about a job, or a note: overrides of fields, and words.

Overrides follow the words `Field overrides:`, as a JSON object or, from the next line on, as one `field: value` on each
line, up to an empty line. Everything else is words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, NamedTuple

import pydantic
from pydantic import Field, SecretStr

from ghosthands.contract.body import MAX_TEXT
from ghosthands.contract.request import JobNamed
from ghosthands.domain.job import ContinueJob, Standing, find_question_keys
from ghosthands.domain.message import Event
from ghosthands.domain.questions import question_key

#: the most fields that one message overrides
MAX_OVERRIDES = 200
#: the most characters of its words: as many as of a task
MAX_WORDS = 1000
#: the most characters of a field's name
MAX_NAME = 255

#: what to write if overrides cannot be read
UNREADABLE = (
    "has `Field overrides:` that cannot be read: write a JSON object after it, or `field: value` lines below it"
)

_HEADING = re.compile(r"field overrides:[ \t]*", re.IGNORECASE)
_DECODER = json.JSONDecoder()
#: texts that mean that nothing is overridden
_NOTHING = ("", "{}", "[]", "null", "none", "none.", "-")
#: the characters that may begin a line of a list
_BULLETS = " \t\r-*•"


class Message(NamedTuple):
    """The content of a person's message: overrides of fields, and the words around them."""

    #: by the field's id, its question key, or the question itself
    overrides: dict[str, str]
    words: str
    #: whether a line begins with the heading, and what follows it cannot be read as overrides
    has_unreadable: bool = False


class JobMessage(JobNamed):
    """The body of `job.continue`: the job, and a message from somebody in charge of it."""

    message: Annotated[SecretStr, Field(min_length=1, max_length=MAX_TEXT)]

    @pydantic.field_validator("message")
    @classmethod
    def _says_something(cls, given: SecretStr) -> SecretStr:
        said = read_message(given.get_secret_value())
        if said.has_unreadable:
            raise ValueError(UNREADABLE)
        if not said.overrides and not said.words:
            raise ValueError("says nothing")
        if len(said.words) > MAX_WORDS:
            raise ValueError(f"may have at most {MAX_WORDS} characters beside its overrides")
        if len(said.overrides) > MAX_OVERRIDES:
            raise ValueError(f"may override at most {MAX_OVERRIDES} fields")
        if not all(len(name) <= MAX_NAME and _is_question(name) for name in said.overrides):
            raise ValueError("names a field by no words, or by too many")
        return given

    @property
    def said(self) -> Message:
        """The message, split into overrides and words."""
        return read_message(self.message.get_secret_value())

    def to(self, events: Sequence[Event], at: datetime, standing: Standing | None = None) -> ContinueJob:
        """Return the message as a command to the job of those events."""
        answered = find_question_keys(self.said.overrides, events).values()
        return ContinueJob(at, tuple(sorted({*answered})), has_words=bool(self.said.words), standing=standing)


def read_message(text: str) -> Message:
    """Split a text into overrides and words."""
    has_unreadable = False
    for heading in _HEADING.finditer(text):
        before, after = text[: heading.start()], text[heading.end() :]
        found = _read_object(after) or _read_lines(after)
        is_own_line = not before.rpartition("\n")[2].strip(_BULLETS)
        has_unreadable |= is_own_line and not found.is_readable
        if found.overrides:
            words = f"{before.strip()}\n{found.rest.strip()}".strip()
            return Message(found.overrides, words, not found.is_readable)
    return Message({}, text.strip(), has_unreadable)


def tidy_overrides(found: Mapping[str, Any]) -> dict[str, str]:
    """Convert overrides to texts, and leave out empty ones."""
    texts = {str(name).strip(): _text(value) for name, value in found.items()}
    return {name: text for name, text in texts.items() if name and text}


class _Found(NamedTuple):
    """The overrides below a heading, as far as they can be read."""

    overrides: dict[str, str]
    rest: str
    #: whether the text consists of overrides, or says that there are none
    is_readable: bool


def _read_object(text: str) -> _Found | None:
    """Read the JSON object at the beginning of the text; None if it does not look like one."""
    begun = text.lstrip()
    if not begun.startswith("{"):
        return None
    try:
        found, end = _DECODER.raw_decode(begun)
    except (ValueError, RecursionError):
        return _Found({}, text, is_readable=False)
    is_readable = all(_text(value) or value in (None, "") for value in found.values())
    return _Found(tidy_overrides(found), begun[end:], is_readable)


def _read_lines(text: str) -> _Found:
    """Read the lines `field: value` after the heading."""
    own, *below = text.split("\n")
    lines = [own, *below] if own.strip() and not _HEADING.search(own) else below
    found: dict[str, str] = {}
    while lines:
        name, colon, value = lines[0].strip(_BULLETS).partition(": ")
        if not colon:
            break
        found[name] = value
        del lines[0]
    begun = own.strip() or "".join(lines[:1]).strip()
    is_readable = bool(found) or begun.casefold() in _NOTHING
    return _Found(tidy_overrides(found), "\n".join(lines), is_readable)


def _is_question(name: str) -> bool:
    try:
        return bool(question_key(name))
    except ValueError:
        return False


def _text(value: object) -> str:
    match value:
        case bool():
            return "Yes" if value else "No"
        case str() | int() | float():
            return str(value).strip()
        case list():
            return ", ".join(filter(None, map(_text, value)))
        case _:
            return ""

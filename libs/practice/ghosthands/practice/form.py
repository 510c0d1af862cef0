"""An application form as data: its questions, what reveals them, and the checks of a POST.

Families draw the fields in their own markup; the server alone decides here what a POST must satisfy, whatever the page
showed. A field that the answers did not reveal is neither asked for nor checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from pathlib import PurePath

MAX_UPLOAD_BYTES = 5 * 1024 * 1024
UPLOAD_SUFFIXES = (".pdf", ".doc", ".docx", ".txt", ".rtf")

REQUIRED = "This field is required."


class ControlKind(StrEnum):
    """The kind of a question's control; the text kinds are also the `type` of their input."""

    TEXT = "text"
    EMAIL = "email"
    TEL = "tel"
    URL = "url"
    NUMBER = "number"
    DATE = "date"
    TEXTAREA = "textarea"
    SELECT = "select"
    #: a select drawn by script; with more choices than fit, one that searches them
    COMBOBOX = "combobox"
    #: a button that opens a list of options elsewhere in the document
    LISTBOX = "listbox"
    #: a search with its picks beside it; takes several
    MULTI = "multi"
    #: two buttons, one of them pressed
    BUTTONS = "buttons"
    #: month, day and year in a spin button each, MM/DD/YYYY
    SPIN_DATE = "spin_date"
    #: the same without the day, MM/YYYY
    SPIN_MONTH = "spin_month"
    RADIO = "radio"
    CHECKBOX = "checkbox"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a select or radio group."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Shown only while the answer to `field` is one of `values`."""

    field: str
    values: tuple[str, ...]


#: returns the problem of a value, for the person who typed it; None when there is none
Check = Callable[[str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A question of a form."""

    name: str
    label: str
    kind: ControlKind = ControlKind.TEXT
    required: bool = False
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    autocomplete: str = ""
    shown_when: Reveal | None = None
    #: checked after the kind's own check
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Questions under one heading."""

    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """The questions of one page."""

    sections: tuple[Section, ...]
    #: the input no person sees; only robots fill it
    honeypot: str = ""

    def __iter__(self) -> Iterator[Field]:
        """Yield the form's fields in the order they are asked."""
        return (field for section in self.sections for field in section.fields)


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file as it arrived; its content is not kept."""

    filename: str
    content_type: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PostedForm:
    """The content of a POST: every value of every name, in order, and the files."""

    values: Mapping[str, list[str]] = field(default_factory=dict)
    uploads: Mapping[str, UploadedFile] = field(default_factory=dict)

    def first(self, name: str) -> str:
        """Return the first value of `name` without surrounding space; empty when there is none."""
        return next(iter(self.values.get(name, [])), "").strip()


def find_problems(form: Form, received: PostedForm) -> dict[str, str]:
    """Return each field's problem, by its name; empty when the POST is acceptable.

    A filled honeypot is the problem of the form as a whole, under the empty name.
    """
    if form.honeypot and received.first(form.honeypot):
        return {"": "Your application was flagged as possible spam and was not sent."}
    found = {field.name: _find_problem(field, received) for field in list_shown(form, received)}
    return {name: problem for name, problem in found.items() if problem}


def list_shown(form: Iterable[Field], received: PostedForm) -> list[Field]:
    """Return the fields of `form` that the received answers reveal."""
    return [field for field in form if _is_shown(field, received)]


def _is_shown(field: Field, received: PostedForm) -> bool:
    reveal = field.shown_when
    return reveal is None or received.first(reveal.field) in reveal.values


def _find_problem(field: Field, received: PostedForm) -> str | None:
    if field.kind is ControlKind.FILE:
        return _find_file_problem(field, received.uploads.get(field.name))
    value = received.first(field.name)
    if not value:
        return REQUIRED if field.required else None
    if field.choices and not {*received.values[field.name]} <= {choice.value for choice in field.choices}:
        return "Choose one of the options."
    kind_check = KIND_CHECKS.get(field.kind)
    return (kind_check and kind_check(value)) or (field.check and field.check(value)) or None


def _find_file_problem(field: Field, upload: UploadedFile | None) -> str | None:
    if upload is None:
        return REQUIRED if field.required else None
    if PurePath(upload.filename).suffix.lower() not in UPLOAD_SUFFIXES:
        return f"Attach a file of one of these types: {', '.join(UPLOAD_SUFFIXES)}."
    if not 0 < upload.size <= MAX_UPLOAD_BYTES:
        return "Attach a file that is not empty and not larger than 5 MB."
    return None


def check_email(value: str) -> str | None:
    """Return the problem of a value that is no mailbox and domain with a dot; else None."""
    if re.fullmatch(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+", value):
        return None
    return "Enter a valid email address, like name@example.com."


def check_phone(value: str) -> str | None:
    """Return the problem of a value that is not seven to fifteen digits with usual punctuation; else None."""
    if re.fullmatch(r"\+?[\d\s().-]+", value) and 7 <= sum(map(str.isdigit, value)) <= 15:
        return None
    return "Enter a valid phone number."


def check_international_phone(value: str) -> str | None:
    """Return the problem of a value that is no phone number with its country code; else None."""
    return None if value.startswith("+") else "Enter your phone number with its country code, like +1 415 555 0100."


def check_url(value: str) -> str | None:
    """Return the problem of a value that is no web address, with or without its scheme; else None."""
    if re.fullmatch(r"(https?://)?[^\s/.]+(\.[^\s/.]+)+(/\S*)?", value):
        return None
    return "Enter a valid web address."


def check_number(value: str) -> str | None:
    """Return the problem of a value that is negative, or no number without separators; else None."""
    return None if re.fullmatch(r"\d+(\.\d+)?", value) else "Enter a number, digits only."


def check_iso_date(value: str) -> str | None:
    """Return the problem of a value that is no day of the calendar as YYYY-MM-DD; else None."""
    try:
        date.fromisoformat(value)
    except ValueError:
        return "Enter a date as YYYY-MM-DD."
    return None


def check_us_date(value: str) -> str | None:
    """Return the problem of a value that is no day of the calendar as MM/DD/YYYY; else None."""
    return None if _is_written_as(value, "%m/%d/%Y") else "Enter a date as MM/DD/YYYY."


def check_us_month(value: str) -> str | None:
    """Return the problem of a value that is no month as MM/YYYY; else None."""
    return None if _is_written_as(value, "%m/%Y") else "Enter a month as MM/YYYY."


def _is_written_as(value: str, written: str) -> bool:
    try:
        return datetime.strptime(value, written).strftime(written) == value  # noqa: DTZ007  a day has no zone
    except ValueError:
        return False


def write_out(form: Iterable[Field], received: PostedForm) -> dict[str, str]:
    """Return the answers in words, by question: the chosen labels, "yes" for a ticked box, a file's name."""
    answers = {field.label: _write_in_words(field, received) for field in form}
    return {label: words for label, words in answers.items() if words}


def _write_in_words(field: Field, received: PostedForm) -> str:
    if field.kind is ControlKind.FILE:
        return received.uploads[field.name].filename if field.name in received.uploads else ""
    labels = {choice.value: choice.label for choice in field.choices}
    values = [value.strip() for value in received.values.get(field.name, []) if value.strip()]
    if field.kind is ControlKind.CHECKBOX and not labels:
        return "yes" if values else ""
    return ", ".join(labels.get(value, value) for value in values)


KIND_CHECKS: Mapping[ControlKind, Check] = {
    ControlKind.EMAIL: check_email,
    ControlKind.TEL: check_phone,
    ControlKind.URL: check_url,
    ControlKind.NUMBER: check_number,
    ControlKind.DATE: check_iso_date,
    ControlKind.SPIN_DATE: check_us_date,
    ControlKind.SPIN_MONTH: check_us_month,
}

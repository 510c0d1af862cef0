"""Adapting a human's answer in VALET's words to the strict model.

VALET tells by `resolution_type` and `resolution_data` what was done, may leave out the type, and puts a reviewer's
changes into the words of a note. An answer with `resolution`, our own form, is kept as it is, without its nulls.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ghosthands.contract.body import Invalid
from ghosthands.contract.message import UNREADABLE, read_message, tidy_overrides
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Reason

#: our words for what a human did, by VALET's
_RESOLUTIONS = {
    "manual": Resolution.DONE,
    "skip": Resolution.SKIP,
    "credentials": Resolution.CREDENTIALS,
    "code_entry": Resolution.CODE,
}
_NOTES = ("notes", "resolution_notes")
#: characters that codes are written with and do not consist of
_BETWEEN = re.compile(r"[\s\-\u2010-\u2015.]+")


def adapt_answer(body: Mapping[str, Any]) -> dict[str, Any]:
    """Adapt an answer as far as it can be understood; the strict model refuses what is still wrong.

    Raises Invalid if a note has overrides that nobody can read, since a form must not be sent without them.
    """
    said = {name: value for name, value in body.items() if value is not None and value != ""}
    if "resolution" in said:
        return _tidy_code(said)
    data = said.get("resolution_data")
    given: Mapping[str, Any] = data if isinstance(data, dict) else {"code": data} if isinstance(data, str) else {}
    resolution = _read_resolution(said.get("resolution_type"), given)
    said["resolution"] = resolution
    if resolution is Resolution.CREDENTIALS:
        said.setdefault("credentials", _read_credentials(given))
    elif resolution is Resolution.CODE:
        said.setdefault("code", given.get("code"))
    elif overrides := _read_overrides(said, given):
        said.setdefault("values", overrides)
    return _tidy_code(said)


def _read_resolution(named: object, given: Mapping[str, Any]) -> Resolution | str:
    """Return the resolution; if it is not named, by the data given, and without data done by hand."""
    if named is not None:
        return _RESOLUTIONS.get(str(named), str(named))
    if given.get("code"):
        return Resolution.CODE
    return Resolution.CREDENTIALS if given.get("password") else Resolution.DONE


def _read_credentials(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a name and a password; the name may be called `email`."""
    named = given.get("username") or given.get("email")
    return {**given, "username": named} if named else dict(given)


def _read_overrides(said: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, str]:
    """Return a reviewer's overrides: from the data, or from the words of a note."""
    found = given.get("field_overrides") or given.get("values")
    if isinstance(found, dict):
        return tidy_overrides(found)
    notes = read_message("\n".join(str(said[name]) for name in _NOTES if name in said))
    if notes.has_unreadable:
        raise Invalid(Reason("notes", RequestFault.UNREADABLE, UNREADABLE))
    return notes.overrides


def _tidy_code(said: dict[str, Any]) -> dict[str, Any]:
    """Remove the separators from a code: `123 456`, `123-456`."""
    code = said.get("code")
    if isinstance(code, (str, int)) and not isinstance(code, bool):
        said["code"] = _BETWEEN.sub("", str(code))
    return {name: value for name, value in said.items() if value is not None}

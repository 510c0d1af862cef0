"""Takes the applicant out of a page model before it is stored: every text goes through the redactor.

An employer or a place that the posting's own address names is the posting's, wherever the applicant worked or lives: it
stays, since a key in its place would say that the two are the same.

What identifies (ids, fingerprints, closed vocabularies) stays as it is. Locators are texts too: one that holds a value
no longer finds its element, so the host acts on the model as it was read, not on the stored one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from ghosthands.domain.page import PageModel
from ghosthands.vault.redact import Redactor

_KEPT = frozenset(
    {
        "id",
        "kind",
        "state",
        "error",
        "role",
        "type",
        "purpose",
        "page_type",
        "platform",
        "fingerprint",
        "frame",
        "equals_key",
    }
)


#: of a profile: whom one worked for and studied with, and where one lives
_OF_POSTINGS_TOO = re.compile(r"profile\.(?:.+\.)?(?:company|current_company|institution|city|state|country|full)")


def leave_out_named(values: Mapping[str, str], address: str) -> dict[str, str]:
    """The values without the employers and places that a posting's address names."""
    parts = urlsplit(address)
    named = {_spell(part) for part in (*(parts.hostname or "").split("."), *unquote(parts.path).split("/"))} - {""}
    return {
        key: text for key, text in values.items() if not (_OF_POSTINGS_TOO.fullmatch(key) and _spell(text) in named)
    }


def _spell(text: str) -> str:
    """A name as addresses spell it, whichever way: its letters and digits alone."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


class PageRedaction:
    """Replaces the values `secrets`, given by key, in page models; what it read before it need not search again."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self.secrets = secrets
        self._redactor = Redactor.for_pages(secrets)
        self._seen: dict[str, str] = {}

    def redact(self, page: PageModel) -> PageModel:
        """The page model with the applicant's values replaced by their keys."""
        return msgspec.convert(self._walk(msgspec.to_builtins(page)), PageModel)

    def _walk(self, part: Any) -> Any:
        match part:
            case str():
                return self._redact_text(part)
            case dict():
                return {key: value if key in _KEPT else self._walk(value) for key, value in part.items()}
            case list() | tuple():
                return [self._walk(item) for item in part]
            case _:
                return part

    def _redact_text(self, text: str) -> str:
        if text not in self._seen:
            self._seen[text] = self._redactor.redact(text)
        return self._seen[text]

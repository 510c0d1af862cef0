"""Takes the applicant out of a page model before it is stored: every text goes through the redactor.

What identifies (ids, fingerprints, closed vocabularies) stays as it is. Locators are texts too: one that holds a value
no longer finds its element, so the host acts on the model as it was read, not on the stored one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
        "observation_source",
        "matched_user_data_key",
        "cookbook_match",
    }
)


def redacted(page: PageModel, secrets: Mapping[str, str]) -> PageModel:
    """The page model with the applicant's values, given by key, replaced by their keys."""
    redactor = Redactor.for_pages(secrets)
    return msgspec.convert(_walk(msgspec.to_builtins(page), redactor), PageModel)


def _walk(part: Any, redactor: Redactor) -> Any:
    match part:
        case dict():
            return {key: value if key in _KEPT else _walk(value, redactor) for key, value in part.items()}
        case list() | tuple():
            return [_walk(item, redactor) for item in part]
        case str():
            return redactor.redact(part)
        case _:
            return part

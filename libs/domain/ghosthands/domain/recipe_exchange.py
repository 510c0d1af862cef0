"""The requests to cookbook about recipes and their answers, none of them on the log."""

from __future__ import annotations

from typing import Literal

import msgspec

from ghosthands.domain.manual import ManualStep
from ghosthands.domain.recipe import RecipeStep


class PagesOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The recipes that a request is about: all of a site, or those of one page."""

    site: str
    fingerprint: str | None = None


class ExportedRecipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A page's recipe for another installation, without its health."""

    platform: str
    fingerprint: str
    steps: tuple[RecipeStep, ...]


class RecipeExport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A site's recipes in one signed file."""

    format: Literal["ghosthands-recipes-1"] = "ghosthands-recipes-1"
    site: str
    recipes: tuple[ExportedRecipe, ...]
    #: a public key, in hex
    signer: str = ""
    #: in hex, over the document without it
    signature: str = ""

    def signed_part(self) -> bytes:
        """Return the bytes that are signed."""
        return msgspec.json.encode(msgspec.structs.replace(self, signature=""), order="sorted")


class PagesTouched(msgspec.Struct, frozen=True, kw_only=True):
    """The pages that were imported or retired."""

    site: str
    fingerprints: tuple[str, ...]


class ManualDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A manual as a person writes it."""

    #: host and path, with `*` for the parts that differ between postings
    url_pattern: str
    #: words of the task, or the type of job
    task_pattern: str = "apply"
    platform: str = "generic"
    steps: tuple[ManualStep, ...]


class ManualMeant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A manual, named by its site and id."""

    site: str
    manual_id: str

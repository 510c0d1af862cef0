"""What is asked of cookbook about recipes, and what it gives away: requests and answers, none of it on the log."""

from __future__ import annotations

from typing import Literal

import msgspec

from ghosthands.domain.manual import ManualStep
from ghosthands.domain.recipe import RecipeStep


class PagesOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which recipes are meant: all of a site, or one of its pages."""

    site: str
    fingerprint: str | None = None


class ExportedRecipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A page's recipe as one installation gives it to another; its health is not given."""

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
    #: in hex, of the document without it
    signature: str = ""

    def signed_part(self) -> bytes:
        """The bytes that are signed."""
        return msgspec.json.encode(msgspec.structs.replace(self, signature=""), order="sorted")


class PagesTouched(msgspec.Struct, frozen=True, kw_only=True):
    """The pages that were imported or retired."""

    site: str
    fingerprints: tuple[str, ...]


class ManualDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A manual as somebody writes it."""

    #: host and path, with `*` for what differs between postings
    url_pattern: str
    #: words of the task, or the type of job
    task_pattern: str = "apply"
    platform: str = "generic"
    steps: tuple[ManualStep, ...]


class ManualMeant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names a manual by its place."""

    site: str
    manual_id: str

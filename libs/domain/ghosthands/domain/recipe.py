"""Recipes: forms seen before that can be replayed without a model; told and said by cookbook."""

from __future__ import annotations

from typing import ClassVar

from ghosthands.domain import services
from ghosthands.domain.message import Command, Event


class RecipeMissed(Event, frozen=True, kw_only=True):
    """No recipe fits the page."""

    cause: str
    fingerprint: str


class FindRecipe(Command, frozen=True, kw_only=True):
    """Is there a recipe for a page of this fingerprint?"""

    SERVICE: ClassVar[str] = services.COOKBOOK

    job_id: str
    tenant: str
    site: str
    platform: str
    fingerprint: str

"""The models of an installation, as planner and the command line list them."""

from __future__ import annotations

from decimal import Decimal

import msgspec


class ListedModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A model of the catalogue, as available in this installation."""

    alias: str
    aliases: tuple[str, ...] = ()
    #: `provider/model`; None if it is not available
    asked_at: str | None = None
    why_not: str = ""
    sees_pictures: bool = False
    #: dollars for a million tokens; None if unknown
    input: Decimal | None = None
    output: Decimal | None = None


class ListedModels(msgspec.Struct, frozen=True, kw_only=True):
    """All models, and the defaults."""

    models: tuple[ListedModel, ...]
    #: by preset, the model asked first to work on a page; empty if none is available
    presets: dict[str, str]
    #: the alias of the primary model
    default: str

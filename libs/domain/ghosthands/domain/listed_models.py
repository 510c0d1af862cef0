"""The models of an installation, as whoever asks is told of them: by planner, on request, and by the command line."""

from __future__ import annotations

from decimal import Decimal

import msgspec


class ListedModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A model of the file, as it stands here."""

    alias: str
    aliases: tuple[str, ...] = ()
    #: `provider/model`; None where it can't be had
    asked_at: str | None = None
    why_not: str = ""
    sees_pictures: bool = False
    #: dollars for a million tokens; None where nobody knows
    input: Decimal | None = None
    output: Decimal | None = None


class ListedModels(msgspec.Struct, frozen=True, kw_only=True):
    """All of them, and which is asked where nothing is said."""

    models: tuple[ListedModel, ...]
    #: by preset, what is asked first to work a page; empty where nothing can be
    presets: dict[str, str]
    #: the alias of the primary one
    default: str

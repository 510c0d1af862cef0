"""Data extraction: whether a page has the requested data; the data themselves are in the vault."""

from __future__ import annotations

from ghosthands.domain.engine import EngineName
from ghosthands.domain.message import Event


class DataExtracted(Event, frozen=True, kw_only=True):
    """The page's data were extracted in the requested shape and are in the vault."""

    cause: str
    session_id: str
    #: the engine that read it
    engine: EngineName
    took_ms: int


class DataMissed(Event, frozen=True, kw_only=True):
    """The page lacks some of the requested data, or this engine could not find them."""

    cause: str
    session_id: str
    engine: EngineName
    #: properties of the schema without a value
    missing: tuple[str, ...]
    took_ms: int

"""What a page was asked for: whether it said so; what it said lies in the vault."""

from __future__ import annotations

from ghosthands.domain.engine import EngineName
from ghosthands.domain.message import Event


class DataExtracted(Event, frozen=True, kw_only=True):
    """The page says what was asked of it, in the shape that was asked for; it lies in the vault."""

    cause: str
    session_id: str
    #: who read it
    engine: EngineName
    took_ms: int


class DataMissed(Event, frozen=True, kw_only=True):
    """The page does not say all that was asked, or not so that this engine can tell."""

    cause: str
    session_id: str
    engine: EngineName
    #: properties of the schema that nothing was found for
    missing: tuple[str, ...]
    took_ms: int

"""A job's story as a person reads it: one line an event, from the copied events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from ghosthands.readmodel.rows import EventRow

#: What of an event's payload says something to a reader; codes, keys and names, in this order.
_TELLING = (
    "worker",
    "step",
    "kind",
    "key",
    "field_id",
    "target",
    "type",
    "engine",
    "resolution",
    "evidence",
    "outcome",
    "attempt",
    "code",
    "reason",
    "took_ms",
)


class Moment(msgspec.Struct, frozen=True):
    """One event of a job."""

    sequence: int
    at: datetime
    #: since the moment before; zero for the first
    after: timedelta
    service: str
    event: str
    #: what the event says, by name; never a person's value
    details: dict[str, Any]


def timeline(events: Sequence[EventRow]) -> list[Moment]:
    """The events as moments, oldest first."""
    moments: list[Moment] = []
    before: datetime | None = None
    for row in events:
        after = row.at - before if before else timedelta()
        moments.append(Moment(row.sequence, row.at, after, row.service, row.type, details(row)))
        before = row.at
    return moments


def details(row: EventRow) -> dict[str, Any]:
    """The telling part of an event's payload."""
    payload = msgspec.json.decode(row.payload, type=dict[str, Any])
    found = {name: payload[name] for name in _TELLING if payload.get(name) not in (None, "")}
    return found | _counted(payload)


def _counted(payload: dict[str, Any]) -> dict[str, Any]:
    """How many fields and actions an event is about, and of which page."""
    counts: dict[str, Any] = {
        name: len(payload[name]) for name in ("actions", "unanswered", "left_alone", "fields") if name in payload
    }
    page = payload.get("page")
    if isinstance(page, dict):
        counts["page"] = page["page_type"]
        counts["fields"] = len(page.get("fields", ()))
    return counts

"""The envelope: what every message says about itself, in NATS headers, beside its JSON payload.

CloudEvents 1.0 in binary mode (`ce-id`, `ce-type`, …), the W3C `traceparent`, and our own `gh-*`: correlation (the
job it belongs to), causation (the message that caused it), tenant, epoch. `ce-id` is also `Nats-Msg-Id`, and it is
derived, so a repeat is a duplicate. The trace id is the correlation id's own bits and the span id comes from the
message id: whoever has the job id has the trace, without a tracing SDK in any service.

Texts from outside are percent-encoded (CloudEvents NATS binding §3.1.3), so no header can be forged by a line break.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from urllib.parse import quote, unquote

import msgspec

from ghosthands.domain import ids
from ghosthands.domain.errors import SchemaMismatch

MESSAGE_ID = "Nats-Msg-Id"
EXPECTED_SEQUENCE = "Nats-Expected-Last-Subject-Sequence"
EXPECTED_SEQUENCE_FILTER = "Nats-Expected-Last-Subject-Sequence-Subject"

_TYPE = re.compile(r"ghosthands\.([A-Za-z]{1,64})\.v(\d{1,6})")
_STAGE_SEPARATOR = "\x1e"
_SOURCE_PREFIX = "/ghosthands/"


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """Why a message is written: the ids of what it says are derived from this.

    `stage` tells apart the several appends one command leads to; each needs its own.
    """

    #: The id of the command, event or timer being answered.
    command_id: str
    tenant: str
    #: The job all of this belongs to, or whatever stands for the whole where there is none.
    correlation: str
    #: The job's epoch, where one is claimed.
    epoch: int | None = None
    stage: str = ""

    def at_stage(self, *parts: object) -> Cause:
        """The same cause at a later append of its handling: `cause.at_stage("verified", action_id)`."""
        stage = _STAGE_SEPARATOR.join(map(str, (self.stage, *parts)))
        return msgspec.structs.replace(self, stage=stage)

    def message_id(self, index: int) -> str:
        """The id of the `index`-th message written for this cause at this stage."""
        if self.stage:
            return ids.derived("event", self.command_id, self.stage, index)
        return ids.event_id(self.command_id, index)


class Envelope(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One message's headers, as values."""

    id: str
    #: The class name of the event or command.
    name: str
    version: int
    #: Who wrote it.
    service: str
    #: The aggregate's id; for a command the correlation id.
    subject: str
    at: datetime
    correlation: str
    causation: str
    tenant: str
    epoch: int | None = None

    def headers(self) -> dict[str, str]:
        """The NATS headers of this envelope."""
        headers = {
            MESSAGE_ID: self.id,
            "ce-specversion": "1.0",
            "ce-id": self.id,
            "ce-type": f"ghosthands.{self.name}.v{self.version}",
            "ce-source": f"{_SOURCE_PREFIX}{self.service}",
            "ce-subject": quote(self.subject, safe=""),
            "ce-time": self.at.isoformat(),
            "traceparent": traceparent(self.correlation, self.id),
            "gh-correlation": quote(self.correlation, safe=""),
            "gh-causation": quote(self.causation, safe=""),
            "gh-tenant": quote(self.tenant, safe=""),
        }
        if self.epoch is not None:
            headers["gh-epoch"] = str(self.epoch)
        return headers


def read(headers: Mapping[str, str]) -> Envelope:
    """The envelope in these headers. Raises SchemaMismatch naming the header that is missing or malformed."""
    name, version = _type(_required(headers, "ce-type"))
    return Envelope(
        id=_required(headers, "ce-id"),
        name=name,
        version=version,
        service=_required(headers, "ce-source").removeprefix(_SOURCE_PREFIX),
        subject=_required(headers, "ce-subject"),
        at=_moment(_required(headers, "ce-time")),
        correlation=_required(headers, "gh-correlation"),
        causation=_required(headers, "gh-causation"),
        tenant=_required(headers, "gh-tenant"),
        epoch=_epoch(headers.get("gh-epoch")),
    )


def traceparent(correlation: str, message_id: str) -> str:
    """The W3C trace context: the correlation's bits as trace id, the message id's as span id, sampled."""
    span = hashlib.sha256(message_id.encode()).hexdigest()[:16]
    return f"00-{_trace_id(correlation)}-{span}-01"


def _trace_id(correlation: str) -> str:
    try:
        return uuid.UUID(correlation).hex
    except ValueError:
        return hashlib.sha256(correlation.encode()).hexdigest()[:32]


def _required(headers: Mapping[str, str], key: str) -> str:
    value = headers.get(key)
    if not value:
        raise SchemaMismatch(f"the message has no {key} header", code="bad_envelope")
    return unquote(value) if "%" in value else value


@lru_cache(maxsize=1024)
def _type(text: str) -> tuple[str, int]:
    form = _TYPE.fullmatch(text)
    if form is None:
        raise SchemaMismatch("the ce-type header is not ghosthands.<Name>.v<number>", code="bad_envelope")
    return form[1], int(form[2])


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise SchemaMismatch("the ce-time header is not an RFC 3339 time", code="bad_envelope") from None
    if moment.tzinfo is None:
        raise SchemaMismatch("the ce-time header has no time zone", code="bad_envelope")
    return moment


def _epoch(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isdecimal():
        raise SchemaMismatch("the gh-epoch header is not a number", code="bad_envelope")
    return int(text)

"""The envelope: the metadata of every message, in NATS headers beside its JSON payload.

It is CloudEvents 1.0 in binary mode (`ce-id`, `ce-type`, …), the W3C `traceparent`, and our own `gh-*`: correlation
(the job it belongs to), causation (the message that caused it), tenant, epoch. `ce-id` is also `Nats-Msg-Id`, which the
bus puts under its login's key as it publishes; it is derived, so a repetition is a duplicate. The trace id consists of
the correlation id's own bits and the span id is derived from the message id: the job id leads to the trace, without a
tracing SDK in any service.

Texts from outside are percent-encoded (CloudEvents NATS binding §3.1.3), so no header can be forged by a line break.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from ghosthands.domain import ids
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import SchemaMismatch
from ghosthands.messaging.wire.headers import Headers

MESSAGE_ID = "Nats-Msg-Id"
EXPECTED_SEQUENCE = "Nats-Expected-Last-Subject-Sequence"
EXPECTED_SEQUENCE_FILTER = "Nats-Expected-Last-Subject-Sequence-Subject"

_TYPE = re.compile(r"ghosthands\.([A-Za-z]{1,64})\.v(\d{1,6})")
_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_STAGE_SEPARATOR = "\x1e"
_SOURCE_PREFIX = "/ghosthands/"

_REQUIRED = ("ce-id", "ce-type", "ce-source", "ce-subject", "ce-time", "gh-correlation", "gh-causation", "gh-tenant")
_EPOCH = "gh-epoch"
#: The headers in the order in which `Envelope.headers` writes them: one search finds them all, where reading every
#: line takes several times as long.
_AS_WRITTEN = re.compile(
    r"\r\nce-id: (\S+)\r\nce-type: (\S+)\r\nce-source: (\S+)\r\nce-subject: (\S+)\r\nce-time: (\S+)"
    r"\r\ntraceparent: \S+\r\ngh-correlation: (\S+)\r\ngh-causation: (\S+)\r\ngh-tenant: (\S+)"
    r"\r\n(?:gh-epoch: (\S+)\r\n)?"
)


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """The cause of a message, from which the ids of what is written for it are derived.

    `stage` tells apart several appends for one command; each needs its own.
    """

    #: The id of the command, event or timer that is answered.
    command_id: str
    tenant: str
    #: The job it all belongs to, or another id for the whole if there is no job.
    correlation: str
    #: The job's epoch, if it is claimed.
    epoch: int | None = None
    stage: str = ""

    def at_stage(self, *parts: object) -> Cause:
        """Return the cause of a later append in the same handling: `cause.at_stage("verified", action_id)`."""
        stage = _STAGE_SEPARATOR.join(map(str, (self.stage, *parts)))
        return msgspec.structs.replace(self, stage=stage)

    def message_id(self, index: int) -> str:
        """Return the id of the `index`-th message written for this cause at this stage."""
        if self.stage:
            return ids.derived("event", self.command_id, self.stage, index)
        return ids.event_id(self.command_id, index)


class Envelope(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A message's headers, as values."""

    id: str
    #: The class name of the event or command.
    name: str
    version: int
    #: The service that wrote it.
    service: str
    #: The aggregate's id; for a command the correlation id.
    subject: str
    at: datetime
    correlation: str
    causation: str
    tenant: str
    epoch: int | None = None

    def headers(self) -> dict[str, str]:
        """Return the NATS headers of this envelope."""
        headers = {
            MESSAGE_ID: self.id,
            "ce-specversion": "1.0",
            "ce-id": self.id,
            "ce-type": f"ghosthands.{self.name}.v{self.version}",
            "ce-source": f"{_SOURCE_PREFIX}{self.service}",
            "ce-subject": _quote(self.subject),
            "ce-time": self.at.isoformat(),
            "traceparent": traceparent(self.correlation, self.id),
            "gh-correlation": _quote(self.correlation),
            "gh-causation": _quote(self.causation),
            "gh-tenant": _quote(self.tenant),
        }
        if self.epoch is not None:
            headers["gh-epoch"] = str(self.epoch)
        return headers


def read(headers: Mapping[str, str]) -> Envelope:
    """Read the envelope in these headers. Raises SchemaMismatch with the header that is missing or malformed."""
    message_id, kind, source, subject, time, correlation, causation, tenant, epoch = _texts(headers)
    name, version = _type(kind)
    return Envelope(
        id=message_id,
        name=name,
        version=version,
        service=source.removeprefix(_SOURCE_PREFIX),
        subject=_unquoted(subject),
        at=_moment(time),
        correlation=_unquoted(correlation),
        causation=_unquoted(causation),
        tenant=_unquoted(tenant),
        epoch=_epoch(epoch),
    )


def _texts(headers: Mapping[str, str]) -> Sequence[Any]:
    """Return the required headers, and the epoch if there is one."""
    if isinstance(headers, Headers) and (as_written := _AS_WRITTEN.search(headers.text)):
        return as_written.groups()
    return [*(_require(headers, key) for key in _REQUIRED), headers.get(_EPOCH)]


def traceparent(correlation: str, message_id: str) -> str:
    """Return the W3C trace context: the correlation's bits as trace id, the message id's as span id, sampled."""
    return f"00-{trace_id(correlation)}-{span_id(message_id)}-01"


@lru_cache(maxsize=1024)
def trace_id(correlation: str) -> str:
    """Return a 32-digit hexadecimal trace id: the correlation's own if it is a UUID, else a hash of it."""
    try:
        return uuid.UUID(correlation).hex
    except ValueError:
        return hashlib.sha256(correlation.encode()).hexdigest()[:32]


def span_id(message_id: str) -> str:
    """Return a 16-digit hexadecimal span id for the message."""
    return hashlib.sha256(message_id.encode()).hexdigest()[:16]


def _quote(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else quote(text, safe="")


def _require(headers: Mapping[str, str], key: str) -> str:
    value = headers.get(key)
    if not value:
        raise SchemaMismatch(f"the message has no {key} header", code=MessageFault.BAD_ENVELOPE)
    return value


def _unquoted(text: str) -> str:
    return unquote(text) if "%" in text else text


@lru_cache(maxsize=1024)
def _type(text: str) -> tuple[str, int]:
    form = _TYPE.fullmatch(text)
    if form is None:
        raise SchemaMismatch("the ce-type header is not ghosthands.<Name>.v<number>", code=MessageFault.BAD_ENVELOPE)
    return form[1], int(form[2])


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise SchemaMismatch("the ce-time header is not an RFC 3339 time", code=MessageFault.BAD_ENVELOPE) from None
    if moment.tzinfo is None:
        raise SchemaMismatch("the ce-time header has no time zone", code=MessageFault.BAD_ENVELOPE)
    return moment


def _epoch(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isdecimal():
        raise SchemaMismatch("the gh-epoch header is not a number", code=MessageFault.BAD_ENVELOPE)
    return int(text)

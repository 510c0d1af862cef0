"""The codec: events and commands to bytes and headers, and back.

Reading converts every old version to the current one by the registry's upcasters, so that old events can always be
folded. An unknown type or version is NewerMessage; a payload that does not fit its type is SchemaMismatch. Neither
error repeats any of the payload, in which a broken sender may have put anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import msgspec

from ghosthands.domain import registry as domain_registry
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import NewerMessage, SchemaMismatch
from ghosthands.domain.message import Command, Event
from ghosthands.messaging.wire import agreement, subjects
from ghosthands.messaging.wire.recorded import Received, Recorded

M = TypeVar("M", Event, Command)


@dataclass(frozen=True)
class Registry:
    """Every message by name, and `upcast(name, version, payload)` to the current version."""

    events: Mapping[str, type[Event]]
    commands: Mapping[str, type[Command]]
    upcast: Callable[[str, int, dict[str, Any]], dict[str, Any]]


DOMAIN = Registry(domain_registry.EVENTS, domain_registry.COMMANDS, domain_registry.upcast)


class Codec:
    """Encodes and decodes the messages of one registry."""

    def __init__(self, registry: Registry = DOMAIN) -> None:
        self._registry = registry
        self._encoder = msgspec.json.Encoder()
        self._decoders: dict[type, msgspec.json.Decoder[Any]] = {}

    def encode(self, message: Event | Command) -> bytes:
        """Encode the payload; name and version belong in the envelope."""
        return self._encoder.encode(message)

    def decode_event(
        self,
        subject: str,
        headers: Mapping[str, str],
        data: bytes,
        sequence: int,
        stored_at: datetime | None = None,
    ) -> Recorded[Event]:
        """Decode an event from a message of GH_EVENTS. Raises NewerMessage, SchemaMismatch, Misfiled."""
        aggregate, head = agreement.read_event(subject, headers)
        if not self.knows(head.name, head.version):
            raise NewerMessage(head.name, head.version, f"event {sequence} by {head.service}")
        return Recorded(
            sequence=sequence,
            id=head.id,
            at=head.at,
            service=head.service,
            aggregate=aggregate,
            event=self.event(head.name, head.version, data),
            causation=head.causation,
            correlation=head.correlation,
            tenant=head.tenant,
            epoch=head.epoch,
            stored_at=stored_at,
        )

    def decode_command(self, subject: str, headers: Mapping[str, str], data: bytes) -> Received[Command]:
        """Decode a command from a message of either command queue. Raises NewerMessage, SchemaMismatch, Misfiled."""
        head = agreement.read_command(subject, headers)
        return Received(
            id=head.id,
            at=head.at,
            service=head.service,
            command=self._payload(self._registry.commands, head.name, head.version, data),
            causation=head.causation,
            correlation=head.correlation,
            tenant=head.tenant,
            epoch=head.epoch,
            queue=subjects.queue_of(subject),
        )

    def knows(self, name: str, version: int) -> bool:
        """Whether an event of that name and version can be read here."""
        kind = self._registry.events.get(name)
        return kind is not None and version <= kind.VERSION

    def event(self, name: str, version: int, data: bytes | str) -> Event:
        """Decode the event of that name and version from its payload. Raises NewerMessage, SchemaMismatch."""
        return self._payload(self._registry.events, name, version, data)

    def _payload(self, known: Mapping[str, type[M]], name: str, version: int, data: bytes | str) -> M:
        kind = known.get(name)
        if kind is None or version > kind.VERSION:
            raise NewerMessage(name, version)
        try:
            if version == kind.VERSION:
                return self._decoder(kind).decode(data)
            payload = msgspec.json.decode(data, type=dict[str, Any])
            return msgspec.convert(self._registry.upcast(name, version, payload), kind)
        except (msgspec.DecodeError, KeyError, TypeError, ValueError):
            raise SchemaMismatch(
                f"the payload of {name} version {version} does not fit its type", code=MessageFault.SCHEMA_MISMATCH
            ) from None

    def _decoder(self, kind: type[M]) -> msgspec.json.Decoder[M]:
        decoder = self._decoders.get(kind)
        if decoder is None:
            decoder = self._decoders[kind] = msgspec.json.Decoder(kind)
        return decoder

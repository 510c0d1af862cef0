"""Differences between an operator's own NATS and this version's declarations: `ghosthands up` reports them.

Only `migrate` changes them. The number of replicas and the limits on what is kept are the operator's choice, and are
only reported; settings that the services rely on (subjects, retention, a consumer's filters) keep a stack from
starting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import Bus

#: Settings that an operator may have changed, which are only reported.
_OPERATORS = frozenset(
    {"max_age", "max_msgs", "max_bytes", "max_msg_size", "max_consumers", "discard", "duplicate_window", "storage"}
)
#: Settings that are ignored: the number of replicas follows from the servers, and a consumer's start from its making.
_PASSED_OVER = frozenset({"num_replicas", "deliver_policy", "opt_start_seq"})


@dataclass(frozen=True)
class StreamDifference:
    """A setting that differs from its declaration, or a missing stream or consumer."""

    #: `GH_OUT`, or `GH_EVENTS.projector`
    of: str
    #: empty if all of it is missing
    setting: str = ""
    declared: object = None
    found: object = None

    @property
    def is_operators(self) -> bool:
        """Whether the services can run all the same."""
        return self.setting in _OPERATORS

    def __str__(self) -> str:
        if not self.setting:
            return f"{self.of} is missing"
        return f"{self.of} has {self.setting} {self.found!r} where {self.declared!r} is declared"


async def find(bus: Bus, *, ack_wait: float = consumers.ACK_WAIT_SECONDS) -> list[StreamDifference]:
    """Return all differences of the server's streams and consumers. Raises StreamUnavailable, ApiError."""
    found: list[StreamDifference] = []
    for stream in streams.STREAMS:
        config = await _config(bus, f"STREAM.INFO.{stream.name}")
        found += _compare(stream.name, stream.config(replicas=1), config)
    for consumer in consumers.CONSUMERS:
        config = await _config(bus, f"CONSUMER.INFO.{consumer.stream}.{consumer.name}")
        found += _compare(f"{consumer.stream}.{consumer.name}", consumer.config(ack_wait), config)
    for name in streams.FROM_OUTSIDE:
        found += await _compare_consumers(bus, name)
    return found


async def _compare_consumers(bus: Bus, stream: str) -> list[StreamDifference]:
    """Whether somebody hears that stream whom nobody declares: what humans sent is half-way out of it."""
    found = sorted(await bus.list_consumers(stream))
    declared = sorted(consumer.name for consumer in consumers.CONSUMERS if consumer.stream == stream)
    return [StreamDifference(stream, "consumers", declared, found)] if set(found) - set(declared) else []


async def _config(bus: Bus, call: str) -> dict[str, Any] | None:
    found = await bus.find(call)
    return dict(found["config"]) if found is not None else None


def _compare(of: str, declared: Mapping[str, Any], found: Mapping[str, Any] | None) -> Iterator[StreamDifference]:
    if found is None:
        yield StreamDifference(of)
        return
    as_told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(declared))
    for setting, value in as_told.items():
        there = found.get(setting, type(value)())  # the server leaves out empty values
        if setting not in _PASSED_OVER and there != value:
            yield StreamDifference(of, setting, value, there)

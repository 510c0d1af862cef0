"""Identifiers: every one is derived where it can be, so that a repeat names the same thing.

Nothing here looks at a clock or draws a random number: both arrive as arguments.
"""

from __future__ import annotations

import hashlib
import uuid
from datetime import datetime

#: The root of every derived id; changing it would orphan every stored aggregate.
NAMESPACE = uuid.UUID("6f0c3a52-5d0e-5c3a-9a55-67686f737468")


def derived(*parts: object) -> str:
    """A UUIDv5 of the parts, in order; the same parts give the same id everywhere and for ever."""
    return str(uuid.uuid5(NAMESPACE, "\x1f".join(str(part) for part in parts)))


def uuid7(at: datetime, entropy: bytes) -> str:
    """A UUIDv7 of the moment `at` (aware) whose random bits come from `entropy`, so a redelivery gives the same."""
    milliseconds = int(at.timestamp() * 1000) & (1 << 48) - 1
    noise = int.from_bytes(hashlib.sha256(entropy).digest()[:10], "big")
    value = milliseconds << 80 | noise
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=value))


def applicant_id(tenant: str, user: str) -> str:
    """The applicant's aggregate id: the tenant's user, without the user id itself."""
    return derived("applicant", tenant, user)


def job_id(tenant: str, idempotency_key: str) -> str:
    """The job that this key of this tenant stands for."""
    return derived("job", tenant, idempotency_key)


def command_of_message(what: str, stream: str, sequence: int) -> str:
    """The command that the message at this place of a stream is: what is done because of it names it as its cause."""
    return derived(what, stream, sequence)


def event_id(command_id: str, index: int) -> str:
    """The id of the `index`-th event that a command caused."""
    return derived("event", command_id, index)

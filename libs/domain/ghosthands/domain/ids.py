"""Identifiers: each is derived where possible, so that a repetition gives the same id.

Nothing here reads a clock or draws a random number: both arrive as arguments.
"""

from __future__ import annotations

import hashlib
import uuid
from datetime import datetime

#: The root of every derived id; changing it would orphan every stored aggregate.
NAMESPACE = uuid.UUID("6f0c3a52-5d0e-5c3a-9a55-67686f737468")


def derived(*parts: object) -> str:
    """Return a UUIDv5 of the parts, in order; the same parts always give the same id."""
    return str(uuid.uuid5(NAMESPACE, "\x1f".join(str(part) for part in parts)))


def uuid7(at: datetime, entropy: bytes) -> str:
    """Return a UUIDv7 of the aware time `at` whose random bits come from `entropy`: a redelivery gives the same id."""
    milliseconds = int(at.timestamp() * 1000) & (1 << 48) - 1
    noise = int.from_bytes(hashlib.sha256(entropy).digest()[:10], "big")
    value = milliseconds << 80 | noise
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=value))


def applicant_id(tenant: str, user: str) -> str:
    """Return the applicant's aggregate id, which does not reveal the tenant's user id."""
    return derived("applicant", tenant, user)


def job_id(tenant: str, idempotency_key: str) -> str:
    """Return the id of the job with this idempotency key of the tenant."""
    return derived("job", tenant, idempotency_key)


def command_of_message(what: str, stream: str, sequence: int) -> str:
    """Return the id under which the message at that place of a stream counts as a command, to be named as a cause."""
    return derived(what, stream, sequence)


def event_id(command_id: str, index: int) -> str:
    """Return the id of the `index`-th event that a command caused."""
    return derived("event", command_id, index)

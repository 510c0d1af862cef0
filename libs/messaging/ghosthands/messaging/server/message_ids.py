"""The id by which the server knows a repeat, made so that no other login can name it.

A stream remembers for a while every `Nats-Msg-Id` that it stored, whoever published it, and takes what comes under one
again for a repeat: it is acknowledged, and not stored. Our ids are derived, so whoever knows what a service will say
next, and may publish anything at all into the same stream, could use its id up. So what the server is given is the id
under a key that is made of the login's own password: the same in every process of a service, and nobody else's to know.
What a message says of itself (`ce-id`) stays as it is, and by that it is known whatever release wrote it.

A repeat across a change of the password, or of a release that gave the server the bare id, is stored again, as it would
be after that while. An event's expectation refuses that, and a command carried out twice is harmless.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

#: Costs some 50 ms and 16 MB: everybody sees ids that are made with the key, and one could try passwords on them.
_COST = 2**14


@lru_cache(maxsize=64)
def make_key(user: str, password: str) -> bytes:
    """The key of a login, the same in every process that has it."""
    return hashlib.scrypt(password.encode(), salt=f"message ids of {user}".encode(), n=_COST, r=8, p=1, dklen=32)


def under(key: bytes, message_id: str) -> str:
    """The id that the server is given for this one."""
    return hmac.digest(key, message_id.encode(), "sha256").hex()[:32]

"""Message ids for the server, by which it recognises a repetition, made so that no other login can produce them.

A stream remembers for a while every `Nats-Msg-Id` that it stored, whoever published it, and treats another message
under it as a repetition: it acknowledges and does not store it. Our ids are derived, so whoever can guess a service's
next message, and may publish anything into the same stream, could use up its id. So the server gets the id under a key
made from the login's password: every process of a service has the same key, and nobody else can know it. The message's
own id (`ce-id`) stays as it is, and identifies it whatever release wrote it.

A repetition across a change of the password, or from a release that gave the server the plain id, is stored again, as
it would be after that while. An event's expectation refuses that, and a command carried out twice is harmless.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

#: Costs some 50 ms and 16 MB: everybody sees ids made with the key, and could test passwords against them.
_COST = 2**14


@lru_cache(maxsize=64)
def make_key(user: str, password: str) -> bytes:
    """Return the key of a login, the same in every process that has it."""
    return hashlib.scrypt(password.encode(), salt=f"message ids of {user}".encode(), n=_COST, r=8, p=1, dklen=32)


def under(key: bytes, message_id: str) -> str:
    """Return the id to give the server for this one."""
    return hmac.digest(key, message_id.encode(), "sha256").hex()[:32]

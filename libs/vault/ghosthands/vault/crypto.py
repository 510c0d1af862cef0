"""Sealing: AES-256-GCM under a key that belongs to one applicant, or to the store for data that belong to nobody.

A sealed frame is ``version(1) key(8) number(8) nonce(12) ciphertext+tag``. Its first 17 bytes and its place
(tenant/applicant/path) are authenticated: a frame that was changed, moved to another path or given another number does
not open. `key` is the id of the key that sealed it, so that a rotated or destroyed key is recognised rather than
guessed. `number` is the time when the frame expires, 0 for never; of the record of a key it is the generation
(`key_records`), since such a record never expires.

Nonces are random, which limits one key to 2^32 frames (NIST SP 800-38D, 8.3); no applicant comes near.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from urllib.parse import quote

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ghosthands.vault.errors import SealBroken

KEY_BYTES = 32
KEY_ID_BYTES = 8
NONCE_BYTES = 12

_VERSION = 1
_HEAD = struct.Struct(">B8sQ")


def place(tenant: str, applicant: str, path: str) -> str:
    """Return a frame's place as authenticated data; each part is quoted, so that no two places are equal."""
    return f"{quote(tenant, safe='')}/{quote(applicant, safe='')}/{path}"


@dataclass(frozen=True)
class SealingKey:
    """A secret of 256 bits and the subkeys derived from it; its `repr` shows only the id."""

    secret: bytes

    def __post_init__(self) -> None:
        if len(self.secret) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes")

    @classmethod
    def generate(cls) -> SealingKey:
        """Return a new random key."""
        return cls(secrets.token_bytes(KEY_BYTES))

    def __repr__(self) -> str:
        return f"SealingKey({self.id.hex()})"

    @cached_property
    def id(self) -> bytes:
        """An 8-byte id of the key, which reveals nothing about it."""
        return hashlib.sha256(b"ghosthands key id" + self.derive("id")).digest()[:KEY_ID_BYTES]

    def derive(self, purpose: str) -> bytes:
        """Derive the 32-byte subkey for one purpose (HKDF-SHA256); subkeys reveal nothing about each other."""
        kdf = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=f"ghosthands/{purpose}/v1".encode())
        return kdf.derive(self.secret)

    @cached_property
    def _aead(self) -> AESGCM:
        return AESGCM(self.derive("seal"))

    @cached_property
    def _fingerprint_key(self) -> bytes:
        return self.derive("fingerprint")

    def seal(self, data: bytes, at: str, expires: datetime | None = None) -> bytes:
        """Encrypt `data` as a frame that opens only under this key and at this place."""
        return self.seal_numbered(data, at, int(expires.timestamp()) if expires else 0)

    def seal_numbered(self, data: bytes, at: str, number: int) -> bytes:
        """Encrypt `data` as `seal` does, with that number in place of the time when it expires."""
        head = _HEAD.pack(_VERSION, self.id, number)
        nonce = secrets.token_bytes(NONCE_BYTES)
        return head + nonce + self._aead.encrypt(nonce, data, head + at.encode())

    def unseal(self, frame: bytes, at: str) -> bytes:
        """Decrypt a frame made by `seal`. Raises SealBroken for any other key, place or bytes."""
        head, rest = frame[: _HEAD.size], frame[_HEAD.size :]
        try:
            return self._aead.decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], head + at.encode())
        except (InvalidTag, ValueError):
            raise SealBroken(at) from None

    def fingerprint(self, value: str | bytes) -> str:
        """Return the HMAC-SHA256 of `value` in hex: equal for equal values of one applicant, meaningless to others."""
        data = value.encode() if isinstance(value, str) else value
        return hmac.new(self._fingerprint_key, data, hashlib.sha256).hexdigest()


@dataclass(frozen=True)
class FrameHead:
    """The unencrypted head of a frame; it can be trusted only once the frame has been opened."""

    key_id: bytes
    number: int

    def expired(self, now: datetime) -> bool:
        """Whether the frame, whose number is a time, has expired."""
        return 0 < self.number <= now.timestamp()


def head_of(frame: bytes, at: str) -> FrameHead:
    """Read the frame's head. Raises SealBroken if these bytes are no frame."""
    if len(frame) < _HEAD.size or frame[0] != _VERSION:
        raise SealBroken(at)
    _, key_id, number = _HEAD.unpack_from(frame)
    return FrameHead(key_id, number)

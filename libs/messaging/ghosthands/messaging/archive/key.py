"""The archive's key: 256 random bits in a file, for readers of the log; it opens nobody's values.

Applicants' values are under other keys; this key reveals only what every service reads of the log anyway.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ghosthands.domain.errors import StreamUnavailable

KEY_BYTES = 32
_NONCE_BYTES = 12


class ArchiveUnreadable(StreamUnavailable):
    """The archive is missing, incomplete, or under another key: readers wait until that is fixed."""


class ArchiveKey:
    """The key that seals an archive's contents and signs its manifest; its `repr` shows nothing."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != KEY_BYTES:
            raise ArchiveUnreadable(f"the archive's key has {len(secret)} bytes in place of {KEY_BYTES}")
        self.secret = secret
        self._aead = AESGCM(hmac.digest(secret, b"ghosthands/archive/seal/v1", "sha256"))
        self._proving = hmac.digest(secret, b"ghosthands/archive/prove/v1", "sha256")

    @classmethod
    def generate(cls) -> ArchiveKey:
        """Return a new random key."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def load(cls, file: Path) -> ArchiveKey:
        """Load the key from that file. Raises ArchiveUnreadable."""
        try:
            return cls(base64.b64decode(file.read_text("ascii").strip(), validate=True))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text in base64"
            mend = "put back your copy of it"
            raise ArchiveUnreadable(f"the archive's key in {file} cannot be read ({reason}): {mend}") from None

    def text(self) -> str:
        """Return the key as its file contains it."""
        return base64.b64encode(self.secret).decode() + "\n"

    def seal(self, data: bytes, at: str) -> bytes:
        """Encrypt `data` as a frame that opens only under this key and at this place."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._aead.encrypt(nonce, data, at.encode())

    def unseal(self, frame: bytes, at: str) -> bytes:
        """Decrypt a frame made by `seal`. Raises ArchiveUnreadable for any other key, place or bytes."""
        try:
            return self._aead.decrypt(frame[:_NONCE_BYTES], frame[_NONCE_BYTES:], at.encode())
        except (InvalidTag, ValueError):
            raise ArchiveUnreadable(f"what the archive holds at {at} was changed, or is under another key") from None

    def prove(self, said: bytes) -> str:
        """Return a signature of these bytes, which only a holder of the key can make."""
        return hmac.digest(self._proving, said, "sha256").hex()
